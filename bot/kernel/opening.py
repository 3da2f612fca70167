"""Opening a table in a room, playing once more, and picking up a table that was put away."""

from collections.abc import AsyncIterator, Callable, Mapping, Sequence
from contextlib import asynccontextmanager, suppress
from typing import Any

from bot.kernel.calls import Call, Context
from bot.kernel.changes import again, change
from bot.kernel.feature import brought_to_opening, invitation_to, opening_allowed, table_feature
from bot.kernel.live.cache import new_id
from bot.kernel.live.schedule import SLEEP
from bot.kernel.live.seating import person_of
from bot.kernel.live.shown import ShownRoom
from bot.kernel.live.table import Invitation, LiveTable
from bot.kernel.live.writer import MAX_ATTEMPTS, People
from bot.kernel.messages import DONE, Person, Request, Response, TableForm
from bot.kernel.store import AlreadyHandled, Append, Conflict, RoomRecord, Seating, StoredTable, TableRecord, Timer
from bot.kernel.table import model as tables
from bot.kernel.table import refusals, rules, texts
from bot.kernel.table.catalogue import ARGUMENT_LIMIT, GAME, about
from bot.kernel.table.journal import Draft
from bot.kernel.table.model import Refused
from bot.kernel.table.names import clean_name
from bot.kernel.table.rules import read_files, read_options
from games import GAMES
from games.chance import commitment
from games.contract import AnyGame, OptionValue, Parameter
from games.language import ENGLISH, known, lazy, speaking, spoken
from games.text import clean
from games.values import replace, value

# --- opening ---------------------------------------------------------------------------------------------------------

ID_LENGTH = 12


@value
class Opening:
    """The beginnings of a new table: its game, options, seats and people."""

    game: AnyGame
    options: Mapping[str, OptionValue]
    seats: tuple[tables.SeatTaken | tables.BotSeated, ...]
    people: tuple[Seating, ...]
    events: tuple[Any, ...] = ()  # of features, right after it was opened
    inherits: bool = True  # what the room's earlier tables left
    language: str = ""  # in which its rooms are told; empty: as the room speaks


# --- the commands --------------------------------------------------------------------------------------------------


@table_feature.action(
    "new",
    lazy("Open a table in this room"),
    GAME,
    Parameter("options", lazy("Game options, such as hours=250"), required=False, rest=True),
)
async def new(context: Context, call: Call) -> Response:
    opening = first_opening(call.person, named_game(call.argument("game")), call.argument("options"))
    empty = call.live is None
    opened = await open_table(context, call.request, lambda _: opening, context.new_seed(), empty=empty)
    return opened if isinstance(opened, Response) else await _announce(context, opened, call.request)


async def open_from_form(context: Context, request: Request, form: TableForm) -> Response:
    """Open a table with automatic players at it, and call those who are invited."""
    game = named_game(clean(form.game, ARGUMENT_LIMIT))
    opening = first_opening(person_of(request), game, clean(form.options, ARGUMENT_LIMIT))
    opening = replace(opening, seats=(*opening.seats, *_bots(game, form)))
    opened = await open_table(context, request, lambda _: opening, context.new_seed())
    if isinstance(opened, Response):
        return opened
    others = [person for person in form.invited if person.id != person_of(request).id]
    if others:
        opened.invitation = Invitation(tuple(others[: game.seats.stop - 1]), texts.invited)
    return await _announce(context, opened, request)


def _bots(game: AnyGame, form: TableForm) -> list[tables.BotSeated]:
    table = tables.Table(game.key, {}, ("person",), ("",))
    seated: list[tables.BotSeated] = []
    for _ in range(form.bots):
        bot = rules.seat_bot(table, game, clean(form.level, ARGUMENT_LIMIT).lower())
        table = rules.evolve(table, bot)
        seated.append(bot)
    return seated


@table_feature.action("again", lazy("Play again with the same game, options and players"), group="table")
async def once_more(context: Context, call: Call) -> Response:
    """Open the same game with the same options and people again, in all rooms of the table."""
    opened = await open_table(context, call.request, lambda old: _the_same(call.person, old), context.new_seed())
    if isinstance(opened, Response):
        return opened
    if call.live is not None:
        await show_in_all(context, opened, tuple(call.live.rooms), call.request)
    return await _announce(context, opened, call.request)


