"""Moves as buttons and forms: their labels, and the commands to type instead."""

from collections.abc import Sequence
from typing import assert_never

from games.contract import Phrase
from games.parts import Field, Form
from games.retro.commands import COMMANDS, NO_TOPIC, number_in
from games.retro.model import (
    MAX_RATING,
    NAME_LIMIT,
    SCALE,
    DiscussionTopic,
    HealthTopic,
    Phase,
    Reason,
    State,
    View,
)
from games.retro.moves import (
    AddAction,
    AddInsight,
    Agree,
    AnswerSafety,
    Arrive,
    Back,
    CallTime,
    ChangeNote,
    CheckIn,
    CourseMove,
    Disagree,
    GroupNotes,
    HandOver,
    HideNote,
    Longer,
    MakeAnonymous,
    MarkAction,
    Move,
    NameTopic,
    Next,
    NoteMove,
    OutcomeMove,
    PlaceDots,
    PutDot,
    Rate,
    RateTopics,
    Ready,
    ShowSafety,
    StageMove,
    TakeDot,
    Thank,
    TopicMove,
    Ungroup,
    WithdrawNote,
    WriteCard,
    WriteNotes,
)
from games.retro.phases import PHASE_AFTER, phase_before, unmarked
from games.retro.player import offered_pairs
from games.retro.words import ROTI, ROTI_SCALE, TITLES, count, full_stop, safety_result
from games.text import listing, shortened, who

_LABEL = 60  # characters of a note on a button
_FEW = 8  # people; a button for each of more would bury the others
_REASONS: dict[Reason, str] = {"": "", "person": "about a person", "tone": "tone", "private": "private"}
_FOR_GOOD = "Its text is erased for everybody, and can’t be brought back."


def phrase(state: State, seat: int, move: Move) -> Phrase:
    del seat
    if isinstance(move, CourseMove):
        return _course_phrase(state, move)
    if isinstance(move, StageMove):
        return _stage_phrase(state, move)
    if isinstance(move, NoteMove):
        return _note_phrase(state, move)
    if isinstance(move, TopicMove):
        return _topic_phrase(state, move)
    if isinstance(move, OutcomeMove):
        return _outcome_phrase(state, move)
    if isinstance(move, CallTime):
        raise ValueError("only the clock calls time: nobody types that")  # noqa: TRY004  a move like any other
    assert_never(move)


def _course_phrase(state: State, move: CourseMove) -> Phrase:
    match move:
        case CheckIn(word=word):
            return Phrase("say", "Check in", {"answer": word}, asks="answer", spots=("check-in",), role="main")
        case Ready():
            return Phrase("ready", "Ready", role="usual")
        case Back():
            return Phrase("back", _back_label(state), role="lead")
        case Next(phase=True):
            return Phrase("next", "Skip to the actions", {"skip": "phase"}, role="lead")
        case Next():
            more = state.phase == "discuss" and state.topic < len(state.agenda)
            label = "Next topic" if more else f"Next: {TITLES[PHASE_AFTER[state.phase]]}"
            label = f"Yes, move on to: {TITLES[PHASE_AFTER[state.phase]]}" if state.sure else label
            return Phrase("next", label, role="lead")
        case Longer():
            return Phrase(
                "longer", "Start the clock again" if state.phase == "reflect" else "Longer on this topic", role="usual"
            )
        case HandOver(seat=seat):
            return Phrase("lead", f"Let {who(seat)} facilitate", {"player": str(seat)}, secret=True, role="lead")
        case Arrive():
            raise ValueError("joining is the table’s command: nobody types this move")
        case _:
            assert_never(move)


def _back_label(state: State) -> str:
    if state.phase == "discuss" and state.topic > 1:
        return "Back to the topic before"
    phase = phase_before(state)
    return f"Back to: {TITLES[phase]}" if phase else "Back"


def _stage_phrase(state: State, move: StageMove) -> Phrase:
    match move:
        case Agree(text=text):
            return Phrase(
                "agree", "Add to our agreement", {"text": text}, asks="text", secret=bool(state.agreement), role="usual"
            )
        case Disagree(number=number):
            return Phrase("agree", f"Take line {number} out", {"text": f"{number} drop"}, secret=True, role="rare")
        case AnswerSafety(value=value):
            words = {1: "1: I keep quiet", SCALE[-1]: f"{SCALE[-1]}: I can say anything"}
            return Phrase("safety", words.get(value, str(value)), {"answer": str(value)}, role="usual")
        case ShowSafety():
            return Phrase("safety", "Show the safety check", {"answer": "show"}, secret=True, role="lead")
        case MakeAnonymous():
            return Phrase("anonymous", "Make notes anonymous", secret=True, role="lead")
        case _:
            assert_never(move)


