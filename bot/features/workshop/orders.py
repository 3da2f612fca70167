"""Orders that the trainer gives from the desk: at one team, or at all of them at once.

An order to all teams is one request per table, with ids made of the order's own. So an order that is given again after
a crash does what is missing, and nothing twice. Teams and seats are given by their numbers, from 0.
"""

import asyncio
import json
from collections.abc import Awaitable, Callable, Sequence

from bot.features.workshop import opening, places, team_tables, texts
from bot.features.workshop import places as threads
from bot.features.workshop.book import Changed, WorkshopBook
from bot.features.workshop.desk import facts_of
from bot.features.workshop.model import (
    MAX_TEAMS,
    Member,
    Team,
    Workshop,
    WorkshopStore,
)
from bot.features.workshop.team_tables import Decide, at_table, end_clock, feature, from_desk, playing_at
from bot.kernel.calls import Call, Context
from bot.kernel.messages import Reply, Response
from bot.kernel.ports import Job
from bot.kernel.table.model import UNREACHABLE, Refused, luck_from
from games import GAMES
from games.contract import Parameter
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
            request = from_desk(workshop, team, f"{job.id}:{wanted['until']}:{number}")
            try:
                await at_table(context, playing_at(team), request, end_clock)
            except Refused:
                continue  # the table is gone
    await context.store.finish_job(job)


# --- declaring orders ------------------------------------------------------------------------------------------------

_MAX_WORDS = 500  # characters that the trainer says at once
_MAX_MINUTES = 24 * 60

_TEAM = Parameter("team", "Which team")
_ANY_TEAM = Parameter("team", "Which team; all of them by default", required=False)
_SEAT = Parameter("seat", "Who sits there")

_Carry = Callable[[Context, Call, Workshop], Awaitable[Response]]
_TeamWork = Callable[[int, Team], Awaitable[bool]]  # True if something happened


def order(name: str, description: str, *parameters: Parameter) -> Callable[[_Carry], _Carry]:
    """Declare an order of a workshop's desk; it is refused once the workshop is over."""

    def add(carry: _Carry) -> _Carry:
        @feature.order(name, description, *parameters)
        async def handle(context: Context, call: Call) -> Response:
            workshop = await context.part(WorkshopBook).led_from(call.request.desk)
            if workshop.phase == "ended":
                raise Refused(texts.ENDED)
            return await carry(context, call, workshop)

        return carry

    return add


def _done(sentence: str, problems: Sequence[str] = ()) -> Response:
    """A response that says what came of it, and what did not work, one sentence per team."""
    return Response("done", tuple(Reply(each, private=True) for each in (sentence, *problems)))


def _number(call: Call, name: str, otherwise: str) -> int:
    word = call.argument(name)
    if not (word.isascii() and word.isdecimal()):
        raise Refused(otherwise)
    return int(word)


def _team(call: Call, workshop: Workshop, name: str = "team") -> int:
    number = _number(call, name, texts.NO_SUCH_TEAM)
    if number >= len(workshop.teams):
        raise Refused(texts.NO_SUCH_TEAM)
    return number


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
        return await _is_open(context, team) and await _at(context, workshop, team, decide, f"{request}:{number}")

    return await _everywhere(workshop, work)


async def _is_open(context: Context, team: Team) -> bool:
    live = await context.tables.find_current(playing_at(team))
    return live is not None and live.standing.table.phase != "over"


async def _alter(context: Context, workshop: Workshop, alter: Callable[[Workshop], Workshop]) -> Workshop:
    async def change(stored: Workshop, _: tuple[Member, ...]) -> Changed:
        return Changed(alter(stored))

    return await context.part(WorkshopBook).change(workshop.id, change)


# --- rounds ----------------------------------------------------------------------------------------------------------


