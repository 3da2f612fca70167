"""From a person's order to events: opening a table, sitting down, leaving, starting, ending, and moves of the game."""

import secrets
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass, replace

from bot import texts
from bot.commands.facilitation import ORDERS as FACILITATION
from bot.commands.facilitation import People
from bot.live.seating import find_player, host_or_seated, person_of, playing_seat, seat_of
from bot.live.table import LiveTable, clean_name
from bot.live.thinking import Thinker
from bot.live.timers import REMINDER, SLEEP
from bot.messages import Person, Reply, Request, TimePassed, Typed
from bot.ports import Append, RoomRecord, Seating, StoredTable, TableRecord
from bot.table import model as tables
from bot.table.buttons import choices
from bot.table.catalogue import Invocation
from bot.table.journal import Draft
from bot.table.model import Refused
from bot.table.options import Loader, read_files, read_options
from bot.table.pace import next_reminder, to_remind
from games import GAMES
from games.api import AnyGame, IllegalMove, OptionValue
from games.chance import commitment

ID_LETTERS = "23456789abcdefghjkmnpqrstuvwxyz"  # none that look alike: people type these
ID_LENGTH = 12


def game_meant(order: Invocation) -> AnyGame:
    name = order.arguments["game"].lower()
    game = GAMES.get(name)
    if game is None:
        raise Refused(texts.unknown_game(name, GAMES.values()))
    return game


@dataclass(frozen=True, slots=True)
class Opening:
    """What a new table begins with."""

    game: AnyGame
    options: dict[str, OptionValue]
    seats: tuple[tables.SeatTaken | tables.BotSeated, ...]
    people: tuple[Seating, ...]


def opening(person: Person, order: Invocation) -> Opening:
    """Whoever opens a table is its host and takes the first seat."""
    game = game_meant(order)
    options = read_options(game, order.arguments.get("options", ""))
    host = Seating(person.id, clean_name(person.name, ()), 0, host=True)
    return Opening(game, options, (tables.SeatTaken(0),), (host,))


def once_more(person: Person, old: LiveTable | None) -> Opening:
    """The game that ended here, with those who sat there; whoever asks for it is the host."""
    if old is None or old.standing.table.phase != "over":
        raise Refused(texts.NOTHING_AGAIN)
    game, table = old.standing.game, old.standing.table
    seats: list[tables.SeatTaken | tables.BotSeated] = []
    for seat, kind in enumerate(table.seats):
        seats.append(tables.SeatTaken(seat) if kind == "person" else tables.BotSeated(seat, table.levels[seat]))
    people = [replace(each, host=False) for each in old.people if each.seat in table.people]
    if all(each.person != person.id for each in people):
        free = len(seats) if len(seats) + 1 in game.seats else None
        seats += [tables.SeatTaken(free)] if free is not None else []
        people.append(Seating(person.id, clean_name(person.name, [each.name for each in people]), free))
    hosted = tuple(replace(each, host=each.person == person.id) for each in people)
    return Opening(game, dict(table.options), tuple(seats), hosted)


def open_table(
    request: Request, wanted: Opening, seed: bytes, now: float, *, load: Loader, inherited: Mapping[str, str]
) -> tuple[StoredTable, Append]:
    """A new table, and what stores it."""
    files = {**read_files(wanted.game, wanted.options, load), **inherited}
    table = "".join(secrets.choice(ID_LETTERS) for _ in range(ID_LENGTH))
    draft = Draft(table, None, seed, now)
    draft.record([tables.TableOpened(wanted.game.key, wanted.options, files), *wanted.seats])
    record = TableRecord(table, wanted.game.key, seed, now)
    rows = draft.written(request.id)
    stored = StoredTable(record, wanted.people, (), (RoomRecord(request.room, table, 0),), rows)
    return stored, Append(table, rows, record, request.room, stored.people)


def act(live: LiveTable, draft: Draft, request: Request, order: Invocation | None) -> People:
    """Let what was asked for happen in the draft. No order: the clock asked."""
    if order is None:
        assert isinstance(request.said, TimePassed)
        return _time_passed(live, draft, request.said)
    assert request.person is not None
    return _ORDERS.get(order.name, _move)(live, draft, request, order)


def _time_passed(live: LiveTable, draft: Draft, said: TimePassed) -> People:
    """A timer that the table no longer has was settled by somebody else."""
    standing = draft.standing
    if said.timer not in {timer.name for timer in live.timers}:
        return None
    if said.timer.startswith(SLEEP):
        if live.put_away is not None and draft.at >= standing.touched + live.put_away:
            draft.record([tables.PutToSleep()])
    elif said.timer.startswith(REMINDER):
        due = next_reminder(standing, live.people, live.pace)
        if due is not None and draft.at >= due:
            seats = tuple(each.seat for each in to_remind(standing, live.people) if each.seat is not None)
            draft.record([tables.Reminded(seats, standing.table.reminders + 1)])
    elif standing.playing:
        deadline = standing.game.deadline(standing.state)
        if deadline is not None and deadline.name == said.timer:
            draft.play(None, deadline.move)
    return None


# --- orders --------------------------------------------------------------------------------------------------------


def _join(live: LiveTable, draft: Draft, request: Request, _: Invocation) -> People:
    person = person_of(request)
    standing = draft.standing
    taken = tables.join(standing.table, standing.game, live.seat_of(person), live.unclaimed)
    draft.record([taken])
    others = tuple(seating for seating in live.people if seating.person != person.id)
    host = live.is_host(person) or not any(seating.host for seating in others)
    name = clean_name(person.name, [seating.name for seating in others])
    return (*others, Seating(person.id, name, taken.seat, host))