def _note_phrase(state: State, move: NoteMove) -> Phrase:
    match move:
        case WriteNotes(notes=((column, text),)):
            return _write_phrase(state, column, text)
        case ChangeNote() | WithdrawNote():
            return _own_note_phrase(move, next(note.text for note in state.waiting if note.code == move.code))
        case RateTopics(answers=((topic, value),)):
            title = state.health[topic - 1].title
            return Phrase(
                "rate",
                f"{title}: {value}",
                {"topic": str(topic), "value": str(value)},
                narrowed_by=("scale", "topic", title),
                spots=(f"health:{topic}:{value}",),
                role="thing",
                thing=f"topic:{topic}",
                in_form=True,
            )
        case _:
            raise _only_a_form(move)


def _only_a_form(move: Move) -> ValueError:
    return ValueError(f"{move} is made with a form: it isn't listed, and nobody types it")


def _own_note_phrase(move: ChangeNote | WithdrawNote, text: str) -> Phrase:
    """The phrase for changing or taking back a note, for the writer alone."""
    if isinstance(move, ChangeNote):
        words = {"code": move.code, "text": move.text}
        return Phrase("change", f"Change: {shortened(text, _LABEL)}", words, asks="text", secret=True, role="thing")
    label = f"Take back: {shortened(text, _LABEL)}"
    return Phrase("withdraw", label, {"code": move.code}, secret=True, role="thing")


def _write_phrase(state: State, column: int, text: str) -> Phrase:
    words = {"column": _column_word(state, column), "text": text}
    label = f"Note: {state.columns[column].title}"
    return Phrase("note", label, words, asks="text", spots=(f"column:{column + 1}",), role="main", in_form=True)


def _column_word(state: State, column: int) -> str:
    """The first word of a column's title if no other title starts that way; otherwise its number."""
    firsts = [each.title.split()[0].lower() for each in state.columns]
    word = firsts[column]
    unique = sum(each.title.casefold().startswith(word) for each in state.columns) == 1 and number_in(word) < 0
    return word if unique else str(column + 1)


def _topic_phrase(state: State, move: TopicMove) -> Phrase:
    match move:
        case GroupNotes(notes=(note, other), name=""):
            words = {"note": str(note), "other": str(other)}
            label = f"{note} with {other}: {_cut(state, note, 26)} / {_cut(state, other, 26)}"
            # there may be hundreds of pairs: the room is offered only the likely ones
            secret = (note, other) not in offered_pairs(state)
            spots = (f"note:{note}", f"note:{other}")
            return Phrase("group", label, words, secret=secret, spots=spots, role="thing", thing=spots[0], in_form=True)
        case Ungroup(note=note):
            label = f"Ungroup {note}: {_cut(state, note)}"
            return Phrase("group", label, {"note": str(note)}, secret=True, role="thing", thing=f"note:{note}")
        case NameTopic(topic=topic, name=name):
            found = state.topic_of(topic)
            many = found is not None and len(found.notes) > 1 and not found.name and state.phase == "group"
            label = f"Name {topic}: {_cut(state, topic, 50)}"
            words = {"topic": str(topic), "name": name}
            return Phrase("title", label, words, asks="name", secret=not many, role="thing", thing=f"note:{topic}")
        case HideNote(note=note, reason=reason):
            label = f"Hide {note} ({_REASONS[reason]}): {_cut(state, note, 26)}"
            words = {"note": str(note), "reason": reason}
            thing = f"note:{note}"
            return Phrase("hide", label, words, secret=True, role="lead", thing=thing, grave=True, note=_FOR_GOOD)
        case PutDot(topic=topic):
            label, words, spot = f"{topic} {_cut(state, topic)}", {"topic": str(topic)}, f"note:{topic}"
            return Phrase("vote", label, words, spots=(spot,), role="thing", thing=spot, in_form=True)
        case TakeDot(topic=topic):
            words = {"topic": str(topic), "take": "back"}
            label = f"Take back: {topic} {_cut(state, topic, 50)}"
            thing, spot = f"note:{topic}", f"dot:{topic}"
            return Phrase("vote", label, words, secret=True, spots=(spot,), role="thing", thing=thing, in_form=True)
        case GroupNotes() | PlaceDots():
            raise _only_a_form(move)
        case _:
            assert_never(move)


def _cut(state: State, number: int, limit: int = _LABEL) -> str:
    topic = state.topic_of(number)
    return shortened(state.text_of(topic) if topic and topic.key == number else state.note(number).text, limit)


