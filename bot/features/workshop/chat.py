"""Workshops in chat: opening one, coming in, the guide for a game, and a question to the trainer."""

from bot.features.workshop import places as threads
from bot.features.workshop import texts
from bot.features.workshop.book import WorkshopBook
from bot.features.workshop.model import OpenedWorkshop, Placed, Team, Workshop, WorkshopForm, WorkshopStore
from bot.features.workshop.opening import open_workshop, read_form, suggest_settings
from bot.features.workshop.places import Arrival, take_place, team_lives
from bot.features.workshop.team_tables import QuestionAsked, feature, workshop_of
from bot.kernel import changes
from bot.kernel.calls import Call, Context, aloud, at_table, with_seat
from bot.kernel.changes import given_luck
from bot.kernel.live.seating import seat_of
from bot.kernel.live.table import LiveTable
from bot.kernel.live.writer import People
from bot.kernel.messages import DONE, Link, Page, Person, Reply, Request, Response, Suggestion, answered
from bot.kernel.opening import named_game, show_here
from bot.kernel.table.catalogue import GAME
from bot.kernel.table.journal import Draft
from bot.kernel.table.model import Refused, Table
from games.contract import Parameter
from games.language import lazy
from games.text import clean
from games.values import replace

_MAX_QUESTION = 300  # characters


@feature.action(
    "workshop",
    lazy("Run a game with several teams: new sprint teams=6; guide shows how to debrief one"),
    Parameter(
        "what",
        lazy("new or guide"),
        kind="choice",
        choices=("new", "guide"),
        titles=(lazy("Open a workshop"), lazy("How to run and debrief a game")),
    ),
    replace(GAME, required=False),
    Parameter("settings", lazy("For example teams=6 size=5 dice=same hours=250"), required=False, rest=True),
    group="room",
    suggest=suggest_settings,
    of_room=True,
    follows="actions",
)
async def workshop(context: Context, call: Call) -> Response:
    if call.argument("what") == "guide":
        return await context.show(call, _guide(call))
    if not call.argument("game"):
        raise Refused(texts.WHICH_GAME)
    channel = call.request.room if context.rooms.has_threads(call.request.room) else ""
    form = read_form(call.argument("game"), call.argument("settings"), call.person.name, channel)
    opened = await open_workshop(context, form, call.request.id)
    assert context.web is not None, "a workshop isn't opened without"
    with aloud(call):
        shown = await context.show(call, _invitation(form, opened, context.web.entrance_link(opened.entrance)))
    desk = Link(str(texts.DESK), context.web.desk_link(opened.key))
    yours = Reply(str(texts.DESK_IS_YOURS), private=True, links=(desk,))
    return replace(shown, outcome="done", replies=(*shown.replies, yours))


def _invitation(form: WorkshopForm, opened: OpenedWorkshop, link: str) -> Reply:
    """An invitation for everybody in the room: a way to the pages and, if there will be threads, one to those."""
    text = texts.opened_here(
        named_game(form.game), form.teams, threads=bool(form.channel), sheet=form.attendance, chooses=form.chooses
    )
    line = f"join {opened.entrance}"  # not prose
    join = (Suggestion(line, str(texts.JOIN)),) if form.channel else ()
    return Reply(
        text, links=(Link(str(texts.SEAT_IN_BROWSER if form.channel else texts.TAKE_A_SEAT), link),), lines=join
    )


def _guide(call: Call) -> Reply:
    """A guide to running and debriefing a game: the one that is named, else the one on the table."""
    named = call.argument("game")
    game = named_game(named) if named else call.table.standing.game
    kit = game.debrief.kit()
    if kit is None:
        raise Refused(texts.NO_GUIDE)
    return Reply(texts.guide(str(game.about.title), kit), private=True)


# --- coming in -----------------------------------------------------------------------------------------------------


@feature.welcomes
async def take_place_here(context: Context, call: Call) -> Response | None:
    """Give somebody with a workshop's code, or at a team's table, a place in a team."""
    workshop = await _workshop_of(context, call)
    if workshop is None:
        return None
    lives = await team_lives(context, workshop)
    here = next((team for team, live in enumerate(lives) if live and call.request.room in live.rooms), None)
    if workshop.renewed and not call.argument("code") and await _is_stranger(context, workshop, call):
        raise Refused(texts.BY_LINK)
    arrival = Arrival(call.person, call.request.id, here, given_luck(call))
    placed = await take_place(context, workshop, arrival)
    if placed.seated and placed.team == here and not call.argument("code"):
        return DONE  # the room sees who sits there
    return answered(await _way_to(context, call, workshop, placed))


