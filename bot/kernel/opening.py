"""Opening a table in a room, playing once more, and picking up a table that was put away."""

from collections.abc import Callable, Mapping

from bot.features import facilitation_ as facilitation
from bot.features import facilitation_texts
from bot.features.linked_rooms import show_here, show_in_all
from bot.features.meetings.past import inherited_in
from bot.features.workshop import texts as workshops
from bot.features.workshop.events import WorkshopJoined
from bot.kernel import calls as needs
from bot.kernel import changes
from bot.kernel.calls import Call, Context
from bot.kernel.changes import again, change
from bot.kernel.live.cache import new_id
from bot.kernel.live.table import LiveTable, clean_name, find_player, person_of
from bot.kernel.live.writer import People
from bot.kernel.messages import DONE, Person, Request, Response, TableForm
from bot.kernel.ports import AlreadyHandled, Append, Conflict, RoomRecord, Seating, StoredTable, TableRecord
from bot.kernel.table import model as tables
from bot.kernel.table import rules
from bot.kernel.table import texts as notices
from bot.kernel.table import texts as refusals
from bot.kernel.table.catalogue import ARGUMENT_LIMIT, about
from bot.kernel.table.journal import Draft
from bot.kernel.table.model import Refused
from bot.kernel.table.rules import read_files, read_options
from games import GAMES
from games.chance import commitment
from games.contract import AnyGame, OptionValue
from games.text import clean
from games.values import replace, value

# --- opening ---------------------------------------------------------------------------------------------------------

ID_LENGTH = 12


@value
class Opening:
    """What a new table starts with."""

    game: AnyGame
    options: Mapping[str, OptionValue]
    seats: tuple[tables.SeatTaken | tables.BotSeated, ...]
    people: tuple[Seating, ...]
    workshop: WorkshopJoined | None = None  # it is a team's table there


# --- the commands --------------------------------------------------------------------------------------------------


async def new(context: Context, call: Call) -> Response:
    opening = first_opening(call.person, named_game(call.argument("game")), call.argument("options"))
    opened = await open_table(context, call.request, lambda _: opening, context.new_seed())
    return opened if isinstance(opened, Response) else await _announce(context, opened, call.request)


async def open_from_form(context: Context, request: Request, form: TableForm) -> Response:
    """The same with automatic players at the table."""
    game = named_game(clean(form.game, ARGUMENT_LIMIT))
    opening = first_opening(person_of(request), game, clean(form.options, ARGUMENT_LIMIT))
    opening = replace(opening, seats=(*opening.seats, *_bots(game, form)))
    opened = await open_table(context, request, lambda _: opening, context.new_seed())
    return opened if isinstance(opened, Response) else await _announce(context, opened, request)


def _bots(game: AnyGame, form: TableForm) -> list[tables.BotSeated]:
    table = tables.Table(game.key, {}, ("person",), ("",))
    seated: list[tables.BotSeated] = []
    for _ in range(form.bots):
        bot = rules.seat_bot(table, game, clean(form.level, ARGUMENT_LIMIT).lower())
        table = tables.evolve(table, bot)
        seated.append(bot)
    return seated


async def once_more(context: Context, call: Call) -> Response:
    """The same game, options and people again, in all rooms of the table."""
    opened = await open_table(context, call.request, lambda old: _the_same(call.person, old), context.new_seed())
    if isinstance(opened, Response):
        return opened
    if call.live is not None:
        await show_in_all(context, opened, tuple(call.live.rooms), call.request)
    return await _announce(context, opened, call.request)


async def talk(context: Context, call: Call) -> Response:
    """A meeting about the game that ended here, with the people who played."""
    opened = await open_table(context, call.request, lambda old: _about(call.person, old), context.new_seed())
    return opened if isinstance(opened, Response) else await _announce(context, opened, call.request)


