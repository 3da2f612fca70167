"""The room's message of each phase, what the facilitator reads, and the line that is left of a phase."""

from collections.abc import Callable, Iterator, Sequence

from games.dates import in_brief
from games.language import lazy, t
from games.retro.events import ActionAdded, Event, InsightAdded, PhaseBegan, TopicOpened, WentBack
from games.retro.model import SCALE, DiscussionTopic, EarlierAction, State, View
from games.retro.phases import everybody_done
from games.retro.words import (
    GOOD_FAITH,
    SAFETY,
    TITLES,
    action_line,
    count,
    health_lines,
    in_words,
    no_format,
    note_text,
    safety_result,
    topic_columns,
)
from games.sheets import Line, Passage, Sheet, Step, Thing, bold, line, quiet
from games.text import absent, listing, shortened, who
from games.values import replace

_TITLE = 100  # characters of a topic in a title
_STILL = {
    "stage": lazy("Still to answer"),
    "review": lazy("Still looking"),
    "reflect": lazy("Still writing"),
    "group": lazy("Still grouping"),
    "vote": lazy("Still voting"),
    "discuss": lazy("Still talking"),
    "actions": lazy("Still to agree"),
    "close": lazy("Still to answer"),
}
_QUESTIONS = {
    "review": lazy("What became of these?"),
    "reflect": lazy("What should we talk about?"),
    "group": lazy("Which notes belong together?"),
    "vote": lazy("What do we talk about first?"),
    "actions": lazy("Is this what we’ll do?"),
    "close": lazy("Was it worth your time?"),
}
_MARKED = {"done": "done", "keep": "kept", "drop": "dropped"}


