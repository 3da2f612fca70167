"""The room's message of each phase."""

from collections.abc import Callable, Iterator, Sequence
from typing import assert_never

from games.dates import in_brief
from games.language import ENGLISH, lazy, lazy_p, n, spoken, t
from games.retro.model import SCALE, DiscussionTopic, EarlierAction, State, View
from games.retro.pages.progress import agreeing, answered, done, sentences
from games.retro.phases import everybody_done
from games.retro.words.terms import (
    GOOD_FAITH,
    HOW_ARE_YOU,
    SAFETY,
    TITLES,
    action_line,
    health_lines,
    joined,
    no_format,
    note_text,
    notes_in_words,
    safety_result,
    topic_columns,
    topic_text,
    with_dots,
)
from games.sheets import BOLD, Line, Passage, Sheet, Step, Thing, bold, line, marked, quiet
from games.text import absent, listing, shortened, who
from games.values import replace

TOPIC_LENGTH = 100  # characters of a topic in a title
_QUESTIONS = {
    "review": lazy("What became of these?"),
    "reflect": lazy("What should we talk about?"),
    "group": lazy("Which notes belong together?"),
    "vote": lazy("What do we talk about first?"),
    "actions": lazy("Is this what we’ll do?"),
    "close": lazy("Was it worth your time?"),
}


def steps(state: State) -> tuple[Step, ...]:
    """The phases; last time's actions only where there are any."""
    shown = state.phases
    place = shown.index(state.phase) if state.phase in shown else len(shown)
    return tuple(
        Step(str(TITLES[phase]), "done" if at < place else "now" if at == place else "next", phase)
        for at, phase in enumerate(shown)
    )


def sheet(view: View) -> Sheet | None:
    """The message of the phase; None once the meeting is over."""
    state = view.state
    written = _SHEETS.get(state.phase)
    return None if written is None else replace(written(state), steps=steps(state))


def question(state: State) -> str:
    """What the phase asks."""
    match state.phase:
        case "stage":
            return str(state.check_in or HOW_ARE_YOU)
        case "reflect" if state.health and not state.profile:
            return t("How are we doing?")
        case "discuss" if state.current_topic:
            return topic_text(state, state.current_topic)
        case "actions" if not state.actions:
            return t("What will we change?")
        case phase:
            return str(_QUESTIONS.get(phase, ""))


def _title(state: State) -> str:
    """The phase and what it asks. In English, a question begins small after a colon; other languages differ."""
    asked = question(state)
    asked = f"{asked[:1].lower()}{asked[1:]}" if spoken() == ENGLISH else asked
    return t("{phase}: {question}", phase=TITLES[state.phase], question=asked)


# --- check in --------------------------------------------------------------------------------------------------------


def _stage(state: State) -> Sheet:
    words = tuple(
        marked(t("{bold}{who}{plain}: {answer}", who=who(seat), answer=shortened(word, 60), **BOLD))
        for seat, word in sorted(state.words.items())
    )
    passages = (*_agreement(state), *_safety(state), *([Passage(words)] if words else []))
    return Sheet(
        title=_title(state),
        passages=passages,
        progress=done(state, answered),
        note=" ".join(filter(None, [missing(state), str(GOOD_FAITH)])),
    )


def missing(state: State) -> str:
    """The name of a format that the room doesn't have, until everybody has come in."""
    return no_format(state.unknown) if state.unknown and state.phase == "stage" else ""


def _agreement(state: State) -> Iterator[Passage]:
    if state.agreement:
        yield Passage(tuple(map(line, state.agreement)), "bullets", t("Our working agreement"))


def _safety(state: State) -> Iterator[Passage]:
    if not state.safety_check:
        return
    if state.safety_poll:
        decides = t("{who} decides how to go on.", who=who(state.facilitator))
        yield Passage((line(f"{safety_result(state.safety_poll)} {decides}"),))
        return
    scale = t("From {lowest} to {highest}; only totals are shown.", lowest=SCALE[0], highest=SCALE[-1])
    yield Passage((sentences(line(f"{SAFETY} {scale}"), answered(state, len(state.safety))),))


