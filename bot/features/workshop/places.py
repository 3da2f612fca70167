"""Places at a workshop: evenly or by choice, late, and in another team."""

import asyncio
import json
import logging
from collections import defaultdict
from collections.abc import Iterable

from bot.features.workshop import team_tables, texts
from bot.features.workshop.book import Changed, WorkshopBook
from bot.features.workshop.model import Entrance, Member, Placed, Team, TeamDoor, Workshop, WorkshopStore
from bot.features.workshop.team_tables import at_table, feature, from_desk, playing_at
from bot.kernel import changes
from bot.kernel.calls import Call, Context
from bot.kernel.live.table import LiveTable
from bot.kernel.messages import Called, Person, Reply, Request
from bot.kernel.opening import show_here
from bot.kernel.ports import RoomUnreachable
from bot.kernel.store import Job
from bot.kernel.table import refusals
from bot.kernel.table.catalogue import call as called
from bot.kernel.table.model import Refused, luck_from
from bot.kernel.table.names import clean_name
from games import GAMES
from games.language import speaking
from games.text import who
from games.values import replace, value

# --- threads ---------------------------------------------------------------------------------------------------------

log = logging.getLogger(__name__)

_OPEN_THREADS = "workshop_threads"
PAUSE = 1.0  # seconds between two threads; Slack takes one message per second
RETRY_SECONDS = (5.0, 30.0)  # after an outage; then people are told that there will be none


def hall(workshop: Workshop) -> set[str]:
    """The channel and its threads: whoever is in one of them finds the others."""
    return {workshop.channel, *(team.thread for team in workshop.teams)} - {""}


def thread_of(team: Team, live: LiveTable | None) -> str:
    """The thread in which a team meets in the workshop's channel; empty if it has none (any more)."""
    return team.thread if live is not None and team.thread in live.rooms else ""


def opening_threads(context: Context, workshop: Workshop) -> tuple[Job, ...]:
    """A job that opens threads for the teams that have none: in a moment, below whatever is about to be said there."""
    if not workshop.channel:
        return ()
    payload, due = json.dumps({"workshop": workshop.id, "failed": 0}), context.clock.now() + PAUSE
    return (Job(f"{_OPEN_THREADS}:{workshop.id}", workshop.channel, _OPEN_THREADS, due, payload),)


@feature.job(_OPEN_THREADS)
async def open_next(context: Context, job: Job) -> None:
    """Open one of the threads; the next one follows a moment later."""
    wanted = json.loads(job.payload)
    workshop = await context.store.part(WorkshopStore).workshop(wanted["workshop"])
    missing = await _without_thread(context, workshop) if workshop is not None else None
    if workshop is None or missing is None:
        await context.store.finish_job(job)
        return
    try:
        thread = await context.rooms.open_thread(job.room, workshop.teams[missing[0]].name)
    except RoomUnreachable as fault:
        log.warning("no thread in room %s yet: %s", job.room, fault)
        await _try_later(context, job, wanted)
        return
    if thread is None:
        await _give_up(context, job, workshop.id)
        return
    await _show(context, workshop, *missing, thread)
    later = {**wanted, "failed": 0}
    await context.store.finish_job(job, replace(job, due=context.clock.now() + PAUSE, payload=json.dumps(later)))
    context.schedule.wake()


async def _without_thread(context: Context, workshop: Workshop) -> tuple[int, LiveTable] | None:
    if workshop.phase == "ended":
        return None
    for number, team in enumerate(workshop.teams):
        live = await context.tables.find_current(playing_at(team))
        if live is not None and live.standing.table.phase != "over" and not thread_of(team, live):
            return number, live
    return None


async def _show(context: Context, workshop: Workshop, number: int, live: LiveTable, thread: str) -> None:
    request = replace(from_desk(workshop, workshop.teams[number], f"{_OPEN_THREADS}:{thread}"), room=thread)
    try:
        await show_here(context, live, request)
    except Refused as refused:
        log.warning("the table of a team can't be shown in room %s: %s", thread, refused.sentence)
    else:
        await context.part(WorkshopBook).change_team(workshop.id, number, thread=thread)
        await context.rooms.announce(live, None)


