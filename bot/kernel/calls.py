"""The arguments of every command handler: the call itself, and the parts of the service it works with."""

from collections.abc import Callable, Mapping
from contextlib import AbstractContextManager
from dataclasses import field
from typing import Any, TypeVar, cast

from bot.kernel.live.cache import RoomLocks, TableCache
from bot.kernel.live.rooms import Rooms
from bot.kernel.live.schedule import Schedule
from bot.kernel.live.seating import find_player, host_or_seated, leads, person_of, seat_of
from bot.kernel.live.table import LiveTable
from bot.kernel.live.work import LONG_TABLE, SlowBudget, Tasks, Thinker
from bot.kernel.live.writer import TableWriter
from bot.kernel.messages import Person, Reply, Request, Response, Typed, answered, is_private_room
from bot.kernel.ports import Beacon, Clock, WebAddresses
from bot.kernel.store import Store
from bot.kernel.table import refusals
from bot.kernel.table.catalogue import Invocation
from bot.kernel.table.model import Refused
from bot.kernel.table.rules import Loader
from games.language import speaking, spoken
from games.values import replace, value

P = TypeVar("P")

NewSeed = Callable[[], bytes]


@value
class Call:
    """A command that somebody gave, and the table it is about: None where the room has no table."""

    request: Request
    invocation: Invocation
    live: LiveTable | None

    @property
    def person(self) -> Person:
        return person_of(self.request)

    @property
    def table(self) -> LiveTable:
        if self.live is None:
            raise Refused(refusals.NO_TABLE)
        return self.live

    @property
    def seat(self) -> int:
        """The seat of the person; Refused if they have none."""
        return seat_of(self.table, self.request)

    @property
    def seat_or_host(self) -> int | None:
        """The seat of the person, or None for a host without one; Refused for anybody else."""
        return host_or_seated(self.table, self.request)

    @property
    def leads(self) -> bool:
        """True for the table's host, or whoever leads it from elsewhere."""
        return leads(self.table, self.request)

    @property
    def zone(self) -> str:
        """The time zone of the room's table, else of whoever asks; empty if not known."""
        chosen = self.live.standing.table.pace if self.live else None
        return chosen.zone if chosen and chosen.zone != "UTC" else self.person.zone

    @property
    def name(self) -> str:
        return self.invocation.name

    def argument(self, name: str, default: str = "") -> str:
        return self.invocation.arguments.get(name, default)

    def mentioned(self, word: str) -> str:
        """The id of the person whom the platform says this word mentions, else the word itself."""
        mentions = self.request.said.mentions if isinstance(self.request.said, Typed) else {}
        return mentions.get(word.removeprefix("@"), word)

    def with_seats(self, seat: int | None) -> dict[str, str]:
        """The arguments, with players as the numbers of their seats; `seat` is who says "me"."""
        arguments = dict(self.invocation.arguments)
        for parameter in self.invocation.command.parameters:
            if parameter.kind == "player" and parameter.name in arguments:
                meant = self.mentioned(arguments[parameter.name])
                arguments[parameter.name] = str(find_player(self.table, seat, meant, self.invocation.command))
        return arguments

    def at(self, live: LiveTable) -> "Call":
        return replace(self, live=live)


@value
class Context:
    """The parts of the service that a handler works with."""

    store: Store
    tables: TableCache
    rooms: Rooms
    writer: TableWriter
    tasks: Tasks
    room_locks: RoomLocks
    thinker: Thinker
    budget: SlowBudget
    clock: Clock
    new_seed: NewSeed
    load: Loader
    web: WebAddresses | None  # None: there is no web table
    beacon: Beacon | None
    schedule: Schedule
    adds_luck: bool  # requests add luck: seeds are random
    answers_due_queries: bool  # public queries due after an event, such as the forecast after a day, show themselves
    given: Mapping[Any, Any]  # by type: what the operator gave to features
    parts: dict[Any, Any] = field(default_factory=dict)  # what features keep for this service

    def part(self, make: Callable[["Context"], P]) -> P:
        """The part that a feature keeps for this service, made when it is first needed."""
        if make not in self.parts:
            self.parts[make] = make(self)
        return cast(P, self.parts[make])

    def setting(self, kind: type[P]) -> P | None:
        """The setting that the operator gave to a feature; None if there is none."""
        return self.given.get(kind)

    def spend(self, call: Call) -> None:
        """Charge for a slow request; Refused if this person, or this table, has asked for too many."""
        self.budget.spend(call.person.id, call.live.id if call.live else call.request.room)

    def spend_if_long(self, call: Call) -> None:
        """Charge for a request that reads the whole table, if it is a long one."""
        if call.table.standing.sequence > LONG_TABLE:
            self.spend(call)

    async def show(self, call: Call, reply: Reply, live: LiveTable | None = None) -> Response:
        """Answer in public, as a message to the room; in private if nobody else uses the room."""
        if reply.private or is_private_room(call.request.room):
            return answered(replace(reply, private=True))
        await self.rooms.post(live, call.request.room, reply, call.request)
        return answered()


def aloud(call: Call) -> AbstractContextManager[None]:
    """Speak as the room does, for what everybody there reads."""
    return speaking(call.live.language if call.live is not None else spoken())


# --- what commands need ----------------------------------------------------------------------------------------------

Need = Callable[[Call], object]


def at_table(call: Call) -> None:
    """Need: a table in this room, whatever its state."""
    _ = call.table


def at_open_table(call: Call) -> None:
    """Need: a table that isn't over."""
    if call.table.standing.table.phase == "over":
        raise Refused(refusals.TABLE_OVER)


def at_finished_game(call: Call) -> None:
    if call.table.standing.table.phase != "over":
        raise Refused(refusals.NOT_OVER)


def at_running_game(call: Call) -> None:
    if not call.table.standing.playing:
        raise Refused(refusals.NOT_STARTED)


def with_seat(call: Call) -> None:
    """Need: the person sits at the table."""
    seat_of(call.table, call.request)


def with_say(call: Call) -> None:
    """Need: the person sits at the table or is its host."""
    host_or_seated(call.table, call.request)