# --- last time's actions ---------------------------------------------------------------------------------------------


def _review(state: State) -> Sheet:
    things = tuple(
        Thing(f"action:{number}", _earlier(number, action)) for number, action in enumerate(state.earlier, start=1)
    )
    settled = sum(bool(action.mark) for action in state.earlier)
    progress = marked(
        n(
            "{bold}{settled} of {count} action{plain} settled.",
            "{bold}{settled} of {count} actions{plain} settled.",
            len(things),
            settled=settled,
            **BOLD,
        )
    )
    if settled == len(things):
        progress = line(t("All are settled. {who} moves us on.", who=who(state.facilitator)))
    return Sheet(title=question(state), things=things, progress=progress)


def _earlier(number: int, action: EarlierAction) -> Line:
    what, day = f"{number}. {action.what}", in_brief(action.due) if action.due else ""
    match action.mark:
        case "":
            return line(_still_open(what, absent(action.origin) if action.origin else "", day))
        case "keep" if day:
            return marked(t("{action}: {bold}kept until {day}{plain}", action=what, day=day, **BOLD))
        case "keep":
            return marked(t("{action}: {bold}kept{plain}", action=what, **BOLD))
        case "done":
            return marked(t("{action}: {bold}done{plain}", action=what, **BOLD))
        case "drop":
            return marked(t("{action}: {bold}dropped{plain}", action=what, **BOLD))
        case _:
            assert_never(action.mark)


def _still_open(what: str, owner: str, day: str) -> str:
    if owner and day:
        return t("{action} ({who}, due {day})", action=what, who=owner, day=day)
    if day:
        return t("{action} (due {day})", action=what, day=day)
    return t("{action} ({who})", action=what, who=owner) if owner else what


# --- write -----------------------------------------------------------------------------------------------------------


def _reflect(state: State) -> Sheet:
    asked = state.health and not state.profile
    return Sheet(
        title=_title(state),
        passages=(*_questions(state), *(_to_rate(state) if asked else ()), _columns(state)),
        progress=sentences(_written(state), done(state)),
        note=_secrecy(state),
    )


def _questions(state: State) -> Iterator[Passage]:
    if state.questions:
        yield Passage(tuple(line(t(each)) for each in state.questions), "bullets", t("To think about"))


def _columns(state: State) -> Passage:
    columns = state.columns[: len(state.columns) - bool(state.health)]
    return Passage(tuple(line(bold(str(each.title)), f"  {each.hint}" if each.hint else "") for each in columns))


def _to_rate(state: State) -> Iterator[Passage]:
    ends = t(
        "Rate each from {lowest} (bad) to {highest} (good); only totals are shown.", lowest=SCALE[0], highest=SCALE[-1]
    )
    yield Passage((line(ends), line(bold(joined(str(topic.title) for topic in state.health)))))


def _written(state: State) -> Line:
    notes = len(state.waiting)
    if state.health and not state.profile:
        return _rated_and_written(state, notes)
    if not notes:
        return marked(t("{bold}0 notes{plain} so far.", **BOLD))
    return marked(
        n(
            "{bold}{count} note{plain} so far, all face down.",
            "{bold}{count} notes{plain} so far, all face down.",
            notes,
            **BOLD,
        )
    )


def _rated_and_written(state: State, notes: int) -> Line:
    given, asked = sum(len(answers) for answers in state.answers.values()), len(state.health) * state.seats
    if not notes:
        return marked(
            n(
                "{bold}{given} of {count} answer{plain} and {bold}0 notes{plain} so far.",
                "{bold}{given} of {count} answers{plain} and {bold}0 notes{plain} so far.",
                asked,
                given=given,
                **BOLD,
            )
        )
    return marked(  # a check has several topics
        n(
            "{bold}{given} of {asked} answers{plain} and {bold}{count} note{plain} so far, all face down.",
            "{bold}{given} of {asked} answers{plain} and {bold}{count} notes{plain} so far, all face down.",
            notes,
            given=given,
            asked=asked,
            **BOLD,
        )
    )


