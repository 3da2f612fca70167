"""The words of a menu: what it is for, where a place shows no title above it."""

from collections.abc import Sequence
from itertools import takewhile

from adapters.layout import Control, Listed, brief, command_name, command_of
from games.language import t
from games.text import listing, shortened

_ON_A_PHONE = 30  # characters of a menu's hint that a phone shows
_VOWELS = frozenset("aeiou")


def hint(menu: Control, game: str, limit: int) -> str:
    """The purpose of the menu; nothing that looks as if it were chosen already."""
    name = command_name(menu.first)
    command = command_of(name, game)
    purpose = brief(command, limit - 1) if command else name.capitalize()
    return f"{purpose if len(purpose) <= _ON_A_PHONE else _shared(menu) or purpose}…"


def _shared(menu: Control) -> str:
    """The words with which all labels begin, before their numbers: “Take out”."""
    labels = [act.label.split() for act in menu.acts]
    places = takewhile(lambda words: len(set(words)) == 1 and words[0].isalpha(), zip(*labels, strict=False))
    return " ".join(words[0] for words in places) if len(labels) > 1 else ""


def verbs(lines: Sequence[Listed], limit: int) -> str:
    """What can be done with one of the things: “Edit or remove a note…”"""
    found = list(dict.fromkeys(act.label.rstrip("…") for line in lines for act in line.acts))
    said = listing([verb if at == 0 else f"{verb[:1].lower()}{verb[1:]}" for at, verb in enumerate(found)], "or")
    match _kind(lines):
        case "action":
            words = t("{acts} an action…", acts=said)
        case "note":
            words = t("{acts} a note…", acts=said)
        case kind:  # of a plugin
            words = f"{said} {_one(kind)}…"
    return shortened(words, limit)


def more_of(lines: Sequence[Listed], limit: int) -> str:
    """What else can be done, where the first act of each thing is a button beside it."""
    match _kind(lines):
        case "action":
            words = t("Something else with an action…")
        case "note":
            words = t("Something else with a note…")
        case kind:
            words = t("Something else with {thing}…", thing=_one(kind))
    return shortened(words, limit)


def _kind(lines: Sequence[Listed]) -> str:
    return lines[0].thing.name.partition(":")[0]


def _one(noun: str) -> str:
    return f"{'an' if noun[:1] in _VOWELS else 'a'} {noun}"
