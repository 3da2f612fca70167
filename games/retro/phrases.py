"""Moves as buttons: what they say, and what would be typed instead."""

from typing import assert_never

from games.api import Phrase
from games.retro.model import SCALE, Reason, State
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
    Group,
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
    PutDot,
    Rate,
    RateTopic,
    Ready,
    ShowSafety,
    StageMove,
    TakeDot,
    Thank,
    TopicMove,
    Ungroup,
    WithdrawNote,
    WriteCard,
    WriteNote,
)
from games.retro.phases import PHASE_AFTER, phase_before
from games.retro.reading import number_in
from games.retro.similar import MAX_BUTTONS, likely_pairs
from games.retro.wording import ROTI, TITLES
from games.text import shortened, who

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
            return Phrase("say", "Check in", {"answer": word}, asks="answer", spots=("check-in",))
        case Ready():
            return Phrase("ready", "Ready", style="primary")
        case Back():
            return Phrase("back", _back_label(state))
        case Next(phase=True):
            return Phrase("next", "Skip to the actions", {"skip": "phase"})
        case Next():
            more = state.phase == "discuss" and state.topic < len(state.agenda)
            label = "Next topic" if more else f"Next: {TITLES[PHASE_AFTER[state.phase]]}"
            label = f"Yes, move on to: {TITLES[PHASE_AFTER[state.phase]]}" if state.sure else label
            return Phrase("next", label, style="primary")
        case Longer():
            return Phrase("longer", "Start the clock again" if state.phase == "reflect" else "Longer on this topic")
        case HandOver(seat=seat):
            return Phrase("lead", f"Let {who(seat)} facilitate", {"player": str(seat)}, secret=True)
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
            return Phrase("agree", "Add to our agreement", {"text": text}, asks="text", secret=bool(state.agreement))
        case Disagree(number=number):
            return Phrase("agree", f"Take line {number} out", {"text": f"{number} drop"}, secret=True)
        case AnswerSafety(value=value):
            words = {1: "1: I keep quiet", SCALE[-1]: f"{SCALE[-1]}: I can say anything"}
            return Phrase("safety", words.get(value, str(value)), {"answer": str(value)})
        case ShowSafety():
            return Phrase("safety", "Show the safety check", {"answer": "show"}, secret=True)
        case MakeAnonymous():
            return Phrase("anonymous", "Make notes anonymous", secret=True)
        case _:
            assert_never(move)


def _note_phrase(state: State, move: NoteMove) -> Phrase:
    match move:
        case WriteNote():
            return _write_phrase(state, move)
        case ChangeNote() | WithdrawNote():
            return own_note_phrase(move, next(note.text for note in state.waiting if note.code == move.code))
        case RateTopic(topic=topic, value=value):
            title = state.health[topic - 1].title
            return Phrase(
                "rate",
                f"{title}: {value}",
                {"topic": str(topic), "value": str(value)},
                narrowed_by=("scale", "topic", title),
                spots=(f"health:{topic}:{value}",),
            )
        case _:
            assert_never(move)


def own_note_phrase(move: ChangeNote | WithdrawNote, text: str) -> Phrase:
    """For the writer alone."""
    if isinstance(move, ChangeNote):
        words = {"code": move.code, "text": move.text}
        return Phrase("change", f"Change: {shortened(text, _LABEL)}", words, asks="text", secret=True)
    return Phrase("withdraw", f"Take back: {shortened(text, _LABEL)}", {"code": move.code}, secret=True)


def _write_phrase(state: State, move: WriteNote) -> Phrase:
    words = {"column": _column_word(state, move.column), "text": move.text}
    label = f"Note: {state.columns[move.column].title}"
    return Phrase("note", label, words, asks="text", spots=(f"column:{move.column + 1}",))


def _column_word(state: State, column: int) -> str:
    """The first word of its title if no other title starts that way; otherwise its number."""
    firsts = [each.title.split()[0].lower() for each in state.columns]
    word = firsts[column]
    unique = sum(each.title.casefold().startswith(word) for each in state.columns) == 1 and number_in(word) < 0
    return word if unique else str(column + 1)


def _topic_phrase(state: State, move: TopicMove) -> Phrase:
    match move:
        case Group(note=note, other=other):
            words = {"note": str(note), "other": str(other)}
            label = f"{note} with {other}: {_cut(state, note, 26)} / {_cut(state, other, 26)}"
            # there may be hundreds of pairs: the room is offered only the likely ones
            likely = (note, other) in likely_pairs(state)[:MAX_BUTTONS]
            return Phrase("group", label, words, secret=not likely, spots=(f"note:{note}", f"note:{other}"))
        case Ungroup(note=note):
            return Phrase("group", f"Ungroup {note}: {_cut(state, note)}", {"note": str(note)}, secret=True)
        case NameTopic(topic=topic, name=name):
            found = state.topic_of(topic)
            many = found is not None and len(found.notes) > 1 and not found.name and state.phase == "group"
            label = f"Name {topic}: {_cut(state, topic, 50)}"
            return Phrase("title", label, {"topic": str(topic), "name": name}, asks="name", secret=not many)
        case HideNote(note=note, reason=reason):
            label = f"Hide {note} ({_REASONS[reason]}): {_cut(state, note, 26)}"
            words = {"note": str(note), "reason": reason}
            return Phrase("hide", label, words, secret=True, style="danger", note=_FOR_GOOD)
        case PutDot(topic=topic):
            return Phrase("vote", f"{topic} {_cut(state, topic)}", {"topic": str(topic)}, spots=(f"note:{topic}",))
        case TakeDot(topic=topic):
            words = {"topic": str(topic), "take": "back"}
            label = f"Take back: {topic} {_cut(state, topic, 50)}"
            return Phrase("vote", label, words, secret=True, spots=(f"dot:{topic}",))
        case _:
            assert_never(move)


def _cut(state: State, number: int, limit: int = _LABEL) -> str:
    topic = state.topic_of(number)
    return shortened(state.text_of(topic) if topic and topic.key == number else state.note(number).text, limit)


def _outcome_phrase(state: State, move: OutcomeMove) -> Phrase:
    match move:
        case MarkAction(number=number, mark="keep"):
            return Phrase("keep", f"Action {number}: keep", {"number": str(number)}, asks="due")
        case MarkAction(number=number, mark=mark):
            label = f"Drop action {number}" if state.phase != "stage" else f"Action {number}: {mark}"
            return Phrase("say", label, {"answer": f"{number} {mark}"})
        case AddAction(owner=owner, what=what):
            words = {"owner": str(owner), "what": what}
            crowd = state.seats > _FEW
            return Phrase("action", f"Action for {who(owner)}", words, asks="what", secret=crowd)
        case WriteCard(card=kind, text=text):
            return Phrase("card", f"Game card: {kind}", {"kind": kind, "text": text}, asks="text")
        case AddInsight(text=text):
            return Phrase("insight", "Write down an insight", {"text": text}, asks="text")
        case Thank(seat=seat, text=text):
            words = {"player": str(seat), "text": text}
            return Phrase("thanks", f"Thank {who(seat)}", words, asks="text", secret=state.seats > _FEW)
        case Rate(value=value):
            label = f"{value}: {ROTI[value]}"
            return Phrase("say", label, {"answer": str(value)}, spots=(f"rate:{value}",))
        case _:
            assert_never(move)
