"""Days as people write them, read on a Tuesday: 17 November 2026."""

from collections.abc import Iterator
from datetime import date

import pytest

from games import language
from games.dates import NotADay, in_brief, in_year, on_calendar, read_day, shown, split_day
from games.language import Catalogue, add_language, speaking

TODAY = date(2026, 11, 17)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("today", "2026-11-17"),
        ("Tomorrow", "2026-11-18"),
        ("the day after tomorrow", "2026-11-19"),
        ("Friday", "2026-11-20"),
        ("by fri.", "2026-11-20"),
        ("on Thurs", "2026-11-19"),
        ("tues", "2026-11-24"),
        ("this tuesday", "2026-11-17"),
        ("next Tuesday", "2026-11-24"),
        ("next friday", "2026-11-27"),
        ("next week", "2026-11-24"),
        ("next month", "2026-12-17"),
        ("in two weeks", "2026-12-01"),
        ("in 3 days", "2026-11-20"),
        ("within a month", "2026-12-17"),
        ("end of week", "2026-11-20"),
        ("end of next week", "2026-11-27"),
        ("the end of the month", "2026-11-30"),
        ("end of next month", "2026-12-31"),
        ("end of year", "2026-12-31"),
        ("2026-12-01", "2026-12-01"),
        ("12 Dec", "2026-12-12"),
        ("12th of December", "2026-12-12"),
        ("12. dec", "2026-12-12"),
        ("December 12th, 2027", "2027-12-12"),
        ("3 March", "2027-03-03"),
        ("29 Feb", "2028-02-29"),
        ("17 nov", "2026-11-17"),
    ],
)
def test_a_day(text: str, expected: str) -> None:
    """The next day that this can mean, today included only where it is named."""
    assert read_day(text, TODAY) == date.fromisoformat(expected)


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("31 February", "no such day as 31 february"),
        ("2026-02-31", "no such day as 2026-02-31"),
        ("2026-13-01", "no such day"),
        ("0 dec", "no such day"),
        ("2026-11-16", "Mon 16 Nov 2026 is in the past"),
        ("1 Nov 2020", "in the past"),
        ("2031-01-01", "more than two years away"),
        ("in 999 weeks", "more than two years away"),
        ("3/4", "can’t tell the day from the month"),
        ("03.04.2027", "can’t tell the day from the month"),
    ],
)
def test_a_day_that_cannot_be(text: str, sentence: str) -> None:
    """One sentence that says why, and asks again."""
    with pytest.raises(NotADay, match=sentence):
        read_day(text, TODAY)


@pytest.mark.parametrize(
    "text", ["", "the next review", "Freitag", "vendredi", "金曜日", "12 Foo", "soon", "m", "in x weeks"]
)
def test_not_a_day_at_all(text: str) -> None:
    """Other languages and other texts are not guessed at."""
    assert read_day(text, TODAY) is None


def test_months_of_different_lengths() -> None:
    """In a month from 31 January is the last of February; the year turns over."""
    assert read_day("in one month", date(2027, 1, 31)) == date(2027, 2, 28)
    assert read_day("in two months", date(2026, 12, 30)) == date(2027, 2, 28)
    assert read_day("end of month", date(2026, 12, 5)) == date(2026, 12, 31)
    assert read_day("end of week", date(2026, 11, 21)) == date(2026, 11, 27)


def test_a_stored_date_as_people_read_it() -> None:
    """Whatever older retrospectives stored is shown as it is."""
    assert shown("2026-12-01") == "Tue 1 Dec 2026"
    assert in_brief("2026-12-01") == "Tue 1 Dec"
    assert shown("Friday") == in_brief("Friday") == "Friday"
    assert shown("") == ""


