"""The schedule of a recurring retrospective: `2 weeks on Friday 15:00` in a room's time zone. Pure, like a game."""

import json
import re
from collections.abc import Sequence
from datetime import datetime, time

from bot.kernel.table.model import Refused
from bot.kernel.table.pace import known_zone, zone_named
from bot.kernel.table.rules import without_quotes
from bot.kernel.table.texts import short
from games.dates import WEEKDAY_NAMES, WEEKDAYS, in_brief
from games.language import lazy, n, t
from games.parts import Field, Form
from games.text import listing
from games.values import value

# --- texts -----------------------------------------------------------------------------------------------------------

NONE = lazy("No retrospective is planned in this room. For example: `/scrum retro every 2 weeks on Friday 15:00`.")
OFF = lazy("The retrospective no longer opens by itself here.")


def _bad_recurrence(words: str) -> str:
    return t(
        "I don’t understand “{words}”. Try `/scrum retro every 2 weeks on Friday 15:00`, with a "
        "time zone such as `Europe/Berlin` or a format after it; `/scrum retro every off` ends "
        "it.",
        words=short(words),
    )


def planned(recurrence: "Recurrence", due: float) -> str:
    return n(
        "A retrospective opens here every week on {weekday} at {time}. Next: {following}. `/scrum retro skip` leaves "
        "one out.",
        "A retrospective opens here every {count} weeks on {weekday} at {time}. Next: {following}. `/scrum retro skip` "
        "leaves one out.",
        recurrence.weeks,
        weekday=WEEKDAY_NAMES[recurrence.weekday],
        time=recurrence.at,
        following=recurrence.shown(due),
    )


def skipped(following: str) -> str:
    return t("The next retrospective is left out. The one after that: {following}.", following=following)


def time_for_it(people: Sequence[str]) -> str:
    if not people:
        return t("It’s time for your retrospective. Press “I’m here” when you are.")
    return t("{people}, it’s time for your retrospective. Press “I’m here” when you are.", people=listing(people))


def room_is_busy(title: str) -> str:
    return t(
        "It’s time for your retrospective, but this room still has a table: {title}. Once it’s "
        "over, open the retrospective with `/scrum new retro`.",
        title=title,
    )


IN_CALENDAR = lazy("Retrospective")


def in_calendar(recurrence: "Recurrence") -> str:
    return n(
        "It opens in its channel every week on {weekday} at {time}. Press “I’m here” when it does.",
        "It opens in its channel every {count} weeks on {weekday} at {time}. Press “I’m here” when it does.",
        recurrence.weeks,
        weekday=WEEKDAY_NAMES[recurrence.weekday],
        time=recurrence.at,
    )


FORM = lazy("Plan the next one")
WEEKS, DAY, HOUR = "weeks", "weekday", "hour"  # fields
_INTERVALS = (
    ("1", lazy("Every week")),
    ("2", lazy("Every 2 weeks")),
    ("3", lazy("Every 3 weeks")),
    ("4", lazy("Every 4 weeks")),
)


def form(now: "Recurrence") -> Form:
    intervals = tuple((weeks, str(label)) for weeks, label in _INTERVALS)
    days = tuple((name, str(said)) for name, said in zip(WEEKDAYS, WEEKDAY_NAMES, strict=True))
    hint = t("For example 15:00, in {zone}.", zone=now.zone)
    fields = (
        Field(WEEKS, t("How often?"), options=intervals, filled=(str(now.weeks),), required=True),
        Field(DAY, t("On which day?"), options=days, filled=(WEEKDAYS[now.weekday],), required=True),
        Field(HOUR, t("At what time?"), hint=hint, text=now.at, required=True, limit=10, kind="time"),
    )
    return Form(str(FORM), fields, t("It opens here by itself, and calls the people of last time once."))


RETRO = "retro"  # the kind of a room's job that opens it


# --- recurrence -------------------------------------------------------------------------------------------------------

