"""One retrospective of all teams at one board, after a workshop's game."""

import asyncio
from collections.abc import Sequence

from bot.features.workshop import opening, team_tables, texts
from bot.features.workshop.book import WorkshopBook
from bot.features.workshop.given import Answer, order
from bot.features.workshop.model import Workshop
from bot.features.workshop.orders import runs
from bot.features.workshop.team_tables import at_table, from_desk
from bot.kernel.calls import Call, Context
from bot.kernel.opening import Opening, show_in_all
from bot.kernel.store import Seating
from bot.kernel.table import model as tables
from bot.kernel.table import refusals
from bot.kernel.table.catalogue import about
from bot.kernel.table.model import Refused
from bot.kernel.table.names import clean_name
from bot.kernel.table.rules import read_options
from games import GAMES
from games.values import replace


@order("together", "One retrospective of all teams, at one board")
async def together(context: Context, call: Call, workshop: Workshop) -> Answer:
    """Open and start it at once, in the rooms of all teams: everybody has a seat already.

    Given again, it finds the table that it has opened, and does what is missing.
    """
    request, first = f"{call.request.id}:together", workshop.teams[0]
    asking = from_desk(workshop, first, request)
    rooms = [room for team in workshop.teams for room in (team.room, team.thread) if room]
    live = await opening.opened_by(context, request)
    if live is None:
        plan = _planned(workshop, await _everybody(context, workshop))
        await opening.close_unclaimed_later(context, first.room, [request])
        apart = replace(workshop, seed=b"")  # it shares no dice
        live = await opening.opened(context, apart, asking, lambda _: plan, rooms)
    else:
        await show_in_all(context, live, rooms, asking)
    book = context.part(WorkshopBook)
    await asyncio.gather(
        *(book.change_team(workshop.id, number, retro=live.id) for number in range(len(workshop.teams)))
    )
    start = from_desk(workshop, first, f"{request}:start")
    if live.standing.table.phase == "lobby":
        await at_table(context, live.id, start, team_tables.start("", ""))
    return (str(texts.TOGETHER),)


async def _everybody(context: Context, workshop: Workshop) -> list[Seating]:
    """Everybody who played, team by team; Refused while a team is at it."""
    busy = [team.name for team in workshop.teams if await runs(context, team)]
    if busy:
        raise Refused(texts.still_playing(busy))
    found = await asyncio.gather(*(context.tables.find_current(team.table) for team in workshop.teams))
    played = [live for live in found if live is not None and live.standing.table.phase == "over"]
    return _with_own_names([each for live in played for each in opening.players(live)])


def _with_own_names(people: Sequence[Seating]) -> list[Seating]:
    """Each person once, and no two of the same name: teams may each have an Anna."""
    found: dict[str, Seating] = {}
    for each in people:
        taken = [other.name for other in found.values()]
        found.setdefault(each.person, replace(each, name=clean_name(each.name, taken), seat=len(found)))
    return list(found.values())


def _planned(workshop: Workshop, people: Sequence[Seating]) -> Opening:
    meeting = about(GAMES[workshop.game])
    if meeting is None:
        raise Refused(refusals.NOTHING_TO_TALK_ABOUT)
    if len(people) >= meeting.seats.stop:
        raise Refused(texts.too_many_to_talk(len(people), meeting.seats.stop - 1))
    if len(people) not in meeting.seats:
        raise Refused(texts.too_few_to_talk(len(people)))
    seats = tuple(tables.SeatTaken(seat) for seat in range(len(people)))
    joined = opening.joined(workshop, str(texts.ALL_TEAMS), meeting=True)
    return Opening(meeting, read_options(meeting, ""), seats, tuple(people), (joined,))
