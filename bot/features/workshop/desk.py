"""Workshops as adapters see them (docs/decisions/0044): above all the desk, with all tables as everybody sees them."""

import asyncio
import json
from collections import OrderedDict
from collections.abc import Callable

from bot.features.workshop import opening, places, texts
from bot.features.workshop.book import Changed, WorkshopBook, dice_of, digest
from bot.features.workshop.comparison import Comparing
from bot.features.workshop.model import (
    Attendance,
    Comparison,
    Desk,
    Entrance,
    Member,
    OpenedWorkshop,
    Placed,
    SuggestedHint,
    Team,
    TeamCard,
    Workshop,
    WorkshopForm,
    Workshops,
    WorkshopStore,
    followed_as,
)
from bot.features.workshop.opening import fingerprint
from bot.features.workshop.places import people_of
from bot.features.workshop.team_tables import (
    at_table,
    bots_that_join,
    feature,
    from_desk,
    playing_at,
    question_of,
    workshop_of,
)
from bot.kernel import pages
from bot.kernel.calls import Context
from bot.kernel.live.table import LiveTable
from bot.kernel.messages import Page, Person, Reply
from bot.kernel.store import Job
from bot.kernel.table.journal import Draft, effective_events
from bot.kernel.table.model import Refused, Table, TableClosed
from games import GAMES
from games.contract import AnyGame
from games.language import speaking, spoken
from games.values import replace, value

# --- desk ------------------------------------------------------------------------------------------------------------

STUCK_SECONDS = 180.0  # a live table that waits this long for people needs a look by the trainer

FACTS_SECONDS = 5.0  # between two looks at everything that has happened at a table
_MAX_CARDS = 1000


@value
class _Made:
    version: int  # of the table
    page: Page
    facts: frozenset[str]
    known: int  # the version whose facts these are
    at: float  # when they were found


class TeamCards:
    """Cards of teams, made again only where a table has changed, because a desk shows thirty of them."""

    def __init__(self, context: Context) -> None:
        self._context = context
        self._made: OrderedDict[tuple[str, str], _Made] = OrderedDict()  # by table and language

    async def card(self, team: Team, game: AnyGame) -> TeamCard:
        live = await self._context.tables.find_current(playing_at(team))
        if live is None:
            return _removed(team, game)
        made = await self._of(live)
        waiting = _waiting(live, self._context.clock.now())
        question, asked_by = question_of(live)
        standing = live.standing
        kit = standing.game.debrief.kit() if standing.playing else None
        return TeamCard(
            name=team.name,
            room=team.room,
            table=live.id,
            page=made.page,
            glance=standing.game.debrief.glance(standing.view(None)) if standing.state is not None else (),
            waiting=waiting,
            stuck=waiting >= STUCK_SECONDS and not live.pace.is_async,
            question=question,
            asked_by=asked_by,
            hints=tuple(SuggestedHint(hint.key, str(hint.text)) for hint in kit.fitting(made.facts)) if kit else (),
        )

    async def _of(self, live: LiveTable) -> _Made:
        now, wanted = self._context.clock.now(), (live.id, spoken())
        made = self._made.get(wanted)
        soon = made is not None and 0 <= now - made.at < FACTS_SECONDS
        if made is not None and made.version == live.version and (soon or made.known == live.version):
            return made
        version, playing = live.version, live.standing.playing
        page = await pages.page(live, self._context.thinker, None, self._context.tables.own)
        if made is not None and soon and playing:
            found = replace(made, version=version, page=page)
        else:
            facts = await facts_of(self._context, live) if playing else frozenset[str]()
            found = _Made(version, page, facts, version, now)
        self._made[wanted] = found
        self._made.move_to_end(wanted)
        if len(self._made) > _MAX_CARDS:
            self._made.popitem(last=False)
        return found


def _removed(team: Team, game: AnyGame) -> TeamCard:
    """A team whose table was too old to be kept: it still has its number, by which others are called."""
    page = Page(
        team.table, 0, game.key, str(game.about.title), "over", (), (), None, host=False, awaited=False, reply=Reply()
    )
    return TeamCard(team.name, team.room, team.table, page)


async def facts_of(context: Context, live: LiveTable) -> frozenset[str]:
    """The facts about a table so far, as far as everybody may know them."""
    game = live.standing.game
    if game.debrief.kit() is None:
        return frozenset()
    rows = await context.store.events(live.id)
    return game.debrief.happened(effective_events(rows, game)).facts


def _waiting(live: LiveTable, now: float) -> float:
    """The time that the table has waited for somebody, in seconds."""
    return max(0.0, now - live.standing.at) if live.awaited else 0.0


async def desk_of(context: Context, cards: TeamCards, workshop: Workshop) -> Desk:
    game = GAMES[workshop.game]
    shown = tuple(await asyncio.gather(*(cards.card(team, game) for team in workshop.teams)))
    revealed = workshop.same_dice and await context.part(WorkshopBook).round_is_over(workshop)
    return Desk(
        id=workshop.id,
        entrance=workshop.entrance if workshop.phase != "ended" else "",
        title=workshop.title,
        trainer=workshop.trainer,
        game=game.key,
        game_title=str(game.about.title),
        phase=workshop.phase,
        round=workshop.round,
        paused=workshop.paused,
        until=workshop.until,
        chooses=workshop.chooses,
        attendance=workshop.attendance,
        same_dice=workshop.same_dice,
        size=workshop.size,
        options=workshop.options,
        teams=shown,
        order=tuple(sorted(range(len(shown)), key=lambda team: _urgency(shown[team], team))),
        needs=await _needs(context, workshop) if workshop.phase == "open" else (),
        fingerprint=fingerprint(workshop),
        seed=workshop.seed.hex() if revealed else "",
    )


