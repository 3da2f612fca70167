"""What every command handler gets: the call itself, and the parts of the service it works with."""

from collections.abc import Callable

from bot.live.budget import LONG_TABLE, SlowBudget
from bot.live.cache import RoomLocks, TableCache
from bot.live.jobs import Jobs
from bot.live.lessons import in_lesson
from bot.live.meetings import Meetings
from bot.live.rooms import Rooms
from bot.live.seating import find_player, host_or_seated, leads, person_of, seat_of
from bot.live.table import LiveTable
from bot.live.tasks import Tasks
from bot.live.thinking import Thinker
from bot.live.workshops import WorkshopBook
from bot.live.writer import TableWriter
from bot.messages import Person, Reply, Request, Response, Typed, answered
from bot.ports import Beacon, Clock, Store, WebAddresses, Webhook
from bot.table.catalogue import Invocation
from bot.table.model import Refused
from bot.table.options import Loader
from bot.texts import refusals
from games.values import replace, value

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
        """Where the person sits; Refused if they don't."""
        return seat_of(self.table, self.request)

    @property
    def seat_or_host(self) -> int | None:
        """The same, but a host needs no seat."""
        return host_or_seated(self.table, self.request)

    @property
    def leads(self) -> bool:
        """Whether this is the table's host, or the trainer of its workshop."""
        return leads(self.table, self.request)

    @property
    def zone(self) -> str:
        """The time zone of the room's table, else of whoever asks; empty: not known."""
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
                arguments[parameter.name] = str(find_player(self.table, seat, meant))
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
    meetings: Meetings
    jobs: Jobs
    workshops: WorkshopBook
    webhook: Webhook | None
    unasked: bool  # public queries that are due after an event, such as the forecast after a day, show themselves

    def spend(self, call: Call) -> None:
        """Refused if this person, or this table, has asked for too much that takes long."""
        self.budget.spend(call.person.id, call.live.id if call.live else call.request.room)

    def spend_if_long(self, call: Call) -> None:
        """The same for what reads the whole table, if it is a long one."""
        if call.table.standing.sequence > LONG_TABLE:
            self.spend(call)

    async def show(self, call: Call, reply: Reply, live: LiveTable | None = None) -> Response:
        """Answer in public, as a message to the room; in private where the room is nobody else's."""
        if reply.private or in_lesson(call.request.room):
            return answered(replace(reply, private=True))
        await self.rooms.post(live, call.request.room, reply, call.request)
        return answered()
