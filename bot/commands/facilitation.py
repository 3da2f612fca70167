"""Orders about the table's pace and its people: reminders, more time, absent players, the host, undoing a move."""

from dataclasses import replace

from bot import texts
from bot.live.seating import find_player, host_or_seated, person_of, playing_seat, seat_of
from bot.live.table import LiveTable
from bot.messages import Request, Typed
from bot.ports import Seating
from bot.table import model as tables
from bot.table.catalogue import Invocation
from bot.table.journal import Draft
from bot.table.model import Refused
from bot.table.pace import MAX_MORE, MINUTE, absent, read_length, read_pace

People = tuple[Seating, ...] | None  # everybody at the table from now on; None: as before

USUAL_MORE = 2  # minutes


def set_pace(live: LiveTable, draft: Draft, request: Request, order: Invocation) -> People:
    _open(draft)
    host_or_seated(live, request)
    draft.record([read_pace(order.arguments["form"], order.arguments.get("settings", ""))])
    return None


def set_reminder(live: LiveTable, draft: Draft, request: Request, order: Invocation) -> People:
    """For oneself alone: nothing happens at the table."""
    _open(draft)
    seat_of(live, request)
    words = order.arguments["when"].lower().removeprefix("me").strip()
    words = words.removeprefix("in ").removeprefix("after ").strip()
    if words in {"off", "never", "no"}:
        wanted: float | None = 0.0
    elif words in {"on", "", "usual"}:
        wanted = None
    else:
        wanted = read_length("".join(words.split()), MINUTE)
        if wanted is None:
            raise Refused(texts.bad_reminder(words))
    person = person_of(request)
    return tuple(replace(each, remind=wanted) if each.person == person.id else each for each in live.people)


def give_time(live: LiveTable, draft: Draft, request: Request, order: Invocation) -> People:
    """More time on every clock: the game's own if one runs, and the table's patience."""
    _open(draft)
    seat = host_or_seated(live, request)
    if not draft.standing.playing:
        raise Refused(texts.NOT_STARTED)
    word = order.arguments.get("minutes", "")
    seconds = read_length(word, MINUTE) if word else USUAL_MORE * MINUTE
    if seconds is None or seconds > MAX_MORE * MINUTE:
        raise Refused(texts.bad_more(MAX_MORE))
    draft.record([tables.TimeGiven(seat, round(seconds / MINUTE))])
    return None


def cover(live: LiveTable, draft: Draft, request: Request, order: Invocation) -> People:
    """The automatic player goes on for somebody who does not come; they take over again when they do."""
    standing = draft.standing
    _open(draft)
    seat = host_or_seated(live, request)
    target = _meant(live, seat, order, request)
    if not standing.playing:
        raise Refused(texts.NOT_STARTED)
    if standing.table.seats[target] == "automatic":
        raise Refused(texts.COVERED_ALREADY)
    if target == seat:
        raise Refused(texts.COVER_YOURSELF)
    if target not in standing.game.awaits(standing.state):
        raise Refused(texts.NOT_AWAITED)
    if not absent(standing) and not live.is_host(person_of(request)) and not request.manages_room:
        raise Refused(texts.TOO_SOON_TO_COVER)
    draft.record([tables.SeatHandedOver(target, absent=True)])
    return None


def change_host(live: LiveTable, draft: Draft, request: Request, order: Invocation) -> People:
    _open(draft)
    person = person_of(request)
    seat = live.seat_of(person)
    target = _meant(live, seat, order, request)
    successor = next((each for each in live.people if each.seat == target), None)
    if successor is None:
        raise Refused(texts.HOST_IS_NO_BOT)
    if successor.host:
        raise Refused(texts.HOST_ALREADY)
    taking = successor.person == person.id and host_is_gone(live, draft)
    if not (taking or live.is_host(person) or request.manages_room):
        raise Refused(texts.NOT_YOURS_TO_GIVE)
    draft.record([tables.HostChanged(target)])
    return tuple(replace(each, host=each.person == successor.person) for each in live.people)


def host_is_gone(live: LiveTable, draft: Draft) -> bool:
    """No host, one whose seat the automatic player has, or one whom the table waits for in vain."""
    host = next((each for each in live.people if each.host), None)
    table = draft.standing.table
    if host is None or (host.seat is not None and table.seats[host.seat] == "automatic"):
        return True
    waited_for = host.seat is None or (
        draft.standing.playing and host.seat in draft.standing.game.awaits(draft.standing.state)
    )
    return waited_for and absent(draft.standing)


def undo(live: LiveTable, draft: Draft, request: Request, _: Invocation) -> People:
    """The last own move, if all others agree; who says the same while somebody asks, agrees."""
    seat = playing_seat(live, request)
    table = draft.standing.table
    asked = table.undo
    if asked is None:
        _ask_undo(draft, seat)
        return None
    if seat == asked.seat:
        raise Refused(texts.UNDO_ASKED_ALREADY)
    if seat in table.agreed:
        raise Refused(texts.UNDO_AGREED_ALREADY)
    draft.record([tables.UndoAgreed(seat)])
    if set(table.people) <= table.agreed | {seat, asked.seat}:
        draft.record([tables.Undone(asked.seat, asked.to)])
    return None


def _ask_undo(draft: Draft, seat: int) -> None:
    steps = [step for step in draft.standing.undo_points if step.seat == seat]
    if not steps:
        raise Refused(texts.NOTHING_TO_UNDO)
    others = set(draft.standing.table.people) - {seat}
    asked = tables.UndoAsked(seat, steps[-1].sequence)
    draft.record([asked] if others else [tables.Undone(seat, asked.to)])


def resume(live: LiveTable, draft: Draft, request: Request, _: Invocation) -> People:
    if draft.standing.table.phase == "over":
        raise Refused(texts.TABLE_OVER)
    seat = host_or_seated(live, request)
    if not draft.standing.table.asleep:
        raise Refused(texts.AWAKE)
    draft.record([tables.PickedUp(seat)])
    return None


def _open(draft: Draft) -> None:
    if draft.standing.table.phase == "over":
        raise Refused(texts.TABLE_OVER)


def _meant(live: LiveTable, seat: int | None, order: Invocation, request: Request) -> int:
    word = order.arguments["player"]
    mentions = request.said.mentions if isinstance(request.said, Typed) else {}
    return find_player(live, seat, mentions.get(word.removeprefix("@"), word))


ORDERS = {
    "pace": set_pace,
    "remind": set_reminder,
    "more": give_time,
    "cover": cover,
    "host": change_host,
    "undo": undo,
    "resume": resume,
}
