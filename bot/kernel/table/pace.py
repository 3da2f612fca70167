"""The times at which a table reminds the players it is waiting for. Pure, like a game."""

import re
from collections.abc import Iterable
from datetime import date, datetime, timedelta, tzinfo
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from bot.kernel.store import Seating
from bot.kernel.table import refusals
from bot.kernel.table.journal import Standing
from bot.kernel.table.model import PaceChosen, Refused
from games.values import value

MINUTE, HOUR, DAY = 60.0, 3600.0, 86400.0
MAX_REMINDERS = 4  # after that the table stays quiet
_BACKOFF = 3  # each reminder waits this many times longer than the one before
_ABSENT_AFTER = 2  # reminders; then the others may let an automatic player stand in
_MAX_LENGTH = 30 * DAY
MAX_MORE = 120  # minutes
_LEADER_AWAITED = 2 * MINUTE  # at a live meeting, until whoever leads it is called, each time

_LENGTH = re.compile(r"^(?P<number>\d{1,4})(?P<unit>[a-z]*)$")
_UNITS = {
    **dict.fromkeys(("", "m", "min", "mins", "minute", "minutes"), MINUTE),
    **dict.fromkeys(("h", "hour", "hours"), HOUR),
    **dict.fromkeys(("d", "day", "days"), DAY),
}
_HOURS = re.compile(r"^(?P<opens>\d{1,2})-(?P<closes>\d{1,2})$")


@value
class Pace:
    """Seconds until the first reminder (0: no reminders), and the working hours for sending them."""

    seconds: float = 0
    opens: int = 0
    closes: int = 24
    zone: str = "UTC"

    @property
    def is_async(self) -> bool:
        """True if people play over hours or days, so nobody has to be there at the same time."""
        return not self.always or self.seconds >= HOUR

    def clock(self, seconds: float, now: float) -> float:
        """The end of a game's clock of this many seconds. An async table waits for a reminder, and as long again."""
        if not self.is_async:
            return now + seconds
        return max(now + seconds, self.in_hours(now + 2 * self.seconds))

    @property
    def always(self) -> bool:
        return self.opens == 0 and self.closes == 24

    def in_hours(self, due: float) -> float:
        """This moment if it is within working hours, else the next opening on a weekday."""
        if self.always:
            return due
        zone = zone_named(self.zone)
        local = datetime.fromtimestamp(due, zone)
        if local.weekday() < 5 and self.opens <= local.hour < self.closes:
            return due
        days = 0 if local.hour < self.opens else 1
        while (local + timedelta(days=days)).weekday() >= 5:
            days += 1
        opening = (local + timedelta(days=days)).replace(hour=self.opens, minute=0, second=0, microsecond=0)
        return opening.timestamp()


LIVE = Pace(10 * MINUTE)
_ASYNC = Pace(DAY, 9, 17)
OFF = Pace()


def pace_of(chosen: PaceChosen | None, usual: Pace) -> Pace:
    return Pace(chosen.seconds, chosen.opens, chosen.closes, chosen.zone) if chosen else usual


def read_pace(form: str, words: str, usual_zone: str = "") -> PaceChosen:
    """Parse `live 5`, `async 2d 9-17 Europe/Berlin`, `off`: arguments in any order, defaults for the rest.

    `usual_zone`: the time zone of the person who chooses the pace, if it is known.
    """
    found = {"live": LIVE, "async": _ASYNC, "off": OFF}[form]
    seconds, opens, closes, zone = found.seconds, found.opens, found.closes, found.zone
    if form == "async" and usual_zone and known_zone(usual_zone):
        zone = usual_zone
    for word in words.split():
        hours = _HOURS.match(word)
        if hours and form == "async":
            opens, closes = int(hours["opens"]), int(hours["closes"])
            if not 0 <= opens < closes <= 24:
                raise Refused(refusals.bad_hours(word))
        elif form != "off" and (length := read_length(word, HOUR if form == "async" else MINUTE)):
            seconds = length
        elif form == "async" and known_zone(word):
            zone = word
        else:
            raise Refused(refusals.bad_pace(word, form))
    return PaceChosen(seconds, opens, closes, zone)


def read_length(word: str, alone: float) -> float | None:
    """Parse `5`, `30m`, `2h`, `3d` as seconds; a number without a unit is in `alone`. None if it isn't a duration."""
    match = _LENGTH.match(word.lower())
    unit = (alone if not match["unit"] else _UNITS.get(match["unit"])) if match else None
    if match is None or unit is None:
        return None
    seconds = int(match["number"]) * unit
    return seconds if MINUTE <= seconds <= _MAX_LENGTH else None


def known_zone(name: str) -> bool:
    try:
        ZoneInfo(name)
    except (ZoneInfoNotFoundError, ValueError, OSError):
        return False
    return True


def zone_named(name: str) -> tzinfo:
    """The time zone with this name; UTC if there is none, or no name was given."""
    return ZoneInfo(name if name and known_zone(name) else "UTC")


def day_in(zone: str, now: float) -> date:
    return datetime.fromtimestamp(now, zone_named(zone)).date()


# --- reminders -----------------------------------------------------------------------------------------------------


def to_remind(standing: Standing, people: Iterable[Seating], pace: Pace | None = None) -> tuple[Seating, ...]:
    """The people the game is waiting for who want reminders. `pace`: without being nudged."""
    if not standing.playing or standing.table.resting or standing.state is None:
        return ()
    seats = set(standing.game.awaits(standing.state)) & set(standing.table.people)
    if pace is not None and _only_leaders(standing, pace) and not seats <= _leading(standing):
        return ()  # they are there, and see it
    return tuple(seating for seating in people if seating.seat in seats and seating.remind != 0)


def _only_leaders(standing: Standing, pace: Pace) -> bool:
    """True if everybody is there, and only whoever leads may hold the others up."""
    return not standing.game.seating.called_live and not pace.is_async


def _leading(standing: Standing) -> set[int]:
    return set(standing.game.seating.leads(standing.state))


def next_reminder(standing: Standing, people: Iterable[Seating], pace: Pace, now: float) -> float | None:
    """The time of the next reminder if nothing happens before; None after the last one.

    If the clock was set back, the last event seems to be in the future: then it counts as of now.
    """
    count = standing.table.reminders
    wanted = [seating for seating in people if (seating.remind or pace.seconds) > 0]
    waits = [seating.remind or pace.seconds for seating in to_remind(standing, wanted, pace)] if wanted else []
    if not waits or count >= MAX_REMINDERS:
        return None
    if _only_leaders(standing, pace):
        return None if count >= _ABSENT_AFTER else min(standing.at, now) + min(*waits, _LEADER_AWAITED)
    return pace.in_hours(min(standing.at, now) + min(waits) * _BACKOFF**count)


def absent(standing: Standing) -> bool:
    """True if the awaited players count as absent: they have been reminded often enough."""
    return standing.playing and standing.table.reminders >= _ABSENT_AFTER