async def _try_later(context: Context, job: Job, wanted: dict[str, object]) -> None:
    failed = int(str(wanted["failed"]))
    if failed >= len(RETRY_SECONDS):
        await _give_up(context, job, str(wanted["workshop"]))
        return
    payload = json.dumps({**wanted, "failed": failed + 1})
    later = replace(job, due=context.clock.now() + RETRY_SECONDS[failed], payload=payload)
    await context.store.finish_job(job, later)


async def _give_up(context: Context, job: Job, workshop: str) -> None:
    """Give up: from now on, nobody is told to wait for a thread."""

    async def no_channel(stored: Workshop, _: tuple[Member, ...]) -> Changed:
        return Changed(replace(stored, channel=""))

    await context.part(WorkshopBook).change(workshop, no_channel)
    await context.rooms.send(job.room, Reply(str(texts.NO_THREADS)))
    await context.store.finish_job(job)


# --- places ----------------------------------------------------------------------------------------------------------


async def team_lives(context: Context, workshop: Workshop) -> list[LiveTable | None]:
    """The tables of all teams, read at once: each of them may have to come from a database elsewhere."""
    return await asyncio.gather(*(context.tables.find_current(playing_at(team)) for team in workshop.teams))


def people_of(live: LiveTable | None) -> list[str]:
    """The people who have a seat at a table, or come back to one."""
    return [each.person for each in live.people if each.seat is not None] if live else []


def _free_places(workshop: Workshop, members: Iterable[Member], live: LiveTable | None) -> int:
    """The number of people who could still get a seat in a team. Members about to sit down have taken theirs."""
    if live is None:
        return 0
    seated = people_of(live)
    coming = sum(1 for each in members if each.person not in seated)
    table, standing = live.standing.table, live.standing
    if table.phase == "lobby":
        return max(0, workshop.size - len(table.seats) - coming)
    if table.phase == "over":
        return 0
    late = max(0, standing.game.seats.stop - 1 - len(table.seats)) if standing.arrival is not None else 0
    return max(0, len(live.unclaimed) + late - coming)


def _choose_team(
    workshop: Workshop, members: tuple[Member, ...], lives: list[LiveTable | None], wanted: int | None
) -> int | None:
    """The team that somebody joins: the one they want, else the smallest; None if it, or every one, is full."""
    in_team = defaultdict[int, list[Member]](list)
    for each in members:
        in_team[each.team].append(each)
    free = [_free_places(workshop, in_team[team], live) for team, live in enumerate(lives)]
    if wanted is not None and workshop.chooses:
        return wanted if 0 <= wanted < len(free) and free[wanted] else None
    sizes = [len({*people_of(live), *(each.person for each in in_team[team])}) for team, live in enumerate(lives)]
    return min((team for team in range(len(lives)) if free[team]), key=lambda team: (sizes[team], team), default=None)


# --- the entrance --------------------------------------------------------------------------------------------------


async def entrance(context: Context, workshop: Workshop, person: Person | None) -> Entrance:
    members = await context.store.part(WorkshopStore).members(workshop.id)
    lives = await team_lives(context, workshop)
    own = _place_of(members, lives, person.id) if person else None
    game = GAMES[workshop.game]
    return Entrance(
        title=workshop.title,
        trainer=workshop.trainer,
        game=game.key,
        game_title=str(game.about.title),
        summary=str(game.about.summary),
        phase=workshop.phase,
        chooses=workshop.chooses,
        attendance=workshop.attendance,
        teams=tuple(
            TeamDoor(
                team.name, _names(live), _free_places(workshop, (each for each in members if each.team == number), live)
            )
            for number, (team, live) in enumerate(zip(workshop.teams, lives, strict=True))
        ),
        fingerprint=lives[0].standing.table.commitment if workshop.same_dice and lives and lives[0] else "",
        room=workshop.teams[own].room if own is not None else "",
        team=own,
    )