def _urgency(card: TeamCard, team: int) -> tuple[bool, bool, float, int]:
    """The sort key: questions first, then teams that have waited for too long, the longest first, then by number."""
    return not card.question, not card.stuck, -card.waiting if card.stuck else 0.0, team


async def _needs(context: Context, workshop: Workshop) -> tuple[str, ...]:
    """Sentences that the trainer should read before the start."""
    found = []
    for team in workshop.teams:
        live = await context.tables.find(team.table)  # the cards have just been made of it
        if live is None or live.standing.table.phase != "lobby":
            continue
        if not people_of(live):
            found.append(texts.empty_team(team.name))
        elif bots := bots_that_join(live):
            found.append(texts.small_team(team.name, len(people_of(live)), bots))
    return tuple(found)


# --- revealing -------------------------------------------------------------------------------------------------------

_REVEAL = "workshop_reveal"


@feature.after(TableClosed)
def after_closing(_: Context, live: LiveTable, draft: Draft, __: object) -> tuple[Job, ...]:
    """The job after a team is done: stored with its last event, so nothing is lost if the process stops then."""
    table = draft.standing.table
    if not table.seed_group:
        return ()
    payload = json.dumps({"workshop": workshop_of(table), "dice": table.seed_group})
    room = next(iter(live.rooms), "")
    # one job per round: the last team's replaces the others'
    return (Job(f"{_REVEAL}:{table.seed_group}", room, _REVEAL, draft.at, payload),) if room else ()


@feature.job(_REVEAL)
async def reveal(context: Context, job: Job) -> None:
    """Tell all teams of the round, if this was the last one that played. Tables that nobody has used are closed."""
    wanted = json.loads(job.payload)
    workshop = await context.store.part(WorkshopStore).workshop(wanted["workshop"])
    if workshop is not None and wanted["dice"] == dice_of(workshop):
        await _close_unused(context, workshop, job)
        if await context.part(WorkshopBook).round_is_over(workshop):
            for room in (room for team in workshop.teams for room in (team.room, team.thread) if room):
                with speaking(await context.tables.language_of(room)):
                    await context.rooms.send(room, Reply(texts.seed_shown(workshop.seed.hex())))
    await context.store.finish_job(job)


async def _close_unused(context: Context, workshop: Workshop, job: Job) -> None:
    lives = [await context.tables.find_current(team.table) for team in workshop.teams]
    if any(live is not None and not _is_done_or_unused(live.standing.table) for live in lives):
        return
    for number, (team, live) in enumerate(zip(workshop.teams, lives, strict=True)):
        if live is not None and live.standing.table.phase == "lobby":
            request = from_desk(workshop, team, f"{job.id}:{job.due}:{number}", "end")
            try:
                await at_table(context, team.table, request)
            except Refused:
                continue


def _is_done_or_unused(table: Table) -> bool:
    return table.phase == "over" or (table.phase == "lobby" and not table.people)


# --- what adapters may ask -------------------------------------------------------------------------------------------


class _WorkshopService:
    """The implementation of bot.features.workshop.model.Workshops."""

    def __init__(self, context: Context) -> None:
        self._context = context
        self._book = context.part(WorkshopBook)
        self._cards = TeamCards(context)
        self._comparing = Comparing(context)

    async def open_workshop(self, form: WorkshopForm, request: str, key: str = "") -> OpenedWorkshop:
        return await opening.open_workshop(self._context, form, request, key)

    async def entrance(self, link: str, person: Person | None) -> Entrance | None:
        workshop = await self._book.at_entrance(link)
        return await places.entrance(self._context, workshop, person) if workshop else None

    async def take_place(self, link: str, person: Person, team: int | None, request: str, luck: str = "") -> Placed:
        workshop = await self._book.at_entrance(link)
        if workshop is None:
            raise Refused(texts.GONE)
        given = (luck or request) if self._context.adds_luck else luck
        arrival = places.Arrival(person, request, team, given)
        return await places.take_place(self._context, workshop, arrival)

    async def desk(self, key: str) -> Desk | None:
        workshop = await self._book.at_desk(key)
        return await desk_of(self._context, self._cards, workshop) if workshop else None

    async def hand_over(self, key: str, request: str) -> OpenedWorkshop:
        new = opening.key_after(key, request)
        if done := await self._book.at_desk(new):
            return OpenedWorkshop(done.id, done.entrance, new)

        async def hand_over(stored: Workshop, _: tuple[Member, ...]) -> Changed:
            if stored.desk != digest(key):
                raise Refused(texts.GONE)
            return Changed(replace(stored, desk=digest(new)))

        workshop = await self._book.change((await self._book.led_from(key)).id, hand_over)
        return OpenedWorkshop(workshop.id, workshop.entrance, new)

    async def compare(self, key: str) -> Comparison:
        return await self._comparing.compare(await self._book.led_from(key))

    async def attendance(self, key: str) -> tuple[Attendance, ...]:
        workshop = await self._book.led_from(key)
        members = await self._context.store.part(WorkshopStore).members(workshop.id)
        return tuple(
            Attendance(each.name, workshop.teams[each.team].name, each.arrived) for each in members if each.name
        )

    def follow_workshop(self, workshop: str, changed: Callable[[], None]) -> Callable[[], None]:
        return self._context.tables.follow(followed_as(workshop), changed)


feature.facades[Workshops] = _WorkshopService
