"""Boards as data: the spaces, the paths between them, and the size of each deck."""

import tomllib
from collections.abc import Mapping
from dataclasses import field
from functools import cache
from importlib.resources import files
from typing import Any, Literal

from games.values import value

SpaceKind = Literal["start", "hours", "die", "day", "impediment", "opportunity", "tool", "report", "review"]

REVIEW = "review"
START = "start"


@value
class Space:
    id: str
    kind: SpaceKind
    next: tuple[str, ...]
    amount: int = 0


@value
class Landing:
    """A space that a roll can reach, the path to it, and whether the piece has then used its daily circle this lap."""

    space: str
    path: tuple[str, ...]
    circled: bool = False


@value
class Board:
    key: str
    title: str
    spaces: Mapping[str, Space]
    daily_scrum: str
    circle: str
    free_circle: bool
    end_of_day: str
    decks: Mapping[str, int]
    # cache of `landings`: a few hundred entries per board
    reached: dict[tuple[str, int, bool, bool], tuple[Landing, ...]] = field(default_factory=dict, compare=False)

    def landings(self, space: str, steps: int, *, circled: bool, sent: bool) -> tuple[Landing, ...]:
        """Where a roll can end. A piece that reaches Sprint Review stops there, even with steps left.

        `circled`: this piece has been in the daily circle on this lap. `sent`: a card sent it to the Daily Scrum, so
        it must enter the circle now, even if it is `circled`.
        """
        key = (space, steps, circled, sent)
        if key not in self.reached:
            self.reached[key] = self._landings(space, steps, circled=circled, sent=sent)
        return self.reached[key]

    def _landings(self, space: str, steps: int, *, circled: bool, sent: bool) -> tuple[Landing, ...]:
        ends = [Landing(space, (), circled)]
        for step in range(steps):
            ends = [after for end in ends for after in self._one_step(end, space, forced=sent and step == 0)]
        unique = {end.space: end for end in reversed(ends)}
        return tuple(unique[end] for end in sorted(unique, key=list(self.spaces).index))

    def _one_step(self, at: Landing, start: str, *, forced: bool) -> list[Landing]:
        space = at.path[-1] if at.path else start
        if space == REVIEW:
            return [at]
        ends = []
        for following in self.spaces[space].next:
            enters = following == self.circle and space == self.daily_scrum
            if forced and not enters:
                continue
            if enters and at.circled and not self.free_circle and not forced:
                continue
            # for this rule a new lap starts when the piece leaves the Daily Scrum along the big circle
            circled = enters or (at.circled and space != self.daily_scrum)
            ends.append(Landing(following, (*at.path, following), circled))
        return ends


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