@table_feature.action(
    "talk",
    lazy("Talk about what you just played: a retrospective with the same people and its questions"),
    group="table",
)
async def talk(context: Context, call: Call) -> Response:
    """Open a meeting about the game that ended here, with the people who played."""
    opened = await open_table(context, call.request, lambda old: _about(call.person, old), context.new_seed())
    return opened if isinstance(opened, Response) else await _announce(context, opened, call.request)


@table_feature.action("resume", lazy("Reopen a table that was put away"), group="table")
async def resume(context: Context, call: Call) -> Response:
    """Resume the table of this room, or one that was put away here before another was opened."""
    live = await _asleep_here(context, call)
    if live is None or live.standing.table.phase == "over":
        raise Refused(refusals.NOTHING_TO_RESUME)
    call = call.at(live)
    if call.request.room not in live.rooms:
        _wake_up(Draft(live.id, live.standing, live.seed, context.clock.now()), call)  # or refuse it first
        await show_here(context, live, call.request)
    return await change(context, call, _wake_up)


def _wake_up(draft: Draft, call: Call) -> People:
    """Resume a table that was put away."""
    if not draft.standing.table.asleep:
        raise Refused(refusals.NOT_PUT_AWAY)
    draft.record([tables.PickedUp(call.seat_or_host)])
    return None


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
    if live.invitation is None and not live.standing.game.seating.called_live:  # later, they aren't called
        invitation = await invitation_to(context, live, request.room)
        live.invitation = invitation if invitation and invitation.people else None
    await context.rooms.announce(live, request)
    return DONE


# --- what a table starts with --------------------------------------------------------------------------------------


def named_game(name: str) -> AnyGame:
    game = GAMES.get(name.lower())
    if game is None:
        raise Refused(refusals.unknown_game(name.lower(), GAMES.values()))
    return game


def first_opening(person: Person, game: AnyGame, options: str = "") -> Opening:
    """The opening by one person, who is the host and takes the first seat."""
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
    """The opening of a meeting: whoever asks for it takes the first seat; automatic players have nothing to say."""
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
    context: Context,
    request: Request,
    plan: Callable[[LiveTable | None], Opening],
    seed: bytes,
    *,
    empty: bool = False,
) -> LiveTable | Response:
    """A new table in the room that asks, not announced yet; a response if the request was handled before.

    `plan` says what it starts with, given the table that the room showed until now. `empty`: it showed none a moment
    ago, so the store isn't asked again before it is changed.
    """
    async with context.room_locks.of(request.room):
        old = await context.tables.current_in(request.room, empty=empty)
        if old is not None:
            if old.standing.table.phase != "over" and not old.standing.table.asleep:
                if await context.store.handled(request.id) == old.id:
                    return await again(context, old, request)
                raise Refused(refusals.room_has_table(old.standing.game))
            await opening_allowed(context, request, old)
        opening = plan(old)
        files = dict(read_files(opening.game, opening.options, context.load))
        language = opening.language or _spoken_in(request, old)
        if opening.inherits:
            with speaking(language):
                files |= (await brought_to_opening(context, request.room, opening.game)).files
        stored, append = _laid(context, request, replace(opening, language=language), files, seed)
        try:
            shown = old.id if old else await context.tables.without_game_in(request.room)
            await context.store.append(replace(append, instead_of=shown))
        except AlreadyHandled:
            live = await context.tables.in_room(request.room)
            return await again(context, live, request) if live else DONE
        except Conflict:  # another process opened one here just now
            context.tables.take_from(request.room)
            newer = await context.tables.in_room(request.room)
            raise Refused(refusals.room_has_table(newer.standing.game) if newer else texts.TOO_BUSY) from None
        return _adopted(context, request.room, stored, old)


def _spoken_in(request: Request, before: LiveTable | None) -> str:
    """The language of a new table: that of the room's last one, of the room itself, or of whoever opens it."""
    if before is not None:
        return before.language
    return known(request.locale) or spoken()


