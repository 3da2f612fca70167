"""The burndown chart as a picture."""

from xml.etree import ElementTree as ET

from hypothesis import given

from games.graphics.chart import Burndown, burndown
from tests.games.graphics.test_chart import series


def texts(chart: Burndown) -> list[str]:
    svg = burndown(chart).svg()
    assert svg is not None
    return [element.text or "" for element in ET.fromstring(svg).iter() if element.tag.endswith("text")]


@given(series=series())
def test_every_chart_can_be_drawn(series: Burndown) -> None:
    """Whatever the hours and the length of the sprint, every mark is on the paper and today's hours are labelled."""
    root = ET.fromstring(burndown(series).svg() or "")
    width, height = float(root.get("width", "0")), float(root.get("height", "0"))
    for circle in (element for element in root.iter() if element.tag.endswith("circle")):
        assert 0 < float(circle.get("cx", "-1")) < width
        assert 0 < float(circle.get("cy", "-1")) < height
    assert (f"{series.now} now" in texts(series)) == (len(series.dots) < series.days)


def test_hours_that_planning_added_or_removed_are_labelled() -> None:
    """An unchanged number isn't."""
    assert "375 hours (planning started from 300)" in burndown(Burndown("Sprint", 375, 10, (), 375, 300)).alt
    assert "+75 planned" in texts(Burndown("Sprint", 375, 10, (), 375, 300))
    assert "−25 planned" in texts(Burndown("Sprint", 275, 10, (), 275, 300))
    assert not [words for words in texts(Burndown("Sprint", 300, 10, (), 300, 300)) if words.endswith(" planned")]


def test_a_day_that_ends_with_more_hours_says_how_many() -> None:
    """Days that end with as many hours as before, or fewer, don't."""
    words = texts(Burndown("Sprint", 300, 10, (310, 290, 290, 305), 300))
    assert [word for word in words if word.startswith("+")] == ["+10", "+15"]


def test_every_day_without_a_rise_has_a_dot() -> None:
    """And there is one more in the legend."""
    svg = burndown(Burndown("Sprint", 300, 10, (310, 290, 290, 305), 300)).svg() or ""
    assert svg.count("<circle") == 2 + 1
