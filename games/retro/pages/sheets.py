"""The room's message of each phase, what the facilitator reads, and the line that is left of a phase."""

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from typing import assert_never

from games.dates import in_brief
from games.language import ENGLISH, lazy, lazy_p, n, spoken, t
from games.retro.events import ActionAdded, Event, InsightAdded, PhaseBegan, TopicOpened, WentBack
from games.retro.model import SCALE, DiscussionTopic, EarlierAction, State, View, said_note
from games.retro.phases import everybody_done
from games.retro.words import (
    GOOD_FAITH,
    HOW_ARE_YOU,
    SAFETY,
    TITLES,
    action_line,
    actions_in_words,
    dots_in_words,
    health_lines,
    joined,
    no_format,
    note_text,
    notes_in_words,
    safety_result,
    topic_columns,
    topic_text,
    topics_in_words,
    with_dots,
)
from games.sheets import BOLD, Line, Passage, Run, Sheet, Step, Thing, bold, line, marked, quiet
from games.text import absent, listing, shortened, who
from games.values import replace

_TITLE = 100  # characters of a topic in a title
_STILL = {
    "stage": lazy("Still to answer: {names}."),
    "review": lazy("Still looking: {names}."),
    "reflect": lazy("Still writing: {names}."),
    "group": lazy("Still grouping: {names}."),
    "vote": lazy("Still voting: {names}."),
    "discuss": lazy("Still talking: {names}."),
    "actions": lazy("Still to agree: {names}."),
    "close": lazy("Still to answer: {names}."),
}
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


# --- progress --------------------------------------------------------------------------------------------------------


def _sentences(*parts: Line) -> Line:
    """Sentences in one line."""
    found: list[Run] = []
    for part in filter(None, parts):
        found += [*(line(" ") if found else ()), *part]
    return tuple(found)


def _answered(state: State, answers: int) -> Line:
    return marked(
        n(
            "{bold}{count} of {people}{plain} have answered.",
            "{bold}{count} of {people}{plain} have answered.",
            answers,
            people=state.seats,
            **BOLD,
        )
    )


def _checked_in(state: State, _: int) -> Line:
    """Those who have passed count, too; answers stay if the meeting goes back."""
    return _answered(state, len({*state.ready, *state.words}))


def _people_done(state: State, done: int) -> Line:
    return marked(
        n(
            "{bold}{count} of {people}{plain} people are done.",
            "{bold}{count} of {people}{plain} people are done.",
            done,
            people=state.seats,
            **BOLD,
        )
    )


def _agreeing(state: State, done: int) -> Line:
    return marked(
        n(
            "{bold}{count} of {people}{plain} say it looks right.",
            "{bold}{count} of {people}{plain} say it looks right.",
            done,
            people=state.seats,
            **BOLD,
        )
    )


def _done(state: State, counted: Callable[[State, int], Line] = _people_done) -> Line:
    """How many are done; once all are, who moves on. It names nobody who is missing."""
    if everybody_done(state):
        return line(t("Everybody’s done. {who} moves us on.", who=who(state.facilitator)))
    if state.phase == "reflect" and state.time_is_up:
        return line(t("Time’s up. {who} moves us on.", who=who(state.facilitator)))
    return counted(state, len(state.ready))


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
        progress=_done(state, _checked_in),
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
    yield Passage((_sentences(line(f"{SAFETY} {scale}"), _answered(state, len(state.safety))),))


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
        progress=_sentences(_written(state), _done(state)),
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
        progress=_sentences(_topics_from(state), _done(state)),
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
        progress=_sentences(used, _done(state) if everybody_done(state) else ()),
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
    text = with_dots(shortened(topic_text(state, topic), _TITLE), topic.votes)
    insights = tuple(line(each.text) for each in state.insights if each.topic == topic.key)
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
    if len(topic.notes) == 1 and not topic.name and len(topic_text(state, topic)) <= _TITLE:
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
        return _sentences(asked, so_far)
    return so_far


def _actions_of(state: State) -> tuple[Line, ...]:
    return tuple(map(action_line, state.actions))


# --- actions, close --------------------------------------------------------------------------------------------------


