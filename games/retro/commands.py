"""The commands of the retrospective, and how to turn words into moves and moves into words."""

import re
from collections.abc import Mapping
from typing import assert_never

from games.api import Command, Parameter, Phrase
from games.inheritance import CARD_KINDS
from games.retro import refusals
from games.retro.model import (
    MARKS,
    MAX_RATING,
    AddAction,
    CallTime,
    CheckIn,
    CourseMove,
    Group,
    HandOver,
    Longer,
    MarkAction,
    Move,
    Next,
    OutcomeMove,
    PutDot,
    Rate,
    Ready,
    State,
    TakeDot,
    TopicMove,
    Ungroup,
    WriteCard,
    WriteNote,
)
from games.retro.narration import TITLES
from games.retro.phases import PHASE_AFTER
from games.retro.similar import likely_pairs
from games.text import shortened, who

COMMANDS: tuple[Command, ...] = (
    Command(
        "say",
        "Answer the question: how you are, what became of an action (1 done), how it was (0 to 5)",
        (Parameter("answer", "One word, or 1 done, or 0 to 5", rest=True),),
    ),
    Command(
        "note",
        "Write a note; nobody sees it until all notes are shown",
        (
            Parameter("column", "The start of its title, or its number"),
            Parameter("text", "What you want to say", rest=True),
        ),
        several=True,
    ),
    Command(
        "group",
        "Put two notes together (facilitator); with a single number, take that note out of its group",
        (
            Parameter("note", "Its number"),
            Parameter("other", "The number of the note it belongs with", required=False, lead="with"),
        ),
        drag="note",
    ),
    Command(
        "vote",
        "Put a dot on a topic, or take it back",
        (
            Parameter("topic", "The number of any of its notes"),
            Parameter(
                "take", "back: take your dot back", "choice", ("back",), required=False, titles=("Take my dot back",)
            ),
        ),
        several=True,
    ),
    Command(
        "action",
        "Agree on an action",
        (
            Parameter("owner", "Who takes care of it", kind="player"),
            Parameter("what", "What to do, and by when: fix the build by Friday", rest=True),
        ),
        several=True,
    ),
    Command("ready", "Say you’re done; once everybody is, the meeting moves on"),
    Command(
        "next",
        "Move on (facilitator)",
        (
            Parameter(
                "skip",
                "phase: skip the remaining topics",
                "choice",
                ("phase",),
                required=False,
                titles=("Skip the remaining topics",),
            ),
        ),
    ),
    Command("longer", "More time: the facilitator grants it, everybody else asks for it"),
    Command(
        "card",
        "Write a card for your next game, without your name",
        (
            Parameter("kind", "impediment or tool", kind="choice", choices=CARD_KINDS, titles=("Impediment", "Tool")),
            Parameter("text", "Its title, a colon, and its text", rest=True),
        ),
        several=True,
    ),
    Command(
        "lead",
        "Hand the facilitation over to somebody else",
        (Parameter("player", "Who facilitates from now on", kind="player"),),
    ),
)

_MARKING = re.compile(r"#?(\d{1,3})[ :,]+([a-z]+)")
_LABEL = 60  # characters of a note on a button
_FEW = 8  # people; a button for each of more would bury the others


# --- words into moves ----------------------------------------------------------------------------------------------


def read(state: State, seat: int, command: str, arguments: Mapping[str, str]) -> Move:
    del seat  # the same arguments mean the same for everybody
    match command:
        case "say":
            return _answer(state, arguments["answer"])
        case "note":
            return WriteNote(_column(state, arguments["column"]), arguments["text"])
        case "group":
            return _group(state, arguments)
        case "vote":
            topic = _topic(state, arguments["topic"])
            return TakeDot(topic) if arguments.get("take") else PutDot(topic)
        case "action":
            return AddAction(int(arguments["owner"]), arguments["what"])
        case "card":
            return _card(arguments)
        case _:
            return _course_move(command, arguments)


def _course_move(command: str, arguments: Mapping[str, str]) -> Move:
    match command:
        case "ready":
            return Ready()
        case "next":
            return Next(phase=bool(arguments.get("skip")))
        case "longer":
            return Longer()
        case "lead":
            return HandOver(int(arguments["player"]))
        case _:
            raise ValueError(f"{command} is not a command of the retrospective")


def _answer(state: State, text: str) -> Move:
    found = _MARKING.fullmatch(text.strip().lower())
    mark = next((mark for mark in MARKS if found and mark == found[2]), None)
    if found and mark and state.phase in {"stage", "discuss", "actions"}:
        return MarkAction(int(found[1]), mark)
    if state.phase == "stage":
        return CheckIn(text)
    if state.phase == "close":
        return Rate(_number(text) if _number(text) in range(MAX_RATING + 1) else -1)
    raise refusals.nothing_to_say()


