"""The burndown chart as text and as alt text."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.graphics.chart import Burndown, burndown
from games.graphics.drawing import ALT_LIMIT, WIDTH, columns

hours = st.integers(0, 9_999)


@st.composite
def series(draw: st.DrawFn) -> Burndown:
    days = draw(st.integers(1, 30))
    dots = draw(st.lists(hours, max_size=days))
    return Burndown(draw(st.text(alphabet="Sprint 測👍", max_size=60)), draw(hours), days, dots, draw(hours))


@given(series=series())
def test_every_chart_fits(series: Burndown) -> None:
    """A phone shows every line and the platforms accept the alt text, whatever the hours and the length."""
    drawing = burndown(series)
    assert max(columns(line) for line in drawing.text.split("\n")) <= WIDTH
    assert len(drawing.alt) <= ALT_LIMIT


@given(series=series())
def test_the_alt_text_is_complete(series: Burndown) -> None:
    """It has every dot of the chart, the planned hours and today's."""
    alt = burndown(series).alt
    assert all(f"day {day}: {left}" in alt for day, left in enumerate(series.dots, start=1))
    assert f"Planned: {series.planned} hours" in alt
    assert f"Now: {series.now} hours" in alt


def test_one_chart_by_example() -> None:
    """Planned from 300 to 0, three days over, 200 hours left now."""
    text = burndown(Burndown("Sprint burndown", 300, 10, [290, 260, 240], 200)).text
    lines = text.split("\n")
    assert lines[0] == "Sprint burndown"
    assert lines[1].startswith(" 300 ┤o")
    assert sum(line.count("●") for line in lines[:-1]) == 3
    assert sum(line.count("×") for line in lines[:-1]) == 1
    assert lines[-2].split() == [str(day) for day in range(11)]
    assert lines[-1] == "● End of Day  × now  · planned"


@pytest.mark.parametrize(("hours", "top"), [(80, 80), (81, 100), (100, 100), (101, 150), (150, 150), (151, 200)])
def test_the_scale_ends_at_a_round_number(hours: int, top: int) -> None:
    """A multiple of 20, above 100 of 50."""
    assert burndown(Burndown("Sprint", hours, 10, (), hours)).text.split("\n")[1].startswith(f"{top:>4} ┤")


def test_fewer_hours_are_lower_on_the_chart() -> None:
    """Five days from 300 hours to none, row by row."""
    lines = burndown(Burndown("Falling", 300, 5, [300, 225, 150, 75, 0], 0)).text.split("\n")[1:12]
    rows = [row for row, line in enumerate(lines) for _ in range(line.count("●"))]
    assert rows == [0, 2, 5, 8, 10]


def test_the_alt_text_of_a_sprint_that_has_just_begun() -> None:
    """It says that no day is over yet."""
    assert "no day is over yet" in burndown(Burndown("New", 300, 10, [], 300)).alt
