"""Commands that help a table along: pace and reminders, more time, absent players, the host, undoing a move."""

from collections.abc import Sequence

from bot.kernel.calls import Call, at_open_table, at_running_game, at_table, with_say, with_seat
from bot.kernel.feature import Feature, with_free_hand
from bot.kernel.live.seating import find_player, playing_seat
from bot.kernel.live.table import LiveTable
from bot.kernel.live.writer import People
from bot.kernel.store import Seating
from bot.kernel.table import model as tables
from bot.kernel.table.buttons import FACILITATOR
from bot.kernel.table.journal import Draft
from bot.kernel.table.meeting_words import SAID
from bot.kernel.table.model import Refused
from bot.kernel.table.names import clean_name
from bot.kernel.table.pace import MAX_MORE, MINUTE, absent, read_length, read_pace, to_remind
from bot.kernel.table.refusals import COVERED_ALREADY, NOT_SEATED
from bot.kernel.table.texts import short
from games.contract import Parameter, is_meeting
from games.language import lazy, t
from games.text import listing
from games.values import replace

feature = Feature("facilitation")

# --- texts -----------------------------------------------------------------------------------------------------------

_COVER_YOURSELF = lazy("To hand over your own seat, use `/scrum leave`.")
NOT_AWAITED = lazy("We’re not waiting for them, so nobody needs to stand in.")
TOO_SOON_TO_COVER = lazy(
    "Give them a little longer: after two reminders, the others can let an automatic player stand in."
)
NUDGE_YOURSELF = lazy("It’s your turn, so consider yourself reminded.")
NO_NEED_TO_NUDGE = lazy("We’re not waiting for them, so there’s nothing to remind them of.")
WANTS_NO_REMINDERS = lazy("They asked not to be reminded at this table.")
NUDGED_TOO_SOON = lazy("Something happened less than a minute ago. Give them a moment.")
_FIXED_CLOCK = lazy("This game is played against the clock, so nobody can add time to it.")
_HOST_IS_A_PERSON = lazy("Only a person at the table can be the host.")
_HOST_ALREADY = lazy("They’re already the host.")
ONLY_HOST_HANDS_OVER = lazy(
    "Only the host can hand the table over. If the host is gone, take over with `/scrum host me`."
)
NOTHING_TO_UNDO = lazy(
    "You have nothing to take back: only your last move, and only until dice are rolled or cards shown."
)
_NO_UNDO = lazy(
    "Notes can be changed until they’re shown, and whoever facilitates can go back a phase; there’s no undo."
)
UNDO_NEEDS_OTHERS = lazy("I’ve asked the others. Your move is taken back once all of them agree.")
UNDO_ASKED_ALREADY = lazy("You’ve already asked; now the others can agree, or play on.")
UNDO_AGREED_ALREADY = lazy("You’ve already agreed; now the others need to agree.")


def _cannot_prepare(title: str, commands: Sequence[str]) -> str:
    if not commands:
        return t("In {title}, no move can be prepared without giving something away.", title=title)
    known = listing([f"`{name}`" for name in commands], "or")
    return t("In {title}, you can prepare {commands}; `off` cancels it.", title=title, commands=known)


def _bad_reminder(word: str) -> str:
    return t("I don’t understand “{word}”. Try `/scrum remind 30m`, `2h`, `1d`, `off` or `on`.", word=short(word))


def _bad_more(most: int) -> str:
    return t("Choose from 1 to {most} more minutes, for example `/scrum more 3`.", most=most)


_NO_CLOCK = lazy("No clock is running.")
_CLOCK_STOPPED_ALREADY = lazy("The clock stands still already.")
_CLOCK_RUNS = lazy("The clock is running.")
_ONLY_LEADER_NUDGES = lazy("Whoever facilitates calls the others, once in each phase.")
NUDGED_ALREADY = lazy("They’ve been called once in this phase already; that’s enough.")
NOBODY_TO_NUDGE = lazy("There’s nobody to call: everybody is done, or doesn’t want to be called.")


SAID.update(
    {
        _COVER_YOURSELF: lazy("If you have to go, use `/scrum leave`; the others carry on."),
        TOO_SOON_TO_COVER: lazy(
            "Give them a little longer: once I’ve called them twice, you can carry on without them."
        ),
        _HOST_IS_A_PERSON: lazy("Only a person who is here can facilitate."),
        _HOST_ALREADY: lazy("They facilitate already."),
        ONLY_HOST_HANDS_OVER: lazy(
            "Only the host can hand over. If the host is gone, take over with `/scrum host me`."
        ),
    }
)