def _number(word: str) -> int:
    """The number meant by `3`, `#3` or `3.`; -1 for anything else."""
    digits = word.strip().strip("#.,")
    return int(digits) if digits.isascii() and digits.isdigit() and len(digits) < 4 else -1


def _column(state: State, word: str) -> int:
    number = _number(word)
    if 1 <= number <= len(state.columns):
        return number - 1
    sought = word.casefold()
    found = [index for index, column in enumerate(state.columns) if column.title.casefold().startswith(sought)]
    if len(found) != 1 or not sought:
        raise refusals.which_column([column.title for column in state.columns])
    return found[0]


def _topic(state: State, word: str) -> int:
    topic = state.topic_of(_number(word))
    if topic is None:
        raise refusals.which_note(len(state.notes) if state.notes_shown else 0)
    return topic.key


def _group(state: State, words: Mapping[str, str]) -> Move:
    one = _topic(state, words["note"])
    if not words.get("other"):
        return Ungroup(_number(words["note"]))
    other = _topic(state, words["other"])
    return Group(max(one, other), min(one, other))


def _card(words: Mapping[str, str]) -> Move:
    kind = next((kind for kind in CARD_KINDS if kind == words["kind"].lower()), None)
    if kind is None:
        raise refusals.impediment_or_tool()
    return WriteCard(kind, words["text"])


# --- moves into words ----------------------------------------------------------------------------------------------


def phrase(state: State, seat: int, move: Move) -> Phrase:
    del seat
    if isinstance(move, CourseMove):
        return _course_phrase(state, move)
    if isinstance(move, WriteNote):
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
        case Next(phase=True):
            return Phrase("next", "Skip to the actions", {"skip": "phase"})
        case Next():
            more = state.phase == "discuss" and state.topic < len(state.agenda)
            label = "Next topic" if more else f"Next: {TITLES[PHASE_AFTER[state.phase]]}"
            return Phrase("next", label, style="primary")
        case Longer():
            return Phrase("longer", "Start the clock again" if state.phase == "reflect" else "Longer on this topic")
        case HandOver(seat=seat):
            return Phrase("lead", f"Let {who(seat)} facilitate", {"player": str(seat)}, secret=True)
        case _:
            assert_never(move)


def _note_phrase(state: State, move: WriteNote) -> Phrase:
    words = {"column": _column_word(state, move.column), "text": move.text}
    label = f"Note: {state.columns[move.column].title}"
    return Phrase("note", label, words, asks="text", spots=(f"column:{move.column + 1}",))


def _column_word(state: State, column: int) -> str:
    """The first word of its title if no other title starts that way; otherwise its number."""
    firsts = [each.title.split()[0].lower() for each in state.columns]
    word = firsts[column]
    unique = sum(each.title.casefold().startswith(word) for each in state.columns) == 1 and _number(word) < 0
    return word if unique else str(column + 1)


def _topic_phrase(state: State, move: TopicMove) -> Phrase:
    match move:
        case Group(note=note, other=other):
            words = {"note": str(note), "other": str(other)}
            label = f"{note} with {other}: {_cut(state, note, 26)} / {_cut(state, other, 26)}"
            # there may be hundreds of pairs: the room is offered only the likely ones
            likely = (note, other) in likely_pairs(state)
            return Phrase("group", label, words, secret=not likely, spots=(f"note:{note}", f"note:{other}"))
        case Ungroup(note=note):
            return Phrase("group", f"Ungroup {note}: {_cut(state, note)}", {"note": str(note)}, secret=True)
        case PutDot(topic=topic):
            return Phrase("vote", f"{topic} {_cut(state, topic)}", {"topic": str(topic)}, spots=(f"note:{topic}",))
        case TakeDot(topic=topic):
            words = {"topic": str(topic), "take": "back"}
            label = f"Take back: {topic} {_cut(state, topic, 50)}"
            return Phrase("vote", label, words, secret=True, spots=(f"dot:{topic}",))
        case _:
            assert_never(move)


def _cut(state: State, number: int, limit: int = _LABEL) -> str:
    return shortened(state.note(number).text, limit)


def _outcome_phrase(state: State, move: OutcomeMove) -> Phrase:
    match move:
        case MarkAction(number=number, mark=mark):
            label = f"Drop action {number}" if state.phase != "stage" else f"Action {number}: {mark}"
            return Phrase("say", label, {"answer": f"{number} {mark}"})
        case AddAction(owner=owner, what=what):
            words = {"owner": str(owner), "what": what}
            crowd = state.seats > _FEW
            return Phrase("action", f"Action for {who(owner)}", words, asks="what", secret=crowd)
        case WriteCard(card=kind, text=text):
            return Phrase("card", f"Game card: {kind}", {"kind": kind, "text": text}, asks="text")
        case Rate(value=value):
            label = f"{value} out of {MAX_RATING}"
            return Phrase("say", label, {"answer": str(value)}, spots=(f"rate:{value}",))
        case _:
            assert_never(move)