def steps(state: State) -> tuple[Step, ...]:
    """The phases; last time's actions only where there are any."""
    shown = state.phases
    place = shown.index(state.phase) if state.phase in shown else len(shown)
    return tuple(
        Step(TITLES[phase], "done" if at < place else "now" if at == place else "next", phase)
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
            return state.check_in or t("How are you, in one word?")
        case "reflect" if state.health and not state.profile:
            return t("How are we doing?")
        case "discuss" if state.current_topic:
            return state.text_of(state.current_topic)
        case "actions" if not state.actions:
            return t("What will we change?")
        case phase:
            return _QUESTIONS.get(phase, "")


def _title(state: State) -> str:
    asked = question(state)
    return f"{TITLES[state.phase]}: {asked[:1].lower()}{asked[1:]}"


# --- progress --------------------------------------------------------------------------------------------------------


def _of(state: State, number: int) -> str:
    return t("{number} of {seats}", number=number, seats=state.seats)


def _done(state: State, what: str = lazy("people are done")) -> Line:
    """How many are done; once all are, who moves on. It names nobody who is missing."""
    if everybody_done(state):
        return line(t("Everybody’s done. {who} moves us on.", who=who(state.facilitator)))
    if state.phase == "reflect" and state.time_is_up:
        return line(t("Time’s up. {who} moves us on.", who=who(state.facilitator)))
    return line(bold(_of(state, len(state.ready))), f" {what}.")


def _so_far(number: int, thing: str) -> Line:
    return line(bold(count(number, thing)))


# --- check in --------------------------------------------------------------------------------------------------------


def _stage(state: State) -> Sheet:
    words = tuple(line(bold(who(seat)), f": {shortened(word, 60)}") for seat, word in sorted(state.words.items()))
    passages = (*_agreement(state), *_safety(state), *([Passage(words)] if words else []))
    return Sheet(
        title=_title(state),
        passages=passages,
        progress=_done(state, t("have answered")),
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
        yield Passage(
            (
                line(
                    t(
                        "{safety_poll} {who} decides how to go on.",
                        safety_poll=safety_result(state.safety_poll),
                        who=who(state.facilitator),
                    )
                ),
            )
        )
        return
    asked = t(
        "{safety} From {scale} to {scale2}; only totals are shown. ", safety=SAFETY, scale=SCALE[0], scale2=SCALE[-1]
    )
    yield Passage((line(asked, bold(_of(state, len(state.safety))), t(" have answered.")),))


# --- last time's actions ---------------------------------------------------------------------------------------------


def _review(state: State) -> Sheet:
    things = tuple(
        Thing(f"action:{number}", _earlier(number, action)) for number, action in enumerate(state.earlier, start=1)
    )
    settled = sum(bool(action.mark) for action in state.earlier)
    progress = line(bold(f"{settled} of {count(len(things), 'action')}"), " settled.")
    if settled == len(things):
        progress = line(t("All are settled. {who} moves us on.", who=who(state.facilitator)))
    return Sheet(title=question(state), things=things, progress=progress)


def _earlier(number: int, action: EarlierAction) -> Line:
    due = t("due {due}", due=in_brief(action.due)) if action.due else ""
    known = ", ".join(filter(None, (absent(action.origin) if action.origin else "", due)))
    match action.mark:
        case "":
            return line(f"{number}. {action.what}{f' ({known})' * bool(known)}")
        case "keep":
            until = t(" until {due}", due=in_brief(action.due)) if action.due else ""
            return line(f"{number}. {action.what}: ", bold(f"kept{until}"))
        case mark:
            return line(f"{number}. {action.what}: ", bold(_MARKED[mark]))


# --- write -----------------------------------------------------------------------------------------------------------


def _reflect(state: State) -> Sheet:
    asked = state.health and not state.profile
    return Sheet(
        title=_title(state),
        passages=(*_questions(state), *(_to_rate(state) if asked else ()), _columns(state)),
        progress=(*_written(state), *line(" "), *_done(state)),
        note=_secrecy(state),
    )


def _questions(state: State) -> Iterator[Passage]:
    if state.questions:
        yield Passage(tuple(map(line, state.questions)), "bullets", t("To think about"))


def _columns(state: State) -> Passage:
    columns = state.columns[: len(state.columns) - bool(state.health)]
    return Passage(tuple(line(bold(each.title), f"  {each.hint}" if each.hint else "") for each in columns))


def _to_rate(state: State) -> Iterator[Passage]:
    ends = t(
        "Rate each from {scale} (bad) to {scale2} (good); only totals are shown.", scale=SCALE[0], scale2=SCALE[-1]
    )
    yield Passage((line(ends), line(bold(", ".join(topic.title for topic in state.health)))))


def _written(state: State) -> Line:
    waiting = len(state.waiting)
    notes = line(*_so_far(waiting, "note"), t(" so far, all face down.") if waiting else t(" so far."))
    if state.health and not state.profile:
        given = sum(len(answers) for answers in state.answers.values())
        of = len(state.health) * state.seats
        return line(bold(f"{given} of {count(of, 'answer')}"), " and ", *notes)
    return notes


def _secrecy(state: State) -> str:
    names = t("Notes have no names, for anybody.") if state.anonymous else t("Notes show who wrote them.")
    shown = t("They are all shown together when {who} moves on.", who=who(state.facilitator))
    return t("{names} {shown} Just arrived? Write a note and you’re in.", names=names, shown=shown)


# --- group -----------------------------------------------------------------------------------------------------------


def _group(state: State) -> Sheet:
    notes = _so_far(state.shown, "note")
    topics = line(bold(count(len(state.topics), "topic")), " from ")
    return Sheet(
        title=_title(state),
        passages=(*_results(state), *_by_column(state)),
        progress=line(*topics, *notes, ". ", *_done(state)),
    )


def _results(state: State) -> Iterator[Passage]:
    if state.profile:
        yield Passage(tuple(map(line, health_lines(state))), "bullets", t("How we’re doing"))


def _by_column(state: State) -> Iterator[Passage]:
    """All notes: in each column groups first, then single ones, then the places of hidden notes."""
    for column, topics in topic_columns(state):
        if topics:
            yield Passage(tuple(_topic(state, topic) for topic in topics), "bullets", column.title)


def _topic(state: State, topic: DiscussionTopic) -> Line:
    texts = [_signed(state, number) for number in topic.notes]
    if len(texts) == 1:
        return line(bold(topic.name), f": {texts[0]}") if topic.name else line(texts[0])
    if topic.name:
        return line(bold(topic.name), f": {' · '.join(texts)}")
    return line(bold(texts[0]), f" · {' · '.join(texts[1:])}")


def _signed(state: State, number: int) -> str:
    note = state.note(number)
    return note_text(note) if note.by is None else f"{note_text(note)} ({who(note.by)})"


# --- vote ------------------------------------------------------------------------------------------------------------


def _vote(state: State) -> Sheet:
    several = t("; several on one topic are fine") if state.dots > 1 else ""
    dots = Passage((line(f"You have {count(state.dots, 'dot')}{several}."),))
    topics = [topic for _, found in topic_columns(state) for topic in found if not state.note(topic.key).hidden]
    groups_first = sorted(topics, key=lambda topic: len(topic.notes) < 2)
    placed = sum(map(len, state.placed.values()))
    used = line(bold(f"{placed} of {count(state.dots * state.seats, 'dot')}"), t(" are placed."))
    everybody = (*line(" "), *_done(state)) if everybody_done(state) else ()
    return Sheet(
        title=_title(state),
        passages=(dots, Passage(tuple(_votable(state, topic) for topic in groups_first), "bullets")),
        progress=(*used, *everybody),
        note=t("Nobody sees where your dots are; only totals are shown."),
    )


def _votable(state: State, topic: DiscussionTopic) -> Line:
    if len(topic.notes) == 1:
        return line(state.text_of(topic))
    return line(bold(state.text_of(topic)), quiet(t(" · {notes} notes", notes=len(topic.notes))))


# --- discuss ---------------------------------------------------------------------------------------------------------


def _discuss(state: State) -> Sheet:
    topic = state.current_topic
    if topic is None:
        return Sheet(title=TITLES["discuss"])
    text, dots = state.text_of(topic), f" ({count(topic.votes, 'dot')})" if topic.votes else ""
    place = t("Topic {topic} of {agenda}", topic=state.topic, agenda=len(state.agenda))
    insights = tuple(line(each.text) for each in state.insights if each.topic == topic.key)
    found = (
        _notes_of(state, topic),
        Passage(insights, "bullets", t("Insights")),
        Passage(_actions_of(state), "numbers", t("Actions")),
    )
    return Sheet(
        title=f"{place}: {shortened(text, _TITLE)}{dots}",
        passages=tuple(each for each in found if each.lines),
        progress=_talk(state),
    )


def _notes_of(state: State, topic: DiscussionTopic) -> Passage:
    """The topic's notes, unless its title says it all."""
    if len(topic.notes) == 1 and not topic.name and len(state.text_of(topic)) <= _TITLE:
        return Passage(())
    columns = [state.columns[state.note(number).column or 0].title for number in topic.notes]
    pairs = zip(topic.notes, columns, strict=True)
    return Passage(tuple(line(_signed(state, number), quiet(f" · {title}")) for number, title in pairs), "bullets")


def _talk(state: State) -> Line:
    longer, over = len(state.asked), len(state.ready)
    wishes = [t("{longer} for more time", longer=longer)] if longer else []
    wishes += [t("{over} for moving on", over=over)] if over else []
    so_far = t(" So far: {wishes}.", wishes=listing(wishes)) if wishes else ""
    if state.move_on_wanted:
        return line(t("Time’s up. {who} moves us on.", who=who(state.facilitator)))
    if state.time_is_up:
        return line(t("Time’s up. "), bold(t("More time")), " or ", bold(t("Move on")), f"?{so_far}")
    return line(so_far.strip()) if so_far else ()


def _actions_of(state: State) -> tuple[Line, ...]:
    return tuple(map(action_line, state.actions))


# --- actions, close --------------------------------------------------------------------------------------------------


def _actions(state: State) -> Sheet:
    listed = _actions_of(state)
    agreed = line(" ", *_done(state, t("say it looks right"))) if listed else ()
    return Sheet(
        title=_title(state),
        passages=(Passage(listed, "numbers"),) if listed else (),
        progress=(*line(_room(state)), *agreed),
    )


def _room(state: State) -> str:
    left = state.limit - len(state.actions)
    if left <= 0:
        return t("That’s {actions}, as many as you wanted.", actions=in_words(len(state.actions)))
    if state.actions:
        return t("There’s room for {left} more.", left=in_words(left))
    return t("There’s room for {left}, each with an owner and a date.", left=in_words(left))


def _close(state: State) -> Sheet:
    thanks = tuple(line(bold(who(each.by)), " to ", bold(who(each.to)), f": {each.text}") for each in state.thanks)
    return Sheet(
        title=_title(state),
        passages=(
            Passage((line(t("Only totals are shown.")),)),
            *([Passage(thanks, title=t("Thanks"))] if thanks else []),
        ),
        progress=_done(state, t("have answered")),
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
    finished = t("Done: {done}. ", done=", ".join(done)) if done else ""
    yield line(f"{finished}{_STILL[state.phase]}: {', '.join(missing)}.")


def _wishes(state: State) -> Iterator[Line]:
    if 2 * len(state.ready) > state.seats:
        yield line(bold(t("Most want to move on.")))
    wishes = ((t("More time"), state.asked), (t("Move on"), state.ready))
    found = [f"{what}: {', '.join(map(who, seats))}." for what, seats in wishes if seats]
    yield line(" ".join(found) or t("Nobody has asked for more time, or to move on."))


# --- what is left of a message ---------------------------------------------------------------------------------------


def past(events: Sequence[Event], state: State) -> str:
    """A message's phase or topic in a line."""
    began = next((event for event in reversed(events) if isinstance(event, PhaseBegan | WentBack | TopicOpened)), None)
    if isinstance(began, TopicOpened):
        return _past_topic(events, state, began)
    phase = state.phase if began is None else began.phase
    return f"{TITLES[phase]}{_left_of(state, phase)}"


def _past_topic(events: Sequence[Event], state: State, opened: TopicOpened) -> str:
    topic = state.topic_of(opened.note)
    text = state.text_of(topic) if topic else opened.text or t("A hidden note")
    dots = f" ({count(opened.votes, 'dot')})" if opened.votes else ""
    since = events[events.index(opened) :]
    insights = sum(isinstance(event, InsightAdded) for event in since)
    actions = sum(isinstance(event, ActionAdded) for event in since)
    found = [count(number, what) for number, what in ((insights, "insight"), (actions, "action")) if number]
    return f"{shortened(text, _TITLE)}{dots}{': ' if found else ''}{', '.join(found)}"


def _left_of(state: State, phase: str) -> str:
    """What a phase has brought, after its title."""
    match phase:
        case "stage":
            return t(": {words} answered", words=len(state.words))
        case "review":
            marks = [action.mark or "keep" for action in state.earlier]
            return f": {', '.join(f'{marks.count(mark)} {word}' for mark, word in _MARKED.items() if mark in marks)}"
        case "reflect":
            return f": {count(written_notes(state), 'note')} by {people_here(state)}"
        case "group":
            return f": {count(len(state.topics), 'topic')} from {count(state.shown, 'note')}"
        case "vote":
            return f": {_dots(state)}"
        case "discuss":
            return f": {count(state.topic, 'topic')}"
        case "actions":
            return t(": {actions} agreed", actions=len(state.actions))
        case "close":
            return f": {sum(state.poll) or len(state.ratings)} answered"
        case _:
            return ""


def written_notes(state: State) -> int:
    """The notes that people wrote: without the topics of a health check."""
    return len(state.notes) - (len(state.health) if state.profile else 0)


def people_here(state: State) -> str:
    return t("1 person") if state.seats == 1 else t("{seats} people", seats=state.seats)


def _dots(state: State) -> str:
    votes = [topic.votes for topic in state.topics if topic.votes]
    if not votes:
        return count(sum(map(len, state.placed.values())), "dot")
    return f"{count(sum(votes), 'dot')} on {count(len(votes), 'topic')}"
