"""Orders that the trainer gives from the desk: at one team, or at all of them at once.

An order to all teams is one request per table, with ids made of the order's own (see given.py). Teams and seats are
given by their numbers, from 0.
"""

import asyncio
import json
from collections.abc import Awaitable, Callable

from bot.features.workshop import opening, places, team_tables, texts
from bot.features.workshop.book import Changed, WorkshopBook, with_team
from bot.features.workshop.desk import facts_of
from bot.features.workshop.given import Answer, order, settled
from bot.features.workshop.model import (
    MAX_TEAMS,
    Member,
    Team,
    Workshop,
    WorkshopStore,
)
from bot.features.workshop.team_tables import (
    Decide,
    at_table,
    end_clock,
    feature,
    from_desk,
    is_first_there,
    playing_at,
)
from bot.kernel.calls import Call, Context
from bot.kernel.store import Job
from bot.kernel.table.model import UNREACHABLE, Refused, luck_from
from bot.kernel.table.texts import in_english
from games import GAMES
from games.contract import Parameter
from games.language import lazy
from games.text import clean
from games.values import replace

# --- clock -----------------------------------------------------------------------------------------------------------

_CLOCK = "workshop_clock"


def _alarm(workshop: Workshop, until: float) -> Job:
    payload = json.dumps({"workshop": workshop.id, "until": until})
    return Job(f"{_CLOCK}:{workshop.id}", workshop.teams[0].room, _CLOCK, until, payload)


@feature.job(_CLOCK)
async def time_is_up(context: Context, job: Job) -> None:
    """End the shared clock; nothing happens if it was set again or removed since."""
    wanted = json.loads(job.payload)
    workshop = await context.store.part(WorkshopStore).workshop(wanted["workshop"])
    if workshop is not None and workshop.until == wanted["until"] and workshop.phase != "ended":
        for number, team in enumerate(workshop.teams):
            if not is_first_there(workshop, number):
                continue
            request = from_desk(workshop, team, f"{job.id}:{wanted['until']}:{number}")
            try:
                await at_table(context, playing_at(team), request, end_clock)
            except Refused:
                continue  # the table is gone
    await context.store.finish_job(job)


# --- what orders share -----------------------------------------------------------------------------------------------

_MAX_WORDS = 500  # characters that the trainer says at once
_MAX_MINUTES = 24 * 60

_TEAM = Parameter("team", lazy("Which team"))
_ANY_TEAM = Parameter("team", lazy("Which team; all of them by default"), required=False)
_SEAT = Parameter("seat", lazy("Who sits there"))

_TeamWork = Callable[[int, Team], Awaitable[bool]]  # True if something happened


def _number(call: Call, name: str, otherwise: str) -> int:
    word = call.argument(name)
    if not (word.isascii() and word.isdecimal()):
        raise Refused(otherwise)
    return int(word)


def _team(call: Call, workshop: Workshop, name: str = "team") -> int:
    number = _number(call, name, str(texts.NO_SUCH_TEAM))
    if number >= len(workshop.teams):
        raise Refused(texts.NO_SUCH_TEAM)
    return number


_NOWHERE: tuple[int, tuple[str, ...]] = (0, ())


async def _everywhere(workshop: Workshop, work: _TeamWork) -> tuple[int, tuple[str, ...]]:
    """Do something at every team; returns how many it worked at, and what did not work. No team waits for another."""
    found = await asyncio.gather(*(_tried(team, work(number, team)) for number, team in enumerate(workshop.teams)))
    return sum(1 for each in found if each is True), tuple(each for each in found if isinstance(each, str))


async def _tried(team: Team, work: Awaitable[bool]) -> bool | str:
    try:
        return await work
    except Refused as refused:
        return texts.problem_at(team.name, refused.sentence)


async def _at(context: Context, workshop: Workshop, team: Team, decide: Decide, request: str) -> bool:
    return await at_table(context, playing_at(team), from_desk(workshop, team, request), decide)


async def _at_all(context: Context, workshop: Workshop, decide: Decide, request: str) -> tuple[int, tuple[str, ...]]:
    """Make a decision at every table that isn't over."""

    async def work(number: int, team: Team) -> bool:
        if not is_first_there(workshop, number) or not await _is_open(context, team):
            return False
        return await _at(context, workshop, team, decide, f"{request}:{number}")

    return await _everywhere(workshop, work)


async def _is_open(context: Context, team: Team) -> bool:
    live = await context.tables.find_current(playing_at(team))
    return live is not None and live.standing.table.phase != "over"


# --- rounds ----------------------------------------------------------------------------------------------------------