def only_the_leader(leader: str) -> str:
    """`leader`: who that is; empty: the host, who has no seat."""
    if not leader:
        return t("The host facilitates and sets the clock.")
    return t("{leader} facilitates and sets the clock.", leader=leader)


# --- commands --------------------------------------------------------------------------------------------------------

_DEFAULT_MORE = 2  # minutes


@feature.change(
    "pace",
    lazy("Set when players are reminded: live (minutes), async (working hours), or off"),
    Parameter(
        "form",
        lazy("live, async or off"),
        kind="choice",
        choices=("live", "async", "off"),
        titles=(lazy("Live: minutes"), lazy("Async: hours or days"), lazy("Off: no reminders")),
    ),
    Parameter("settings", lazy("For example 5, or 24h 9-17 Europe/Berlin"), required=False, rest=True),
    group="table",
    needs=(
        at_open_table,
        with_say,
    ),
)
def set_pace(draft: Draft, call: Call) -> People:
    draft.record([read_pace(call.argument("form"), call.argument("settings"), call.person.zone)])
    return None


@feature.change(
    "remind",
    lazy("Set when I remind you at this table: after 30m, 2h or 1d, off, or on"),
    Parameter("when", lazy("30m, 2h, 1d, off or on"), rest=True),
    group="me",
    needs=(
        at_open_table,
        with_seat,
    ),
)
def set_reminder(draft: Draft, call: Call) -> People:
    """Set a reminder for this person alone: nothing happens at the table."""
    del draft
    seconds = _reminder(call.argument("when"))
    people = call.table.people
    return tuple(replace(each, remind=seconds) if each.person == call.person.id else each for each in people)


@feature.change(
    "prepare",
    lazy("Give a command in advance, for when it’s your turn; off cancels it"),
    Parameter("what", lazy("For example roll, or off"), required=False),
    group="me",
    needs=(
        at_open_table,
        with_seat,
    ),
)
def prepare(draft: Draft, call: Call) -> People:
    """Prepare a move, for this person alone. If it is their turn already, the move is made at once."""
    what = call.argument("what").lower()
    allowed = sorted(command.name for command in draft.standing.game.commands if command.preparable)
    if what not in {*allowed, "", "off"}:
        raise Refused(_cannot_prepare(str(draft.standing.game.about.title), allowed))
    command = "" if what == "off" else what or next(iter(allowed), "")
    if not command and what != "off":
        raise Refused(_cannot_prepare(str(draft.standing.game.about.title), ()))
    return tuple(
        replace(each, prepared=command) if each.person == call.person.id else each for each in call.table.people
    )


def _reminder(text: str) -> float | None:
    """The seconds until a reminder; 0: never; None: as the table has it."""
    wanted = text.lower().removeprefix("me").strip().removeprefix("in ").removeprefix("after ").strip()
    if wanted in {"off", "never", "no"}:
        return 0.0
    if wanted in {"on", "", "usual"}:
        return None
    seconds = read_length("".join(wanted.split()), MINUTE)
    if seconds is None:
        raise Refused(_bad_reminder(wanted))
    return seconds


@feature.change(
    "more",
    lazy("Add time to every clock"),
    Parameter("minutes", lazy("How many minutes; 2 by default"), required=False),
    group="table",
    needs=(
        at_open_table,
        with_say,
        at_running_game,
    ),
)
def give_time(draft: Draft, call: Call) -> People:
    """Add time on every clock: the game's own if one runs, and the table's patience."""
    standing = draft.standing
    deadline = standing.game.clock.deadline(standing.state) if standing.playing else None
    if deadline is not None and deadline.fixed:
        raise Refused(_FIXED_CLOCK)
    wanted = call.argument("minutes")
    seconds = read_length(wanted, MINUTE) if wanted else _DEFAULT_MORE * MINUTE
    if seconds is None or seconds > MAX_MORE * MINUTE:
        raise Refused(_bad_more(MAX_MORE))
    draft.record([tables.TimeGiven(call.seat_or_host, round(seconds / MINUTE))])
    return None


_LEAST = 10.0  # seconds that the clock still runs, however much is taken off
_MOST = 24 * 60 * MINUTE