_MAX_WEEKS = 13
_USUAL_WEEKS = 2
_WEEKS = {"": 1, "two": 2, "three": 3, "four": 4, "other": 2, "second": 2}
_WHEN = re.compile(
    r"(?:(?P<weeks>\d{1,2}|two|three|four|other|second)? ?weeks? )?(?:on )?(?P<day>[a-z]{3,9}) (?:at )?"
    r"(?P<hour>\d{1,2})(?:[:.h](?P<minute>\d{2}))? ?(?P<half>am|pm)?(?: (?P<more>.*))?"
)


@value
class Recurrence:
    weeks: int
    weekday: int  # 0: Monday
    at: str  # "15:00"
    zone: str
    options: str = ""

    def write(self) -> str:
        return json.dumps([self.weeks, self.weekday, self.at, self.zone, self.options])

    @classmethod
    def read(cls, text: str) -> "Recurrence":
        return cls(*json.loads(text))

    def first(self, now: float) -> float:
        """The next time that this weekday and hour come round."""
        today = datetime.fromtimestamp(now, zone_named(self.zone)).date()
        days = (self.weekday - today.weekday()) % 7
        due = self._on(today.toordinal() + days)
        return due if due > now else self._on(today.toordinal() + days + 7)

    def following(self, due: float, now: float) -> float:
        """The next time by the calendar, so the hour stays the same when clocks change; never one that has passed."""
        day = datetime.fromtimestamp(due, zone_named(self.zone)).date().toordinal()
        while True:
            day += 7 * self.weeks
            if (found := self._on(day)) > now:
                return found

    def _on(self, ordinal: int) -> float:
        day = datetime.fromordinal(ordinal).date()
        return datetime.combine(day, time.fromisoformat(self.at), zone_named(self.zone)).timestamp()

    def shown(self, due: float) -> str:
        local = datetime.fromtimestamp(due, zone_named(self.zone))
        day = in_brief(local.date().isoformat())
        return t("{day} {time} ({zone})", day=day, time=f"{local:%H:%M}", zone=self.zone)

    @classmethod
    def like(cls, moment: float, zone: str) -> "Recurrence":
        """Every two weeks on the weekday of this moment, at the last half hour before it."""
        local = datetime.fromtimestamp(moment, zone_named(zone))
        return cls(_USUAL_WEEKS, local.weekday(), f"{local.hour:02}:{local.minute // 30 * 30:02}", zone)

    def in_brief(self, due: float) -> str:
        local = datetime.fromtimestamp(due, zone_named(self.zone))
        return t("{day}, {time}", day=in_brief(local.date().isoformat()), time=f"{local:%H:%M}")


def read_recurrence(words: str, usual_zone: str) -> Recurrence:
    """Parse `2 weeks on Friday 15:00 Europe/Berlin format=boat`; Refused with a sentence if it isn't one."""
    plain = " ".join(without_quotes(words).split())
    found = _WHEN.fullmatch(plain.lower())
    if found is None:
        raise Refused(_bad_recurrence(words))
    days = [number for number, name in enumerate(WEEKDAYS) if name.startswith(found["day"])]
    weeks = _WEEKS.get(found["weeks"] or "") or int(found["weeks"])
    hour, minute = int(found["hour"]), int(found["minute"] or 0)
    hour = hour % 12 + (12 if found["half"] == "pm" else 0) if found["half"] and hour <= 12 else hour
    if len(days) != 1 or not 1 <= weeks <= _MAX_WEEKS or hour > 23 or minute > 59:
        raise Refused(_bad_recurrence(words))
    more = plain[found.start("more") :].split() if found["more"] else []
    zones = [word for word in more if "=" not in word and known_zone(word)]
    options = [word if "=" in word else f"format={word}" for word in more if word not in zones]
    return Recurrence(weeks, days[0], f"{hour:02}:{minute:02}", (*zones, usual_zone or "UTC")[0], " ".join(options))
