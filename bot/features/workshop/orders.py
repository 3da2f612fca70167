"""What the trainer orders from the desk: at one team, or at all of them at once.

An order to all teams is one request a table, with ids made of the order's own. So an order that is given again after a
crash does what is missing, and nothing twice.
"""

import asyncio
import json
from collections.abc import Awaitable, Callable
from functools import partial
from typing import assert_never

from bot.features.workshop import opening, places, team_tables, texts
from bot.features.workshop import places as threads
from bot.features.workshop.book import Changed, WorkshopBook
from bot.features.workshop.desk import facts_of
from bot.features.workshop.feature import feature
from bot.features.workshop.model import (
    MAX_TEAMS,
    AddTeam,
    ContinueAll,
    Cover,
    EndWorkshop,
    GiveHint,
    HoldRetros,
    Member,
    MoveSeat,
    NameTeam,
    Order,
    OrderDone,
    PauseAll,
    PlayAgain,
    RemoveBot,
    SeatBot,
    SetClock,
    StartAll,
    TableOrder,
    Team,
    Tell,
    Workshop,
    WorkshopStore,
)
from bot.features.workshop.team_tables import Decide, at_table, end_clock, from_desk, playing_at
from bot.kernel.calls import Context
from bot.kernel.live.table import LiveTable
from bot.kernel.live.writer import People
from bot.kernel.ports import Job
from bot.kernel.table import model as tables
from bot.kernel.table.journal import Draft
from bot.kernel.table.model import UNREACHABLE, Refused, luck_from
from bot.kernel.table.texts import COVERED_ALREADY
from games import GAMES
from games.text import clean
from games.values import replace

# --- clock -----------------------------------------------------------------------------------------------------------

CLOCK = "workshop_clock"


def alarm(workshop: Workshop, until: float) -> Job:
    payload = json.dumps({"workshop": workshop.id, "until": until})
    return Job(f"{CLOCK}:{workshop.id}", workshop.teams[0].room, CLOCK, until, payload)


@feature.job(CLOCK)
async def time_is_up(context: Context, job: Job) -> None:
    """Nothing happens if the clock was set again or removed since."""
    wanted = json.loads(job.payload)
    workshop = await context.store.part(WorkshopStore).workshop(wanted["workshop"])
    if workshop is not None and workshop.until == wanted["until"] and workshop.phase != "ended":
        for number, team in enumerate(workshop.teams):
            request = from_desk(workshop, team, f"{job.id}:{wanted['until']}:{number}")
            try:
                await at_table(context, playing_at(team), request, end_clock)
            except Refused:
                continue  # the table is gone
    await context.store.finish_job(job)


# --- orders ----------------------------------------------------------------------------------------------------------

MAX_WORDS = 500  # characters that the trainer says at once
MAX_MINUTES = 24 * 60

TeamWork = Callable[[int, Team], Awaitable[bool]]  # whether something happened


