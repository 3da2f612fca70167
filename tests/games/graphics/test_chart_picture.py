"""The burndown chart as a picture."""

from xml.etree import ElementTree as ET

from hypothesis import given

from games.graphics.chart import Burndown, burndown
from tests.games.graphics.sizes import boxes, check_inside, check_landscape
from tests.games.graphics.test_chart import series


def texts(chart: Burndown) -> list[str]:
    svg = burndown(chart).svg()
    assert svg is not None
    return [element.text or "" for element in ET.fromstring(svg).iter() if element.tag.endswith("text")]


@given(series=series())
def test_every_chart_can_be_drawn(series: Burndown) -> None:
    """Whatever the hours and the length of the sprint, in both shapes; no text is too small, today is labelled."""
    check_landscape(burndown(series).svg())
    check_inside(burndown(series).svg(shape="portrait"))
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


def test_the_ends_of_a_forecast_are_labelled_where_there_is_room() -> None:
    """Close to the median or to the axis, the numbers would cover each other."""
    roomy = texts(Burndown("Sprint", 300, 2, (290,), 280, cone=[(90, 140, 190)]))
    tight = texts(Burndown("Sprint", 300, 2, (290,), 280, cone=[(13, 140, 147)]))
    assert {"90", "140", "190"} <= set(roomy)
    assert {"13", "140", "147"} & set(tight) == {"140"}


def test_the_label_of_today_turns_at_the_edge() -> None:
    """On the last day it stands left of the edge, and looks the same."""
    first, last = (today(Burndown("Sprint", 300, 5, (290,) * days, 280)) for days in (0, 4))
    assert first.pop("x") < last.pop("x") == "596"
    assert (first.pop("y"), first.pop("text-anchor", "start")) > (last.pop("y"), last.pop("text-anchor"))
    assert first == last
    assert first["font-weight"] == "bold"


def today(chart: Burndown) -> dict[str, str]:
    root = ET.fromstring(burndown(chart).svg() or "")
    (label,) = (element for element in root.iter() if element.text == f"{chart.now} now")
    return label.attrib


def test_the_legend_explains_only_what_the_chart_has() -> None:
    """A rise, today and the forecast only where there are some; all on one or two lines that end before the edge."""
    assert {"End of Day", "planned", "today"} == legend(Burndown("Sprint", 300, 10, (290,), 280))
    assert {"End of Day", "planned"} == legend(Burndown("Sprint", 300, 1, (290,), 290))
    cone = tuple((low, low + 50, 400) for low in range(9))
    forecast = Burndown("Sprint", 300, 10, (310,), 300, cone=cone)
    words = {"End of Day", "hours went up", "planned", "today", "8 of 10 simulated games, and the median"}
    assert words == legend(forecast)


def legend(chart: Burndown) -> set[str]:
    """The words below the labels of the days."""
    found = [box for box in boxes(burndown(chart).svg()) if box.tag == "text"]
    days = max(box.bottom for box in found if box.text == str(chart.days))
    return {box.text for box in found if box.top > days}
