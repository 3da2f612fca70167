"""From a person's order to events: opening a table, sitting down, leaving, starting, ending, and moves of the game."""

import secrets
from dataclasses import replace

from bot import table as tables
from bot import texts
from bot.catalogue import Order
from bot.journal import Draft
from bot.live import LiveTable, clean_name
from bot.messages import Person, Reply, Request, TimePassed, Typed
from bot.offers import choices
from bot.ports import Append, RoomRecord, Seating, StoredTable, TableRecord
from bot.table import Refused
from bot.thinking import Thinker
from games import GAMES
from games.chance import commitment

People = tuple[Seating, ...] | None  # everybody at the table from now on; None: as before

ID_LETTERS = "23456789abcdefghjkmnpqrstuvwxyz"  # none that look alike: people type these
ID_LENGTH = 12


def open_table(
    request: Request, order: Order, seed: bytes, now: float, load: tables.Loader
) -> tuple[StoredTable, Append]:
    """A new table, and what stores it. Whoever opens it is its host and takes the first seat."""
    assert request.person is not None
    name = order.words["game"].lower()
    game = GAMES.get(name)
    if game is None:
        raise Refused(texts.unknown_game(name, GAMES.values()))
    options = tables.read_options(game, order.words.get("options", ""))
    files = tables.read_files(game, options, load)
    table = "".join(secrets.choice(ID_LETTERS) for _ in range(ID_LENGTH))
    draft = Draft(table, None, seed, now)
    draft.tell([tables.TableOpened(game.key, options, files), tables.SeatTaken(0)])
    host = Seating(request.person.id, clean_name(request.person.name, ()), 0, host=True)
    record = TableRecord(table, game.key, seed, now)
    rows = draft.written(request.id)
    stored = StoredTable(record, (host,), (), (RoomRecord(request.room, table, 0),), rows)
    return stored, Append(table, rows, record, request.room, stored.people)


def act(live: LiveTable, draft: Draft, request: Request, order: Order | None) -> People:
    """Let what was asked for happen in the draft. No order: the clock asked."""
    if order is None:
        assert isinstance(request.said, TimePassed)
        return _time_passed(live, draft, request.said)
    assert request.person is not None
    return _ORDERS.get(order.name, _move)(live, draft, request, order)


def _time_passed(live: LiveTable, draft: Draft, said: TimePassed) -> People:
    """A timer that the table no longer has was settled by somebody else."""
    if said.timer in {timer.name for timer in live.timers} and draft.standing.playing:
        deadline = draft.standing.game.deadline(draft.standing.state)
        if deadline is not None and deadline.name == said.timer:
            draft.play(None, deadline.move)
    return None


# --- orders --------------------------------------------------------------------------------------------------------


def _join(live: LiveTable, draft: Draft, request: Request, _: Order) -> People:
    person = _person(request)
    standing = draft.standing
    taken = tables.join(standing.table, standing.game, live.seat_of(person), live.unclaimed)
    draft.tell([taken])
    others = tuple(seating for seating in live.people if seating.person != person.id)
    host = live.is_host(person) or not any(seating.host for seating in others)
    name = clean_name(person.name, [seating.name for seating in others])
    return (*others, Seating(person.id, name, taken.seat, host))


def _leave(live: LiveTable, draft: Draft, request: Request, _: Order) -> People:
    seat = _seat(live, request)
    before = draft.standing.table
    draft.tell(tables.leave(before, seat))
    if before.phase == "playing":
        return None  # the seat is kept for them
    return tuple(_moved_up(seating, seat) for seating in live.people if seating.seat != seat or seating.host)


def _moved_up(seating: Seating, left: int) -> Seating:
    if seating.seat == left:
        return replace(seating, seat=None)
    return replace(seating, seat=seating.seat - 1) if seating.seat is not None and seating.seat > left else seating


def _bot(live: LiveTable, draft: Draft, request: Request, order: Order) -> People:
    del live, request
    level = order.words.get("level", "").lower()
    draft.tell(tables.seat_bot(draft.standing.table, draft.standing.game, level))
    return None


def _start(live: LiveTable, draft: Draft, request: Request, _: Order) -> People:
    if not live.is_host(_person(request)):
        _seat(live, request)
    standing = draft.standing
    draft.tell(tables.start(standing.table, standing.game, commitment(draft.seed)))
    draft.tell(standing.game.start(len(standing.table.seats), standing.table.settings, draft.chance))
    return None