def _laid(
    context: Context, request: Request, opening: Opening, files: dict[str, str], seed: bytes
) -> tuple[StoredTable, Append]:
    """The new table, and what stores it."""
    table, now = new_id(ID_LENGTH), context.clock.now()
    draft = Draft(table, None, seed, now)
    opened = tables.TableOpened(opening.game.key, dict(opening.options), files, commitment(seed))
    chosen = [tables.LanguageChosen(opening.language)] if opening.language != ENGLISH else []
    draft.record([opened, *chosen, *opening.events, *opening.seats])
    record = TableRecord(table, opening.game.key, seed, now)
    rows = draft.written(request.id)
    unused = context.tables.unused
    timers = () if unused is None else (Timer(table, f"{SLEEP} {draft.standing.sequence}", now + unused, now),)
    stored = StoredTable(record, opening.people, timers, (RoomRecord(request.room, table, 0),), rows)
    return stored, Append(table, rows, record, request.room, stored.people, timers)


def _adopted(context: Context, room: str, stored: StoredTable, old: LiveTable | None) -> LiveTable:
    if old is not None and (shown := old.rooms.pop(room, None)):
        # its last message is still known: the first one of the new table removes its buttons
        stored = replace(stored, rooms=tuple(replace(each, message=shown.message) for each in stored.rooms))
    live = context.tables.keep(stored)
    live.opened_here(stored.events)
    context.tables.show_in(room, live.id)
    return live


# --- one table in many rooms ------------------------------------------------------------------------------------------


def has_room(live: LiveTable) -> bool:
    """True if somebody who comes now can get a seat."""
    table = live.standing.table
    if table.phase == "lobby":
        return len(table.seats) < live.standing.game.seats.stop - 1
    return table.phase == "playing" and bool(live.unclaimed)


async def show_in_all(context: Context, live: LiveTable, rooms: Sequence[str], request: Request) -> None:
    """Show a table that continues another one in all of its rooms."""
    for number, room in enumerate(rooms):
        with suppress(Refused):  # they play something else there by now
            await show_here(context, live, replace(request, id=f"{request.id}:{number}", room=room))


async def show_here(context: Context, live: LiveTable, request: Request) -> bool:
    """Show the table in the room that asks, without its past; False if the room already shows it."""
    for _ in range(MAX_ATTEMPTS):
        if request.room in live.rooms:
            return False
        before = await _in_the_way(context, request.room)
        try:
            async with changing(context, live):
                await _store_link(context, live, request, before)
        except (Conflict, AlreadyHandled):  # another process was quicker, at the table or in the room
            context.tables.take_from(request.room)
            continue
        context.tables.show_in(request.room, live.id)
        context.tables.changed(live.id)
        return True
    raise Refused(texts.TOO_BUSY)


@asynccontextmanager
async def changing(context: Context, live: LiveTable) -> AsyncIterator[None]:
    """Lock the table against other changes in this process; reload it if another process was quicker."""
    async with live.lock:
        try:
            yield
        except (Conflict, AlreadyHandled):
            await context.tables.reload(live)
            raise


async def _in_the_way(context: Context, room: str) -> LiveTable | None:
    """The table that the room shows so far; Refused if it is still being played."""
    there = await context.tables.current_in(room)
    if there is None:
        return None
    if there.standing.table.phase != "over" and not there.standing.table.asleep:
        raise Refused(refusals.room_has_table(there.standing.game))
    return there


async def _store_link(context: Context, live: LiveTable, request: Request, before: LiveTable | None) -> None:
    draft = Draft(live.id, live.standing, live.seed, context.clock.now())
    if draft.standing.table.phase == "over":
        raise Refused(refusals.TABLE_OVER)
    draft.record([tables.RoomLinked()])
    rows = draft.written(f"{request.id}:link")
    shown, version = live.standing.sequence, live.version
    replaced = before.id if before else ""
    await context.store.append(
        Append(live.id, rows, room=request.room, shown=shown, instead_of=replaced, version=version)
    )
    live.version = version + 1
    message = before.rooms.pop(request.room).message if before and request.room in before.rooms else ""
    live.rooms[request.room] = ShownRoom(shown, message, shown)
    live.adopt(draft.finished(rows), rows, draft.events)
