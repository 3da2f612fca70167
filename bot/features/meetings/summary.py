"""The summary of a retrospective: in the room, as a file, as text to copy; and what comes next."""

from collections.abc import Sequence
from datetime import date

from bot.features.meetings.past import feature
from bot.features.meetings.recurrence import FORM
from bot.features.meetings.recurring import following
from bot.kernel.calls import Call, Context
from bot.kernel.live.ending import Ending
from bot.kernel.live.table import LiveTable
from bot.kernel.messages import Person, Reply
from bot.kernel.store import FORGOTTEN
from bot.kernel.table.buttons import line_act
from bot.kernel.table.model import Refused
from bot.kernel.table.pace import day_in
from games.contract import Parameter
from games.dates import in_brief
from games.sheets import Line, Passage, Sheet
from games.text import escape, name_of, spell
from games.values import replace

_COPY, _OUR_ACTIONS = "Copy as text", "Our actions"
_NOTHING_TO_COPY = "There’s no summary here yet: a retrospective has one once it’s over."


def _next(when: str) -> str:
    return f"Next: {when}"


@feature.adds_to_summary
async def ending(context: Context, live: LiveTable, room: str) -> Ending | None:
    summary = _summary(live)
    if summary is None:
        return None
    day, when = _day(live), await following(context, room)
    plan = () if when else (line_act("every", FORM, role="main", form=FORM),)
    acts = (*plan, line_act(f"copy {live.id}", _COPY), line_act("actions", _OUR_ACTIONS))
    file = f"{live.standing.game.key}-{day.isoformat()}.md", _markdown(summary, day, live.names)
    return Ending(in_brief(day.isoformat()), _next(when) if when else "", acts, (file,), _owners(live))


def _summary(live: LiveTable) -> Sheet | None:
    standing = live.standing
    over = standing.table.phase == "over" and standing.finished and standing.state is not None
    return standing.game.meeting.summary(standing.state) if over else None


def _day(live: LiveTable) -> date:
    return day_in(live.pace.zone, live.standing.at)


def _owners(live: LiveTable) -> tuple[Person, ...]:
    """Everybody who takes care of an action, once."""
    seats = {each.owner for each in live.standing.game.meeting.agreements(live.standing.state).actions}
    found = (each for each in live.people if each.seat in seats and each.name != FORGOTTEN)
    return tuple(Person(each.person, each.name) for each in found)


# --- as text ---------------------------------------------------------------------------------------------------------


@feature.query(
    "copy",
    "Show the summary of a retrospective as text to copy",
    Parameter("table", "Which one, if not the last", required=False),
    group="table",
)
async def copy(context: Context, call: Call) -> Reply:
    """The whole summary as plain text, and as a file: in the room that held the meeting, or for who was there."""
    live = await context.tables.find(call.argument("table")) if call.argument("table") else call.live
    summary = _summary(live) if live and _may_read(live, call) else None
    if live is None or summary is None:
        raise Refused(_NOTHING_TO_COPY)
    day = _day(live)
    text = replace(summary, title=f"{summary.title}, {in_brief(day.isoformat())}").text
    file = f"{live.standing.game.key}-{day.isoformat()}.md", _markdown(summary, day, live.names)
    return Reply(text, private=True, names=live.names, files=(file,), table=live.id, game=live.standing.game.key)


def _may_read(live: LiveTable, call: Call) -> bool:
    return call.request.room in live.rooms or live.seat_of(call.person) is not None


def _markdown(summary: Sheet, day: date, names: Sequence[str]) -> str:
    """The summary as a Markdown file. What people wrote is plain text, whatever it looks like."""
    parts = [f"# {_escaped(summary.title, names)}, {in_brief(day.isoformat())} {day.year}"]
    parts += [_passage(each, names) for each in summary.passages]
    parts += ["\n".join(f"- {_written(each.text, names)}" for each in summary.things)]
    parts += [_written(summary.progress, names), _escaped(summary.note, names)]
    return "\n\n".join(filter(None, parts)) + "\n"


def _passage(passage: Passage, names: Sequence[str]) -> str:
    starts = {"text": "", "bullets": "- ", "numbers": "1. "}
    lines = [f"{starts[passage.style]}{_written(each, names)}" for each in passage.lines]
    between = "\n\n" if passage.style == "text" else "\n"
    title = [f"## {_escaped(passage.title, names)}"] if passage.title else []
    return "\n\n".join([*title, between.join(lines)])


def _written(words: Line, names: Sequence[str]) -> str:
    found = ((run, _escaped(run.text, names)) for run in words)
    return "".join(f"**{text}**" if run.bold and text.strip() == text and text else text for run, text in found)


def _escaped(text: str, names: Sequence[str]) -> str:
    return spell(text, lambda seat: escape(name_of(names, seat)), escape)
