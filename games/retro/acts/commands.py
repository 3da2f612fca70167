"""The commands of the retrospective."""

import re
from collections import defaultdict
from collections.abc import Mapping, Sequence

from games.contract import Command, Parameter
from games.language import Text, lazy, source
from games.memories import CARD_KINDS
from games.retro.acts import refusals
from games.retro.model import MARKS, MAX_RATING, REASONS, Reason, State
from games.retro.moves import (
    AddAction,
    AddInsight,
    Agree,
    AnswerSafety,
    Back,
    ChangeNote,
    CheckIn,
    ChooseTopic,
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
    NotYet,
    PlaceDots,
    PutDot,
    Rate,
    RateTopics,
    ShowSafety,
    TakeDot,
    Thank,
    Ungroup,
    WithdrawNote,
    WriteCard,
    WriteNotes,
)

_WHY = (lazy("It’s about a person"), lazy("Its tone hurts"), lazy("It’s private or confidential"))

COMMANDS: tuple[Command, ...] = (
    Command(
        "say",
        lazy("Answer the question: how you are, what became of an action (1 done), how it was (0 to 5)"),
        (Parameter("answer", lazy("One word, or 1 done, or 0 to 5"), rest=True),),
        form=lazy("Answer"),
        dated=True,
    ),
    Command("pass", lazy("Pass the check-in")),
    Command(
        "note",
        lazy("Write a note; nobody sees it until all notes are shown"),
        (
            Parameter("column", lazy("The start of its title, or its number")),
            Parameter("text", lazy("What you want to say"), rest=True, lines=True),
        ),
        form=lazy("Write notes"),
        elsewhere="save",
    ),
    Command(
        "change",
        lazy("Change a note of yours before notes are shown; the code came with it, in private"),
        (Parameter("code", lazy("The note’s code")), Parameter("text", lazy("What it should say instead"), rest=True)),
    ),
    Command(
        "withdraw",
        lazy("Take back a note of yours before notes are shown"),
        (Parameter("code", lazy("The note’s code")),),
    ),
    Command(
        "rate",
        lazy("Answer a topic of a health check, from 1 (bad) to 5 (good)"),
        (
            Parameter("topic", lazy("Its number, or the start of its title")),
            Parameter("value", lazy("1 to 5"), lead="as"),
        ),
        form=lazy("Rate the topics"),
    ),
    Command(
        "group",
        lazy("Put two notes together; with a single number, take that note out of its group"),
        (
            Parameter("note", lazy("Its number")),
            Parameter("other", lazy("The number of the note it belongs with"), required=False, lead="with"),
        ),
        form=lazy("Put notes together"),
    ),
    Command(
        "title",
        lazy("Rename a topic"),
        (
            Parameter("topic", lazy("The number of any of its notes")),
            Parameter("name", lazy("What it is about, in a few words"), rest=True),
        ),
        form=lazy("Rename a topic…"),
    ),
    Command(
        "hide",
        lazy("Hide a note that hurts somebody, for good (facilitator)"),
        (
            Parameter("note", lazy("Its number")),
            Parameter("reason", lazy("person, tone or private"), "choice", REASONS, required=False, titles=_WHY),
        ),
        form=lazy("Hide a note…"),
        grave=True,
    ),
    Command(
        "vote",
        lazy("Put a dot on a topic, or take it back"),
        (
            Parameter("topic", lazy("The number of any of its notes")),
            Parameter(
                "take",
                lazy("back: take your dot back"),
                "choice",
                ("back",),
                required=False,
                titles=(lazy("Take my dot back"),),
            ),
        ),
        form=lazy("Place my dots"),
    ),
    Command(
        "insight",
        lazy("Write down what you understand now about the topic under discussion"),
        (Parameter("text", lazy("In a sentence"), rest=True),),
        form=lazy("Write an insight"),
    ),
    Command(
        "action",
        lazy("Agree on an action"),
        (
            Parameter("owner", lazy("Who takes care of it"), kind="player"),
            Parameter("what", lazy("What to do, and by when: fix the build by Friday"), rest=True),
        ),
        form=lazy("Agree on an action"),
        dated=True,
    ),
    Command(
        "edit",
        lazy("Change an action of today (facilitator)"),
        (
            Parameter("number", lazy("The number of the action")),
            Parameter("owner", lazy("Who takes care of it"), kind="player"),
            Parameter("what", lazy("What to do, and by when"), rest=True),
        ),
        form=lazy("Edit an action…"),
        dated=True,
    ),
    Command(
        "keep",
        lazy("Keep an action from last time open, with a new date"),
        (
            Parameter("number", lazy("The number of the action")),
            Parameter("due", lazy("By when: Friday, 12 Dec, in two weeks"), required=False, rest=True, lead="by"),
        ),
        form=lazy("Keep…"),
        dated=True,
    ),
    Command(
        "done",
        lazy("Say that you’re done; undo: not yet after all"),
        (
            Parameter(
                "undo",
                lazy("undo: not yet after all"),
                "choice",
                ("undo",),
                required=False,
                titles=(lazy("Not yet after all"),),
            ),
        ),
    ),
    Command(
        "next",
        lazy("Move on (facilitator)"),
        (
            Parameter(
                "skip",
                lazy("phase: skip the remaining topics"),
                "choice",
                ("phase",),
                required=False,
                titles=(lazy("To the actions"),),
            ),
        ),
        grave=True,
    ),
    Command("back", lazy("Go back to the topic or phase before (facilitator)")),
    Command(
        "topic",
        lazy("Choose the topic to discuss now (facilitator)"),
        (Parameter("topic", lazy("The number of any of its notes")),),
        form=lazy("Choose a topic…"),
    ),
    Command("longer", lazy("More time: the facilitator grants it, everybody else asks for it")),
    Command(
        "card",
        lazy("Write a card for the Scrum games, without your name"),
        (
            Parameter(
                "kind",
                lazy("impediment or tool"),
                kind="choice",
                choices=CARD_KINDS,
                titles=(lazy("Impediment"), lazy("Tool")),
            ),
            Parameter("text", lazy("Its title, a colon, and its text"), rest=True),
        ),
        form=lazy("Write a card"),
    ),
    Command(
        "agree",
        lazy("Add a line to your working agreement; 1 drop takes the first one out"),
        (Parameter("text", lazy("What you agree on"), rest=True),),
        form=lazy("Add to our agreement"),
    ),
    Command(
        "safety",
        lazy("Say without your name how safe you feel to speak, from 1 to 5; show ends the check (facilitator)"),
        (Parameter("answer", lazy("1 to 5, or show")),),
        form=lazy("Safety check"),
    ),
    Command("anonymous", lazy("Make notes anonymous from now on (facilitator)")),
    Command(
        "thanks",
        lazy("Thank somebody, at the end"),
        (Parameter("player", lazy("Whom"), kind="player"), Parameter("text", lazy("What for"), rest=True)),
        form=lazy("Thank somebody"),
    ),
    Command(
        "lead",
        lazy("Hand the facilitation over to somebody else"),
        (Parameter("player", lazy("Who facilitates from now on"), kind="player"),),
        form=lazy("Hand over…"),
    ),
)

