"""Workshops in the store: found by their links, and changed one after the other."""

import asyncio
import hashlib
from collections.abc import Awaitable, Callable, Mapping

from bot.features.workshop import texts as workshops
from bot.features.workshop.model import Member, Team, Workshop, WorkshopStore, followed_as
from bot.features.workshop.team_tables import feature, workshop_of
from bot.kernel.calls import Context
from bot.kernel.live.cache import RoomLocks
from bot.kernel.live.table import LiveTable
from bot.kernel.live.writer import MAX_ATTEMPTS
from bot.kernel.messages import Person
from bot.kernel.store import Attendance, Conflict, Job
from bot.kernel.table import texts as table_texts
from bot.kernel.table.model import Refused, Table
from games.values import replace, value


@value
class Changed:
    """The changes to a workshop."""

    workshop: Workshop
    joined: tuple[Member, ...] = ()
    left: tuple[str, ...] = ()
    jobs: tuple[Job, ...] = ()


# gets the workshop as it is stored, with its members; None: nothing changes
Change = Callable[[Workshop, tuple[Member, ...]], Awaitable[Changed | None]]


def digest(key: str) -> str:
    """The stored form of a desk's key."""
    return hashlib.sha256(key.encode("utf-8", "replace")).hexdigest()


def dice_of(workshop: Workshop) -> str:
    """The name of the dice of the current round."""
    return f"{workshop.id}:{workshop.round}"


def with_team(workshop: Workshop, number: int, team: Team) -> Workshop:
    """The workshop with this team instead."""
    return replace(workshop, teams=(*workshop.teams[:number], team, *workshop.teams[number + 1 :]))


class WorkshopBook:
    def __init__(self, context: Context) -> None:
        self._store = context.store.part(WorkshopStore)
        self._tables = context.tables
        self._clock = context.clock
        self._locks = RoomLocks()
        self._waiting: dict[str, list[_Wanted]] = {}  # changes that aren't stored yet, by workshop

    async def at_entrance(self, link: str) -> Workshop | None:
        """The workshop with this entrance; None if there is none or it is over: then nobody comes in any more."""
        workshop = await self._store.workshop_behind(link) if link else None
        return workshop if workshop is not None and workshop.entrance == link and workshop.phase != "ended" else None

    async def at_desk(self, key: str) -> Workshop | None:
        workshop = await self._store.workshop_behind(digest(key)) if key else None
        return workshop if workshop is not None and workshop.desk == digest(key) else None

    async def led_from(self, key: str) -> Workshop:
        """The workshop led with this key; Refused if the key is unknown or no longer valid."""
        workshop = await self.at_desk(key)
        if workshop is None:
            raise Refused(workshops.GONE)
        return workshop

    async def runs(self, live: LiveTable) -> bool:
        """True if a table belongs to a workshop that isn't over."""
        joined = workshop_of(live.standing.table)
        workshop = await self._store.workshop(joined) if joined else None
        return workshop is not None and workshop.phase != "ended"

    async def room_of(self, workshop: str, person: Person) -> str:
        """The room of a member; empty if they came another way."""
        stored = await self._store.workshop(workshop)
        members = await self._store.members(workshop) if stored else ()
        team = next((each.team for each in members if each.person == person.id), None)
        return stored.teams[team].room if stored is not None and team is not None else ""

    async def round_over(self, table: Table) -> bool:
        """True if no table draws any more from the seed that this one has."""
        if not table.seed_group:
            return table.phase == "over"
        workshop = await self._store.workshop(workshop_of(table))
        if workshop is None:
            return False  # nobody knows what other tables do
        return dice_of(workshop) != table.seed_group or await self.round_is_over(workshop)

    async def round_is_over(self, workshop: Workshop) -> bool:
        """True if every table of the round is closed; one that nobody uses could still be started."""
        if workshop.phase == "open":
            return False
        lives = await asyncio.gather(*(self._tables.find_current(team.table) for team in workshop.teams))
        return all(live is None or live.standing.table.phase == "over" for live in lives)

    async def add(self, workshop: Workshop, *jobs: Job) -> None:
        """Refused if it was added before."""
        try:
            await self._store.put_workshop(workshop, jobs=jobs)
        except Conflict:
            raise Refused(workshops.OPENED_ALREADY) from None

    async def change(self, workshop: str, alter: Change) -> Workshop:
        """The workshop afterwards. What another process stores in between is read again.

        Changes that come while another one is being stored are stored together, in the order in which they came: when
        a hundred people open the link at once, the last one doesn't wait for a hundred writes.
        """
        wanted = _Wanted(alter)
        self._waiting.setdefault(workshop, []).append(wanted)
        try:
            async with self._locks.of(followed_as(workshop)):
                if wanted.outcome is None:
                    await self._change_together(workshop)
        finally:
            if wanted in (waiting := self._waiting.get(workshop, [])):  # whoever wanted it has gone
                waiting.remove(wanted)
        if isinstance(wanted.outcome, Exception):
            raise wanted.outcome
        assert wanted.outcome is not None
        return wanted.outcome

    async def change_team(self, workshop: str, number: int, **parts: str) -> None:
        """Change only the named parts: something else about the team may change at the same time."""

        async def put(stored: Workshop, _: tuple[Member, ...]) -> Changed:
            return Changed(with_team(stored, number, replace(stored.teams[number], **parts)))

        await self.change(workshop, put)

    async def _change_together(self, workshop: str) -> None:
        """Settle all changes that wait now."""
        batch = self._waiting.pop(workshop)
        try:
            for _ in range(MAX_ATTEMPTS):
                if await self._attempt(workshop, batch):
                    return
            raise Refused(table_texts.TOO_BUSY)  # noqa: TRY301  as any other reason why nothing was stored
        except Exception as fault:  # noqa: BLE001  each of them raises it
            for wanted in batch:
                wanted.outcome = fault
        finally:
            if unsettled := [wanted for wanted in batch if wanted.outcome is None]:
                # whoever was about to store them has gone: the next one does
                self._waiting[workshop] = unsettled + self._waiting.get(workshop, [])

    async def _attempt(self, workshop: str, batch: "list[_Wanted]") -> bool:
        """Try to store these changes; False if another process was quicker."""
        stored = await self._store.workshop(workshop)
        if stored is None:
            raise Refused(workshops.GONE)
        together = _Together(stored, await self._store.members(workshop))
        refused = [await together.add(wanted.alter) for wanted in batch]
        if together.has_changed:
            now = replace(together.workshop, changed=self._clock.now())
            try:
                await self._store.put_workshop(now, together.joined, together.left, tuple(together.jobs))
            except Conflict:
                return False
            self._tables.changed(followed_as(workshop))
        for wanted, fault in zip(batch, refused, strict=True):
            wanted.outcome = fault or together.after
        return True