def _leave(live: LiveTable, draft: Draft, request: Request, _: Invocation) -> People:
    seat = seat_of(live, request)
    before = draft.standing.table
    draft.record(tables.leave(before, seat))
    if before.phase == "playing":
        return None  # the seat is kept for them
    return tuple(_moved_up(seating, seat) for seating in live.people if seating.seat != seat or seating.host)


def _moved_up(seating: Seating, left: int) -> Seating:
    if seating.seat == left:
        return replace(seating, seat=None)
    return replace(seating, seat=seating.seat - 1) if seating.seat is not None and seating.seat > left else seating


def _bot(live: LiveTable, draft: Draft, request: Request, order: Invocation) -> People:
    del live, request
    level = order.arguments.get("level", "").lower()
    draft.record(tables.seat_bot(draft.standing.table, draft.standing.game, level))
    return None


def _start(live: LiveTable, draft: Draft, request: Request, _: Invocation) -> People:
    host_or_seated(live, request)
    standing = draft.standing
    draft.record(tables.start(standing.table, standing.game, commitment(draft.seed)))
    draft.record(standing.game.start(len(standing.table.seats), standing.table.settings, draft.chance))
    return None


def _view(live: LiveTable, draft: Draft, request: Request, order: Invocation) -> People:
    if order.arguments.get("whose") == "me":
        return _own_view(live, person_of(request), text=order.arguments["form"] == "text")
    host_or_seated(live, request)
    draft.record(tables.choose_view(draft.standing.table, order.arguments["form"]))
    return None


def _end(live: LiveTable, draft: Draft, request: Request, _: Invocation) -> People:
    person = person_of(request)
    may_end = live.is_host(person) or request.manages_room
    draft.record(tables.end(draft.standing.table, live.seat_of(person), draft.seed, may_end=may_end))
    return None


def _move(live: LiveTable, draft: Draft, request: Request, order: Invocation) -> People:
    """A command of the game itself."""
    seat = live.seat_of(person_of(request))
    if seat is None or seat not in draft.standing.table.covered or not draft.standing.playing:
        _play(live, draft, playing_seat(live, request), request, order)
        return None
    # somebody for whom the automatic player stood in is back, even if it has made that move for them
    draft.record([tables.SeatTaken(seat)])
    with suppress(IllegalMove, Refused):
        _play(live, draft, seat, request, order)
    return None


def _play(live: LiveTable, draft: Draft, seat: int, request: Request, order: Invocation) -> None:
    game, state = draft.standing.game, draft.standing.state
    draft.play(seat, game.read(state, seat, order.name, _words(live, seat, order, request)))


def has_room(live: LiveTable) -> bool:
    """Whether somebody who comes now can get a seat."""
    table = live.standing.table
    if table.phase == "lobby":
        return len(table.seats) < live.standing.game.seats.stop - 1
    return table.phase == "playing" and bool(live.unclaimed)


async def public_look(live: LiveTable | None, thinker: Thinker, order: Invocation) -> Reply:
    """A command of the game that changes nothing and that the whole room sees: made from what everybody may see."""
    if live is None:
        raise Refused(texts.NO_TABLE)
    standing = live.standing
    if standing.table.phase == "over":
        raise Refused(texts.TABLE_OVER)
    if standing.state is None:
        raise Refused(texts.NOT_STARTED)
    view = standing.game.view(standing.state, None)
    found = await thinker.answer(standing.game, view, order.name, order.arguments, names=live.names)
    reply = live.reply(found.text, board=False)
    return replace(reply, drawing=found.drawing, choices=(), pings=(), until=None)


async def look(live: LiveTable | None, thinker: Thinker, request: Request, order: Invocation) -> Reply:
    """A command of the game that changes nothing; only the person who asks sees the answer."""
    if live is None:
        raise Refused(texts.NO_TABLE)
    standing = live.standing
    seat = playing_seat(live, request)
    view = standing.game.view(standing.state, seat)
    words = _words(live, seat, order, request)
    found = await thinker.answer(standing.game, view, order.name, words, names=live.names)
    reply = replace(live.reply(found.text, seat=seat, private=True, board=False), drawing=found.drawing)
    left = choices(live.id, standing, live.names, seat, words)
    return replace(reply, choices=left or tuple(each for each in reply.choices if each.command != order.name))


def _words(live: LiveTable, seat: int, order: Invocation, request: Request) -> dict[str, str]:
    """The words of a command, with players as the numbers of their seats."""
    players = {parameter.name for parameter in order.command.parameters if parameter.kind == "player"}
    mentions = request.said.mentions if isinstance(request.said, Typed) else {}
    words = dict(order.arguments)
    for name in players & words.keys():
        meant = mentions.get(words[name].removeprefix("@"), words[name])
        words[name] = str(find_player(live, seat, meant))
    return words


def _own_view(live: LiveTable, person: Person, *, text: bool) -> People:
    """Nothing happens at the table; only what is kept of the person changes."""
    if all(seating.person != person.id for seating in live.people):
        raise Refused(texts.NOT_AT_TABLE)
    return tuple(replace(seating, text=text) if seating.person == person.id else seating for seating in live.people)


_ORDERS = {"join": _join, "leave": _leave, "bot": _bot, "start": _start, "view": _view, "end": _end, **FACILITATION}