def _names(live: LiveTable | None) -> tuple[str, ...]:
    return tuple(live.names[seat] for seat in live.standing.table.people) if live else ()


def _place_of(members: tuple[Member, ...], lives: list[LiveTable | None], person: str) -> int | None:
    """The team of somebody who came by the link, or found another way to its table."""
    member = next((each for each in members if each.person == person), None)
    if member is not None:
        return member.team
    return next((team for team, live in enumerate(lives) if person in people_of(live)), None)


@value
class Arrival:
    """Somebody who comes in by the link."""

    person: Person
    request: str
    wanted: int | None = None  # the team that they would like
    luck: str = ""


async def take_place(context: Context, workshop: Workshop, arrival: Arrival) -> Placed:
    """Reserve a place in a team, then sit down there. If asked again, do what is missing."""
    person = replace(arrival.person, name=clean_name(arrival.person.name, ()))
    arrival = replace(arrival, person=person)
    for attempt in range(len(workshop.teams) + 1):
        reserved = await _reserve(context, workshop, arrival)
        if reserved is None:
            break
        workshop, team = reserved
        room = workshop.teams[team].room
        sitting = Request(f"{arrival.request}:{attempt}", room, arrival.person, Called("join"), luck=arrival.luck)
        if await _sit_down(context, workshop, team, sitting):
            return Placed(room, team, seated=True)
        # somebody who knew the table's address was quicker
        await _give_back(context, workshop, arrival.person.id)
    return _watching(workshop, await team_lives(context, workshop), arrival.wanted)


async def _reserve(context: Context, workshop: Workshop, arrival: Arrival) -> tuple[Workshop, int] | None:
    """The team in which they have a place, and the workshop that has this team; None if there is no place."""
    found: tuple[Workshop, int] | None = None

    async def reserve(stored: Workshop, members: tuple[Member, ...]) -> Changed | None:
        nonlocal found
        if stored.phase == "ended":
            raise Refused(texts.ENDED)
        # what this process knows will do: a seat that isn't free any more is noticed when they sit down
        lives = [await context.tables.find(playing_at(team)) for team in stored.teams]
        team = _place_of(members, lives, arrival.person.id)
        if team is not None:
            found = stored, team
            return None
        team = _choose_team(stored, members, lives, arrival.wanted)
        if team is None:  # but nobody is turned away before the store was asked
            team = _choose_team(stored, members, await team_lives(context, stored), arrival.wanted)
        found = None if team is None else (stored, team)
        return None if team is None else Changed(stored, (_member(context, stored, arrival, team),))

    await context.part(WorkshopBook).change(workshop.id, reserve)
    return found


def _member(context: Context, workshop: Workshop, arrival: Arrival, team: int) -> Member:
    """The record of a member; name and time are kept only for an attendance sheet."""
    member = Member(arrival.person.id, team, luck_from(arrival.luck) if arrival.luck else "")
    if not workshop.attendance:
        return member
    return replace(member, name=arrival.person.name, arrived=context.clock.now())


async def _give_back(context: Context, workshop: Workshop, *people: str) -> None:
    async def give_back(stored: Workshop, _: tuple[Member, ...]) -> Changed:
        return Changed(stored, left=people)

    await context.part(WorkshopBook).change(workshop.id, give_back)


async def _sit_down(context: Context, workshop: Workshop, team: int, request: Request) -> bool:
    live = await context.tables.find_current(playing_at(workshop.teams[team]))
    assert request.person is not None
    if live is None or live.standing.table.phase == "over":
        return True  # there is nothing to sit down at, but it is their team
    if (seat := live.seat_of(request.person)) is not None and live.standing.table.seats[seat] == "person":
        return True
    call = Call(request, called("join", {}, live.standing.game), live)
    await changes.change(context, call, changes.join)
    return live.seat_of(request.person) is not None