def _secrecy(state: State) -> str:
    names = t("Notes have no names, for anybody.") if state.anonymous else t("Notes show who wrote them.")
    shown = t("They are all shown together when {who} moves on.", who=who(state.facilitator))
    return " ".join([names, shown, t("Just arrived? Write a note and you’re in.")])


# --- group -----------------------------------------------------------------------------------------------------------


def _group(state: State) -> Sheet:
    return Sheet(
        title=_title(state),
        passages=(*_results(state), *_by_column(state)),
        progress=sentences(_topics_from(state), done(state)),
    )


def _topics_from(state: State) -> Line:
    topics, notes = len(state.topics), state.shown
    if topics == 1:
        return marked(
            n(
                "{bold}1 topic{plain} from {bold}{count} note{plain}.",
                "{bold}1 topic{plain} from {bold}{count} notes{plain}.",
                notes,
                **BOLD,
            )
        )
    return marked(
        n(
            "{bold}{topics} topics{plain} from {bold}{count} note{plain}.",
            "{bold}{topics} topics{plain} from {bold}{count} notes{plain}.",
            notes,
            topics=topics,
            **BOLD,
        )
    )


def _results(state: State) -> Iterator[Passage]:
    if state.profile:
        yield Passage(tuple(map(line, health_lines(state))), "bullets", t("How we’re doing"))


def _by_column(state: State) -> Iterator[Passage]:
    """All notes: in each column groups first, then single ones, then the places of hidden notes."""
    for column, topics in topic_columns(state):
        if topics:
            numbers = tuple(", ".join(map(str, topic.notes)) for topic in topics)
            yield Passage(tuple(_topic(state, topic) for topic in topics), "bullets", str(column.title), numbers)


def _topic(state: State, topic: DiscussionTopic) -> Line:
    texts = [_signed(state, number) for number in topic.notes]
    if topic.name:
        return marked(t("{bold}{name}{plain}: {notes}", name=topic.name, notes=" · ".join(texts), **BOLD))
    if len(texts) == 1:
        return line(texts[0])
    return line(bold(texts[0]), f" · {' · '.join(texts[1:])}")


def _signed(state: State, number: int) -> str:
    note = state.note(number)
    text = note_text(state, note)
    return text if note.by is None else f"{text} ({who(note.by)})"


# --- vote ------------------------------------------------------------------------------------------------------------


def _vote(state: State) -> Sheet:
    dots = n("You have {count} dot.", "You have {count} dots; several on one topic are fine.", state.dots)
    topics = [topic for _, found in topic_columns(state) for topic in found if not state.note(topic.key).hidden]
    groups_first = sorted(topics, key=lambda topic: len(topic.notes) < 2)
    placed = sum(map(len, state.placed.values()))
    used = marked(
        n(
            "{bold}{placed} of {count} dot{plain} are placed.",
            "{bold}{placed} of {count} dots{plain} are placed.",
            state.dots * state.seats,
            placed=placed,
            **BOLD,
        )
    )
    return Sheet(
        title=_title(state),
        passages=(Passage((line(dots),)), _votable_topics(state, groups_first)),
        progress=sentences(used, done(state) if everybody_done(state) else ()),
        note=t("Nobody sees where your dots are; only totals are shown."),
    )


def _votable_topics(state: State, topics: Sequence[DiscussionTopic]) -> Passage:
    lines = tuple(_votable(state, topic) for topic in topics)
    return Passage(lines, "bullets", typed=tuple(str(topic.key) for topic in topics))


def _votable(state: State, topic: DiscussionTopic) -> Line:
    if len(topic.notes) == 1:
        return line(topic_text(state, topic))
    return line(bold(topic_text(state, topic)), quiet(f" · {notes_in_words(len(topic.notes))}"))


# --- discuss ---------------------------------------------------------------------------------------------------------


