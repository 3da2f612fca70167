"""The two circles of the Scrum diagram in 40 columns of text: the daily circle at the upper left, Sprint Review below.

In braces is the field of a space: its label stands where its id is, at the left or at the right end, and its pieces
beside it. Each has room for a mark, the longest label and `[12×]`.
"""

import re
from collections.abc import Iterator, Mapping
from functools import cache

from games.language import lazy_p
from games.sprint.board import REVIEW, START, Space, load_board
from games.sprint.landing import as_improved
from games.sprint.model import Fork, State
from games.sprint.words.terms import SHORT_NAMES, UP
from games.values import value

TOKENS = "ABCDEFGHIJKL"

_ART = {
    "standard": """
╭{D3       }>{D4       }╮╭{S8         }╮
^                       v│{          S7}
{D2        }{         D5}│             ^
^                       v│{          S6}
{D1        }{         D6}│             ^
^                       v│{          S5}
╰<{S9            }<─────┴╯             ^
               v          {          S4}
{start      }{S10         }            ^
{P1         }  v           {         S3}
{P2         }{S11         }            ^
{P3         }  v           {         S2}
{P4         }{S12         }            ^
{P5         }  v           {         S1}
 ╰────────────>{S0           }>────────╯
                       ╰>{review       }
""",  # not prose
    "long": """
╭────{D5         }>─────╮╭{S14        }╮
{D4        }{         D6}│{         S13}
{D3        }{         D7}│{         S12}
{D2        }{         D8}│{         S11}
{D1        }{         D9}│{         S10}
╰<{S15           }<─────┴╯{          S9}
               v          {          S8}
{start      }{S16         }{         S7}
{P1         }{S17         }{         S6}
{P2         }{S18         }{         S5}
{P3         }{S19         }{         S4}
{P4         }{S20         }{         S3}
{P5         }{S21         }{         S2}
 │             v           {         S1}
 ╰────────────>{S0           }>────────╯
                       ╰>{review       }
""",  # not prose
}
_ENTRANCE = re.compile(r"^ [╰│]─*>?|╰>")  # the ways from planning to the big circle, and on to Sprint Review
_FIELD = re.compile(r"\{( *)(\w+) *\}")
_SHORT = {
    "impediment": lazy_p("at most 4 letters", "Imp"),
    "opportunity": lazy_p("at most 4 letters", "Opp"),
    "tool": lazy_p("at most 4 letters", "Tool"),
    "day": lazy_p("at most 4 letters", "Day"),
    "die": lazy_p("at most 4 letters", "+die"),
}
_PIECES = "[12×]"  # the longest mark that says how many are there


@value
class _Field:
    space: str
    row: int
    start: int
    width: int
    right: bool  # the label is at the right end


@cache
def _fields(board: str) -> tuple[tuple[str, ...], tuple[_Field, ...]]:
    """The lines of a board without its fields, and the fields."""
    lines = _ART[board].strip("\n").split("\n")
    found = [
        _Field(each[2], row, each.start(), each.end() - each.start(), right=bool(each[1]))
        for row, line in enumerate(lines)
        for each in _FIELD.finditer(line)
    ]
    return tuple(_FIELD.sub(lambda each: " " * len(each[0]), line) for line in lines), tuple(found)


def diagram(state: State) -> Iterator[str]:
    """The lines of the board, with pieces, and a mark at the spaces that a roll can reach."""
    blank, fields = _fields(state.board)
    lines = [list(line) for line in blank]
    spaces, standing, reachable = load_board(state.board).spaces, _standing(state), _reachable(state)
    for field in fields:
        if state.release is None or field.space not in _entrance(state.board):
            label = _label(as_improved(spaces[field.space], state))[: field.width - 1 - len(_PIECES)]
            mark = "›" if field.space in reachable else " "
            shown = _filled(field, f"{mark}{label}", standing.get(field.space, ""))
            lines[field.row][field.start : field.start + field.width] = shown
    for line in lines:
        text = "".join(line).rstrip()
        if state.release is not None:  # a sprint begins and ends on the big circle
            text = _ENTRANCE.sub(lambda each: " " * len(each[0]), text).rstrip()
        if text:
            yield text


def _filled(field: _Field, label: str, pieces: str) -> str:
    """The field with its label and its pieces: `S6 Opp [AC]`, or how many they are if they don't fit."""
    room = field.width - len(label)
    marks = f"[{pieces}]" if pieces else ""
    if len(marks) > room:
        marks = f"[{len(pieces)}×]"
    if field.right:
        return f"{marks}{label}".rjust(field.width)
    gap = " " if label and marks and len(marks) < room else ""
    return f"{label}{gap}{marks}".ljust(field.width)


@cache
def _entrance(board: str) -> frozenset[str]:
    """Start, the planning spaces and Sprint Review, which a release doesn't use."""
    return frozenset({START, REVIEW, *(space for space in load_board(board).spaces if space.startswith("P"))})


def _standing(state: State) -> Mapping[str, str]:
    standing: dict[str, str] = {}
    for token, player in zip(TOKENS, state.players, strict=False):
        standing[player.space] = standing.get(player.space, "") + token
    return standing


def _reachable(state: State) -> frozenset[str]:
    phase = state.phase
    return frozenset(landing.space for landing in phase.landings) if isinstance(phase, Fork) else frozenset()


def _label(space: Space) -> str:
    match space.kind:
        case "start" | "review":
            return str(SHORT_NAMES[space.id])
        case "hours":
            return f"{space.id} {space.amount:+d}h"
        case "report":
            return f"{space.id} {UP}" if space.amount < 0 else f"{space.id} x{space.amount}"
        case kind:
            return f"{space.id} {_SHORT[kind]}"
