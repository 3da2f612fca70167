"""A table at its last moments, as far back as a button that was shown then can still be valid.

A button stays valid while only harmless things happen, such as the votes of others. So nothing before the last move has
to be remembered, and looking back costs the same at the end of a long game as at its beginning.
"""

from collections import deque
from collections.abc import Iterable, Sequence

from bot.ports import StoredEvent
from bot.table.journal import Standing, fold
from bot.table.model import PREFIX
from games.api import AnyGame

MAX_LOOK_BACK = 100  # moments


class RecentStandings:
    __slots__ = ("_standings",)

    def __init__(self) -> None:
        self._standings: deque[Standing] = deque(maxlen=MAX_LOOK_BACK)

    def fold(self, game: AnyGame, rows: Sequence[StoredEvent], standing: Standing | None) -> Standing | None:
        """The table after these events, remembering the moments after the last move among them."""
        moves = (number for number, row in enumerate(rows, start=1) if not _is_harmless(row.kind, game))
        settled = max(max(moves, default=0), len(rows) - MAX_LOOK_BACK)
        standing = self._after(game, rows[:settled], standing)
        for row in rows[settled:]:
            standing = self._after(game, [row], standing)
        return standing

    def _after(self, game: AnyGame, rows: Sequence[StoredEvent], standing: Standing | None) -> Standing | None:
        standing = fold(rows, standing)
        if rows and standing is not None:
            self.add(game, [row.kind for row in rows], standing)
        return standing

    def add(self, game: AnyGame, kinds: Iterable[str], standing: Standing) -> None:
        """These kinds of events led to this standing."""
        if not all(_is_harmless(kind, game) for kind in kinds):
            self._standings.clear()
        self._standings.append(standing)

    def since(self, sequence: int) -> tuple[Standing, ...]:
        """The table at this sequence and at every moment since; empty after a move, or if it is too long ago."""
        found = tuple(standing for standing in self._standings if standing.sequence >= sequence)
        return found if found and found[0].sequence == sequence else ()


def _is_harmless(kind: str, game: AnyGame) -> bool:
    return kind in game.quiet or kind.startswith(PREFIX)