class _Wanted:
    """A change that somebody waits for."""

    def __init__(self, alter: Change) -> None:
        self.alter = alter
        self.outcome: Workshop | Exception | None = None


class _Together:
    """Several changes, each decided on what those before it leave."""

    def __init__(self, stored: Workshop, members: tuple[Member, ...]) -> None:
        self._stored = stored
        self.workshop = stored
        self._members = {each.person: each for each in members}
        self._joined: dict[str, Member] = {}
        self._left: dict[str, None] = {}
        self.jobs: list[Job] = []
        self.has_changed = False

    async def add(self, alter: Change) -> Exception | None:
        """Add a change; returns the error if it can't be made: the others still can."""
        members = tuple(sorted(self._members.values(), key=lambda each: each.team))  # as the store has them
        try:
            changed = await alter(self.workshop, members)
        except Exception as fault:  # noqa: BLE001  whoever wants it raises it
            return fault
        if changed is None:
            return None
        self.has_changed, self.workshop = True, changed.workshop
        self.jobs += changed.jobs
        for person in changed.left:
            self._left[person] = None
            self._members.pop(person, None)
            self._joined.pop(person, None)
        for member in changed.joined:
            self._members[member.person] = self._joined[member.person] = member
        return None

    @property
    def joined(self) -> tuple[Member, ...]:
        return tuple(self._joined.values())

    @property
    def left(self) -> tuple[str, ...]:
        return tuple(self._left)

    @property
    def after(self) -> Workshop:
        return replace(self.workshop, version=self._stored.version + self.has_changed)


@feature.adds_to_data
async def places_taken(context: Context, person: str, tables: tuple[Attendance, ...]) -> Mapping[str, object]:
    """The person's entry in each of their workshops."""
    del tables
    found = await context.store.part(WorkshopStore).memberships(person)
    return {
        "workshops": [
            {"workshop": workshop, "team": member.team + 1, "name": member.name, "arrived": member.arrived}
            | ({"luck": member.luck} if member.luck else {})
            for workshop, member in found
        ]
    }