def _discuss(state: State) -> Sheet:
    topic = state.current_topic
    if topic is None:
        return Sheet(title=str(TITLES["discuss"]))
    text = with_dots(shortened(topic_text(state, topic), TOPIC_LENGTH), topic.votes)
    insights = tuple(map(line, state.insights_of(topic)))
    found = (
        _notes_of(state, topic),
        Passage(insights, "bullets", t("Insights")),
        Passage(_actions_of(state), "numbers", t("Actions")),
    )
    return Sheet(
        title=t("Topic {number} of {topics}: {topic}", number=state.topic, topics=len(state.agenda), topic=text),
        passages=tuple(each for each in found if each.lines),
        progress=_talk(state),
    )


def _notes_of(state: State, topic: DiscussionTopic) -> Passage:
    """The topic's notes, unless its title says it all."""
    if len(topic.notes) == 1 and not topic.name and len(topic_text(state, topic)) <= TOPIC_LENGTH:
        return Passage(())
    columns = [state.columns[state.note(number).column or 0].title for number in topic.notes]
    pairs = zip(topic.notes, columns, strict=True)
    lines = tuple(line(_signed(state, number), quiet(f" · {title}")) for number, title in pairs)
    return Passage(lines, "bullets", typed=tuple(map(str, topic.notes)))


def _talk(state: State) -> Line:
    longer, over = len(state.asked), len(state.ready)
    wishes = [n("{count} for more time", "{count} for more time", longer)] if longer else []
    wishes += [n("{count} for moving on", "{count} for moving on", over)] if over else []
    so_far = line(t("So far: {wishes}.", wishes=listing(wishes))) if wishes else ()
    if state.move_on_wanted:
        return line(t("Time’s up. {who} moves us on.", who=who(state.facilitator)))
    if state.time_is_up:
        asked = marked(t("Time’s up. {bold}More time{plain} or {bold}Move on{plain}?", **BOLD))
        return sentences(asked, so_far)
    return so_far


def _actions_of(state: State) -> tuple[Line, ...]:
    return tuple(map(action_line, state.actions))


# --- actions, close --------------------------------------------------------------------------------------------------


def _actions(state: State) -> Sheet:
    listed = _actions_of(state)
    return Sheet(
        title=_title(state),
        passages=(Passage(listed, "numbers"),) if listed else (),
        progress=sentences(line(_room(state)), done(state, agreeing) if listed else ()),
    )


def _room(state: State) -> str:
    left = state.limit - len(state.actions)
    if left <= 0:
        return t("That’s {number}, as many as you wanted.", number=_in_words(len(state.actions)))
    if state.actions:
        return t("There’s room for {number} more.", number=_in_words(left))
    return t("There’s room for {number}, each with an owner and a date.", number=_in_words(left))


_NUMBERS = (
    lazy_p("number of actions", "none"),
    lazy_p("number of actions", "one"),
    lazy_p("number of actions", "two"),
    lazy_p("number of actions", "three"),
    lazy_p("number of actions", "four"),
    lazy_p("number of actions", "five"),
    lazy_p("number of actions", "six"),
    lazy_p("number of actions", "seven"),
    lazy_p("number of actions", "eight"),
    lazy_p("number of actions", "nine"),
    lazy_p("number of actions", "ten"),
)


def _in_words(number: int) -> str:
    return str(_NUMBERS[number] if number < len(_NUMBERS) else number)


def _close(state: State) -> Sheet:
    thanks = tuple(
        marked(
            t(
                "{bold}{who}{plain} to {bold}{other}{plain}: {text}",
                who=who(each.by),
                other=who(each.to),
                text=each.text,
                **BOLD,
            )
        )
        for each in state.thanks
    )
    return Sheet(
        title=_title(state),
        passages=(
            Passage((line(t("Only totals are shown.")),)),
            *([Passage(thanks, title=t("Thanks"))] if thanks else []),
        ),
        progress=done(state, answered),
    )


_SHEETS: dict[str, Callable[[State], Sheet]] = {
    "stage": _stage,
    "review": _review,
    "reflect": _reflect,
    "group": _group,
    "vote": _vote,
    "discuss": _discuss,
    "actions": _actions,
    "close": _close,
}
