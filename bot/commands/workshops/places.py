"""Where people sit at a workshop: evenly or where they like, late, and in another team."""

import asyncio
from collections import defaultdict
from collections.abc import Iterable

from bot.commands import changes
from bot.commands.calls import Call, Context
from bot.commands.workshops import team_tables
from bot.commands.workshops.team_tables import at_table, from_desk, playing_at
from bot.commands.workshops.threads import thread_of
from bot.live.table import LiveTable, clean_name
from bot.live.workshops import Changed
from bot.messages import Called, Person, Reply, Request
from bot.table.catalogue import call as called
from bot.table.fairness import luck_from
from bot.table.model import Refused
from bot.texts import workshops as texts
from bot.workshop_messages import Entrance, MoveSeat, Placed, TeamDoor
from bot.workshop_records import Member, Workshop
from games import GAMES
from games.text import who
from games.values import replace, value


async def team_lives(context: Context, workshop: Workshop) -> list[LiveTable | None]:
    """All at once, because each of them may have to be read from a database elsewhere."""
    return await asyncio.gather(*(context.tables.find_current(playing_at(team)) for team in workshop.teams))


def people_of(live: LiveTable | None) -> list[str]:
    """Who has a seat at a table, or comes back to one."""
    return [each.person for each in live.people if each.seat is not None] if live else []


def free_places(workshop: Workshop, members: Iterable[Member], live: LiveTable | None) -> int:
    """How many more people could get a seat in a team now. Members who are about to sit down have taken theirs."""
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


def choose_team(
    workshop: Workshop, members: tuple[Member, ...], lives: list[LiveTable | None], wanted: int | None
) -> int | None:
    """The team that somebody joins: the one they want, else the smallest; None if it, or every one, is full."""
    in_team = defaultdict[int, list[Member]](list)
    for each in members:
        in_team[each.team].append(each)
    free = [free_places(workshop, in_team[team], live) for team, live in enumerate(lives)]
    if wanted is not None and workshop.chooses:
        return wanted if 0 <= wanted < len(free) and free[wanted] else None
    sizes = [len({*people_of(live), *(each.person for each in in_team[team])}) for team, live in enumerate(lives)]
    return min((team for team in range(len(lives)) if free[team]), key=lambda team: (sizes[team], team), default=None)


# --- the entrance --------------------------------------------------------------------------------------------------


async def entrance(context: Context, workshop: Workshop, person: Person | None) -> Entrance:
    members = await context.store.members(workshop.id)
    lives = await team_lives(context, workshop)
    own = _place_of(members, lives, person.id) if person else None
    game = GAMES[workshop.game]
    return Entrance(
        title=workshop.title,
        trainer=workshop.trainer,
        game=game.key,
        game_title=game.title,
        summary=game.summary,
        phase=workshop.phase,
        chooses=workshop.chooses,
        attendance=workshop.attendance,
        teams=tuple(
            TeamDoor(
                team.name, _names(live), free_places(workshop, (each for each in members if each.team == number), live)
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
    """Reserve a place in a team, then sit down there. Asked again, it does what is missing."""
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
        team = choose_team(stored, members, lives, arrival.wanted)
        if team is None:  # but nobody is turned away before the store was asked
            team = choose_team(stored, members, await team_lives(context, stored), arrival.wanted)
        found = None if team is None else (stored, team)
        return None if team is None else Changed(stored, (_member(context, stored, arrival, team),))

    await context.workshops.change(workshop.id, reserve)
    return found


def _member(context: Context, workshop: Workshop, arrival: Arrival, team: int) -> Member:
    """Whose name it is and when they came is kept only for an attendance sheet."""
    member = Member(arrival.person.id, team, luck_from(arrival.luck) if arrival.luck else "")
    if not workshop.attendance:
        return member
    return replace(member, name=arrival.person.name, arrived=context.clock.now())


async def _give_back(context: Context, workshop: Workshop, person: str) -> None:
    async def give_back(stored: Workshop, _: tuple[Member, ...]) -> Changed:
        return Changed(stored, left=(person,))

    await context.workshops.change(workshop.id, give_back)


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
    """No seat is free: they look on at the team that they want, or at the smallest one."""
    if workshop.chooses and wanted is not None and 0 <= wanted < len(workshop.teams):
        return Placed(workshop.teams[wanted].room, wanted, seated=False)
    team = min(range(len(lives)), key=lambda each: len(people_of(lives[each])))
    return Placed(workshop.teams[team].room, team, seated=False)


# --- moving --------------------------------------------------------------------------------------------------------


async def move_seat(context: Context, workshop: Workshop, order: MoveSeat, request: str) -> str:
    """Somebody changes teams: first the new seat, then the old one, so that nobody is ever without one."""
    old, new = await _live_of(context, workshop, order.team), await _live_of(context, workshop, order.to)
    if order.team == order.to:
        raise Refused(texts.SAME_TEAM)
    moving = next((each for each in old.people if each.seat == order.seat), None)
    if moving is None:
        raise Refused(texts.NOBODY_THERE)
    person = Person(moving.person, moving.name)
    sitting = Request(f"{request}:join", workshop.teams[order.to].room, person, Called("join"))
    over = new.standing.table.phase == "over"
    if over or not await _sit_down(context, workshop, order.to, sitting):
        raise Refused(texts.team_full(workshop.teams[order.to].name))
    await _change_team(context, workshop, person.id, order.to)
    leaving = from_desk(workshop, workshop.teams[order.team], f"{request}:leave")
    if await at_table(context, old.id, leaving, team_tables.move_out(person.id)):
        await _call(context, workshop, order.to, new, person)
    return texts.moved(moving.name, workshop.teams[order.to].name)


async def _call(context: Context, workshop: Workshop, team: int, new: LiveTable, person: Person) -> None:
    """Somebody in chat is called to the room of their new team; a page knows the way by itself."""
    room = thread_of(workshop.teams[team], new)
    if room and room.partition(":")[0] == person.id.partition(":")[0]:
        words = texts.moved_here(who(0), workshop.teams[team].name)
        await context.rooms.send(room, Reply(words, names=(person.name,), pings=(person,)))


async def _change_team(context: Context, workshop: Workshop, person: str, team: int) -> None:
    async def change(stored: Workshop, members: tuple[Member, ...]) -> Changed:
        known = next((each for each in members if each.person == person), Member(person, team))
        return Changed(stored, (replace(known, team=team),))

    await context.workshops.change(workshop.id, change)


async def _live_of(context: Context, workshop: Workshop, team: int) -> LiveTable:
    if not 0 <= team < len(workshop.teams):
        raise Refused(texts.NO_SUCH_TEAM)
    live = await context.tables.find_current(playing_at(workshop.teams[team]))
    if live is None:
        raise Refused(texts.GONE)
    return live
