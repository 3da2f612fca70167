"""What a command means: words into moves."""

import re
from collections.abc import Mapping

from games.inheritance import CARD_KINDS
from games.retro import refusals
from games.retro.model import MARKS, MAX_RATING, REASONS, Reason, State
from games.retro.moves import (
    AddAction,
    AddInsight,
    Agree,
    AnswerSafety,
    Back,
    ChangeNote,
    CheckIn,
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
    PutDot,
    Rate,
    RateTopic,
    Ready,
    ShowSafety,
    TakeDot,
    Thank,
    Ungroup,
    WithdrawNote,
    WriteCard,
    WriteNote,
)

_MARKING = re.compile(r"#?(\d{1,3})[ :,]+([a-z]+)(?:[ ,]+(.+))?")
_DROPPING = re.compile(r"#?(\d{1,2})[ :,]+drop")
_DEFAULT_REASON: Reason = "person"


def read(state: State, seat: int, command: str, arguments: Mapping[str, str]) -> Move:
    del seat  # the same arguments mean the same for everybody
    match command:
        case "say":
            return _answer(state, arguments["answer"], arguments.get("today", ""))
        case "note":
            return WriteNote(_column(state, arguments["column"]), arguments["text"])
        case "change":
            return ChangeNote(arguments["code"], arguments["text"])
        case "withdraw":
            return WithdrawNote(arguments["code"])
        case "rate":
            return RateTopic(health_topic(state, arguments["topic"]), number_in(arguments["value"]))
        case "group" | "title" | "hide" | "vote":
            return _topic_move(state, command, arguments)
        case "agree" | "safety" | "anonymous":
            return _stage_move(command, arguments)
        case "insight" | "thanks" | "action" | "keep" | "card":
            return _outcome_move(command, arguments)
        case _:
            return _course_move(command, arguments)


def _topic_move(state: State, command: str, arguments: Mapping[str, str]) -> Move:
    match command:
        case "title":
            return NameTopic(_topic(state, arguments["topic"]), arguments["name"])
        case "hide":
            return HideNote(number_in(arguments["note"]), _reason(arguments.get("reason") or _DEFAULT_REASON))
        case "vote":
            topic = _topic(state, arguments["topic"])
            return TakeDot(topic) if arguments.get("take") else PutDot(topic)
        case _:
            return _group(state, arguments)


def _reason(word: str) -> Reason:
    """Empty where it is none, which the rules refuse."""
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
            return Thank(int(arguments["player"]), arguments["text"])
        case "action":
            return AddAction(int(arguments["owner"]), arguments["what"], arguments.get("today", ""))
        case "keep":
            due = arguments.get("due", "")
            return MarkAction(number_in(arguments["number"]), "keep", due, arguments.get("today", "") if due else "")
        case _:
            return _card(arguments)


def _course_move(command: str, arguments: Mapping[str, str]) -> Move:
    match command:
        case "ready":
            return Ready()
        case "next":
            return Next(phase=bool(arguments.get("skip")))
        case "back":
            return Back()
        case "longer":
            return Longer()
        case "lead":
            return HandOver(int(arguments["player"]))
        case _:
            raise ValueError(f"{command} is not a command of the retrospective")


def _answer(state: State, text: str, today: str) -> Move:
    found = _MARKING.fullmatch(text.strip().lower())
    mark = next((mark for mark in MARKS if found and mark == found[2]), None)
    if found and mark and state.phase in {"stage", "discuss", "actions"}:
        due = found[3] or ""
        return MarkAction(int(found[1]), mark, due, today if due else "")
    if state.phase == "stage":
        return CheckIn(text)
    if state.phase == "close":
        return Rate(number_in(text) if number_in(text) in range(MAX_RATING + 1) else -1)
    raise refusals.nothing_to_say()


def number_in(word: str) -> int:
    """The number meant by `3`, `#3` or `3.`; -1 for anything else."""
    digits = word.strip().strip("#.,")
    return int(digits) if digits.isascii() and digits.isdigit() and len(digits) < 4 else -1


def _column(state: State, word: str) -> int:
    number = number_in(word)
    if 1 <= number <= len(state.columns):
        return number - 1
    sought = word.casefold()
    found = [index for index, column in enumerate(state.columns) if column.title.casefold().startswith(sought)]
    if len(found) != 1 or not sought:
        raise refusals.which_column([column.title for column in state.columns])
    return found[0]


def health_topic(state: State, word: str) -> int:
    """Its number; 0 where there is none, which the rules refuse."""
    number, sought = number_in(word), word.strip().casefold()
    if number in range(1, len(state.health) + 1):
        return number
    found = [place for place, each in enumerate(state.health, start=1) if each.title.casefold().startswith(sought)]
    return found[0] if len(found) == 1 and sought else 0


def _topic(state: State, word: str) -> int:
    topic = state.topic_of(number_in(word))
    if topic is None:
        hidden = 1 <= number_in(word) <= state.shown and state.note(number_in(word)).hidden
        raise refusals.hidden_already() if hidden else refusals.which_note(state.shown)
    return topic.key


def _group(state: State, words: Mapping[str, str]) -> Move:
    one = _topic(state, words["note"])
    if not words.get("other"):
        return Ungroup(number_in(words["note"]))
    other = _topic(state, words["other"])
    return Group(max(one, other), min(one, other))


def _card(words: Mapping[str, str]) -> Move:
    kind = next((kind for kind in CARD_KINDS if kind == words["kind"].lower()), None)
    if kind is None:
        raise refusals.impediment_or_tool()
    return WriteCard(kind, words["text"])