# --- reading ---------------------------------------------------------------------------------------------------------

_MARKING = re.compile(r"#?(\d{1,3})[ :,]+([a-z]+)(?:[ ,]+(.+))?")
_NUMBER = re.compile(r"\d{1,3}")
NO_TOPIC = "0"  # chosen for a dot that isn't placed
_DROPPING = re.compile(r"#?(\d{1,2})[ :,]+drop")
_DEFAULT_REASON: Reason = "person"


def read(state: State, seat: int, command: str, arguments: Mapping[str, str]) -> Move:
    """The same arguments mean the same for everybody; a form with some of the dots leaves the others where they are."""
    arguments = defaultdict(str, arguments)  # whatever a form was sent without
    match command:
        case "say":
            return _answer(state, arguments)
        case "note":
            return _notes(state, arguments)
        case "change" | "withdraw":
            code = arguments["code"]
            return ChangeNote(code, arguments["text"]) if command == "change" else WithdrawNote(code)
        case "rate":
            return _answers(state, arguments)
        case "vote":
            return _dots(state, seat, arguments)
        case "group" | "title" | "hide":
            return _topic_move(state, command, arguments)
        case "agree" | "safety" | "anonymous":
            return _stage_move(command, arguments)
        case "insight" | "thanks" | "keep" | "card":
            return _outcome_move(command, arguments)
        case "action" | "edit":
            return _action(command, arguments)
        case _:
            return _course_move(state, command, arguments)