@order("start", "Start every team that has people; too small ones get automatic players")
async def start(context: Context, call: Call, workshop: Workshop) -> Answer:
    """Start all tables. Everybody's luck is settled before the first one starts, so that it is the same for all."""
    beacon, request = await _beacon(context, workshop), call.request.id

    def settle(stored: Workshop, members: tuple[Member, ...]) -> Changed:
        if stored.phase != "open":
            return Changed(stored)
        luck = " ".join(each.luck for each in members if each.luck) if stored.same_dice else ""
        return Changed(replace(stored, phase="started", luck=luck, beacon=beacon))

    workshop, still = await settled(context, call, workshop, _round, settle)

    async def work(number: int, team: Team) -> bool:
        live = await context.tables.find_current(team.table)
        if live is None or live.standing.table.phase != "lobby" or not live.standing.table.people:
            return await context.store.handled(f"{request}:{number}") is not None
        own = luck_from(f"{request}:{number}") if context.adds_luck and live.standing.game.proof.luck else ""
        luck = workshop.luck if workshop.same_dice else own
        return await _at(context, workshop, team, team_tables.start(luck, workshop.beacon), f"{request}:{number}")

    started, problems = await _everywhere(workshop, work) if still else _NOWHERE
    return texts.started(started), *problems


def _round(workshop: Workshop) -> int:
    return workshop.round


async def _beacon(context: Context, workshop: Workshop) -> str:
    if context.beacon is None or not GAMES[workshop.game].proof.luck or workshop.phase != "open":
        return ""
    return await context.beacon() or UNREACHABLE


@order("talk", "A retrospective in every team whose game is over")
async def talk(context: Context, call: Call, workshop: Workshop) -> Answer:
    """Open and start the retrospectives at once: everybody has a seat already."""
    request = call.request.id
    await _close_unclaimed_later(context, call, workshop)

    async def work(number: int, team: Team) -> bool:
        live = await context.tables.find_current(playing_at(team))
        if live is None or live.standing.table.phase != ("lobby" if team.retro else "over"):
            # it still plays, or talks already
            return await context.store.handled(f"{request}:{number}:start") is not None
        if not team.retro:
            team = await opening.retro_table(context, workshop, team, f"{request}:{number}")
            await context.part(WorkshopBook).change_team(workshop.id, number, retro=team.retro)
        await _at(context, workshop, team, team_tables.start("", ""), f"{request}:{number}:start")
        return True

    count, problems = await _everywhere(workshop, work)
    return texts.retros(count), *problems


async def _close_unclaimed_later(context: Context, call: Call, workshop: Workshop) -> None:
    """Tables that this order opens for all teams, if it doesn't get to its end."""
    requests = [f"{call.request.id}:{number}" for number in range(len(workshop.teams))]
    await opening.close_unclaimed_later(context, workshop.teams[0].room, requests)


@order("again", "The next round: the same teams, new tables")
async def again(context: Context, call: Call, workshop: Workshop) -> Answer:
    running = [team.name for team in workshop.teams if await runs(context, team)]
    if running and workshop.order(call.request.id) is None:
        raise Refused(texts.still_playing(running))
    seed, book = context.new_seed() if workshop.same_dice else b"", context.part(WorkshopBook)

    def begin(stored: Workshop, _: tuple[Member, ...]) -> Changed:
        if stored.phase == "open":
            return Changed(stored)  # nobody has played yet
        return Changed(replace(stored, round=stored.round + 1, seed=seed, luck="", beacon="", phase="open"))

    await _close_unclaimed_later(context, call, workshop)
    workshop, still = await settled(context, call, workshop, _round, begin)

    async def work(number: int, team: Team) -> bool:
        live = await context.tables.find_current(team.table)
        if live is not None and opening.is_new(workshop, live):
            return False
        following = await opening.next_table(context, workshop, team, f"{call.request.id}:{number}")
        await book.change_team(workshop.id, number, table=following.table, retro="")
        return True

    _, problems = await _everywhere(workshop, work) if still else _NOWHERE
    given = workshop.order(call.request.id)
    return texts.next_round(given.effect if given else str(workshop.round)), *problems


async def runs(context: Context, team: Team) -> bool:
    """True if the team plays, or talks about what it played."""
    live = await context.tables.find_current(playing_at(team))
    return live is not None and live.standing.playing


@order("end", "Close every table that is still running; nobody comes in any more, and the desk still shows what was")
async def end(context: Context, call: Call, workshop: Workshop) -> Answer:
    async def close(number: int, team: Team) -> bool:
        request = from_desk(workshop, team, f"{call.request.id}:{number}", "end")
        first = is_first_there(workshop, number) and await _is_open(context, team)
        return first and await at_table(context, playing_at(team), request)

    _, problems = await _everywhere(workshop, close)

    def over(stored: Workshop, members: tuple[Member, ...]) -> Changed:
        """End the workshop. Tables know who sat there; only an attendance sheet is kept."""
        left = () if stored.attendance else tuple(each.person for each in members)
        return Changed(replace(stored, phase="ended", paused=False, until=None), left=left)

    await settled(context, call, workshop, lambda stored: stored.phase, over)
    return str(texts.WORKSHOP_ENDED), *problems


