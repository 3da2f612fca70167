"""The burndown chart with a forecast."""

from dataclasses import replace

from hypothesis import given
from hypothesis import strategies as st

from games.graphics.chart import Burndown, burndown
from games.graphics.drawing import ALT_LIMIT, WIDTH, columns

hours = st.integers(0, 9_999)
PLAIN = Burndown("Sprint", 300, 10, [290, 260, 240], 200)
CONE = ((150, 180, 220), (90, 140, 200), (40, 100, 180), (0, 60, 160), (0, 30, 150), (0, 10, 120), (0, 0, 100))


@st.composite
def series(draw: st.DrawFn) -> Burndown:
    days = draw(st.integers(1, 30))
    dots = draw(st.lists(hours, max_size=days - 1))
    spans = st.tuples(hours, hours, hours).map(lambda span: (min(span), sorted(span)[1], max(span)))
    cone = draw(st.lists(spans, min_size=days - len(dots), max_size=days - len(dots)))
    return Burndown("Forecast of the sprint, hours per day", draw(hours), days, dots, draw(hours), draw(hours), cone)


@given(series=series())
def test_every_forecast_fits(series: Burndown) -> None:
    """A phone shows every line and the platforms accept the alt text, which has every day's numbers."""
    drawing = burndown(series)
    assert max(columns(line) for line in drawing.text.split("\n")) <= WIDTH
    assert len(drawing.alt) <= ALT_LIMIT
    assert drawing.svg()
    for day, (low, middle, high) in enumerate(series.cone, start=len(series.dots) + 1):
        assert f"{day}: {low}-{middle}-{high}" in drawing.alt


def test_a_chart_without_a_forecast_does_not_mention_one() -> None:
    """Text, alt text and picture mention simulated games only if there are some."""
    without, forecast = burndown(PLAIN), burndown(replace(PLAIN, cone=CONE))
    for words in ("simulated", "Forecast"):
        assert words not in f"{without.text}{without.alt}{without.svg()}"
    assert "8 of 10 simulated games" in forecast.text
    assert "8 of 10 simulated games" in (forecast.svg() or "")


def test_each_coming_day_has_its_median_within_the_cone() -> None:
    """Each column has one mark for the median, and the cone around it."""
    lines = burndown(replace(PLAIN, cone=CONE)).text.split("\n")[1:12]
    for day, (low, _, high) in enumerate(CONE, start=4):
        column = "".join(line.ljust(40)[6 + 3 * day] for line in lines)
        assert column.count("+") == 1
        assert len(column.strip()) > (high - low) // 50


def test_the_scale_has_room_for_the_unlucky_games() -> None:
    """Even if their hours are higher than all others."""
    text = burndown(replace(PLAIN, cone=[(200, 400, 800)] * 7)).text
    assert text.split("\n")[1].startswith(" 800 ┤")
