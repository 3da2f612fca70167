"""The report of a workshop as web pages that need nothing else: one for all teams, and one a team to print on A4."""

from base64 import b64encode
from collections.abc import Iterable, Iterator
from functools import cache
from html import escape

from adapters.web.assets import PAGES, STATIC
from bot.workshop_messages import Comparison, DebriefQuestion, TeamReport
from games.graphics.drawing import Drawing


def team_page(comparison: Comparison, team: int) -> str:
    """One team's page; `team` is its place among the comparison's teams."""
    report = comparison.teams[team]
    return _page(f"{report.name}: {comparison.title or comparison.game_title}", _team(comparison, report))


def workshop_page(comparison: Comparison) -> str:
    """The page about all teams: what a trainer shares and keeps."""
    return _page(comparison.title or comparison.game_title, _workshop(comparison))


def _page(title: str, parts: Iterable[str]) -> str:
    head = f'<meta charset="utf-8"><title>{escape(title)}</title><meta name="viewport" content="width=device-width">'
    body = "\n".join(parts)
    page = f"<head>{head}<style>{_style()}</style></head>\n<body>\n{body}\n</body>"
    return f'<!doctype html>\n<html lang="en">{page}</html>\n'


@cache
def _style() -> str:
    """With the font that pictures are measured for, so that the page looks the same wherever it is opened."""
    fonts = "".join(_font(name, weight) for name, weight in (("regular", 400), ("bold", 700)))
    return fonts + (PAGES / "report.css").read_text("utf-8")


def _font(name: str, weight: int) -> str:
    data = b64encode((STATIC / "fonts" / f"roboto-{name}-latin.woff2").read_bytes()).decode()
    source = f'url("data:font/woff2;base64,{data}") format("woff2")'
    return f"@font-face {{ font-family: Roboto; font-weight: {weight}; src: {source} }}\n"


# --- a team --------------------------------------------------------------------------------------------------------


def _team(comparison: Comparison, report: TeamReport) -> Iterator[str]:
    yield f"<h1>{escape(report.name)}</h1>"
    yield _line(comparison.title, comparison.game_title, ", ".join(report.people))
    yield f'<p class="result">{escape(_capital(report.result))}.</p>'
    yield _charts(comparison.charts)
    if report.figures:
        yield f'<div class="figures">{"".join(_figure(*figure) for figure in report.figures)}</div>'
    yield from _listed("What to remember", report.highlights)
    yield from _listed("What we agreed on", report.actions)
    yield from _listed("To talk about", [question.text for question in comparison.questions][-4:])
    yield '<div class="lines"><h2>What I’ll try</h2><div></div><div></div></div>'


def _figure(name: str, text: str) -> str:
    return f"<div><span>{escape(name)}</span><strong>{escape(text)}</strong></div>"


def _listed(title: str, items: Iterable[str]) -> Iterator[str]:
    found = "".join(f"<li>{escape(item)}</li>" for item in items)
    if found:
        yield f"<h2>{escape(title)}</h2><ul>{found}</ul>"


# --- all teams -----------------------------------------------------------------------------------------------------


def _workshop(comparison: Comparison) -> Iterator[str]:
    count = len(comparison.teams)
    yield f"<h1>{escape(comparison.title or comparison.game_title)}</h1>"
    yield _line(comparison.game_title, "1 team" if count == 1 else f"{count} teams")
    yield _charts(comparison.charts)
    yield from (f'<p class="faint">{escape(note)}</p>' for note in comparison.notes)
    yield "<h2>Questions for the debrief</h2>"
    yield from _questions(comparison.questions)
    yield "<h2>All teams</h2>"
    yield f'<div class="wide">{_table(comparison)}</div>'


def _questions(questions: tuple[DebriefQuestion, ...]) -> Iterator[str]:
    for stage in dict.fromkeys(question.stage for question in questions):
        asked = "".join(_question(question) for question in questions if question.stage == stage)
        yield f"<p><strong>{escape(stage)}</strong></p><ul>{asked}</ul>"


def _question(question: DebriefQuestion) -> str:
    why = f'<span class="why">{escape(question.why)}</span>' if question.why else ""
    return f"<li>{escape(question.text)}{why}</li>"


def _table(comparison: Comparison) -> str:
    names = "".join(f'<th class="number" scope="col">{escape(name)}</th>' for name in comparison.columns)
    rows = "".join(_row(report, comparison.columns) for report in comparison.teams)
    head = f'<tr><th scope="col">Team</th><th scope="col">Result</th>{names}</tr>'
    return f"<table><thead>{head}</thead><tbody>{rows}</tbody></table>"


def _row(report: TeamReport, columns: tuple[str, ...]) -> str:
    figures = dict(report.figures)
    cells = "".join(f'<td class="number">{escape(figures.get(name, "–"))}</td>' for name in columns)
    return f'<tr><th scope="row">{escape(report.name)}</th><td class="result">{escape(report.result)}</td>{cells}</tr>'


# --- both ----------------------------------------------------------------------------------------------------------


def _line(*parts: str) -> str:
    return f'<p class="faint">{escape(" · ".join(part for part in parts if part))}</p>'


def _charts(charts: Iterable[Drawing]) -> str:
    figures = "".join(_chart(drawing) for drawing in charts)
    return f'<div class="charts">{figures}</div>' if figures else ""


def _chart(drawing: Drawing) -> str:
    svg = drawing.svg()
    return f'<figure role="img" aria-label="{escape(drawing.alt)}">{svg}</figure>' if svg else ""


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]