@pytest.mark.parametrize(
    ("said", "what", "due"),
    [
        ("fix the build by Friday", "fix the build", "2026-11-20"),
        ("fix the build by 2026-12-01.", "fix the build", "2026-12-01"),
        ("fix the build (by next Monday)", "fix the build", "2026-11-23"),
        ("ask by mail by the end of the month", "ask by mail", "2026-11-30"),
        ("talk to Ben on Thursday", "talk to Ben", "2026-11-19"),
        ("try it in two weeks", "try it", "2026-12-01"),
        ("stand by me", "stand by me", ""),
        ("review it by the next retrospective", "review it by the next retrospective", ""),
        ("mend it bis Freitag", "mend it bis Freitag", ""),
        ("by Friday", "by Friday", ""),
    ],
)
def test_a_day_at_the_end_of_an_action(said: str, what: str, due: str) -> None:
    """The word “by” has other uses too, and those stay in the text."""
    assert split_day(said, TODAY) == (what, due)


# --- in other languages ----------------------------------------------------------------------------------------------

GERMAN = {
    "weekday\x04Tue": "Di",
    "weekday\x04Friday": "Freitag",
    "month\x04Dec": "Dez",
    "month, in full\x04December": "Dezember",
    "month, in full\x04March": "März",
    "date\x04{weekday} {day} {month}": "{weekday}, {day}. {month}",
    "date\x04{weekday} {day} {month} {year}": "{weekday}, {day}. {month} {year}",
    "date\x04{day} {month}": "{day}. {month}",
    "date\x04{day} {month} {year}": "{day}. {month} {year}",
    "day\x04tomorrow": "morgen",
}


@pytest.fixture
def german() -> Iterator[str]:
    add_language(Catalogue("de-XA", "Deutsch", GERMAN, {}, lambda count: int(count != 1)))
    yield "de-XA"
    language._made.pop("de-XA")  # programs never take a language away
    language._forget()


def test_days_are_shown_by_language(german: str) -> None:
    """Names, and the order of a day and its month."""
    due = "2026-12-01"
    assert (in_brief(due), shown(due), on_calendar(due)) == ("Tue 1 Dec", "Tue 1 Dec 2026", "1 Dec 2026")
    assert in_year(date(2026, 12, 1)) == "01 Dec"
    with speaking(german):
        assert (in_brief(due), shown(due), on_calendar(due)) == ("Di, 1. Dez", "Di, 1. Dez 2026", "1. Dez 2026")
        assert in_year(date(2026, 12, 1)) == "01. Dez"
        assert in_brief("by Friday") == "by Friday"


@pytest.mark.parametrize(
    ("typed", "day"),
    [
        ("morgen", date(2026, 11, 4)),
        ("Freitag", date(2026, 11, 6)),
        ("frei", date(2026, 11, 6)),
        ("12. März", date(2027, 3, 12)),
        ("24. Dezember", date(2026, 12, 24)),
        ("tomorrow", date(2026, 11, 4)),
        ("Friday", date(2026, 11, 6)),
        ("12 Mar", date(2027, 3, 12)),
        ("December 24", date(2026, 12, 24)),
    ],
)
def test_days_are_typed_in_english_or_as_they_are_said(german: str, typed: str, day: date) -> None:
    with speaking(german):
        assert read_day(typed, date(2026, 11, 3)) == day


@pytest.mark.parametrize("typed", ["morgen", "Freitag", "12. März"])
def test_elsewhere_those_are_no_days(german: str, typed: str) -> None:
    assert read_day(typed, date(2026, 11, 3)) is None


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("de", "den Build reparieren bis Freitag"),
        ("fr", "réparer le build pour vendredi"),
        ("es", "arreglar el build para el viernes"),
        ("pt-BR", "corrigir o build até sexta-feira"),
        ("de", "fix the build by Friday"),
    ],
)
def test_a_task_and_its_day_in_another_language(language: str, text: str) -> None:
    """English words work everywhere."""
    with speaking(language):
        task, due = split_day(text, date(2026, 11, 18))
    assert due == "2026-11-20"
    assert text.startswith(task)
    assert task.split()[-1] in {"reparieren", "build"}