def _watching(workshop: Workshop, lives: list[LiveTable | None], wanted: int | None) -> Placed:
    """A watcher's place, as no seat is free: at the team that they want, or at the smallest one."""
    if workshop.chooses and wanted is not None and 0 <= wanted < len(workshop.teams):
        return Placed(workshop.teams[wanted].room, wanted, seated=False)
    team = min(range(len(lives)), key=lambda each: len(people_of(lives[each])))
    return Placed(workshop.teams[team].room, team, seated=False)


# --- moving --------------------------------------------------------------------------------------------------------


async def move_seat(context: Context, workshop: Workshop, place: tuple[int, int], to: int, request: str) -> str:
    """Move somebody to another team: first the new seat, then the old one, so that nobody is ever without one.

    `place`: their team and seat. Asked again, it does what is missing.
    """
    team, seat = place
    old, new = await _live_of(context, workshop.teams[team]), await _live_of(context, workshop.teams[to])
    if team == to:
        raise Refused(texts.SAME_TEAM)
    leaving = from_desk(workshop, workshop.teams[team], f"{request}:leave")
    if await context.store.handled(leaving.id):
        return texts.moved(workshop.teams[to].name)
    moving = next((each for each in old.people if each.seat == seat), None)
    if await context.store.handled(f"{request}:join"):  # others may have moved up in the old team since
        moving = next((each for each in old.people if each.seat is not None and each.person in people_of(new)), None)
    if moving is None:
        raise Refused(texts.NOBODY_THERE)
    person = Person(moving.person, moving.name)
    sitting = Request(f"{request}:join", workshop.teams[to].room, person, Called("join"))
    over = new.standing.table.phase == "over"
    if over or not await _sit_down(context, workshop, to, sitting):
        raise Refused(texts.team_full(workshop.teams[to].name))
    await _change_team(context, workshop, person.id, to)
    if await at_table(context, old.id, leaving, team_tables.move_out(person.id)):
        await _call(context, workshop, to, new, person)
    return texts.moved(workshop.teams[to].name)


async def remove_people(context: Context, workshop: Workshop, team: int, seat: int | None, request: str) -> str:
    """Take the seat from whoever has it, or all seats of the team; they are members no longer."""
    live = await _live_of(context, workshop.teams[team])
    leaving = from_desk(workshop, workshop.teams[team], f"{request}:leave")
    if await context.store.handled(leaving.id):
        return str(texts.DONE)  # others may sit there by now
    if live.standing.table.phase == "over":
        raise Refused(refusals.TABLE_OVER)
    going = [each for each in live.people if each.seat is not None and seat in {None, each.seat}]
    if not going:
        raise Refused(texts.NOBODY_THERE)
    people = tuple(each.person for each in going)
    await _give_back(context, workshop, *people)
    await at_table(context, live.id, leaving, team_tables.move_out(*people))
    return texts.removed(len(going))


async def _call(context: Context, workshop: Workshop, team: int, new: LiveTable, person: Person) -> None:
    """Call somebody in chat to the room of their new team; a page knows the way by itself."""
    room = thread_of(workshop.teams[team], new)
    if room and room.partition(":")[0] == person.id.partition(":")[0]:
        with speaking(new.language):
            words = texts.moved_here(who(0), workshop.teams[team].name)
        await context.rooms.send(room, Reply(situation=words, names=(person.name,), pings=(person,)))


async def _change_team(context: Context, workshop: Workshop, person: str, team: int) -> None:
    async def change(stored: Workshop, members: tuple[Member, ...]) -> Changed:
        known = next((each for each in members if each.person == person), Member(person, team))
        return Changed(stored, (replace(known, team=team),))

    await context.part(WorkshopBook).change(workshop.id, change)


async def _live_of(context: Context, team: Team) -> LiveTable:
    live = await context.tables.find_current(playing_at(team))
    if live is None:
        raise Refused(texts.GONE)
    return live