async def resume(context: Context, call: Call) -> Response:
    """The table of this room, or one that was put away here before another was opened."""
    live = await _asleep_here(context, call)
    if live is None or live.standing.table.phase == "over":
        raise Refused(facilitation_texts.NOTHING_TO_RESUME)
    call = call.at(live)
    if call.request.room not in live.rooms:
        facilitation.wake_up(Draft(live.id, live.standing, live.seed, context.clock.now()), call)  # or refuse it first
        await show_here(context, live, call.request)
    return await change(context, call, facilitation.wake_up)


async def _asleep_here(context: Context, call: Call) -> LiveTable | None:
    """A table of this room that sleeps, else the one the room shows."""
    live = call.live
    for record in await context.store.tables_in(call.request.room):
        if live is not None and live.standing.table.asleep:
            break
        found = await context.tables.find_current(record.id)
        live = found if found is not None and found.standing.table.asleep else live
    return live


async def _announce(context: Context, live: LiveTable, request: Request) -> Response:
    await context.rooms.announce(live, request)
    return DONE


# --- what a table starts with --------------------------------------------------------------------------------------


def named_game(name: str) -> AnyGame:
    game = GAMES.get(name.lower())
    if game is None:
        raise Refused(refusals.unknown_game(name.lower(), GAMES.values()))
    return game


def first_opening(person: Person, game: AnyGame, options: str = "") -> Opening:
    """Whoever opens a table is its host and takes the first seat."""
    host = Seating(person.id, clean_name(person.name, ()), 0, host=True)
    return Opening(game, read_options(game, options), (tables.SeatTaken(0),), (host,))


def _the_same(person: Person, old: LiveTable | None) -> Opening:
    """The game that ended here, with the people who played; whoever asks for it is the host."""
    if old is None or old.standing.table.phase != "over":
        raise Refused(refusals.NOTHING_AGAIN)
    game, table = old.standing.game, old.standing.table
    seats = seats_again(game, table)
    people = [
        replace(each, host=False, seat=(each.seat + game.seating.rotates) % len(seats))
        for each in old.people
        if each.seat is not None and each.seat in table.people
    ]
    if all(each.person != person.id for each in people):
        free = len(seats) if len(seats) + 1 in game.seats else None
        seats += [tables.SeatTaken(free)] if free is not None else []
        people.append(Seating(person.id, clean_name(person.name, [each.name for each in people]), free))
    hosted = tuple(replace(each, host=each.person == person.id) for each in people)
    return Opening(game, dict(table.options), tuple(seats), hosted)


def _about(person: Person, old: LiveTable | None) -> Opening:
    """Whoever asks for it takes the first seat; automatic players have nothing to say."""
    meeting = about(old.standing.game) if old is not None and old.standing.table.phase == "over" else None
    if old is None or meeting is None:
        raise Refused(refusals.NOTHING_TO_TALK_ABOUT)
    people = old.standing.table.people
    others = [each for each in old.people if each.seat is not None and each.seat in people and each.person != person.id]
    known = next((each.name for each in old.people if each.person == person.id), person.name)
    first = Seating(person.id, clean_name(known, [each.name for each in others]), 0, host=True)
    seated = [first, *(Seating(each.person, each.name, seat) for seat, each in enumerate(others, start=1))]
    seats = tuple(tables.SeatTaken(seat) for seat in range(len(seated)))
    return Opening(meeting, read_options(meeting, ""), seats, tuple(seated))


def seats_again(game: AnyGame, table: tables.Table) -> list[tables.SeatTaken | tables.BotSeated]:
    seats: list[tables.SeatTaken | tables.BotSeated] = []
    for seat in range(len(table.seats)):
        before = (seat - game.seating.rotates) % len(table.seats)
        automatic = table.seats[before] == "automatic"
        seats.append(tables.BotSeated(seat, table.levels[before]) if automatic else tables.SeatTaken(seat))
    return seats


# --- opening it ----------------------------------------------------------------------------------------------------


