"""The commands of the retrospective, and how words become moves and moves become words."""

import re
from collections.abc import Mapping

from games.api import Command, Parameter, Phrase
from games.inheritance import CARD_KINDS
from games.retro import refusals
from games.retro.model import (
    BEST,
    MARKS,
    AddAction,
    CheckIn,
    Group,
    HandOver,
    Longer,
    MarkAction,
    Move,
    Next,
    Part,
    PutDot,
    Rate,
    Ready,
    State,
    TakeDot,
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
        "Answer in a word: how you are, what became of an action (1 done), how it was (0 to 5)",
        (Parameter("answer", "One word; later 1 done, 1 keep or 0 to 5", rest=True),),
    ),
    Command(
        "note",
        "Write a note; nobody sees it before all are shown, and nobody learns whose it is",
        (
            Parameter("column", "The beginning of its title, or its number"),
            Parameter("text", "What you want to say", rest=True),
        ),
    ),
    Command(
        "group",
        "Put two notes together (facilitator); a single number: the note stands on its own again",
        (
            Parameter("note", "Its number"),
            Parameter("other", "The number of the note it belongs to", required=False, lead="with"),
        ),
    ),
    Command(
        "vote",
        "Put a dot on a topic, or take it back",
        (
            Parameter("topic", "The number of one of its notes"),
            Parameter("take", "back: take your dot back", kind="choice", choices=("back",), required=False),
        ),
    ),
    Command(
        "action",
        "Agree on something to do",
        (
            Parameter("owner", "Who looks after it", kind="player"),
            Parameter("what", "What is to be done, and by when: fix the build by Friday", rest=True),
        ),
    ),
    Command("ready", "You are done; when everybody is, it goes on"),
    Command(
        "next",
        "Go on (facilitator)",
        (Parameter("skip", "phase: leave out the other topics", kind="choice", choices=("phase",), required=False),),
    ),
    Command("longer", "More time: the facilitator gives it, the others ask for it"),
    Command(
        "card",
        "Write a card for your next game, without your name",
        (
            Parameter("kind", "impediment or tool", kind="choice", choices=CARD_KINDS),
            Parameter("text", "Its title, a colon, and what is on it", rest=True),
        ),
    ),
    Command(
        "lead",
        "Let somebody else facilitate",
        (Parameter("player", "Who is to facilitate", kind="player"),),
    ),
)

_MARKING = re.compile(r"#?(\d{1,3})[ :,]+([a-z]+)")
_LABEL = 60  # characters of a note on a button
_FEW = 8  # people: a button for each of more would bury the others


# --- reading -------------------------------------------------------------------------------------------------------


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
        case "lead":
            return HandOver(int(arguments["player"]))
        case _:
            return _plain(command, arguments)


def _plain(command: str, arguments: Mapping[str, str]) -> Move:
    if command == "next":
        return Next(phase=bool(arguments.get("skip")))
    return Longer() if command == "longer" else Ready()


def _answer(state: State, text: str) -> Move:
    found = _MARKING.fullmatch(text.strip().lower())
    mark = next((mark for mark in MARKS if found and mark == found[2]), None)
    if found and mark and state.phase in {"stage", "discuss", "actions"}:
        return MarkAction(int(found[1]), mark)
    if state.phase == "stage":
        return CheckIn(text)
    if state.phase == "close":
        return Rate(_number(text) if _number(text) in range(BEST + 1) else -1)
    raise refusals.nothing_to_say()


def _number(word: str) -> int:
    """What was meant by `3`, `#3` or `3.`; -1 if it is no number."""
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
        raise refusals.which_note(len(state.notes) if state.shown else 0)
    return topic.key


def _group(state: State, words: Mapping[str, str]) -> Move:
    one = _topic(state, words["note"])
    if not words.get("other"):
        return Part(_number(words["note"]))
    other = _topic(state, words["other"])
    return Group(max(one, other), min(one, other))


