"""Records of a room between its retrospectives: what became of actions, and notes for the next one."""

import asyncio
import hashlib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import field
from datetime import date
from typing import Literal, Protocol

from bot.kernel.calls import Call
from bot.kernel.messages import Act, Person
from bot.kernel.store import Job
from bot.kernel.table.names import said_name
from bot.kernel.table.pace import DAY
from games.language import lazy, p
from games.memories import AgreedAction, Review, SettledAction
from games.sheets import Sheet
from games.values import replace, value


@value
class ActionChange:
    """A change to an action since the retrospective that agreed on it was over."""

    table: str  # where it was agreed on, and which one of that table's actions it is
    number: int
    status: str  # "open", "done" or "drop"
    due: str  # a date, `2026-12-01`; empty: none
    owner: str  # a table and one of its seats, `table:seat`, so that it names nobody; empty: as agreed
    at: float


@value
class SavedNote:
    """A note for the room's next retrospective. Nothing says who wrote it, or when."""

    id: str  # random, so that their order means nothing
    text: str


DONE_BEFORE = lazy("I got that twice and counted it once.")
_SLOWNESS = 2**13  # some 20 ms, and 8 MB
KNOWN_SECONDS = 2 * DAY  # for which a request is known; no platform delivers one again later


@value
class RoomRequest:
    """A request about what a room keeps, so that it counts once. Stored apart from what it did, and without its room.

    It is a digest of the request's id, salted by the room and slow to compute, so that nobody tries out what ids could
    have been; and it says no more exactly than the day when the request came. Nothing leads from it to a saved note: a
    note has a random id, and the same transaction writes all notes of its room again. Whoever knows the request (the
    platform does) can tell that it saved one of that day's notes, or settled an action: not which.
    """

    id: str
    day: float

    @staticmethod
    async def of(call: Call, now: float) -> "RoomRequest":
        name, salt = call.request.id.encode(), call.request.room.encode()
        digest = await asyncio.to_thread(hashlib.scrypt, name, salt=salt, n=_SLOWNESS, r=8, p=1, dklen=16)
        return RoomRequest(digest.hex(), now // DAY * DAY)


@value
class Agenda:
    """What somebody finds in a room between its retrospectives, or during one."""

    room: str
    yours: Sheet = Sheet()  # their own open actions, as things
    others: Sheet = Sheet()  # those of the rest of the room
    acts: tuple[Act, ...] = ()  # on these things, and on the room: save a note, skip the next one
    table: str = ""  # of a retrospective that is running
    following: str = ""  # when the next one opens: `Fri 4 Dec, 15:00`; empty: none is planned


class Agendas(Protocol):
    """The open actions and retrospectives of somebody's rooms, for adapters."""

    async def agendas(self, person: Person) -> list[Agenda]:
        """One for each room in which this person's latest tables are, if there is anything on it."""


@value
class NotesUsed:
    """Saved notes that are on a table now, and no longer in the room."""

    notes: tuple[str, ...]  # their ids

    def rows(self) -> list[tuple[str]]:
        return [(note,) for note in sorted(self.notes)]


class MeetingStore(Protocol):
    """The store for a room's records between its retrospectives. Every method may raise StoreUnavailable."""

    async def knows(self, request: RoomRequest) -> bool:
        """True if it was carried out before."""

    async def put_action_change(self, request: RoomRequest, change: ActionChange, jobs: Sequence[Job] = ()) -> bool:
        """Replace what was stored for this action before, with the jobs that follow from it: all of it or nothing.

        True if this was asked for the first time; else nothing happens.

        An action whose table was removed is not changed.
        """

    async def action_changes(self, room: str) -> tuple[ActionChange, ...]:
        """The changes of actions from all tables that the room has shown."""

    async def plan(self, request: RoomRequest, job: str, planned: Job | None) -> bool:
        """Put this job instead of the one with this id; True if this was asked for the first time, as above."""

    async def save_notes(self, request: RoomRequest, room: str, notes: Sequence[SavedNote]) -> bool:
        """Save notes with the request's day; True if this was asked for the first time, as above."""

    async def saved_notes(self, room: str) -> tuple[SavedNote, ...]: ...


Status = Literal["open", "done", "drop"]
STATUS: Mapping[str, Status] = {"open": "open", "keep": "open", "done": "done", "drop": "drop"}


@value
class Owner:
    """Whoever takes care of an action, as they are known now."""

    name: str  # kept in English; empty: nobody
    person: str = ""  # their id; empty: an automatic player, or nobody
    remind: bool = True

    @property
    def said(self) -> str:
        """The name as people read it."""
        return said_name(self.name) if self.name else p("people", "nobody")


@value
class Meeting:
    """One retrospective of a room."""

    table: str
    at: float  # when something last happened there
    closed: bool
    review: Review
    owners: tuple[Owner, ...] = ()  # by seat


@value
class RoomAction:
    """An action, identified by the table that agreed on it and its number there."""

    table: str
    number: int
    what: str
    owner: str  # `table:seat`
    due: str = ""
    status: Status = "open"
    agreed: float = 0.0
    changed: float = 0.0  # time of the last change
    shown: int = 0  # its number in the room's list

    @property
    def key(self) -> str:
        return f"{self.table}:{self.number}"

    @property
    def word(self) -> str:
        """The same as one word of a line, for buttons: it means this action after every later meeting."""
        return f"{self.table}.{self.number}"

    @property
    def day(self) -> date | None:
        """The day on which it is due; None if it has no date, or only words."""
        try:
            return date.fromisoformat(self.due)
        except ValueError:
            return None

    def overdue(self, today: date) -> bool:
        return self.status == "open" and self.day is not None and self.day < today


@value
class RoomActions:
    """All actions of a room, the oldest first, and the meetings they come from."""

    everything: tuple[RoomAction, ...] = ()
    meetings: tuple[Meeting, ...] = field(default_factory=tuple)  # the oldest first

    @property
    def listed(self) -> tuple[RoomAction, ...]:
        """The actions that were open when the last meeting closed. Their numbers stay until the next one closes."""
        return tuple(action for action in self.everything if action.shown)

    @property
    def open(self) -> tuple[RoomAction, ...]:
        return tuple(action for action in self.listed if action.status == "open")

    def owner_of(self, action: RoomAction) -> Owner:
        table, _, seat = action.owner.rpartition(":")
        owners = next((meeting.owners for meeting in self.meetings if meeting.table == table), ())
        return owners[int(seat)] if seat.isdecimal() and int(seat) < len(owners) else Owner("")


def taken_together(meetings: Sequence[Meeting], changes: Iterable[ActionChange]) -> RoomActions:
    """All actions of these meetings, the oldest first. If a change and a meeting disagree, the later one wins."""
    found: dict[str, RoomAction] = {}
    left = sorted(changes, key=lambda change: change.at)
    counted: set[str] = set()  # those that were open when the last meeting closed
    for meeting in meetings:
        while left and left[0].at < meeting.at:
            _change(found, left.pop(0))
        for settled in meeting.review.agreements.settled:
            _settle(found, settled, meeting.at)
        if meeting.closed:
            for number, agreed in enumerate(meeting.review.agreements.actions, start=1):
                action = _agreed(meeting, number, agreed)
                found[action.key] = action
            counted = {key for key, action in found.items() if action.status == "open"}
    for change in left:
        _change(found, change)
    return RoomActions(_numbered(found.values(), counted), tuple(meetings))


def _agreed(meeting: Meeting, number: int, agreed: AgreedAction) -> RoomAction:
    owner = f"{meeting.table}:{agreed.owner}"
    return RoomAction(meeting.table, number, agreed.what, owner, agreed.due, "open", meeting.at, meeting.at)


def _settle(found: dict[str, RoomAction], settled: SettledAction, at: float) -> None:
    """Settle an action, found by its origin; older retrospectives carried over only the words."""
    same_words = (key for key, one in found.items() if one.what == settled.what and one.status == "open")
    key = settled.origin if settled.origin in found else next(same_words, "")
    if key:
        due = settled.due or found[key].due
        found[key] = replace(found[key], status=STATUS[settled.mark], due=due, changed=at)


def _change(found: dict[str, RoomAction], change: ActionChange) -> None:
    key = f"{change.table}:{change.number}"
    if key in found:
        status, owner = STATUS.get(change.status, "open"), change.owner or found[key].owner
        found[key] = replace(found[key], status=status, due=change.due, owner=owner, changed=change.at)


def _numbered(actions: Iterable[RoomAction], counted: set[str]) -> tuple[RoomAction, ...]:
    numbered, count = [], 0
    for action in actions:
        shown = action.status == "open" or action.key in counted
        count += shown
        numbered.append(replace(action, shown=count if shown else 0))
    return tuple(numbered)