def _topic_move(state: State, command: str, arguments: Mapping[str, str]) -> Move:
    match command:
        case "title":
            return NameTopic(_topic(state, arguments["topic"]), arguments["name"])
        case "hide":
            return HideNote(number_in(arguments["note"]), _reason(arguments.get("reason") or _DEFAULT_REASON))
        case _:
            return _group(state, arguments)


def _entered(arguments: Mapping[str, str]) -> list[tuple[int, str]]:
    """The numbered fields of a form, with what was entered."""
    return sorted((int(name), text) for name, text in arguments.items() if name.isdecimal() and len(name) < 3)


def _notes(state: State, arguments: Mapping[str, str]) -> Move:
    """Each line is a note."""
    fields = _entered(arguments)
    if "column" in arguments:
        place, word = _column(state, arguments["column"]), arguments["column"]
        fields = [(place + 1, _without_title(state.columns[place].title, word, arguments.get("text", "")))]
    return WriteNotes(tuple((number - 1, line) for number, text in fields for line in text.split("\n") if line))


def _answers(state: State, arguments: Mapping[str, str]) -> Move:
    if "topic" in arguments:
        return RateTopics(((_health_topic(state, arguments["topic"]), number_in(arguments["value"])),))
    return RateTopics(tuple((topic, number_in(answer)) for topic, answer in _entered(arguments) if answer))


def _dots(state: State, seat: int, arguments: Mapping[str, str]) -> Move:
    if "topic" in arguments:
        topic = _topic(state, arguments["topic"])
        return TakeDot(topic) if arguments.get("take") else PutDot(topic)
    before = {str(place): str(topic) for place, topic in enumerate(state.placed.get(seat, ()), start=1)}
    chosen = [word for _, word in _entered({**before, **arguments})]
    return PlaceDots(tuple(_topic(state, word) for word in chosen if word not in {"", NO_TOPIC}))


def _reason(word: str) -> Reason:
    """The reason with this word; empty if there is none, which the rules refuse."""
    return next((reason for reason in REASONS if reason == word), "")


def _stage_move(command: str, arguments: Mapping[str, str]) -> Move:
    if command == "anonymous":
        return MakeAnonymous()
    if command == "safety":
        answer = arguments["answer"].strip().lower()
        return ShowSafety() if answer == "show" else AnswerSafety(number_in(answer))
    dropped = _DROPPING.fullmatch(arguments["text"].strip().lower())
    return Disagree(int(dropped[1])) if dropped else Agree(arguments["text"])


def _outcome_move(command: str, arguments: Mapping[str, str]) -> Move:
    match command:
        case "insight":
            return AddInsight(arguments["text"])
        case "thanks":
            return Thank(_person(arguments, "player", "to"), arguments.get("text") or arguments.get("thanks", ""))
        case "keep":
            due = arguments.get("due", "")
            return MarkAction(number_in(arguments["number"]), "keep", due, arguments.get("today", "") if due else "")
        case _:
            return _card(arguments)


def _person(arguments: Mapping[str, str], *names: str) -> int:
    """The seat that was typed or chosen; -1 if there is none, which the rules refuse."""
    return next((number_in(arguments[name]) for name in names if arguments.get(name)), -1)


def _action(command: str, arguments: Mapping[str, str]) -> Move:
    """An action as it was typed, or as a form has it: what, who and by when apart."""
    what, today = arguments.get("what") or arguments.get("task", ""), arguments.get("today", "")
    owner, due = _person(arguments, "owner", "who"), arguments.get("due", "")
    if command == "action":
        return AddAction(owner, what, today, due)
    given = bool(arguments.get("owner") or arguments.get("who"))
    number = number_in(arguments.get("number") or arguments.get("which", ""))
    return EditAction(number, what, owner if given else None, due, today)


def _course_move(state: State, command: str, arguments: Mapping[str, str]) -> Move:
    match command:
        case "pass":
            if state.phase != "stage":
                raise refusals.nothing_to_pass()
            return Done()
        case "done":
            return NotYet() if arguments.get("undo") else Done()
        case "topic":
            return ChooseTopic(_topic(state, arguments["topic"]))
        case "next":
            return Next(phase=bool(arguments.get("skip")))
        case "back":
            return Back()
        case "longer":
            return Longer()
        case "lead":
            return HandOver(number_in(arguments["player"]))
        case _:
            raise ValueError(f"{command} is not a command of the retrospective")


