"""Moves as buttons: their labels, and the commands to type instead."""

from typing import assert_never

from games.contract import Phrase, Role
from games.language import lazy, p, source, t
from games.retro.acts.commands import number_in
from games.retro.acts.forms import ADD_AN_ACTION, RATE_IT, safety_label
from games.retro.acts.moving_on import next_phrase
from games.retro.model import State
from games.retro.moves import (
    AddAction,
    AddInsight,
    Agree,
    AnswerSafety,
    Arrive,
    Back,
    ChangeNote,
    CheckIn,
    ChooseTopic,
    ClockMove,
    CourseMove,
    Disagree,
    Done,
    EditAction,
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
    NotYet,
    OutcomeMove,
    PlaceDots,
    PutDot,
    Rate,
    RateTopics,
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
from games.retro.pages.own_notes import edit_phrase, remove_phrase
from games.retro.phases import phase_before
from games.retro.player import offered_pairs
from games.retro.words.terms import ROTI, TITLES, note_text, topic_text
from games.text import shortened, who
from games.values import replace

_LABEL = 60  # characters of a note on a button
_FEW = 8  # people; a button for each of more would bury the others
_FOR_GOOD = lazy("Its text is erased for everybody, and can’t be brought back.")


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
    if isinstance(move, ClockMove):
        raise ValueError("only the clock does that: nobody types it")  # noqa: TRY004  a move like any other
    assert_never(move)


def _course_phrase(state: State, move: CourseMove) -> Phrase:
    match move:
        case CheckIn(word=word):
            return Phrase("say", t("Answer"), {"answer": word}, asks="answer", role="main", in_form=True)
        case Done():
            return _done_phrase(state)
        case NotYet():
            return Phrase("done", t("Not yet after all"), {"undo": "undo"}, secret=True, role="usual")
        case Back():
            return Phrase("back", _back_label(state), role="lead")
        case Next(phase=True):
            return Phrase("next", t("To the actions"), {"skip": "phase"}, role="lead")
        case Next():
            return next_phrase(state)
        case Longer():
            return _longer_phrase(state)
        case ChooseTopic() | HandOver():
            return _lead_phrase(state, move)
        case Arrive():
            raise ValueError("coming is not a command: nobody types this move")
        case _:
            assert_never(move)


def _longer_phrase(state: State) -> Phrase:
    """While notes are written, only whoever leads can start the clock again, and has its minutes besides."""
    if state.phase == "reflect":
        return Phrase("longer", t("Start the clock again"), role="rare")
    return Phrase("longer", t("More time"), role="usual")


def _lead_phrase(state: State, move: ChooseTopic | HandOver) -> Phrase:
    match move:
        case ChooseTopic(topic=topic):
            label = t("Choose {number}: {topic}", number=topic, topic=_cut(state, topic, 50))
            words = {"topic": str(topic)}
            return Phrase("topic", label, words, secret=True, role="lead", thing=f"note:{topic}", in_form=True)
        case HandOver(seat=seat):
            words = {"player": str(seat)}
            return Phrase("lead", t("Hand over to {who}", who=who(seat)), words, secret=True, role="rare", in_form=True)
        case _:
            assert_never(move)


def _done_phrase(state: State) -> Phrase:
    """The same act in the words of each phase; rare where something else counts as done."""
    match state.phase:
        case "stage":
            return Phrase("pass", t("Pass"), role="usual")
        case "discuss" if state.time_is_up:
            return Phrase("done", t("Move on"), role="usual")
        case "discuss":
            return Phrase("done", t("I’m done with this topic"), role="rare")
        case "actions":
            return Phrase("done", t("Looks right"), role="usual")
        case "close":
            return Phrase("done", t("I’d rather not rate it"), role="rare")
        case "review":
            return Phrase("done", t("I’m done"), role="rare")
        case _:
            return Phrase("done", t("I’m done"), role="usual")


def _back_label(state: State) -> str:
    if state.phase == "discuss" and state.topic > 1:
        return t("Back to the topic before")
    phase = phase_before(state)
    return t("Back to: {phase}", phase=TITLES[phase]) if phase else t("Back")


def _stage_phrase(state: State, move: StageMove) -> Phrase:
    match move:
        case Agree(text=text):
            words, secret = {"text": text}, bool(state.agreement)
            return Phrase(
                "agree", t("Add to our agreement"), words, asks="text", secret=secret, role="rare", in_form=True
            )
        case Disagree(number=number):
            words = {"text": f"{number} drop"}  # not prose
            return Phrase("agree", t("Take line {number} out", number=number), words, secret=True, role="rare")
        case AnswerSafety(value=value):
            return Phrase("safety", safety_label(value), {"answer": str(value)}, role="usual", in_form=True)
        case ShowSafety():
            return Phrase("safety", t("Show the safety check"), {"answer": "show"}, secret=True, role="lead")
        case MakeAnonymous():
            return Phrase("anonymous", t("Make notes anonymous"), secret=True, role="lead")
        case _:
            assert_never(move)


def _note_phrase(state: State, move: NoteMove) -> Phrase:
    match move:
        case WriteNotes(notes=((column, text),)):
            return _write_phrase(state, column, text)
        case ChangeNote(code=code, text=text):
            written = _text_of(state, code)
            phrase = edit_phrase(code, written, t("Edit: {note}", note=shortened(written, _LABEL)))
            return replace(phrase, arguments={**phrase.arguments, "text": text})
        case WithdrawNote(code=code):
            return remove_phrase(code, t("Remove: {note}", note=shortened(_text_of(state, code), _LABEL)))
        case RateTopics(answers=((topic, value),)):
            label = t("{topic}: {value}", topic=state.health[topic - 1].title, value=value)
            words = {"topic": str(topic), "value": str(value)}
            return Phrase("rate", label, words, role="main", in_form=True)
        case _:
            raise _only_a_form(move)


def _only_a_form(move: Move) -> ValueError:
    return ValueError(f"{move} is made with a form: it isn't listed, and nobody types it")  # not prose


def _text_of(state: State, code: str) -> str:
    return next(note.text for note in state.waiting if note.code == code)


def _write_phrase(state: State, column: int, text: str) -> Phrase:
    words = {"column": _column_word(state, column), "text": text}
    label = t("Note: {column}", column=state.columns[column].title)
    role: Role = "usual" if state.health and not state.profile else "main"  # first a health check asks for answers
    return Phrase("note", label, words, asks="text", role=role, in_form=True)


def _column_word(state: State, column: int) -> str:
    """The first word of a column's English title if no other title starts that way; otherwise its number."""
    titles = [source(each.title).casefold() for each in state.columns]
    word = titles[column].split()[0]
    unique = sum(title.startswith(word) for title in titles) == 1 and number_in(word) < 0
    return word if unique else str(column + 1)


def _topic_phrase(state: State, move: TopicMove) -> Phrase:
    match move:
        case GroupNotes(notes=(note, other), name=""):
            words = {"note": str(note), "other": str(other)}
            label = t(
                "{number} with {other}: {note} / {other_note}",
                number=note,
                other=other,
                note=_cut(state, note, 26),
                other_note=_cut(state, other, 26),
            )
            # there may be hundreds of pairs: the room is offered only the likely ones
            secret = (note, other) not in offered_pairs(state)
            return Phrase("group", label, words, secret=secret, role="main", in_form=True)
        case Ungroup(note=note):
            label = t("Take out {number}: {note}", number=note, note=_cut(state, note))
            return Phrase("group", label, {"note": str(note)}, secret=True, role="rare", thing=f"note:{note}")
        case NameTopic(topic=topic, name=name):
            found = state.topic_of(topic)
            many = found is not None and len(found.notes) > 1 and not found.name and state.phase == "group"
            label = t("Rename {number}: {topic}", number=topic, topic=_cut(state, topic, 50))
            words = {"topic": str(topic), "name": name}
            title = Phrase("title", label, words, asks="name", role="rare", thing=f"note:{topic}", in_form=True)
            return replace(title, secret=not many)
        case HideNote(note=note, reason=reason):
            label = t("Hide {number}: {note}", number=note, note=_cut(state, note, 40))
            words = {"note": str(note), "reason": reason}
            role: Role = "lead" if state.phase == "group" else "rare"  # seldom needed later
            hide = Phrase("hide", label, words, secret=True, role=role, thing=f"note:{note}", in_form=True)
            return replace(hide, grave=True, note=str(_FOR_GOOD), yes=t("Hide it"))
        case PutDot(topic=topic):
            label, words = f"{topic} {_cut(state, topic)}", {"topic": str(topic)}
            return Phrase("vote", label, words, role="main", in_form=True)
        case TakeDot(topic=topic):
            words = {"topic": str(topic), "take": "back"}
            label = t("Take back: {number} {topic}", number=topic, topic=_cut(state, topic, 50))
            return Phrase("vote", label, words, secret=True, role="main", in_form=True)
        case GroupNotes() | PlaceDots():
            raise _only_a_form(move)
        case _:
            assert_never(move)


def _cut(state: State, number: int, limit: int = _LABEL) -> str:
    topic = state.topic_of(number)
    first = topic is not None and topic.key == number
    text = topic_text(state, topic) if topic and first else note_text(state, state.note(number))
    return shortened(text, limit)


def _outcome_phrase(state: State, move: OutcomeMove) -> Phrase:
    match move:
        case MarkAction() | AddAction() | EditAction():
            return _action_phrase(state, move)
        case WriteCard(card=kind, text=text):
            words = {"kind": kind, "text": text}
            label = t("Card: tool") if kind == "tool" else t("Card: impediment")
            return Phrase("card", label, words, asks="text", role="rare", in_form=True)
        case AddInsight(text=text):
            role: Role = "rare" if state.time_is_up else "usual"
            return Phrase("insight", t("Write an insight"), {"text": text}, asks="text", role=role, in_form=True)
        case Thank(seat=seat, text=text):
            words = {"player": str(seat), "text": text}
            label, crowd = t("Thank {who}", who=who(seat)), state.seats > _FEW
            return Phrase("thanks", label, words, asks="text", secret=crowd, role="usual", in_form=True)
        case Rate(value=value, to=None):
            label, words = t("{value}: {meaning}", value=value, meaning=ROTI[value]), {"answer": str(value)}
            return Phrase("say", label, words, role="main", in_form=True, form=str(RATE_IT))
        case Rate():
            raise _only_a_form(move)
        case _:
            assert_never(move)


def _action_phrase(state: State, move: MarkAction | AddAction | EditAction) -> Phrase:
    match move:
        case MarkAction(number=number, mark="keep"):
            words, thing = {"number": str(number)}, f"action:{number}"
            return Phrase("keep", p("an action", "Keep…"), words, asks="due", role="thing", thing=thing, in_form=True)
        case MarkAction(number=number, mark=mark):
            words, thing = {"answer": f"{number} {mark}"}, f"action:{number}"
            if state.phase == "review":
                label = p("an action", "Done") if mark == "done" else p("an action", "Drop")
                return Phrase("say", label, words, role="thing", thing=thing)
            what = shortened(state.actions[number - 1].what, _LABEL)
            label = t("Drop {number}: {action}", number=number, action=what)
            return Phrase("say", label, words, secret=True, role="rare", thing=thing)
        case AddAction(owner=owner, what=what):
            words = {"owner": str(owner), "what": what}
            title = str(ADD_AN_ACTION) if state.phase == "actions" else ""
            role: Role = "usual" if state.time_is_up else "main"  # then more time and moving on come first
            action = Phrase(
                "action", t("Action for {who}", who=who(owner)), words, asks="what", role=role, in_form=True
            )
            return replace(action, form=title, secret=state.seats > _FEW)
        case EditAction(number=number, what=what, owner=owner):
            before = shortened(state.actions[number - 1].what, _LABEL)
            label = t("Edit {number}: {action}", number=number, action=before)
            words, thing = {"number": str(number), "owner": str(owner), "what": what}, f"action:{number}"
            return Phrase("edit", label, words, asks="what", secret=True, role="lead", thing=thing, in_form=True)
        case _:
            assert_never(move)