# --- all teams -------------------------------------------------------------------------------------------------------


@order("pause", "Let every table wait, with its clocks")
async def pause(context: Context, call: Call, workshop: Workshop) -> Answer:
    count, problems = await _hold(context, call, workshop, team_tables.pause, paused=True)
    return texts.paused(count), *problems


@order("continue", "Let every table go on")
async def go_on(context: Context, call: Call, workshop: Workshop) -> Answer:
    count, problems = await _hold(context, call, workshop, team_tables.go_on, paused=False)
    return texts.continued(count), *problems


async def _hold(
    context: Context, call: Call, workshop: Workshop, decide: Decide, *, paused: bool
) -> tuple[int, tuple[str, ...]]:
    def hold(stored: Workshop, _: tuple[Member, ...]) -> Changed:
        return Changed(replace(stored, paused=paused))

    workshop, still = await settled(context, call, workshop, lambda stored: stored.paused, hold)
    return await _at_all(context, workshop, decide, call.request.id) if still else _NOWHERE


@order("clock", "A clock for all teams", Parameter("minutes", lazy("How many minutes; 0: no clock")))
async def clock(context: Context, call: Call, workshop: Workshop) -> Answer:
    minutes = _number(call, "minutes", texts.bad_clock(_MAX_MINUTES))
    if minutes > _MAX_MINUTES:
        raise Refused(texts.bad_clock(_MAX_MINUTES))
    until = context.clock.now() + 60.0 * minutes if minutes else None

    def wind(stored: Workshop, _: tuple[Member, ...]) -> Changed:
        return Changed(replace(stored, until=until), jobs=(_alarm(stored, until),) if until is not None else ())

    workshop, still = await settled(context, call, workshop, lambda stored: stored.until, wind)
    context.schedule.wake()
    decide = team_tables.set_clock(workshop.until, minutes)
    _, problems = await _at_all(context, workshop, decide, call.request.id) if still else _NOWHERE
    return texts.clock_runs(minutes), *problems


@order("tell", "Say something", Parameter("text", lazy("What to say"), required=False, rest=True), _ANY_TEAM)
async def tell(context: Context, call: Call, workshop: Workshop) -> Answer:
    text = clean(call.argument("text"), _MAX_WORDS)
    if not text:
        raise Refused(texts.NOTHING_SAID)

    async def words(_: Team) -> str:
        return text

    return await _say(context, call, workshop, words)


@order(
    "advise",
    "Give one of the suggested hints to the teams that it fits",
    Parameter("key", lazy("Which hint")),
    _ANY_TEAM,
)
async def advise(context: Context, call: Call, workshop: Workshop) -> Answer:
    async def words(team: Team) -> str:
        live = await context.tables.find_current(playing_at(team))
        kit = live.standing.game.debrief.kit() if live else None
        hints = kit.fitting(await facts_of(context, live)) if live and kit else ()
        hint = next((each for each in hints if each.key == call.argument("key")), None)
        return texts.hint(in_english(hint.text)) if hint is not None else ""

    return await _say(context, call, workshop, words)


async def _say(context: Context, call: Call, workshop: Workshop, words: Callable[[Team], Awaitable[str]]) -> Answer:
    """Send a message to teams. `words`: the text for a team; empty if it doesn't fit what is going on there."""
    if call.argument("team"):
        team = workshop.teams[_team(call, workshop)]
        text = await words(team)
        if not text:
            raise Refused(texts.HINT_DOES_NOT_FIT)
        await _at(context, workshop, team, team_tables.tell(text, to_all=False), call.request.id)
        return (texts.told(team.name),)

    async def work(number: int, team: Team) -> bool:
        hears = is_first_there(workshop, number) and await _is_open(context, team)
        text = await words(team) if hears else ""
        told = team_tables.tell(text, to_all=True)
        return bool(text) and await _at(context, workshop, team, told, f"{call.request.id}:{number}")

    count, problems = await _everywhere(workshop, work)
    return texts.told_all(count), *problems


# --- one team --------------------------------------------------------------------------------------------------------


@order("move", "Somebody changes teams", _TEAM, _SEAT, Parameter("to", lazy("Their new team")))
async def move(context: Context, call: Call, workshop: Workshop) -> Answer:
    team, to = _team(call, workshop), _team(call, workshop, "to")
    seat = _number(call, "seat", str(texts.NOBODY_THERE))
    return (await places.move_seat(context, workshop, (team, seat), to, call.request.id),)