def _actions(state: State) -> Sheet:
    listed = _actions_of(state)
    return Sheet(
        title=_title(state),
        passages=(Passage(listed, "numbers"),) if listed else (),
        progress=_sentences(line(_room(state)), _done(state, _agreeing) if listed else ()),
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
        progress=_done(state, _answered),
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

# --- the facilitator -------------------------------------------------------------------------------------------------


def lead(view: View) -> Sheet | None:
    """Who is done and who isn't, which only the facilitator reads."""
    state = view.state
    if view.seat != state.facilitator or state.phase == "over":
        return None
    lines = _wishes(state) if state.phase == "discuss" else _missing(state)
    return Sheet(title=t("You facilitate"), passages=(Passage(tuple(lines)),))


def _missing(state: State) -> Iterator[Line]:
    others = [seat for seat in range(state.seats) if seat != state.facilitator]
    done = [who(seat) for seat in others if seat in state.ready]
    missing = [who(seat) for seat in others if seat not in state.ready]
    if not missing:
        yield line(t("All the others are done."))
        return
    finished = t("Done: {names}.", names=joined(done)) if done else ""
    yield line(" ".join(filter(None, [finished, t(_STILL[state.phase], names=joined(missing))])))


def _wishes(state: State) -> Iterator[Line]:
    if 2 * len(state.ready) > state.seats:
        yield line(bold(t("Most want to move on.")))
    found = [t("More time: {names}.", names=joined(map(who, state.asked)))] if state.asked else []
    found += [t("Move on: {names}.", names=joined(map(who, state.ready)))] if state.ready else []
    yield line(" ".join(found) or t("Nobody has asked for more time, or to move on."))


# --- what is left of a message ---------------------------------------------------------------------------------------


def past(events: Sequence[Event], state: State) -> str:
    """A message's phase or topic in a line."""
    began = next((event for event in reversed(events) if isinstance(event, PhaseBegan | WentBack | TopicOpened)), None)
    if isinstance(began, TopicOpened):
        return _past_topic(events, state, began)
    phase = state.phase if began is None else began.phase
    left = _left_of(state, phase)
    return t("{phase}: {result}", phase=TITLES[phase], result=left) if left else str(TITLES[phase])


def _past_topic(events: Sequence[Event], state: State, opened: TopicOpened) -> str:
    topic = state.topic_of(opened.note)
    text = topic_text(state, topic) if topic else said_note(opened.text) or t("A hidden note")
    title = with_dots(shortened(text, _TITLE), opened.votes)
    since = events[events.index(opened) :]
    insights = sum(isinstance(event, InsightAdded) for event in since)
    actions = sum(isinstance(event, ActionAdded) for event in since)
    found = [n("{count} insight", "{count} insights", insights)] if insights else []
    found += [actions_in_words(actions)] if actions else []
    return t("{topic}: {result}", topic=title, result=joined(found)) if found else title


def _left_of(state: State, phase: str) -> str:
    """What a phase has brought, after its title."""
    match phase:
        case "stage":
            return _in_answers(len(state.words))
        case "review":
            return joined(_settled(state))
        case "reflect":
            return _by_people(written_notes(state), state.seats)
        case "group":
            return _from_notes(len(state.topics), state.shown)
        case "vote":
            return _dots(state)
        case "discuss":
            return topics_in_words(state.topic)
        case "actions":
            return n("{count} agreed", "{count} agreed", len(state.actions))
        case "close":
            return _in_answers(sum(state.poll) or len(state.ratings))
        case _:
            return ""


def _in_answers(answers: int) -> str:
    return n("{count} answered", "{count} answered", answers)


def _settled(state: State) -> Iterator[str]:
    marks = Counter(action.mark or "keep" for action in state.earlier)
    if marks["done"]:
        yield n("{count} done", "{count} done", marks["done"])
    if marks["keep"]:
        yield n("{count} kept", "{count} kept", marks["keep"])
    if marks["drop"]:
        yield n("{count} dropped", "{count} dropped", marks["drop"])


def _by_people(notes: int, people: int) -> str:
    if people == 1:
        return n("{count} note by 1 person", "{count} notes by 1 person", notes)
    return n("{count} note by {people} people", "{count} notes by {people} people", notes, people=people)


def _from_notes(topics: int, notes: int) -> str:
    if topics == 1:
        return n("1 topic from {count} note", "1 topic from {count} notes", notes)
    return n("{topics} topics from {count} note", "{topics} topics from {count} notes", notes, topics=topics)


def written_notes(state: State) -> int:
    """The notes that people wrote: without the topics of a health check."""
    return len(state.notes) - (len(state.health) if state.profile else 0)


def people_here(state: State) -> str:
    return n("{count} person", "{count} people", state.seats)


def _dots(state: State) -> str:
    votes = [topic.votes for topic in state.topics if topic.votes]
    if not votes:
        return dots_in_words(sum(map(len, state.placed.values())))
    if len(votes) == 1:
        return n("{count} dot on 1 topic", "{count} dots on 1 topic", sum(votes))
    return n("{count} dot on {topics} topics", "{count} dots on {topics} topics", sum(votes), topics=len(votes))