def _view(live: LiveTable, draft: Draft, request: Request, order: Order) -> People:
    if order.words.get("whose") == "me":
        return _own_view(live, _person(request), text=order.words["form"] == "text")
    if not live.is_host(_person(request)):
        _seat(live, request)
    draft.tell(tables.choose_view(draft.standing.table, order.words["form"]))
    return None


def _end(live: LiveTable, draft: Draft, request: Request, _: Order) -> People:
    person = _person(request)
    may_end = live.is_host(person) or request.manages_room
    draft.tell(tables.end(draft.standing.table, live.seat_of(person), draft.seed, may_end=may_end))
    return None


def _move(live: LiveTable, draft: Draft, request: Request, order: Order) -> People:
    """A command of the game itself."""
    standing = draft.standing
    seat = _playing_seat(live, request)
    draft.play(seat, standing.game.read(standing.state, seat, order.name, _words(live, seat, order, request)))
    return None


async def look(live: LiveTable | None, thinker: Thinker, request: Request, order: Order) -> Reply:
    """A command of the game that changes nothing; only the person who asks sees the answer."""
    if live is None:
        raise Refused(texts.NO_TABLE)
    standing = live.standing
    seat = _playing_seat(live, request)
    view = standing.game.view(standing.state, seat)
    words = _words(live, seat, order, request)
    found = await thinker.look(standing.game, view, order.name, words, names=live.names)
    reply = replace(live.reply(found.text, seat=seat, private=True, board=False), drawing=found.drawing)
    left = choices(live.id, standing, live.names, seat, words)
    return replace(reply, choices=left) if left else reply


def _playing_seat(live: LiveTable, request: Request) -> int:
    """Where this person plays; a game that has not begun or is over has no moves."""
    table = live.standing.table
    if table.phase == "over":
        raise Refused(texts.TABLE_OVER)
    seat = _seat(live, request)
    if table.phase == "lobby":
        raise Refused(texts.NOT_STARTED)
    if table.seats[seat] == "automatic":
        raise Refused(texts.AWAY)
    return seat


def _words(live: LiveTable, seat: int, order: Order, request: Request) -> dict[str, str]:
    """The words of a command, with players as the numbers of their seats."""
    players = {parameter.name for parameter in order.command.parameters if parameter.kind == "player"}
    mentions = request.said.mentions if isinstance(request.said, Typed) else {}
    words = dict(order.words)
    for name in players & words.keys():
        meant = mentions.get(words[name].removeprefix("@"), words[name])
        words[name] = str(find_player(live, seat, meant))
    return words


def _own_view(live: LiveTable, person: Person, *, text: bool) -> People:
    """Nothing happens at the table; only what is kept of the person changes."""
    if all(seating.person != person.id for seating in live.people):
        raise Refused(texts.NOT_AT_TABLE)
    return tuple(replace(seating, text=text) if seating.person == person.id else seating for seating in live.people)


_ORDERS = {"join": _join, "leave": _leave, "bot": _bot, "start": _start, "view": _view, "end": _end}


# --- people --------------------------------------------------------------------------------------------------------


def _person(request: Request) -> Person:
    assert request.person is not None, "only the clock is nobody, and it gives no orders"
    return request.person


def _seat(live: LiveTable, request: Request) -> int:
    seat = live.seat_of(_person(request))
    if seat is None:
        raise Refused(texts.NOT_AT_TABLE)
    return seat


def find_player(live: LiveTable, seat: int, word: str) -> int:
    """A seat by its number (as people count, or `#` and as buttons do), a person's id, a name or its beginning."""
    names = live.names
    number = word.removeprefix("#")
    if number.isascii() and number.isdecimal() and len(number) < 4:
        index = int(number) if word.startswith("#") else int(number) - 1
        if 0 <= index < len(names):
            return index
    sought = word.casefold().removeprefix("@")
    if sought == "me":
        return seat
    for seating in live.people:
        if seating.person.casefold() == sought and seating.seat is not None:
            return seating.seat
    exact = [index for index, name in enumerate(names) if name.casefold() in {sought, f"{sought} (bot)"}]
    found = exact or [index for index, name in enumerate(names) if name.casefold().startswith(sought)]
    if len(found) > 1:
        raise Refused(texts.which_player(word, [names[index] for index in found]))
    if not found:
        raise Refused(texts.unknown_player(word, names))
    return found[0]