@order("start", "Start every team that has people; too small ones get automatic players")
async def start(context: Context, call: Call, workshop: Workshop) -> Response:
    """Start all tables. Everybody's luck is settled before the first one starts, so that it is the same for all."""
    beacon, request = await _beacon(context, workshop), call.request.id

    async def settle(stored: Workshop, members: tuple[Member, ...]) -> Changed | None:
        if stored.phase != "open":
            return None
        luck = " ".join(each.luck for each in members if each.luck) if stored.same_dice else ""
        return Changed(replace(stored, phase="started", luck=luck, beacon=beacon))

    workshop = await context.part(WorkshopBook).change(workshop.id, settle)

    async def work(number: int, team: Team) -> bool:
        live = await context.tables.find_current(team.table)
        if live is None or live.standing.table.phase != "lobby" or not live.standing.table.people:
            return False
        own = luck_from(f"{request}:{number}") if context.adds_luck and live.standing.game.proof.luck else ""
        luck = workshop.luck if workshop.same_dice else own
        return await _at(context, workshop, team, team_tables.start(luck, workshop.beacon), f"{request}:{number}")

    started, problems = await _everywhere(workshop, work)
    return _done(texts.started(started), problems)


async def _beacon(context: Context, workshop: Workshop) -> str:
    if context.beacon is None or not GAMES[workshop.game].proof.luck or workshop.phase != "open":
        return ""
    return await context.beacon() or UNREACHABLE


@order("talk", "A retrospective in every team whose game is over")
async def talk(context: Context, call: Call, workshop: Workshop) -> Response:
    """Open and start the retrospectives at once: everybody has a seat already."""
    request = call.request.id

    async def work(number: int, team: Team) -> bool:
        live = await context.tables.find_current(playing_at(team))
        if live is None or live.standing.table.phase != ("lobby" if team.retro else "over"):
            return False  # the team still plays, or already talks
        if not team.retro:
            team = await opening.retro_table(context, workshop, team, f"{request}:{number}")
            await context.part(WorkshopBook).change_team(workshop.id, number, retro=team.retro)
        await _at(context, workshop, team, team_tables.start("", ""), f"{request}:{number}:start")
        return True

    count, problems = await _everywhere(workshop, work)
    return _done(texts.retros(count), problems)


@order("again", "The next round: the same teams, new tables")
async def again(context: Context, call: Call, workshop: Workshop) -> Response:
    running = [team.name for team in workshop.teams if await _runs(context, team)]
    if running:
        raise Refused(texts.still_playing(running))
    seed, book = context.new_seed() if workshop.same_dice else b"", context.part(WorkshopBook)

    async def begin(stored: Workshop, _: tuple[Member, ...]) -> Changed | None:
        if stored.phase == "open":
            return None  # this order was given before, or nobody has played yet
        return Changed(replace(stored, round=stored.round + 1, seed=seed, luck="", beacon="", phase="open"))

    workshop = await book.change(workshop.id, begin)

    async def work(number: int, team: Team) -> bool:
        live = await context.tables.find_current(team.table)
        if live is not None and opening.is_new(workshop, live):
            return False
        following = await opening.next_table(context, workshop, team, f"{call.request.id}:{number}")
        await book.change_team(workshop.id, number, table=following.table, retro="")
        return True

    _, problems = await _everywhere(workshop, work)
    return _done(texts.next_round(workshop.round), problems)


async def _runs(context: Context, team: Team) -> bool:
    live = await context.tables.find_current(playing_at(team))
    return live is not None and live.standing.playing


@order("end", "Close every table that is still running; nobody comes in any more, and the desk still shows what was")
async def end(context: Context, call: Call, workshop: Workshop) -> Response:
    async def close(number: int, team: Team) -> bool:
        request = from_desk(workshop, team, f"{call.request.id}:{number}", "end")
        return await _is_open(context, team) and await at_table(context, playing_at(team), request)

    _, problems = await _everywhere(workshop, close)

    async def over(stored: Workshop, members: tuple[Member, ...]) -> Changed:
        """End the workshop. Tables know who sat there; only an attendance sheet is kept."""
        left = () if stored.attendance else tuple(each.person for each in members)
        return Changed(replace(stored, phase="ended", paused=False, until=None), left=left)

    await context.part(WorkshopBook).change(workshop.id, over)
    return _done(texts.WORKSHOP_ENDED, problems)