def _outcome_phrase(state: State, move: OutcomeMove) -> Phrase:
    match move:
        case MarkAction(number=number, mark="keep"):
            label, thing = f"Action {number}: keep", f"action:{number}"
            return Phrase("keep", label, {"number": str(number)}, asks="due", role="thing", thing=thing)
        case MarkAction(number=number, mark=mark):
            label = f"Drop action {number}" if state.phase != "stage" else f"Action {number}: {mark}"
            thing = f"action:{number}"
            return Phrase("say", label, {"answer": f"{number} {mark}"}, role="thing", thing=thing)
        case AddAction(owner=owner, what=what):
            words = {"owner": str(owner), "what": what}
            crowd = state.seats > _FEW
            label = f"Action for {who(owner)}"
            return Phrase("action", label, words, asks="what", secret=crowd, role="main", in_form=True)
        case WriteCard(card=kind, text=text):
            words = {"kind": kind, "text": text}
            return Phrase("card", f"Game card: {kind}", words, asks="text", role="rare", in_form=True)
        case AddInsight(text=text):
            return Phrase("insight", "Write down an insight", {"text": text}, asks="text", role="usual")
        case Thank(seat=seat, text=text):
            words = {"player": str(seat), "text": text}
            label, crowd = f"Thank {who(seat)}", state.seats > _FEW
            return Phrase("thanks", label, words, asks="text", secret=crowd, role="usual", in_form=True)
        case Rate(value=value):
            label = f"{value}: {ROTI[value]}"
            return Phrase("say", label, {"answer": str(value)}, spots=(f"rate:{value}",), role="usual")
        case _:
            assert_never(move)


# --- prompts ---------------------------------------------------------------------------------------------------------


def prompt(view: View) -> str:
    state = view.state
    return f"{_task(state)} {_progress(state)}".rstrip()


def _progress(state: State) -> str:
    """The people who aren't ready yet, and who can move on regardless."""
    if state.phase == "over":
        return ""
    if state.sure:
        return f"{who(state.facilitator)} can still move on."
    lead = f"{who(state.facilitator)} can move on."
    waiting = [who(seat) for seat in range(state.seats) if seat not in state.ready]
    nobody_ready = len(waiting) == state.seats
    if not waiting or (nobody_ready and (state.phase in {"stage", "close"} or state.time_is_up)):
        return lead  # the task already says what to do
    if nobody_ready and state.seats > 2:
        return f"Say you’re ready when you’re done. {lead}"
    return f"Not ready yet: {listing(waiting)}. {lead}"


def _task(state: State) -> str:
    match state.phase:
        case "stage":
            return _stage(state)
        case "reflect":
            return _reflect(state)
        case "group":
            return f"{count(len(state.topics), 'topic')}: which belong together? Everybody can group them."
        case "vote":
            return _vote(state)
        case "discuss":
            return _discuss(state)
        case "actions":
            return _actions(state)
        case "close":
            return _close(state)
        case "over":
            return "The retrospective is over."
        case _:
            assert_never(state.phase)


def _stage(state: State) -> str:
    left = unmarked(state)
    question = state.check_in or "How are you, in one word?"
    if state.safety_check:
        return f"{question} {_safety(state)}"
    if not left:
        return question
    numbers = listing([str(number) for number in left])
    actions = f"action{'s' if len(left) > 1 else ''} {numbers}"
    return f"{question} And what became of {actions}: done, keep (with a new date) or drop?"


def _safety(state: State) -> str:
    if state.safety_poll:
        return f"{safety_result(state.safety_poll)} {who(state.facilitator)} decides how to go on."
    answered = f"{len(state.safety)} of {state.seats} have answered."
    return f"And how safe do you feel to speak, from 1 to 5, without your name? {answered}"


def _close(state: State) -> str:
    opening = "Was" if state.thanks else "Whom do you want to thank? And was"
    scale = f"{ROTI_SCALE[0].upper()}{ROTI_SCALE[1:]}"
    return f"{opening} it worth your time, from 0 to {MAX_RATING}? {scale}. Only the totals are shown."


def _reflect(state: State) -> str:
    so_far = f"{count(len(state.waiting), 'note')} so far."
    if state.health and not state.profile:
        given = sum(len(answers) for answers in state.answers.values())
        asked = f"Rate each topic from 1 (bad) to {SCALE[-1]} (good); nobody sees your answers."
        return f"{asked} {count(given, 'answer')} and {so_far}"
    return f"Write notes; nobody sees them yet. {so_far}"


def _vote(state: State) -> str:
    used = sum(len(dots) for dots in state.placed.values())
    so_far = f" {used} of {count(state.dots * state.seats, 'dot')} used." if used else ""
    dots = f"You have {count(state.dots, 'dot')} each; nobody sees where yours are."
    return f"What do you want to talk about? {dots}{so_far}"