def _card(words: Mapping[str, str]) -> Move:
    kind = next((kind for kind in CARD_KINDS if kind == words["kind"].lower()), None)
    if kind is None:
        raise refusals.impediment_or_tool()
    return WriteCard(kind, words["text"])


# --- the other way -------------------------------------------------------------------------------------------------


def phrase(state: State, seat: int, move: Move) -> Phrase:
    del seat
    match move:
        case CheckIn(word=word):
            return Phrase("say", "Check in", {"answer": word}, asks="answer", spots=("check-in",))
        case MarkAction(number=number, mark=mark):
            label = f"Drop action {number}" if state.phase != "stage" else f"Action {number}: {mark}"
            return Phrase("say", label, {"answer": f"{number} {mark}"})
        case Rate(value=value):
            return Phrase("say", f"{value} of {BEST}", {"answer": str(value)}, spots=(f"rate:{value}",))
        case WriteNote(column=column, text=text):
            words = {"column": _column_word(state, column), "text": text}
            title = state.columns[column].title
            return Phrase("note", f"Note: {title}", words, asks="text", spots=(f"column:{column + 1}",))
        case WriteCard(card=kind, text=text):
            return Phrase("card", f"Game card: {kind}", {"kind": kind, "text": text}, asks="text")
        case AddAction(owner=owner, what=what):
            words = {"owner": str(owner), "what": what}
            crowd = state.seats > _FEW
            return Phrase("action", f"Action for {who(owner)}", words, asks="what", secret=crowd)
        case Group() | Part() | PutDot() | TakeDot():
            return _about_topics(state, move)
        case _:
            return _about_the_course(state, move)


def _about_topics(state: State, move: Group | Part | PutDot | TakeDot) -> Phrase:
    match move:
        case Group(note=note, other=other):
            words = {"note": str(note), "other": str(other)}
            label = f"{note} with {other}: {_cut(state, note, 26)} / {_cut(state, other, 26)}"
            # there may be hundreds of them: the room is offered the likely ones
            likely = (note, other) in likely_pairs(state)
            return Phrase("group", label, words, secret=not likely, spots=(f"note:{note}", f"note:{other}"))
        case Part(note=note):
            return Phrase("group", f"{note} alone: {_cut(state, note)}", {"note": str(note)}, secret=True)
        case PutDot(topic=topic):
            return Phrase("vote", f"{topic} {_cut(state, topic)}", {"topic": str(topic)}, spots=(f"note:{topic}",))
        case TakeDot(topic=topic):
            words = {"topic": str(topic), "take": "back"}
            label = f"Take back: {topic} {_cut(state, topic, 50)}"
            return Phrase("vote", label, words, secret=True, spots=(f"dot:{topic}",))


def _about_the_course(state: State, move: Move) -> Phrase:
    match move:
        case Next(phase=True):
            return Phrase("next", "On to the actions", {"skip": "phase"})
        case Next():
            more = state.phase == "discuss" and state.topic < len(state.agenda)
            label = "Next topic" if more else f"Go on: {TITLES[PHASE_AFTER[state.phase]]}"
            return Phrase("next", label, style="primary")
        case Longer():
            return Phrase("longer", "Start the clock again" if state.phase == "reflect" else "Longer on this topic")
        case HandOver(seat=seat):
            return Phrase("lead", f"Let {who(seat)} facilitate", {"player": str(seat)}, secret=True)
        case _:
            return Phrase("ready", "Ready", style="primary")


def _cut(state: State, number: int, limit: int = _LABEL) -> str:
    return shortened(state.note(number).text, limit)


def _column_word(state: State, column: int) -> str:
    """The first word of its title, where that is enough; else its number."""
    firsts = [each.title.split()[0].lower() for each in state.columns]
    word = firsts[column]
    clear = sum(each.title.casefold().startswith(word) for each in state.columns) == 1 and _number(word) < 0
    return word if clear else str(column + 1)