async def _is_stranger(context: Context, workshop: Workshop, call: Call) -> bool:
    """Whether somebody knows only the address of a team's page; whoever reads a thread was let into its channel."""
    pages = {team.room for team in workshop.teams}
    members = await context.store.part(WorkshopStore).members(workshop.id)
    return call.request.room in pages and call.person.id not in {each.person for each in members}


async def _workshop_of(context: Context, call: Call) -> Workshop | None:
    """The workshop that somebody comes to; None if they have a seat at this room's table, or there is none."""
    if code := call.argument("code"):
        return await _behind(context, code)
    live = call.live
    if live is None or live.seat_of(call.person) is not None:
        return None
    joined = workshop_of(live.standing.table)
    workshop = await context.store.part(WorkshopStore).workshop(joined) if joined else None
    return workshop if workshop is not None and workshop.phase != "ended" else None


async def _behind(context: Context, code: str) -> Workshop | None:
    """The workshop with this entrance; Refused if it is over."""
    workshop = await context.store.part(WorkshopStore).workshop_behind(code)
    if workshop is None or workshop.entrance != code:
        return None
    if workshop.phase == "ended":
        raise Refused(texts.ENDED)
    return workshop


async def _way_to(context: Context, call: Call, workshop: Workshop, placed: Placed) -> Reply:
    """The way to somebody's team, for them alone."""
    team = workshop.teams[placed.team]
    text = texts.your_team(team.name) if placed.seated else texts.look_on(team.name)
    live = (await team_lives(context, workshop))[placed.team]
    room = await _room_for(context, call, workshop, live, team) if live is not None else ""
    if room == call.request.room:
        return Reply(text, private=True)
    if room == team.room and context.web is not None:
        return Reply(text, private=True, links=(Link(str(texts.YOUR_TABLE), context.web.table_link(room)),))
    if room:
        return Reply(text, private=True, links=(Link(str(texts.YOUR_TABLE), room=room),))
    soon = call.request.room in threads.hall(workshop)
    return Reply(f"{text} {texts.THREAD_COMES if soon else texts.NO_ROOM_HERE}", private=True)


async def _room_for(context: Context, call: Call, workshop: Workshop, live: LiveTable, team: Team) -> str:
    """The room where somebody finds the table of their team: in its thread or on its page, else from now on here.

    Empty if there is no such place.
    """
    here = call.request.room
    if here in live.rooms:
        return here
    if here in threads.hall(workshop):
        return threads.thread_of(team, live)
    if here.partition(":")[0] == team.room.partition(":")[0]:
        return team.room
    try:
        await show_here(context, live, call.request)
    except Refused:  # another team's table is shown here, or another game is played
        return ""
    await context.rooms.announce(live, call.request)
    return here


# --- asking --------------------------------------------------------------------------------------------------------


@feature.action(
    "ask",
    lazy("At a workshop: ask the trainer something"),
    Parameter("question", lazy("What you would like to know"), rest=True),
    group="room",
    needs=(
        at_table,
        with_seat,
    ),
)
async def ask(context: Context, call: Call) -> Response:
    """Send a question to the desk; everybody at the table sees it, too."""
    asked = await changes.change(context, call, _ask)
    return asked if asked.outcome != "done" else replace(asked, replies=(Reply(str(texts.ASKED), private=True),))


def _ask(draft: Draft, call: Call) -> People:
    table = draft.standing.table
    if not workshop_of(table) or table.phase == "over":
        raise Refused(texts.NO_TRAINER)
    seat = seat_of(call.table, call.request)
    draft.record([QuestionAsked(seat, clean(call.argument("question"), _MAX_QUESTION))])
    return None


# --- what is up to the trainer -------------------------------------------------------------------------------------


@feature.forbids
def up_to_the_trainer(call: Call) -> str | None:
    """The refusal of a command that is up to the trainer: what is played and when; luck comes with the link."""
    table = call.table.standing.table
    if not workshop_of(table) or call.request.desk:
        return None
    if call.name == "join":
        return str(texts.LUCK_BY_LINK) if table.seed_group and call.argument("luck") else None
    return str(texts.UP_TO_THE_TRAINER)


@feature.guards_opening
async def keep_the_room(context: Context, request: Request, old: LiveTable) -> str | None:
    running = not request.desk and await context.part(WorkshopBook).runs(old)
    return str(texts.UP_TO_THE_TRAINER) if running else None


@feature.knows_seed
async def round_is_over(context: Context, table: Table) -> bool | None:
    return await context.part(WorkshopBook).round_over(table)


@feature.completes_page
async def with_own_team(context: Context, live: LiveTable, person: Person, page: Page) -> Page:
    """The page for somebody who looks on at a team's table but may belong to another team by now."""
    joined = workshop_of(live.standing.table)
    if not joined or page.seat is not None:
        return page
    own = await context.part(WorkshopBook).room_of(joined, person)
    return replace(page, elsewhere="" if own in live.rooms else own)
