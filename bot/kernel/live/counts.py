"""What everybody sees of a table while people write, vote or rate without their names.

A count that followed each act at once would point at whoever had just acted. So where something stays secret for good,
what only changes counts is shown when a window of fifteen seconds ends. Windows are fixed for each table, whoever acts
and whenever; everything else, such as the next phase, is shown at once, and what was held back with it.
"""

import math
import zlib
from collections.abc import Callable, Sequence

from bot.kernel.table import model as tables
from bot.kernel.table.journal import RecentStandings, Standing
from games.boards import MeetingBoard
from games.contract import natures
from games.values import replace

WINDOW_SECONDS = 15.0

Now = Callable[[], float]
_SEAT_TAKEN = tables.kinds(tables.SeatTaken)


class Counts:
    """The table as everybody sees it."""

    __slots__ = ("_acted", "_now", "_offset", "_seconds", "_shown", "_window")

    def __init__(self, table: str, now: Now, seconds: float) -> None:
        self._now = now
        self._seconds = seconds  # 0: nothing is held back
        self._offset = zlib.crc32(table.encode()) % 1000 / 1000 * seconds  # else all tables would be told at once
        self._shown: Standing | None = None  # None: everything is shown
        self._window = 0  # in which the latest change was made that isn't shown
        self._acted: set[int] = set()  # seats that have made one of these changes: they see their own at once

    def public(self, current: Standing) -> Standing:
        """The part of the current standing that everybody sees."""
        self._settle()
        return self._shown or current

    def _settle(self) -> None:
        if self._shown is not None and self._window_at(self._now()) > self._window:
            self._show_all()

    @property
    def due(self) -> float | None:
        """The time when what is held back is shown; None if nothing is."""
        self._settle()
        return None if self._shown is None else self._offset + (self._window + 1) * self._seconds

    def acted(self, seat: int) -> None:
        """Note that somebody changed something: what they see of their own doing isn't held back."""
        if self._shown is not None:
            self._acted.add(seat)

    def has_acted(self, seat: int | None) -> bool:
        return seat in self._acted

    def follow(self, before: Standing | None, kinds: Sequence[str], recent: RecentStandings, after: Standing) -> None:
        """The table got from one standing to another by events of these kinds. `recent`: the latest standings."""
        shown = self.public(before) if before is not None else None
        held = self._held(kinds, after)
        if held < len(kinds) or shown is None:
            since = recent.since(after.sequence - held) if held else ()
            shown = since[0] if since else after
        if not held or shown is after:
            self._show_all()
            return
        self._shown = shown
        self._window = min(self._window_at(after.at), self._window_at(self._now()))  # another clock may be ahead
        self._settle()

    def _held(self, kinds: Sequence[str], after: Standing) -> int:
        """The number of events at the end that only change counts."""
        if not self._seconds or not after.playing:
            return 0
        counted = is_counted(after)
        return next((at for at, kind in enumerate(reversed(kinds)) if not counted(kind)), len(kinds))

    def _show_all(self) -> None:
        self._shown = None
        self._acted.clear()

    def _window_at(self, at: float) -> int:
        return math.floor((at - self._offset) / self._seconds)


def is_counted(standing: Standing) -> Callable[[str], bool]:
    """Whether an event of some kind only changes counts."""
    game = standing.game
    if not natures(game).veiled:
        return lambda _: False
    counted = natures(game).quiet | (_SEAT_TAKEN if game.seating.open else frozenset())
    return counted.__contains__


def with_counts_of(public: MeetingBoard, own: MeetingBoard, seat: int | None) -> MeetingBoard:
    """A seat's own board, with what it says about the others as everybody sees it."""
    done = {each for each in public.done if each != seat} | {each for each in own.done if each == seat}
    return replace(
        own,
        done=tuple(sorted(done)),
        finished=public.finished,
        people=public.people,
        columns=public.columns,
        face_down=public.face_down,
        rated=public.rated,
        longer=public.longer,
    )