@feature.change(
    "clock",
    lazy("Set the running clock: a minute more or less, pause, resume"),
    Parameter(
        "change",
        lazy("+1, -1, pause or resume"),
        kind="choice",
        choices=("+1", "-1", "pause", "resume"),
        titles=(lazy("+1 minute"), lazy("−1 minute"), lazy("Pause"), lazy("Resume")),
    ),
    group="table",
    needs=(
        at_open_table,
        at_running_game,
    ),
    of_meetings=True,
)
def set_clock(draft: Draft, call: Call) -> People:
    """Set the game's clock, for whoever leads. Whether it stands still is stored, so it does after a restart too."""
    standing, live = draft.standing, call.table
    seat = live.seat_of(call.person)
    leading = standing.game.seating.leads(standing.state)
    if seat not in leading and not call.leads:
        raise Refused(only_the_leader(live.names[leading[0]] if leading else live.host or ""))
    deadline = standing.game.clock.deadline(standing.state)
    running = next((each for each in live.timers if deadline is not None and each.name == deadline.name), None)
    if deadline is None or (running is None and live.left is None):
        raise Refused(_NO_CLOCK)
    if deadline.fixed:
        raise Refused(_FIXED_CLOCK)
    left = running.due - draft.at if running is not None else live.left or 0.0
    draft.record([_clock_set(call.argument("change"), deadline.name, left, seat, stopped=running is None)])
    return None


def _clock_set(change: str, clock: str, left: float, seat: int | None, *, stopped: bool) -> tables.ClockSet:
    match change:
        case "pause" if stopped:
            raise Refused(_CLOCK_STOPPED_ALREADY)
        case "resume" if not stopped:
            raise Refused(_CLOCK_RUNS)
        case "pause" | "resume":
            return tables.ClockSet(clock, max(left, _LEAST), change == "pause", seat)
        case _:
            changed = left + float(change) * MINUTE
            return tables.ClockSet(clock, min(max(changed, _LEAST), _MOST), stopped, seat)


@feature.change(
    "cover",
    lazy("Let an automatic player stand in for somebody who is away"),
    Parameter("player", lazy("Who is away"), kind="player"),
    group="table",
    needs=(
        at_open_table,
        with_say,
        at_running_game,
    ),
)
def cover(draft: Draft, call: Call) -> People:
    """Let the automatic player cover for somebody who is away; they take over again when they come back."""
    standing, seat = draft.standing, call.seat_or_host
    target = _named_player(call, seat)
    if standing.table.seats[target] == "automatic":
        raise Refused(COVERED_ALREADY)
    if target == seat:
        raise Refused(_COVER_YOURSELF)
    if target not in standing.game.awaits(standing.state) and not call.request.desk:
        raise Refused(NOT_AWAITED)
    if not absent(standing) and not call.leads and not call.request.manages_room:
        raise Refused(TOO_SOON_TO_COVER)
    draft.record([tables.SeatHandedOver(target, absent=True)])
    return None


@feature.change(
    "nudge",
    lazy("Remind somebody that the table is waiting for them"),
    Parameter("player", lazy("Who should play"), kind="player", required=False),
    group="table",
    needs=(
        at_open_table,
        with_say,
        at_running_game,
    ),
)
def nudge(draft: Draft, call: Call) -> People:
    """Remind somebody now, on request; this doesn't count towards declaring them absent."""
    standing, seat = draft.standing, call.seat_or_host
    if is_meeting(standing.game) or not call.argument("player"):
        return _nudge_all(draft, call, seat)
    target = _named_player(call, seat)
    if target == seat:
        raise Refused(NUDGE_YOURSELF)
    if target not in standing.game.awaits(standing.state):
        raise Refused(NO_NEED_TO_NUDGE)
    if target not in {each.seat for each in to_remind(standing, call.table.people)}:
        raise Refused(WANTS_NO_REMINDERS)
    if 0 <= draft.at - standing.at < MINUTE:
        raise Refused(NUDGED_TOO_SOON)
    draft.record([tables.Reminded((target,), standing.table.reminders)])
    return None


def _nudge_all(draft: Draft, call: Call, seat: int | None) -> People:
    """Call everybody who hasn't finished, in one sentence; in a meeting once a phase, and only for whoever leads it."""
    standing = draft.standing
    if is_meeting(standing.game):
        if seat not in standing.game.seating.leads(standing.state) and not call.leads:
            raise Refused(_ONLY_LEADER_NUDGES)
        if standing.table.nudged:
            raise Refused(NUDGED_ALREADY)
    elif 0 <= draft.at - standing.at < MINUTE:
        raise Refused(NUDGED_TOO_SOON)
    found = [each.seat for each in to_remind(standing, call.table.people) if each.seat not in {seat, None}]
    if not found:
        raise Refused(NOBODY_TO_NUDGE)
    draft.record([tables.Reminded(tuple(found), standing.table.reminders)])
    return None


