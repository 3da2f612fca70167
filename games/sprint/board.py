"""Boards as data: the spaces, the ways between them, and how many cards lie beside it."""

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache
from importlib.resources import files
from typing import Any, Literal

SpaceKind = Literal["start", "hours", "die", "day", "impediment", "opportunity", "tool", "report", "review"]

REVIEW = "review"
START = "start"


@dataclass(frozen=True, slots=True)
class Space:
    id: str
    kind: SpaceKind
    next: tuple[str, ...]
    amount: int = 0


@dataclass(frozen=True, slots=True)
class Landing:
    """A space that a roll can reach, the way there, and whether the piece has used up its daily circle by then."""

    space: str
    path: tuple[str, ...]
    circled: bool = False


@dataclass(frozen=True, slots=True)
class Board:
    key: str
    title: str
    spaces: Mapping[str, Space]
    daily_scrum: str
    circle: str
    free_circle: bool
    end_of_day: str
    decks: Mapping[str, int]
    # what `landings` found before: a few hundred answers a board
    reached: dict[tuple[str, int, bool, bool], tuple[Landing, ...]] = field(default_factory=dict, compare=False)

    def landings(self, space: str, steps: int, *, circled: bool, sent: bool) -> tuple[Landing, ...]:
        """Where a roll can end. Sprint Review takes whoever reaches it, with steps left or not.

        `circled`: this piece was in the daily circle on this lap. `sent`: a card sent it to the Daily Scrum, so it
        goes into the circle now, circled or not.
        """
        asked = (space, steps, circled, sent)
        if asked not in self.reached:
            self.reached[asked] = self._landings(space, steps, circled=circled, sent=sent)
        return self.reached[asked]

    def _landings(self, space: str, steps: int, *, circled: bool, sent: bool) -> tuple[Landing, ...]:
        ends = [Landing(space, (), circled)]
        for step in range(steps):
            ends = [further for end in ends for further in self._onward(end, space, forced=sent and step == 0)]
        unique = {end.space: end for end in reversed(ends)}
        return tuple(unique[end] for end in sorted(unique, key=list(self.spaces).index))

    def _onward(self, at: Landing, start: str, *, forced: bool) -> list[Landing]:
        space = at.path[-1] if at.path else start
        if space == REVIEW:
            return [at]
        onward = []
        for following in self.spaces[space].next:
            enters = following == self.circle and space == self.daily_scrum
            if forced and not enters:
                continue
            if enters and at.circled and not self.free_circle and not forced:
                continue
            # a lap ends for this purpose where the piece leaves the Daily Scrum along the big circle
            circled = enters or (at.circled and space != self.daily_scrum)
            onward.append(Landing(following, (*at.path, following), circled))
        return onward


def _spaces(rows: list[dict[str, Any]]) -> dict[str, Space]:
    spaces = {}
    for row, below in zip(rows, [*rows[1:], None], strict=True):
        following = row.get("next", [below["id"]] if below else [])
        spaces[row["id"]] = Space(row["id"], row["kind"], tuple(following), row.get("amount", 0))
    return spaces


_BOARDS = files(__package__) / "data" / "boards"
BOARDS = tuple(sorted((entry.name.removesuffix(".toml") for entry in _BOARDS.iterdir()), key="standard".__ne__))


@cache
def load_board(key: str) -> Board:
    data = tomllib.loads((_BOARDS / f"{key}.toml").read_text("utf-8"))
    return Board(key=key, **{**data, "spaces": _spaces(data["spaces"])})
