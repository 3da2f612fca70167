"""Ports: what the service needs from outside (a store, chat platforms, a clock) and what it offers to adapters."""

from collections.abc import Callable, Mapping
from contextlib import AbstractContextManager, nullcontext
from contextvars import ContextVar
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any, Literal, Protocol, TypeVar, runtime_checkable

from bot.kernel.messages import Guide, Page, Person, Reply, Request, Response, Suggestion
from games.graphics.drawing import Drawing
from games.parts import Form

P = TypeVar("P")


class RoomUnreachable(Exception):
    """The platform did not accept the message; the room stays behind and catches up later."""


class RoomGone(RoomUnreachable):
    """The room was deleted: nobody will ever read there again."""


class Overtaken(Exception):
    """A picture was not made, because its table has moved on and a newer one is wanted."""


class Chat(Protocol):
    """A platform, as the service sees it."""

    async def post(self, room: str, reply: Reply, request: Request | None, before: str) -> str:
        """Post to the room; returns the platform's reference to the message, empty if it has none.

        `request` is what caused it, if it came from this room. `before` refers to the last message there: a reply that
        `amends` replaces it, any other one shrinks it to the story it told (`reply.past`). RoomUnreachable if the
        platform did not accept it, RoomGone if the room was deleted.
        """


@runtime_checkable
class OpensThreads(Protocol):
    """A platform whose channels can have threads, each of them a room."""

    def has_threads(self, room: str) -> bool:
        """True if there can be threads below this room, as far as is known."""

    async def open_thread(self, room: str, name: str) -> str | None:
        """Open a room below this one; None if there can't be one. RoomUnreachable: perhaps later."""


@dataclass(frozen=True, slots=True)
class PlannedMeeting:
    """A meeting as a calendar shows it."""

    title: str
    about: str
    starts: float
    ends: float


@runtime_checkable
class ShowsPlans(Protocol):
    """A platform with a calendar, in which people find what is planned in a room."""

    async def show_plan(self, room: str, meeting: PlannedMeeting | None) -> None:
        """Show when the room's next meeting is, in place of what was shown; None: none is planned.

        Done again, it changes nothing. Where there is no calendar, or no permission, nothing happens.
        RoomUnreachable: perhaps later.
        """


class WebAddresses(Protocol):
    """The addresses of pages, as people open them."""

    def watch_link(self, table_id: str) -> str:
        """The address for watching a table, by its id."""

    def table_link(self, room: str) -> str:
        """The address of a room of the web table."""

    def entrance_link(self, entrance: str) -> str:
        """The address where people come in who look for a team."""

    def desk_link(self, key: str) -> str:
        """The address of the desk from which teams are led."""

    def new_room(self) -> str:
        """A room of the web table that nobody knows yet."""


class Beacon(Protocol):
    """Public randomness that nobody could know before."""

    async def __call__(self) -> str | None:
        """The number of the latest round and its randomness, `5928395:ab12…`; None if there is no answer in time."""


class Webhook(Protocol):
    """The address where a team's tracker learns what becomes of actions."""

    async def __call__(self, message: Mapping[str, Any], now: float) -> bool:
        """Send a message; True if it was accepted. The same message may come again, with the same id."""


class Painter(Protocol):
    """A maker of pictures for chat."""

    async def __call__(
        self, drawing: Drawing, *, dark: bool = False, table: str = "", sequence: int = 0
    ) -> bytes | None:
        """A PNG; None if there is no picture, so that the text board has to do.

        With a table: Overtaken if a picture of a later moment of that table is wanted before this one was begun.
        """


class Adapter(Chat, Protocol):
    """A connected platform: it brings requests in and takes replies out."""

    platform: str  # the part of its rooms' names before the first colon

    async def run(self, service: "Service") -> None:
        """Runs until cancelled."""


class Requests(Protocol):
    """A handler of requests."""

    async def handle(self, request: Request) -> Response:
        """Do what was asked. Messages to a room go through Chat.post; the response is for the person alone."""


class Tables(Protocol):
    """The part of tables that an adapter may read without a request."""

    async def complete(self, room: str, person: Person, line: str) -> list[Suggestion]:
        """Words that could be typed next: the last word of the line, completed."""

    async def complete_argument(
        self, room: str, person: Person, command: str, parameter: str, arguments: Mapping[str, str]
    ) -> list[Suggestion]:
        """Values for one argument, where the platform has already parsed the command."""

    async def tables_of(self, person: Person) -> list[Page]:
        """The running tables at which this person sits, without their boards."""

    async def page(self, room: str, person: Person | None, after: int = 0) -> Page | None:
        """The table of a room as this person sees it, with what happened after event `after`; None if there is none."""

    async def form(self, person: Person, table: str, command: str, opening: Request | None = None) -> Form | None:
        """The form of a command (`Act.opens`) as this person gets it, with names and with what is filled in.

        None if they can't use it now: handle the press, which says why. `opening`: the request of the press; it seats
        people where seats are open. A submission (Filled) seats nobody. What is sent is `Filled(table, command, …)`.
        `table` is OF_ROOM for a form about the room itself: then it is the room of `opening`.
        """

    async def page_of(self, table_id: str, after: int = 0) -> Page | None:
        """A table by its id, as everybody sees it."""

    async def guide(self, table_id: str) -> Guide | None:
        """Help to understand a table: its goal, rules and cards."""

    def follow(self, table_id: str, changed: Callable[[], None]) -> Callable[[], None]:
        """Call `changed` whenever something changes at the table; call what is returned to stop."""


class Service(Requests, Tables, Protocol):
    """The service as an adapter sees it."""

    def feature(self, kind: type[P]) -> P:
        """The facade that a feature offers to adapters."""


# --- observation -----------------------------------------------------------------------------------------------------

CLOCK = "clock"  # the platform of requests that nobody sent


@dataclass(slots=True)
class Operation:
    """An operation, with what is known when it begins or by the time it ends. Never a name, a text or a card."""

    name: str  # handle, wait, post, picture; a call of the store by its own name
    port: Literal["service", "admission", "store", "chat", "painter"]
    platform: str = ""
    room: str = ""
    request: str = ""
    table: str = ""
    game: str = ""
    outcome: str = ""
    cause: str = ""  # of a failure
    count: int = 0  # of what was stored or found


Observe = Callable[[Operation], AbstractContextManager[object]]


def unobserved(_: Operation) -> AbstractContextManager[None]:
    return nullcontext()


_bound: ContextVar[Mapping[str, str]] = ContextVar("bound", default=MappingProxyType({}))


class bound:  # noqa: N801  used like a function
    """Add fields to every line logged inside: `with bound(request=…, table=…, room=…):`."""

    __slots__ = ("_names", "_token")

    def __init__(self, **names: str) -> None:
        self._names = names

    def __enter__(self) -> None:
        self._token = _bound.set({**_bound.get(), **self._names})

    def __exit__(self, *_: object) -> None:
        _bound.reset(self._token)


def about(*names: str) -> dict[str, str]:
    """The values bound right now; "" where there is none."""
    found = _bound.get()
    return {name: found.get(name, "") for name in names}


def everything_bound() -> Mapping[str, str]:
    return _bound.get()


class Clock(Protocol):
    def now(self) -> float:
        """The time in seconds since 1970."""

    async def sleep(self, seconds: float) -> None: ...