@feature.change(
    "name",
    lazy("Change your name at this table"),
    Parameter("name", lazy("What the table should call you"), rest=True),
    group="me",
    needs=(at_open_table,),
)
def rename(draft: Draft, call: Call) -> People:
    """Change a name. Nothing happens at the table: events name seats, so only what is kept about the person changes."""
    del draft
    people = call.table.people
    if all(each.person != call.person.id for each in people):
        raise Refused(NOT_SEATED)
    others = [each.name for each in people if each.person != call.person.id]
    name = clean_name(call.argument("name"), others)
    return tuple(replace(each, name=name) if each.person == call.person.id else each for each in people)


@feature.change(
    "host",
    lazy("Make somebody else host, or become host if the host has left"),
    Parameter("player", lazy("The new host, or me"), kind="player"),
    group="table",
    needs=(at_open_table, with_free_hand),
)
def change_host(draft: Draft, call: Call) -> People:
    live, person = call.table, call.person
    target = _named_player(call, live.seat_of(person))
    successor = next((each for each in live.people if each.seat == target), None)
    if successor is None:
        raise Refused(_HOST_IS_A_PERSON)
    if successor.host:
        raise Refused(_HOST_ALREADY)
    taking = successor.person == person.id and _host_is_gone(live, draft)
    if not (taking or live.is_host(person) or call.request.manages_room):
        raise Refused(ONLY_HOST_HANDS_OVER)
    meets = is_meeting(draft.standing.game) and draft.standing.table.phase == "lobby"
    if meets and draft.standing.table.seats[FACILITATOR] == "person":
        draft.record([tables.HostChanged(FACILITATOR)])
        return _in_first_seat(live, successor)
    draft.record([tables.HostChanged(target)])
    return tuple(replace(each, host=each.person == successor.person) for each in live.people)


def _in_first_seat(live: LiveTable, successor: Seating) -> tuple[Seating, ...]:
    """Everybody, with the new host where the facilitator sits. Seats of a lobby are all alike."""
    places = {successor.seat: FACILITATOR, FACILITATOR: successor.seat}
    return tuple(
        replace(each, seat=places.get(each.seat, each.seat), host=each.person == successor.person)
        for each in live.people
    )


def _host_is_gone(live: LiveTable, draft: Draft) -> bool:
    """True if there is no host, an automatic player has the host's seat, or the table has waited for them too long."""
    host = next((each for each in live.people if each.host), None)
    standing = draft.standing
    if is_meeting(standing.game) and standing.table.phase == "lobby":
        return True  # they may not come at all, and nobody should wait for that
    if host is None or (host.seat is not None and standing.table.seats[host.seat] == "automatic"):
        return True
    awaited = host.seat is None or (standing.playing and host.seat in standing.game.awaits(standing.state))
    return awaited and absent(standing)


@feature.change(
    "undo", lazy("Take back your last move if the others agree, or agree to somebody else’s undo"), needs=(at_table,)
)
def undo(draft: Draft, call: Call) -> People:
    """Take your last move back if everybody else agrees; while somebody asks, the command means that you agree."""
    if is_meeting(draft.standing.game):
        raise Refused(_NO_UNDO)
    seat = playing_seat(call.table, call.request)
    table = draft.standing.table
    asked = table.undo
    if asked is None:
        _ask_undo(draft, seat)
        return None
    if seat == asked.seat:
        raise Refused(UNDO_ASKED_ALREADY)
    if seat in table.agreed:
        raise Refused(UNDO_AGREED_ALREADY)
    draft.record([tables.UndoAgreed(seat)])
    if set(table.people) <= table.agreed | {seat, asked.seat}:
        draft.record([tables.Undone(asked.seat, asked.to)])
    return None


def _ask_undo(draft: Draft, seat: int) -> None:
    own = [point for point in draft.standing.undo_points if point.seat == seat]
    if not own:
        raise Refused(NOTHING_TO_UNDO)
    others = set(draft.standing.table.people) - {seat}
    asked = tables.UndoAsked(seat, own[-1].sequence)
    draft.record([asked] if others else [tables.Undone(seat, asked.to)])


@feature.adds_to_answer(tables.UndoAsked)
def undo_needs_others(draft: Draft, call: Call) -> str:
    del draft, call
    return str(UNDO_NEEDS_OTHERS)


def _named_player(call: Call, seat: int | None) -> int:
    return find_player(call.table, seat, call.mentioned(call.argument("player")))