@order("cover", "An automatic player stands in for somebody who is missing", _TEAM, _SEAT)
async def cover(context: Context, call: Call, workshop: Workshop) -> Answer:
    """Cover for somebody: the trainer sees who is missing, so nobody has to be absent for long."""
    team, seat = workshop.teams[_team(call, workshop)], _number(call, "seat", str(texts.NOBODY_THERE))
    live = await context.tables.find_current(playing_at(team))
    if live is not None and not (live.standing.playing and seat < len(live.standing.table.seats)):
        raise Refused(texts.NOBODY_THERE)
    return await _own_command(context, call, workshop, "cover", player=f"#{seat}")


@order("bot", "Seat an automatic player", _TEAM, Parameter("level", lazy("off removes one"), required=False))
async def bot(context: Context, call: Call, workshop: Workshop) -> Answer:
    return await _own_command(context, call, workshop, "bot", level=call.argument("level"))


async def _own_command(context: Context, call: Call, workshop: Workshop, command: str, **arguments: str) -> Answer:
    """Give one of the table's own commands."""
    team = workshop.teams[_team(call, workshop)]
    request = from_desk(workshop, team, call.request.id, command, **arguments)
    await at_table(context, playing_at(team), request)
    return (str(texts.DONE),)


@order(
    "team",
    "Add a team, or name one",
    Parameter("what", lazy("add or name"), kind="choice", choices=("add", "name")),
    replace(_TEAM, required=False),
    Parameter("name", lazy("What it is called from now on"), required=False, rest=True),
)
async def change_teams(context: Context, call: Call, workshop: Workshop) -> Answer:
    name_or_add = _name_team if call.argument("what") == "name" else _add_team
    return await name_or_add(context, call, workshop)


async def _name_team(context: Context, call: Call, workshop: Workshop) -> Answer:
    number = _team(call, workshop)
    name = opening.team_name(call.argument("name"), number + 1)

    def rename(stored: Workshop, _: tuple[Member, ...]) -> Changed:
        return Changed(with_team(stored, number, replace(stored.teams[number], name=name)))

    workshop, still = await settled(context, call, workshop, lambda stored: stored.teams[number].name, rename)
    if still:
        await _at(context, workshop, workshop.teams[number], team_tables.rename(name), call.request.id)
    return (texts.renamed(name),)


async def _add_team(context: Context, call: Call, workshop: Workshop) -> Answer:
    """Its table first, so that nobody comes to a team that has none."""
    request, planned = call.request.id, texts.team(len(workshop.teams) + 1)
    if len(workshop.teams) >= MAX_TEAMS and workshop.order(request) is None:  # else it was the last one to be added
        raise Refused(texts.bad_teams(MAX_TEAMS))
    await opening.close_unclaimed_later(context, workshop.teams[0].room, [request])
    added = (await opening.with_team(context, workshop, planned, request)).teams[-1]

    def add(stored: Workshop, _: tuple[Member, ...]) -> Changed:
        if len(stored.teams) >= MAX_TEAMS:
            raise Refused(texts.bad_teams(MAX_TEAMS))
        team = replace(added, name=texts.team(len(stored.teams) + 1))
        return Changed(replace(stored, teams=(*stored.teams, team)), jobs=places.opening_threads(context, stored))

    try:
        workshop, _ = await settled(context, call, workshop, lambda stored: len(stored.teams), add)
    except Refused:
        await opening.close_opened_by(context, request)
        raise
    context.schedule.wake()
    team = next(each for each in workshop.teams if each.table == added.table)
    live = await context.tables.find_current(team.table)
    if live is not None and live.standing.table.team != team.name:  # another one was added at the same time
        await _at(context, workshop, team, team_tables.rename(team.name), f"{request}:name")
    return (texts.team_added(team.name),)


# --- uninvited people ------------------------------------------------------------------------------------------------


@order("remove", "Somebody, or everybody in a team, loses their seat", _TEAM, replace(_SEAT, required=False))
async def remove(context: Context, call: Call, workshop: Workshop) -> Answer:
    """Free seats for others. Whoever was removed can come in again as long as the link to the seats is the same."""
    team = _team(call, workshop)
    seat = _number(call, "seat", str(texts.NOBODY_THERE)) if call.argument("seat") else None
    return (await places.remove_people(context, workshop, team, seat, call.request.id),)


@order("entrance", "A new link to the seats; the old one leads nowhere, and nobody sits down without the new one")
async def renew_entrance(context: Context, call: Call, workshop: Workshop) -> Answer:
    link = opening.entrance_after(call.request.desk, call.request.id)

    def renew(stored: Workshop, _: tuple[Member, ...]) -> Changed:
        return Changed(replace(stored, entrance=link, renewed=True))

    await settled(context, call, workshop, lambda stored: stored.entrance, renew)
    return (str(texts.NEW_ENTRANCE),)