def _discuss(state: State) -> str:
    topic = state.current_topic
    assert topic is not None
    asked = f" {len(state.asked)} of {state.seats} want more." if state.asked else ""
    more = " Time’s up: ask for longer, or say you’re ready to move on." if state.time_is_up else ""
    return f"Talk about {full_stop(state.text_of(topic))}{more}{asked}"


def _actions(state: State) -> str:
    left = state.limit - len(state.actions)
    if not left:
        return f"You have {count(state.limit, 'action')}, as many as you wanted."
    return f"What will you change? Up to {count(left, 'more action')}, each with a name and a date."


# --- forms -----------------------------------------------------------------------------------------------------------

_PHASES: dict[str, tuple[Phase, ...]] = {
    "note": ("reflect",),
    "rate": ("reflect",),
    "group": ("group",),
    "vote": ("vote",),
    "action": ("discuss", "actions"),
    "card": ("reflect", "actions"),
    "thanks": ("close",),
}
_COMMANDS = {command.name: command for command in COMMANDS}
_ENTRY = 75  # characters of a note in a menu
_MENUS = 4  # for grouping; more than four columns are put together into as many
_EACH_LINE = "One idea a line: each line becomes a note."


def form(view: View, command: str) -> Form | None:
    """The form of a command as this seat gets it; None if it can't be used now."""
    state = view.state
    if view.seat is None or state.phase not in _PHASES.get(command, ()):
        return None
    fields = _fields(state, view.seat, command)
    note = _EACH_LINE if command == "note" else _COMMANDS[command].description
    return Form(_COMMANDS[command].form, fields, note) if fields else None


def _fields(state: State, seat: int, command: str) -> tuple[Field, ...]:
    match command:
        case "note":
            columns = state.columns[: len(state.columns) - bool(state.health)]
            return tuple(Field(str(at), each.title, each.hint) for at, each in enumerate(columns, start=1))
        case "rate":
            given = {} if state.profile else state.answers.get(seat, {})
            topics = () if state.profile else state.health
            return tuple(_rating(at, each, given.get(at)) for at, each in enumerate(topics, start=1))
        case "group":
            return _grouping(state)
        case "vote":
            return _voting(state, seat)
        case _:
            return _of_parameters(state, seat, command)


def _rating(number: int, topic: HealthTopic, given: int | None) -> Field:
    ends = {SCALE[0]: topic.bad, SCALE[-1]: topic.good}
    options = tuple((str(each), f"{each}: {ends[each]}" if ends.get(each) else str(each)) for each in SCALE)
    return Field(str(number), topic.title, options=options, filled=(str(given),) if given else ())


def _voting(state: State, seat: int) -> tuple[Field, ...]:
    """A menu for each dot, with its topic chosen already."""
    options = ((NO_TOPIC, "No topic"), *(_option(state, topic) for topic in state.topics))
    mine = [str(topic) for topic in state.placed.get(seat, ())]
    places = [*mine, *[NO_TOPIC] * state.dots][: state.dots]
    return tuple(Field(str(at), f"Dot {at}", options=options, filled=(each,)) for at, each in enumerate(places, 1))


def _grouping(state: State) -> tuple[Field, ...]:
    """A menu for each column that has topics, and a name."""
    if len(state.topics) < 2:
        return ()
    by_column: dict[str, list[DiscussionTopic]] = {}
    for topic in state.topics:
        by_column.setdefault(state.columns[state.note(topic.key).column or 0].title, []).append(topic)
    if len(by_column) > _MENUS:
        size = -(-len(state.topics) // _MENUS)
        parts = [list(state.topics[start : start + size]) for start in range(0, len(state.topics), size)]
        by_column = {f"Notes {part[0].key} to {part[-1].key}": part for part in parts}
    menus = [
        Field(str(at), title, options=tuple(_option(state, topic) for topic in topics), most=len(topics))
        for at, (title, topics) in enumerate(by_column.items(), start=1)
    ]
    return (*menus, Field("name", "Name (optional)", limit=NAME_LIMIT))


def _option(state: State, topic: DiscussionTopic) -> tuple[str, str]:
    return str(topic.key), f"{topic.key} {shortened(state.text_of(topic), _ENTRY)}"


def _of_parameters(state: State, seat: int, command: str) -> tuple[Field, ...]:
    """What has to be typed, and what is chosen: the owner of an action, the kind of a card."""
    chosen, typed = _COMMANDS[command].parameters
    people = [other for other in range(state.seats) if command != "thanks" or other != seat]
    listed: Sequence[tuple[str, str]] = [(f"#{other}", who(other)) for other in people]
    options = tuple(chosen.titled.items() if chosen.kind == "choice" else listed)
    return (
        Field(typed.name, typed.name.capitalize(), typed.description, required=True, limit=1000),
        Field(chosen.name, chosen.description, options=options, required=True),
    )
