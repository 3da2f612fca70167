"""Commands that help a table along: pace and reminders, more time, absent players, the host, undoing a move."""

from bot.features import facilitation_texts as facilitation
from bot.features.workshop import texts as workshops
from bot.kernel.calls import Call
from bot.kernel.live.table import LiveTable, clean_name, find_player, playing_seat
from bot.kernel.live.writer import People
from bot.kernel.table import model as tables
from bot.kernel.table import texts as refusals
from bot.kernel.table.journal import Draft
from bot.kernel.table.model import Refused
from bot.kernel.table.pace import MAX_MORE, MINUTE, absent, read_length, read_pace, to_remind
from games.values import replace

DEFAULT_MORE = 2  # minutes


def set_pace(draft: Draft, call: Call) -> People:
    draft.record([read_pace(call.argument("form"), call.argument("settings"), call.person.zone)])
    return None


def set_reminder(draft: Draft, call: Call) -> People:
    """For this person alone: nothing happens at the table."""
    del draft
    seconds = _reminder(call.argument("when"))
    people = call.table.people
    return tuple(replace(each, remind=seconds) if each.person == call.person.id else each for each in people)


def prepare(draft: Draft, call: Call) -> People:
    """For this person alone. If it is their turn already, the move is made at once."""
    what = call.argument("what").lower()
    allowed = sorted(command.name for command in draft.standing.game.commands if command.preparable)
    if what not in {*allowed, "", "off"}:
        raise Refused(facilitation.cannot_prepare(draft.standing.game.about.title, allowed))
    command = "" if what == "off" else what or next(iter(allowed), "")
    if not command and what != "off":
        raise Refused(facilitation.cannot_prepare(draft.standing.game.about.title, ()))
    return tuple(
        replace(each, prepared=command) if each.person == call.person.id else each for each in call.table.people
    )


def _reminder(text: str) -> float | None:
    """After how many seconds; 0: never; None: as the table has it."""
    wanted = text.lower().removeprefix("me").strip().removeprefix("in ").removeprefix("after ").strip()
    if wanted in {"off", "never", "no"}:
        return 0.0
    if wanted in {"on", "", "usual"}:
        return None
    seconds = read_length("".join(wanted.split()), MINUTE)
    if seconds is None:
        raise Refused(facilitation.bad_reminder(wanted))
    return seconds


def give_time(draft: Draft, call: Call) -> People:
    """More time on every clock: the game's own if one runs, and the table's patience."""
    standing = draft.standing
    deadline = standing.game.clock.deadline(standing.state) if standing.playing else None
    if deadline is not None and deadline.fixed:
        raise Refused(facilitation.FIXED_CLOCK)
    wanted = call.argument("minutes")
    seconds = read_length(wanted, MINUTE) if wanted else DEFAULT_MORE * MINUTE
    if seconds is None or seconds > MAX_MORE * MINUTE:
        raise Refused(facilitation.bad_more(MAX_MORE))
    draft.record([tables.TimeGiven(call.seat_or_host, round(seconds / MINUTE))])
    return None


def cover(draft: Draft, call: Call) -> People:
    """The automatic player covers for somebody who is away; they take over again when they come back."""
    standing, seat = draft.standing, call.seat_or_host
    target = _named_player(call, seat)
    if standing.table.seats[target] == "automatic":
        raise Refused(facilitation.COVERED_ALREADY)
    if target == seat:
        raise Refused(facilitation.COVER_YOURSELF)
    if target not in standing.game.awaits(standing.state) and not call.request.desk:
        raise Refused(facilitation.NOT_AWAITED)
    if not absent(standing) and not call.leads and not call.request.manages_room:
        raise Refused(facilitation.TOO_SOON_TO_COVER)
    draft.record([tables.SeatHandedOver(target, absent=True)])
    return None