# --- all teams -------------------------------------------------------------------------------------------------------


@order("pause", "Let every table wait, with its clocks")
async def pause(context: Context, call: Call, workshop: Workshop) -> Response:
    await _alter(context, workshop, lambda stored: replace(stored, paused=True))
    count, problems = await _at_all(context, workshop, team_tables.pause, call.request.id)
    return _done(texts.paused(count), problems)


@order("continue", "Let every table go on")
async def go_on(context: Context, call: Call, workshop: Workshop) -> Response:
    await _alter(context, workshop, lambda stored: replace(stored, paused=False))
    count, problems = await _at_all(context, workshop, team_tables.go_on, call.request.id)
    return _done(texts.continued(count), problems)


@order("clock", "A clock for all teams", Parameter("minutes", "How many minutes; 0: no clock"))
async def clock(context: Context, call: Call, workshop: Workshop) -> Response:
    minutes = _number(call, "minutes", texts.bad_clock(_MAX_MINUTES))
    if minutes > _MAX_MINUTES:
        raise Refused(texts.bad_clock(_MAX_MINUTES))
    until = context.clock.now() + 60.0 * minutes if minutes else None
    workshop = await _alter(context, workshop, lambda stored: replace(stored, until=until))
    if until is not None:
        await context.store.put_job(_alarm(workshop, until))
        context.schedule.wake()
    _, problems = await _at_all(context, workshop, team_tables.set_clock(until, minutes), call.request.id)
    return _done(texts.clock_runs(minutes), problems)


@order("tell", "Say something", Parameter("text", "What to say", required=False, rest=True), _ANY_TEAM)
async def tell(context: Context, call: Call, workshop: Workshop) -> Response:
    text = clean(call.argument("text"), _MAX_WORDS)
    if not text:
        raise Refused(texts.NOTHING_SAID)

    async def words(_: Team) -> str:
        return text

    return await _say(context, call, workshop, words)


@order("advise", "Give one of the suggested hints to the teams that it fits", Parameter("key", "Which hint"), _ANY_TEAM)
async def advise(context: Context, call: Call, workshop: Workshop) -> Response:
    async def words(team: Team) -> str:
        live = await context.tables.find_current(playing_at(team))
        kit = live.standing.game.debrief.kit() if live else None
        hints = kit.fitting(await facts_of(context, live)) if live and kit else ()
        hint = next((each for each in hints if each.key == call.argument("key")), None)
        return texts.hint(hint.text) if hint is not None else ""

    return await _say(context, call, workshop, words)


async def _say(context: Context, call: Call, workshop: Workshop, words: Callable[[Team], Awaitable[str]]) -> Response:
    """Send a message to teams. `words`: the text for a team; empty if it doesn't fit what is going on there."""
    if call.argument("team"):
        team = workshop.teams[_team(call, workshop)]
        text = await words(team)
        if not text:
            raise Refused(texts.HINT_DOES_NOT_FIT)
        await _at(context, workshop, team, team_tables.tell(text, to_all=False), call.request.id)
        return _done(texts.told(team.name))

    async def work(number: int, team: Team) -> bool:
        text = await words(team) if await _is_open(context, team) else ""
        told = team_tables.tell(text, to_all=True)
        return bool(text) and await _at(context, workshop, team, told, f"{call.request.id}:{number}")

    count, problems = await _everywhere(workshop, work)
    return _done(texts.told_all(count), problems)


# --- one team --------------------------------------------------------------------------------------------------------


