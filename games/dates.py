"""Days as people write them: `Friday`, `in two weeks`, `12 Dec`, `end of next week`. Pure: today is passed in."""

import re
from collections.abc import Sequence
from datetime import date, timedelta
from functools import cache

from games.language import Lazy, lazy_p, p, t

_MAX_AHEAD = 730  # days; what is due later is more likely a mistake

WEEKDAYS = ("monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday")
_MONTHS = ("jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec")
# as people read them; what is typed is compared with these, too, besides English
_WEEKDAYS_SAID = (
    lazy_p("weekday", "Mon"),
    lazy_p("weekday", "Tue"),
    lazy_p("weekday", "Wed"),
    lazy_p("weekday", "Thu"),
    lazy_p("weekday", "Fri"),
    lazy_p("weekday", "Sat"),
    lazy_p("weekday", "Sun"),
)
WEEKDAY_NAMES = (
    lazy_p("weekday", "Monday"),
    lazy_p("weekday", "Tuesday"),
    lazy_p("weekday", "Wednesday"),
    lazy_p("weekday", "Thursday"),
    lazy_p("weekday", "Friday"),
    lazy_p("weekday", "Saturday"),
    lazy_p("weekday", "Sunday"),
)
_MONTHS_SAID = (
    lazy_p("month", "Jan"),
    lazy_p("month", "Feb"),
    lazy_p("month", "Mar"),
    lazy_p("month", "Apr"),
    lazy_p("month", "May"),
    lazy_p("month", "Jun"),
    lazy_p("month", "Jul"),
    lazy_p("month", "Aug"),
    lazy_p("month", "Sep"),
    lazy_p("month", "Oct"),
    lazy_p("month", "Nov"),
    lazy_p("month", "Dec"),
)
_MONTH_NAMES = (
    lazy_p("month, in full", "January"),
    lazy_p("month, in full", "February"),
    lazy_p("month, in full", "March"),
    lazy_p("month, in full", "April"),
    lazy_p("month, in full", "May"),
    lazy_p("month, in full", "June"),
    lazy_p("month, in full", "July"),
    lazy_p("month, in full", "August"),
    lazy_p("month, in full", "September"),
    lazy_p("month, in full", "October"),
    lazy_p("month, in full", "November"),
    lazy_p("month, in full", "December"),
)
_NUMBERS = {
    word: number
    for number, words in enumerate(
        ("", "a an one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")  # not prose
    )
    for word in words.split()
}
_ISO = re.compile(r"(\d{4})-(\d{1,2})-(\d{1,2})")
_NUMERIC = re.compile(r"\d{1,2}[./]\d{1,2}(?:[./](?:\d{4}|\d{2})?)?")
_DAY_MONTH = re.compile(r"(\d{1,2})(?:st|nd|rd|th|er|º|\.)?(?: of| de)? ([^\W\d_]{3,10})\.?,?(?: (?:de )?(\d{4}))?")
_MONTH_DAY = re.compile(r"([^\W\d_]{3,10})\.? (\d{1,2})(?:st|nd|rd|th)?,?(?: (\d{4}))?")
_IN = re.compile(r"(?:in|within) (\w+) (day|week|month)s?")
_END = re.compile(r"(?:the )?end of (?:the |this )?(next )?(week|month|year|day)")
_NEXT = re.compile(r"(next|this) (\w+)")


@cache
def _before_day(said: str) -> re.Pattern[str]:
    """What separates a task from its day, in English or as it is said."""
    return re.compile(rf"(?<=\S)[ ,(]+(?=(?:by|until|before|on|in|within|{re.escape(said)}) \S)", re.IGNORECASE)


@cache
def _leading(said: str) -> re.Pattern[str]:
    return re.compile(rf"^(?:by|on|until|till|before|due|at|{re.escape(said)}) ", re.IGNORECASE)


def _by() -> str:
    return p("typed before a day", "by")


class NotADay(ValueError):
    """A text that looks like a day but can't be one; holds a sentence."""


def read_day(text: str, today: date) -> date | None:
    """The day that is meant, from today on; None if it doesn't look like a day.

    NotADay if it looks like one and can't be it: 31 February, a day in the past, 3/4 (April or March?).
    """
    words = " ".join(text.lower().strip(" .!,").split())
    words = _leading(_by()).sub("", words)
    found = _relative(words, today) or _named(words, today) or _calendar(words, today)
    if found is None:
        return None
    if found < today:
        raise NotADay(t("{day} is in the past. Which day do you mean?", day=shown(found.isoformat())))
    if found > today + timedelta(days=_MAX_AHEAD):
        raise NotADay(t("{day} is more than two years away. Which day do you mean?", day=shown(found.isoformat())))
    return found


def split_day(text: str, today: date) -> tuple[str, str]:
    """A task, and by when if the text ends with a day: `fix the build by Friday`. NotADay as in `read_day`."""
    for found in _before_day(_by()).finditer(text):
        if day := read_day(text[found.end() :].rstrip(" ).!"), today):
            return text[: found.start()], day.isoformat()
    return text, ""


def shown(due: str) -> str:
    """A stored date as people read it, `Tue 1 Dec 2026`; older retrospectives stored what was typed."""
    day = _stored(due)
    return p("date", "{weekday} {day} {month} {year}", **_parts(day), year=due[:4]) if day else due


def in_brief(due: str) -> str:
    """A stored date in brief, where there is little room: `Tue 1 Dec`."""
    day = _stored(due)
    return p("date", "{weekday} {day} {month}", **_parts(day)) if day else due