class Orders:
    def __init__(self, context: Context) -> None:
        self._context = context
        self._book = context.part(WorkshopBook)

    async def carry_out(self, workshop: Workshop, order: Order, request: str) -> OrderDone:
        """What came of it; Refused if nothing can."""
        if workshop.phase == "ended":
            raise Refused(texts.ENDED)
        if isinstance(order, TableOrder):
            return await self._at_one_team(workshop, order, request)
        match order:
            case StartAll():
                return await self._start(workshop, request)
            case PauseAll() | ContinueAll():
                return await self._pause(workshop, request, paused=isinstance(order, PauseAll))
            case SetClock():
                return await self._set_clock(workshop, order.minutes, request)
            case AddTeam():
                return await self._add_team(workshop, request)
            case HoldRetros():
                return await self._hold_retros(workshop, request)
            case PlayAgain():
                return await self._play_again(workshop, request)
            case EndWorkshop():
                return await self._end(workshop, request)
            case _:
                assert_never(order)

    async def _at_one_team(self, workshop: Workshop, order: TableOrder, request: str) -> OrderDone:
        match order:
            case MoveSeat():
                moved = await places.move_seat(self._context, workshop, order, request)
                return OrderDone(moved)
            case Tell() | GiveHint():
                return await self._say(workshop, order, request)
            case NameTeam():
                return await self._name(workshop, order, request)
            case Cover() | SeatBot() | RemoveBot():
                await self._at(workshop, _team_in(workshop, order.team), _at_one(order), request)
                return OrderDone(texts.DONE)
            case _:
                assert_never(order)

    # --- all teams -------------------------------------------------------------------------------------------------

    async def _everywhere(self, workshop: Workshop, work: TeamWork) -> tuple[int, tuple[str, ...]]:
        """How many teams something happened at, and what did not work. No team waits for another."""
        found = await asyncio.gather(*(_tried(team, work(number, team)) for number, team in enumerate(workshop.teams)))
        return sum(1 for each in found if each is True), tuple(each for each in found if isinstance(each, str))

    async def _at(self, workshop: Workshop, team: Team, decide: Decide, request: str) -> bool:
        return await at_table(self._context, playing_at(team), from_desk(workshop, team, request), decide)

    async def _at_all(self, workshop: Workshop, decide: Decide, request: str) -> tuple[int, tuple[str, ...]]:
        """The same at every table that isn't over."""

        async def work(number: int, team: Team) -> bool:
            return await self._is_open(team) and await self._at(workshop, team, decide, f"{request}:{number}")

        return await self._everywhere(workshop, work)

    async def _is_open(self, team: Team) -> bool:
        live = await self._context.tables.find_current(playing_at(team))
        return live is not None and live.standing.table.phase != "over"

    async def _start(self, workshop: Workshop, request: str) -> OrderDone:
        """Everybody's luck is settled before the first table starts, so that it is the same for all."""
        beacon = await self._beacon(workshop)

        async def settle(stored: Workshop, members: tuple[Member, ...]) -> Changed | None:
            if stored.phase != "open":
                return None
            luck = " ".join(each.luck for each in members if each.luck) if stored.same_dice else ""
            return Changed(replace(stored, phase="started", luck=luck, beacon=beacon))

        workshop = await self._book.change(workshop.id, settle)

        async def work(number: int, team: Team) -> bool:
            live = await self._context.tables.find_current(team.table)
            if live is None or live.standing.table.phase != "lobby" or not live.standing.table.people:
                return False
            own = luck_from(f"{request}:{number}") if self._context.adds_luck and live.standing.game.proof.luck else ""
            luck = workshop.luck if workshop.same_dice else own
            return await self._at(workshop, team, team_tables.start(luck, workshop.beacon), f"{request}:{number}")

        started, problems = await self._everywhere(workshop, work)
        return OrderDone(texts.started(started), problems)

    async def _beacon(self, workshop: Workshop) -> str:
        if self._context.beacon is None or not GAMES[workshop.game].proof.luck or workshop.phase != "open":
            return ""
        return await self._context.beacon() or UNREACHABLE

    async def _pause(self, workshop: Workshop, request: str, *, paused: bool) -> OrderDone:
        await self._alter(workshop, lambda stored: replace(stored, paused=paused))
        decide = team_tables.pause if paused else team_tables.go_on
        count, problems = await self._at_all(workshop, decide, request)
        return OrderDone((texts.paused if paused else texts.continued)(count), problems)

    async def _set_clock(self, workshop: Workshop, minutes: int, request: str) -> OrderDone:
        if not 0 <= minutes <= MAX_MINUTES:
            raise Refused(texts.bad_clock(MAX_MINUTES))
        until = self._context.clock.now() + 60.0 * minutes if minutes else None
        workshop = await self._alter(workshop, lambda stored: replace(stored, until=until))
        if until is not None:
            await self._context.store.put_job(alarm(workshop, until))
            self._context.schedule.wake()
        _, problems = await self._at_all(workshop, team_tables.set_clock(until, minutes), request)
        return OrderDone(texts.clock_runs(minutes), problems)

    async def _alter(self, workshop: Workshop, alter: Callable[[Workshop], Workshop]) -> Workshop:
        async def change(stored: Workshop, _: tuple[Member, ...]) -> Changed:
            return Changed(alter(stored))

        return await self._book.change(workshop.id, change)

    async def _add_team(self, workshop: Workshop, request: str) -> OrderDone:
        if len(workshop.teams) >= MAX_TEAMS:
            raise Refused(texts.bad_teams(MAX_TEAMS))
        name = texts.team(len(workshop.teams) + 1)
        added = (await opening.with_team(self._context, workshop, name, request)).teams[-1]
        await self._alter(workshop, lambda stored: replace(stored, teams=(*stored.teams, added)))
        if workshop.channel:
            await threads.want(self._context, workshop.id, workshop.channel)
        return OrderDone(texts.team_added(name))

    async def _hold_retros(self, workshop: Workshop, request: str) -> OrderDone:
        """Opened and started at once: everybody has a seat already."""

        async def work(number: int, team: Team) -> bool:
            live = await self._context.tables.find_current(playing_at(team))
            if live is None or live.standing.table.phase != ("lobby" if team.retro else "over"):
                return False  # it still plays, or talks already
            if not team.retro:
                team = await opening.retro_table(self._context, workshop, team, f"{request}:{number}")
                await self._book.change_team(workshop.id, number, retro=team.retro)
            await self._at(workshop, team, team_tables.start("", ""), f"{request}:{number}:start")
            return True

        count, problems = await self._everywhere(workshop, work)
        return OrderDone(texts.retros(count), problems)

    async def _play_again(self, workshop: Workshop, request: str) -> OrderDone:
        running = [team.name for team in workshop.teams if await self._runs(team)]
        if running:
            raise Refused(texts.still_playing(running))
        seed = self._context.new_seed() if workshop.same_dice else b""

        async def begin(stored: Workshop, _: tuple[Member, ...]) -> Changed | None:
            if stored.phase == "open":
                return None  # this order was given before, or nobody has played yet
            return Changed(replace(stored, round=stored.round + 1, seed=seed, luck="", beacon="", phase="open"))

        workshop = await self._book.change(workshop.id, begin)

        async def work(number: int, team: Team) -> bool:
            live = await self._context.tables.find_current(team.table)
            if live is not None and opening.is_new(workshop, live):
                return False
            again = await opening.next_table(self._context, workshop, team, f"{request}:{number}")
            await self._book.change_team(workshop.id, number, table=again.table, retro="")
            return True

        _, problems = await self._everywhere(workshop, work)
        return OrderDone(texts.next_round(workshop.round), problems)

    async def _runs(self, team: Team) -> bool:
        live = await self._context.tables.find_current(playing_at(team))
        return live is not None and live.standing.playing

    async def _end(self, workshop: Workshop, request: str) -> OrderDone:
        _, problems = await self._at_all(workshop, team_tables.close, request)

        async def end(stored: Workshop, members: tuple[Member, ...]) -> Changed:
            """Tables know who sat there; only an attendance sheet is kept."""
            left = () if stored.attendance else tuple(each.person for each in members)
            return Changed(replace(stored, phase="ended", paused=False, until=None), left=left)

        await self._book.change(workshop.id, end)
        return OrderDone(texts.WORKSHOP_ENDED, problems)

    # --- one team --------------------------------------------------------------------------------------------------

    async def _say(self, workshop: Workshop, order: Tell | GiveHint, request: str) -> OrderDone:
        if isinstance(order, Tell) and not clean(order.text, MAX_WORDS):
            raise Refused(texts.NOTHING_SAID)
        if order.team is not None:
            team = _team_in(workshop, order.team)
            text = await self._words(order, team)
            if not text:
                raise Refused(texts.HINT_DOES_NOT_FIT)
            await self._at(workshop, team, team_tables.tell(text, to_all=False), request)
            return OrderDone(texts.told(team.name))

        async def work(number: int, team: Team) -> bool:
            text = await self._words(order, team) if await self._is_open(team) else ""
            told = team_tables.tell(text, to_all=True)
            return bool(text) and await self._at(workshop, team, told, f"{request}:{number}")

        count, problems = await self._everywhere(workshop, work)
        return OrderDone(texts.told_all(count), problems)

    async def _words(self, order: Tell | GiveHint, team: Team) -> str:
        """What the team is told; nothing if the hint doesn't fit what is going on there."""
        if isinstance(order, Tell):
            return clean(order.text, MAX_WORDS)
        live = await self._context.tables.find_current(playing_at(team))
        kit = live.standing.game.debrief.kit() if live else None
        hints = kit.fitting(await facts_of(self._context, live)) if live and kit else ()
        hint = next((each for each in hints if each.key == order.key), None)
        return texts.hint(hint.text) if hint is not None else ""

    async def _name(self, workshop: Workshop, order: NameTeam, request: str) -> OrderDone:
        team = _team_in(workshop, order.team)
        name = opening.team_name(order.name, order.team + 1)
        await self._book.change_team(workshop.id, order.team, name=name)
        await self._at(workshop, team, team_tables.rename(name), request)
        return OrderDone(texts.renamed(name))


async def _tried(team: Team, work: Awaitable[bool]) -> bool | str:
    try:
        return await work
    except Refused as refused:
        return texts.problem_at(team.name, refused.sentence)


def _team_in(workshop: Workshop, number: int) -> Team:
    if not 0 <= number < len(workshop.teams):
        raise Refused(texts.NO_SUCH_TEAM)
    return workshop.teams[number]


def _at_one(order: Cover | SeatBot | RemoveBot) -> Decide:
    match order:
        case Cover(seat=seat):
            return partial(_cover, seat)
        case SeatBot():
            return team_tables.seat_bot
        case RemoveBot():
            return team_tables.remove_bot


def _cover(seat: int, _: LiveTable, draft: Draft) -> People:
    """The trainer sees who is missing, so nobody has to be absent for long."""
    table = draft.standing.table
    if not draft.standing.playing or not 0 <= seat < len(table.seats):
        raise Refused(texts.NOBODY_THERE)
    if table.seats[seat] == "automatic":
        raise Refused(COVERED_ALREADY)
    draft.record([tables.SeatHandedOver(seat, absent=True)])
    return None
