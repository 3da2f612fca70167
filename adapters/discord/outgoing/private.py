"""The private panel of each person in a room: one message, replaced instead of repeated.

Discord shows it only as an answer to a press, and lets the bot change it for 15 minutes after that.
"""

from collections import OrderedDict
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from time import monotonic

Edit = Callable[..., Awaitable[object]]  # of a message that was sent
_MAX_REMEMBERED = 5000


@dataclass(frozen=True, slots=True)
class OpenPanel:
    """A private message that can still be changed."""

    message: int  # its id
    edit: Edit
    delete: Callable[[], Awaitable[None]]
    expires: float


class Panels:
    """The panels that people have open, by person and room."""

    def __init__(self) -> None:
        self._open: OrderedDict[tuple[int, str], OpenPanel] = OrderedDict()

    def at(self, person: int, room: str, newest: int) -> OpenPanel | None:
        """The panel to change; None if there is none, or if a newer message of the room stands below it."""
        found = self._open.get((person, room))
        return found if found and monotonic() < found.expires and found.message > newest else None

    def replaced(self, person: int, room: str, panel: OpenPanel) -> OpenPanel | None:
        """Remember the panel; returns the one before, if that is another message that can still be removed."""
        before = self._open.pop((person, room), None)
        self._open[person, room] = panel
        if len(self._open) > _MAX_REMEMBERED:
            self._open.popitem(last=False)
        stale = before is None or before.message == panel.message or monotonic() >= before.expires
        return None if stale else before
