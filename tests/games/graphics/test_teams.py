"""Charts of several teams: readable for few and for many, in every form, whatever the teams are called."""

from collections.abc import Callable
from xml.etree import ElementTree as ET

import pytest

from games.debrief import Course, Weighed
from games.graphics.drawing import ALT_LIMIT, WIDTH, Drawing, columns
from games.graphics.teams import FEW, TeamLine, TeamLuck, team_lines, team_luck

SVG = "{http://www.w3.org/2000/svg}"


def line(name: str, *hours: float, finished: bool = True) -> TeamLine:
    points = tuple((float(day), left) for day, left in enumerate(hours))
    return TeamLine(name, Course("Hours left", "Day", "Hours", points, 10.0, lower_is_better=True), finished)


def lines(count: int) -> Drawing:
    """Each a little worse than the one before."""
    return team_lines([line(f"Team {number}", 300.0, 150.0 + number, float(number)) for number in range(1, count + 1)])


def luck(count: int) -> Drawing:
    return team_luck(
        [TeamLuck(f"Team {number}", Weighed(0.6, number / 40, 0.02, -number / 80, 0.02, 9)) for number in range(count)]
    )


def words(drawing: Drawing, *, dark: bool = False) -> list[str]:
    """The texts in the picture."""
    svg = drawing.svg(dark=dark)
    assert svg is not None
    return [element.text or "" for element in ET.fromstring(svg).iter(f"{SVG}text")]


@pytest.mark.parametrize("make", [lines, luck])
@pytest.mark.parametrize("count", [1, 3, FEW, FEW + 1, 30])
def test_every_form_is_complete(make: Callable[[int], Drawing], count: int) -> None:
    """The text board fits a phone, the alt text its limit, and the picture is drawn in both shapes and colours."""
    drawing = make(count)
    assert max(map(columns, drawing.text.split("\n"))) <= WIDTH
    assert 0 < len(drawing.alt) <= ALT_LIMIT
    pictures = {drawing.svg(dark=dark, shape=shape) for dark in (True, False) for shape in ("landscape", "portrait")}
    assert len(pictures) == 4


@pytest.mark.parametrize("count", [1, FEW])
def test_few_teams_are_all_named(count: int) -> None:
    """With what they have left."""
    shown = words(lines(count))
    assert [f"Team {number}" for number in range(1, count + 1) if f"Team {number}" not in shown] == []
    assert str(count) in shown
    assert "other teams" not in " ".join(shown)


def test_of_many_teams_three_are_named() -> None:
    """The best, the one in the middle and the last; the others are counted."""
    shown = words(lines(30))
    assert {name for name in shown if name.startswith("Team")} == {"Team 1", "Team 16", "Team 30"}
    assert "27 other teams" in shown
    assert "Team 1 (best): 300, 151, 1" in lines(30).alt


def test_unfinished_teams_are_not_the_best() -> None:
    """Among many, a team that is still playing is compared with nobody; among few, it is marked."""
    playing = line("Early birds", 300.0, 0.0, finished=False)
    many = [playing, *(line(f"Team {number}", 300.0, float(number)) for number in range(1, 20))]
    assert "Early birds" not in words(team_lines(many))
    few = team_lines([playing, line("Team 1", 300.0, 20.0)])
    assert "not finished" in words(few)
    assert "Early birds (not finished)" in few.alt
    assert "0 …" in few.text


def test_higher_may_be_better() -> None:
    """A course says which way is up."""
    points = ((0.0, 0.0), (1.0, 8.0))
    fast = TeamLine("Fast", Course("Velocity", "Sprint", "Velocity", points, 5.0))
    many = [fast, *(line(f"Team {number}", 0.0, float(number)) for number in range(7))]
    many = [TeamLine(each.name, Course("Velocity", "Sprint", "Velocity", each.course.points, 5.0)) for each in many]
    assert "Fast (best)" in team_lines([*many, many[-1]]).alt


def test_names_are_escaped() -> None:
    """A team is called what it wants to be called."""
    name = "<b>&]]>"
    for drawing in (team_lines([line(name, 1.0)]), team_luck([TeamLuck(name, Weighed(0.5, 0, 0, 0, 0, 0))])):
        assert any(name in text for text in words(drawing))


def test_equal_teams_dont_cover_each_other() -> None:
    """Thirty teams with the same luck are thirty dots."""
    same = Weighed(0.6, 0.4, 0.02, 0.0, 0.02, 9)
    svg = team_luck([TeamLuck(f"Team {number}", same) for number in range(30)]).svg()
    assert svg is not None
    dots = [(dot.get("cx"), dot.get("cy")) for dot in ET.fromstring(svg).iter(f"{SVG}circle") if dot.get("cx")]
    assert len(set(dots)) == len(dots) >= 27