def on_calendar(due: str) -> str:
    """A stored date without its weekday: `1 Dec 2026`."""
    day = _stored(due)
    return p("date", "{day} {month} {year}", **_parts(day), year=due[:4]) if day else due


def in_year(day: date) -> str:
    """A day without its year: `01 Dec`."""
    return p("date", "{day} {month}", day=f"{day:%d}", month=_MONTHS_SAID[day.month - 1])


def _stored(due: str) -> date | None:
    try:
        return date.fromisoformat(due)
    except ValueError:
        return None


def _parts(day: date) -> dict[str, object]:
    return {"weekday": _WEEKDAYS_SAID[day.weekday()], "day": day.day, "month": _MONTHS_SAID[day.month - 1]}


def _relative(words: str, today: date) -> date | None:
    if words in {"today", "tonight", "eod", p("day", "today").casefold()}:
        return today
    if words in {"tomorrow", p("day", "tomorrow").casefold()}:
        return today + timedelta(days=1)
    if words in {"the day after tomorrow", "day after tomorrow"}:
        return today + timedelta(days=2)
    if end := _END.fullmatch(words):
        return _end_of(end[2], today, following=bool(end[1]))
    span = _IN.fullmatch(words)
    count = _count(span[1]) if span else None
    return _later(today, count, span[2]) if span and count is not None else None


def _count(word: str) -> int | None:
    if word.isascii() and word.isdigit() and len(word) < 4:
        return int(word)
    return _NUMBERS.get(word)


def _later(today: date, count: int, unit: str) -> date:
    if unit == "month":
        months = today.month - 1 + count
        return _last_possible(today.year + months // 12, months % 12 + 1, today.day)
    return today + timedelta(days=count * (7 if unit == "week" else 1))


def _last_possible(year: int, month: int, day: int) -> date:
    """This day of the month, or the month's last day if it is too short."""
    following = date(year + month // 12, month % 12 + 1, 1)
    return min(date(year, month, min(day, 28)) + timedelta(days=max(0, day - 28)), following - timedelta(days=1))


def _end_of(unit: str, today: date, *, following: bool) -> date:
    """The end of a unit of time. A week ends on Friday: that is when people look."""
    if unit == "day":
        return today
    if unit == "week":
        friday = today + timedelta(days=(4 - today.weekday()) % 7)
        return friday + timedelta(days=7 * following)
    if unit == "month":
        first = _later(today.replace(day=1), 1 + following, "month")
        return first - timedelta(days=1)
    return date(today.year + following, 12, 31)


def _named(words: str, today: date) -> date | None:
    """A day of the week: the next one, and with `next` the one in the week after this."""
    found = _NEXT.fullmatch(words)
    which, name = (found[1], found[2]) if found else ("", words)
    if which == "next" and name in {"week", "month"}:
        return _later(today, 1, name)
    matches = [number for number, day in enumerate(WEEKDAYS) if len(name) >= 3 and day.startswith(name)]
    if name in {"tues", "thur", "thurs"}:
        matches = [1 if name == "tues" else 3]
    matches = matches or _begun(name, WEEKDAY_NAMES)
    if not matches:
        return None
    if which == "next":
        return today + timedelta(days=7 - today.weekday() + matches[0])
    ahead = (matches[0] - today.weekday()) % 7
    return today + timedelta(days=ahead or (0 if which == "this" else 7))


def _begun(name: str, said: Sequence[Lazy]) -> list[int]:
    """The places of the names in the language spoken that begin like this one."""
    folded = [str(each).casefold() for each in said]
    return [place for place, known in enumerate(folded) if len(name) >= 3 and known.startswith(name)]


def _calendar(words: str, today: date) -> date | None:
    if iso := _ISO.fullmatch(words):
        return _existing(int(iso[1]), int(iso[2]), int(iso[3]), words)
    if _NUMERIC.fullmatch(words):
        raise NotADay(
            t("I can’t tell the day from the month in {words}. Write it like 12 Dec, or 2026-12-01.", words=words)
        )
    day_first, month_first = _DAY_MONTH.fullmatch(words), _MONTH_DAY.fullmatch(words)
    if day_first:
        day, name, year = day_first.groups()
    elif month_first:
        name, day, year = month_first.groups()
    else:
        return None
    months = [place for place, known in enumerate(_MONTHS) if name.startswith(known)] or _begun(name, _MONTH_NAMES)
    if not months:
        return None
    if year:
        return _existing(int(year), months[0] + 1, int(day), words)
    return _next_time(today, months[0] + 1, int(day), words)


def _next_time(today: date, month: int, day: int, words: str) -> date:
    """The next time that the calendar has this day; for a date without a year."""
    this_year = _existing(_year_with(today.year, month, day), month, day, words)
    return this_year if this_year >= today else _existing(_year_with(today.year + 1, month, day), month, day, words)


def _year_with(year: int, month: int, day: int) -> int:
    """The first year from this one on that has this day: 29 February only exists in some."""
    return next((each for each in range(year, year + 8) if _is_leap(each)), year) if (month, day) == (2, 29) else year


def _is_leap(year: int) -> bool:
    return year % 4 == 0 and (year % 100 != 0 or year % 400 == 0)


def _existing(year: int, month: int, day: int, words: str) -> date:
    try:
        return date(year, month, day)
    except ValueError:
        raise NotADay(t("There’s no such day as {words}. Which day do you mean?", words=words)) from None