@order("move", "Somebody changes teams", _TEAM, _SEAT, Parameter("to", "Their new team"))
async def move(context: Context, call: Call, workshop: Workshop) -> Response:
    team, to = _team(call, workshop), _team(call, workshop, "to")
    seat = _number(call, "seat", texts.NOBODY_THERE)
    return _done(await places.move_seat(context, workshop, (team, seat), to, call.request.id))


@order("cover", "An automatic player stands in for somebody who is missing", _TEAM, _SEAT)
async def cover(context: Context, call: Call, workshop: Workshop) -> Response:
    """Cover for somebody: the trainer sees who is missing, so nobody has to be absent for long."""
    team, seat = workshop.teams[_team(call, workshop)], _number(call, "seat", texts.NOBODY_THERE)
    live = await context.tables.find_current(playing_at(team))
    if live is not None and not (live.standing.playing and seat < len(live.standing.table.seats)):
        raise Refused(texts.NOBODY_THERE)
    return await _own_command(context, call, workshop, "cover", player=f"#{seat}")


@order("bot", "Seat an automatic player", _TEAM, Parameter("level", "off removes one", required=False))
async def bot(context: Context, call: Call, workshop: Workshop) -> Response:
    return await _own_command(context, call, workshop, "bot", level=call.argument("level"))


async def _own_command(context: Context, call: Call, workshop: Workshop, command: str, **arguments: str) -> Response:
    """Give one of the table's own commands."""
    team = workshop.teams[_team(call, workshop)]
    request = from_desk(workshop, team, call.request.id, command, **arguments)
    await at_table(context, playing_at(team), request)
    return _done(texts.DONE)


@order(
    "team",
    "Add a team, or name one",
    Parameter("what", "add or name", kind="choice", choices=("add", "name")),
    replace(_TEAM, required=False),
    Parameter("name", "What it is called from now on", required=False, rest=True),
)
async def change_teams(context: Context, call: Call, workshop: Workshop) -> Response:
    name_or_add = _name_team if call.argument("what") == "name" else _add_team
    return await name_or_add(context, call, workshop)


async def _name_team(context: Context, call: Call, workshop: Workshop) -> Response:
    number = _team(call, workshop)
    name = opening.team_name(call.argument("name"), number + 1)
    await context.part(WorkshopBook).change_team(workshop.id, number, name=name)
    await _at(context, workshop, workshop.teams[number], team_tables.rename(name), call.request.id)
    return _done(texts.renamed(name))


async def _add_team(context: Context, call: Call, workshop: Workshop) -> Response:
    if len(workshop.teams) >= MAX_TEAMS:
        raise Refused(texts.bad_teams(MAX_TEAMS))
    name = texts.team(len(workshop.teams) + 1)
    added = (await opening.with_team(context, workshop, name, call.request.id)).teams[-1]
    await _alter(context, workshop, lambda stored: replace(stored, teams=(*stored.teams, added)))
    if workshop.channel:
        await threads.want(context, workshop.id, workshop.channel)
    return _done(texts.team_added(name))


# --- uninvited people ------------------------------------------------------------------------------------------------


@order("remove", "Somebody, or everybody in a team, loses their seat", _TEAM, replace(_SEAT, required=False))
async def remove(context: Context, call: Call, workshop: Workshop) -> Response:
    """Free seats for others. Whoever was removed can come in again as long as the link to the seats is the same."""
    team = _team(call, workshop)
    seat = _number(call, "seat", texts.NOBODY_THERE) if call.argument("seat") else None
    return _done(await places.remove_people(context, workshop, team, seat, call.request.id))


@order("entrance", "A new link to the seats; the old one leads nowhere, and nobody sits down without the new one")
async def renew_entrance(context: Context, call: Call, workshop: Workshop) -> Response:
    link = opening.entrance_after(call.request.desk, call.request.id)
    await _alter(context, workshop, lambda stored: replace(stored, entrance=link, renewed=True))
    return _done(texts.NEW_ENTRANCE)