def _answer(state: State, arguments: Mapping[str, str]) -> Move:
    text, today = arguments.get("answer", ""), arguments.get("today", "")
    found = _MARKING.fullmatch(text.strip().lower())
    mark = next((mark for mark in MARKS if found and mark == found[2]), None)
    if found and mark and state.phase in {"stage", "review", "discuss", "actions"}:
        due = found[3] or ""
        return MarkAction(int(found[1]), mark, due, today if due else "")
    if state.phase == "stage":
        return CheckIn(text)
    if state.phase == "close":
        return _rating(arguments)
    raise refusals.nothing_to_say()


def _rating(arguments: Mapping[str, str]) -> Move:
    """How it was, typed, or from a form that also thanks somebody."""
    value = number_in(arguments.get("answer") or arguments.get("value", ""))
    to = _person(arguments, "to") if arguments.get("to") else None
    return Rate(value if value in range(MAX_RATING + 1) else -1, to, arguments.get("thanks", ""))


def number_in(word: str) -> int:
    """The number meant by `3`, `#3` or `3.`; -1 for anything else."""
    digits = word.strip().strip("#.,")
    return int(digits) if digits.isascii() and digits.isdigit() and len(digits) < 4 else -1


def _column(state: State, word: str) -> int:
    number = number_in(word)
    if 1 <= number <= len(state.columns):
        return number - 1
    titles = [column.title for column in state.columns]
    found = _called(titles, word)
    if found is None:
        raise refusals.which_column(titles)
    return found


_SHORTEST = 3  # letters that stand for a title; a note may begin with “I”


def _called(titles: Sequence[Text], word: str) -> int | None:
    """The place of the only title that begins like this: in English, which always works, or as it is said."""
    sought = word.casefold()
    for said in (map(source, titles), map(str, titles)):
        found = [place for place, title in enumerate(said) if title.casefold().startswith(sought)]
        words = [title.casefold().split(" ")[0] for title in map(str, (*map(source, titles), *titles))]
        if len(found) == 1 and (len(sought) >= _SHORTEST or sought in words):
            return found[0]
    return None


def _without_title(title: Text, word: str, text: str) -> str:
    """The note without the rest of its column's title: `note try next a timer` is “a timer” in “Try next”."""
    for said in (source(title), str(title)):
        first, _, rest = said.casefold().partition(" ")
        if rest and word.casefold() == first and f"{text} ".casefold().startswith(f"{rest} "):
            return text[len(rest) :].lstrip()
    return text


def _health_topic(state: State, word: str) -> int:
    """The topic's number; 0 if there is none, which the rules refuse."""
    number, sought = number_in(word), word.strip()
    if number in range(1, len(state.health) + 1):
        return number
    found = _called([topic.title for topic in state.health], sought)
    return 0 if found is None else found + 1


def _topic(state: State, word: str) -> int:
    topic = state.topic_of(number_in(word))
    if topic is None:
        hidden = 1 <= number_in(word) <= state.shown and state.note(number_in(word)).hidden
        raise refusals.hidden_already() if hidden else refusals.which_note(state.shown)
    return topic.key


def _group(state: State, words: Mapping[str, str]) -> Move:
    if "note" in words and not words.get("other"):
        _topic(state, words["note"])
        return Ungroup(number_in(words["note"]))
    if "note" in words:
        one, other = _topic(state, words["note"]), _topic(state, words["other"])
        return GroupNotes((max(one, other), min(one, other)))
    chosen = (word for _, text in _entered(words) for word in _NUMBER.findall(text))
    pairs = filter(None, map(_NUMBER.findall, words.get("alike", "").split("\n")))
    return GroupNotes(
        tuple(_topic(state, number) for number in chosen),
        words.get("name", ""),
        tuple(tuple(_topic(state, number) for number in pair) for pair in pairs),
    )


def _card(words: Mapping[str, str]) -> Move:
    kind = next((kind for kind in CARD_KINDS if kind == words["kind"].lower()), None)
    if kind is None:
        raise refusals.impediment_or_tool()
    return WriteCard(kind, words["text"])
