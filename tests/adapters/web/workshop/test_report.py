"""The report: pages that load nothing, say everything, and take no name for markup."""

import re

from adapters.web.workshop.report import team_page, workshop_page
from bot.features.workshop.model import Comparison, DebriefQuestion, TeamReport
from games.debrief import Course
from games.graphics.teams import TeamLine, team_lines

EVIL = "<script>alert('x')</script>\"&"
SAFE = "&lt;script&gt;alert(&#x27;x&#x27;)&lt;/script&gt;&quot;&amp;"


def comparison(text: str) -> Comparison:
    """With this text wherever somebody could have written one."""
    course = Course("Hours", "Day", "Hours", ((0.0, 3.0), (1.0, 1.0)), 2.0)
    report = TeamReport(text, (text,), text, ((text, text),), (text,), (text,))
    return Comparison(
        title=text,
        game_title="The Scrum Game",
        teams=(report, report),
        columns=(text,),
        questions=(DebriefQuestion("So what?", text, text),),
        notes=(text,),
        charts=(team_lines([TeamLine(text, course)]),),
    )


def pages(text: str) -> list[str]:
    return [workshop_page(comparison(text)), team_page(comparison(text), 1)]


def test_texts_are_escaped() -> None:
    """Names, titles, questions and actions are text, in the page and in its pictures."""
    for page in pages(EVIL):
        assert SAFE in page
        assert "<script" not in page
        assert "alert('x')</" not in page


def test_nothing_is_loaded() -> None:
    """A page that was kept for years still looks the same: styles, font and pictures are in it."""
    for page in pages("Team 1"):
        addresses = re.findall(r"""(?:src|href|url)\s*[=(:]\s*["']?([^"')\s]+)""", page)
        assert addresses
        assert [each for each in addresses if not each.startswith(("data:", "url("))] == []
        assert "@import" not in page
        assert page.count("<svg") == 1
        assert "@page { size: A4" in page


def test_everything_is_on_the_page() -> None:
    """The team's page has its people, figures, highlights and actions; the other one all teams and the questions."""
    report = TeamReport(
        "Otters", ("Anna", "Ben"), "made it", (("Days used", "8 of 10"),), ("A great day.",), ("Talk.",)
    )
    found = Comparison(
        "Friday", "The Scrum Game", (report,), ("Days used",), (DebriefQuestion("So what?", "Why?", "So."),)
    )
    team, workshop = team_page(found, 0), workshop_page(found)
    for part in ("Otters", "Anna, Ben", "Made it.", "Days used", "8 of 10", "A great day.", "Talk.", "Why?"):
        assert part in team
    for part in ("Friday", "Otters", "made it", "8 of 10", "So what?", "Why?", "So."):
        assert part in workshop