def nudge(draft: Draft, call: Call) -> People:
    """Remind somebody now, on request; this doesn't count towards declaring them absent."""
    standing, seat = draft.standing, call.seat_or_host
    target = _named_player(call, seat)
    if target == seat:
        raise Refused(facilitation.NUDGE_YOURSELF)
    if target not in standing.game.awaits(standing.state):
        raise Refused(facilitation.NO_NEED_TO_NUDGE)
    if target not in {each.seat for each in to_remind(standing, call.table.people)}:
        raise Refused(facilitation.WANTS_NO_REMINDERS)
    if 0 <= draft.at - standing.at < MINUTE:
        raise Refused(facilitation.NUDGED_TOO_SOON)
    draft.record([tables.Reminded((target,), standing.table.reminders)])
    return None


def rename(draft: Draft, call: Call) -> People:
    """Nothing happens at the table: events name seats, so only what is kept about the person changes."""
    del draft
    people = call.table.people
    if all(each.person != call.person.id for each in people):
        raise Refused(refusals.NOT_SEATED)
    others = [each.name for each in people if each.person != call.person.id]
    name = clean_name(call.argument("name"), others)
    return tuple(replace(each, name=name) if each.person == call.person.id else each for each in people)


def change_host(draft: Draft, call: Call) -> People:
    live, person = call.table, call.person
    if draft.standing.table.workshop is not None:
        raise Refused(workshops.UP_TO_THE_TRAINER)
    target = _named_player(call, live.seat_of(person))
    successor = next((each for each in live.people if each.seat == target), None)
    if successor is None:
        raise Refused(facilitation.HOST_IS_A_PERSON)
    if successor.host:
        raise Refused(facilitation.HOST_ALREADY)
    taking = successor.person == person.id and host_is_gone(live, draft)
    if not (taking or live.is_host(person) or call.request.manages_room):
        raise Refused(facilitation.ONLY_HOST_HANDS_OVER)
    draft.record([tables.HostChanged(target)])
    return tuple(replace(each, host=each.person == successor.person) for each in live.people)


def host_is_gone(live: LiveTable, draft: Draft) -> bool:
    """There is no host, the automatic player has the host's seat, or the table has waited for the host too long."""
    host = next((each for each in live.people if each.host), None)
    standing = draft.standing
    if host is None or (host.seat is not None and standing.table.seats[host.seat] == "automatic"):
        return True
    awaited = host.seat is None or (standing.playing and host.seat in standing.game.awaits(standing.state))
    return awaited and absent(standing)


def undo(draft: Draft, call: Call) -> People:
    """Take your last move back if everybody else agrees; given while somebody asks, it means that you agree."""
    seat = playing_seat(call.table, call.request)
    table = draft.standing.table
    asked = table.undo
    if asked is None:
        _ask_undo(draft, seat)
        return None
    if seat == asked.seat:
        raise Refused(facilitation.UNDO_ASKED_ALREADY)
    if seat in table.agreed:
        raise Refused(facilitation.UNDO_AGREED_ALREADY)
    draft.record([tables.UndoAgreed(seat)])
    if set(table.people) <= table.agreed | {seat, asked.seat}:
        draft.record([tables.Undone(asked.seat, asked.to)])
    return None


def _ask_undo(draft: Draft, seat: int) -> None:
    own = [point for point in draft.standing.undo_points if point.seat == seat]
    if not own:
        raise Refused(facilitation.NOTHING_TO_UNDO)
    others = set(draft.standing.table.people) - {seat}
    asked = tables.UndoAsked(seat, own[-1].sequence)
    draft.record([asked] if others else [tables.Undone(seat, asked.to)])


def wake_up(draft: Draft, call: Call) -> People:
    """A table that was put away goes on."""
    if not draft.standing.table.asleep:
        raise Refused(facilitation.NOT_PUT_AWAY)
    draft.record([tables.PickedUp(call.seat_or_host)])
    return None


def _named_player(call: Call, seat: int | None) -> int:
    return find_player(call.table, seat, call.mentioned(call.argument("player")))