async def open_table(
    context: Context, request: Request, plan: Callable[[LiveTable | None], Opening], seed: bytes
) -> LiveTable | Response:
    """A new table in the room that asks, not announced yet; a response if the request was handled before.

    `plan` says what it starts with, given the table that the room showed until now.
    """
    async with context.room_locks.of(request.room):
        old = await context.tables.in_room(request.room)
        if old is not None:
            old = await context.tables.current(old, request.room)
            if old.standing.table.phase != "over" and not old.standing.table.asleep:
                if await context.store.handled(request.id) == old.id:
                    return await again(context, old, request)
                raise Refused(refusals.room_has_table(old.standing.game))
            if not request.desk and await context.workshops.runs(old):
                raise Refused(workshops.UP_TO_THE_TRAINER)
        opening = plan(old)
        inherited = {}
        if opening.workshop is None or not opening.workshop.dice:  # else all teams have the same cards
            inherited = await inherited_in(context.store, context.meetings, request.room, opening.game)
        files = {**read_files(opening.game, opening.options, context.load), **inherited}
        stored, append = _laid(request, opening, files, seed, context.clock.now())
        try:
            shown = old.id if old else await context.tables.without_game_in(request.room)
            await context.store.append(replace(append, instead_of=shown))
        except AlreadyHandled:
            live = await context.tables.in_room(request.room)
            return await again(context, live, request) if live else DONE
        except Conflict:  # another process opened one here just now
            context.tables.take_from(request.room)
            newer = await context.tables.in_room(request.room)
            raise Refused(refusals.room_has_table(newer.standing.game) if newer else notices.TOO_BUSY) from None
        return _adopted(context, request.room, stored, old)


def _laid(
    request: Request, opening: Opening, files: dict[str, str], seed: bytes, now: float
) -> tuple[StoredTable, Append]:
    """The new table, and what stores it."""
    table = new_id(ID_LENGTH)
    draft = Draft(table, None, seed, now)
    opened = tables.TableOpened(opening.game.key, dict(opening.options), files, commitment(seed))
    joined = [] if opening.workshop is None else [opening.workshop]
    draft.record([opened, *joined, *opening.seats])
    record = TableRecord(table, opening.game.key, seed, now)
    rows = draft.written(request.id)
    stored = StoredTable(record, opening.people, (), (RoomRecord(request.room, table, 0),), rows)
    return stored, Append(table, rows, record, request.room, stored.people)


def _adopted(context: Context, room: str, stored: StoredTable, old: LiveTable | None) -> LiveTable:
    if old is not None and (shown := old.rooms.pop(room, None)):
        # its last message is still known: the first one of the new table removes its buttons
        stored = replace(stored, rooms=tuple(replace(each, message=shown.message) for each in stored.rooms))
    live = context.tables.keep(stored)
    live.opened_here(stored.events)
    context.tables.show_in(room, live.id)
    return live


# --- lobby -----------------------------------------------------------------------------------------------------------

OFF = "off"


def seat_bot(draft: Draft, call: Call) -> People:
    """Seat an automatic player; `off`: remove one."""
    level = call.argument("level").lower()
    if level == OFF:
        return _remove_bot(draft, call)
    draft.record([rules.seat_bot(draft.standing.table, draft.standing.game, level)])
    return None


def _remove_bot(draft: Draft, call: Call) -> People:
    needs.say(call)
    named = call.argument("player")
    left = rules.remove_bot(draft.standing.table, find_player(call.table, None, named) if named else None)
    draft.record([left])
    return tuple(changes.moved_up(seating, left.seat) for seating in call.table.people)


async def choose_options(context: Context, call: Call) -> Response:
    """Change some options; the others stay. Files that options name are read now, as when a table opens."""

    def decide(draft: Draft, call: Call) -> People:
        needs.say(call)
        game, table = draft.standing.game, draft.standing.table
        options = read_options(game, call.argument("options"), table.options)
        inherited = {name: text for name, text in table.files.items() if name not in options}
        files = {**read_files(game, options, context.load, opening=False), **inherited}
        draft.record([rules.choose_options(table, options, files)])
        return None

    return await changes.change(context, call, decide)
