"""The summary of a retrospective: in the room, as a file, as text to copy; and what comes next."""

import asyncio

from bot.features.meetings.past import feature
from bot.features.meetings.recurrence import FORM
from bot.features.meetings.recurring import following
from bot.kernel.calls import Call, Context
from bot.kernel.feature import prepare
from bot.kernel.live.ending import Ending
from bot.kernel.live.table import LiveTable
from bot.kernel.messages import Reply
from bot.kernel.store import StoredTable
from bot.kernel.table.buttons import line_act
from bot.kernel.table.journal import effective_events
from bot.kernel.table.model import Refused
from bot.kernel.table.pace import day_in
from games.contract import AnyGame, Parameter
from games.language import lazy, t
from games.sheets import Sheet
from games.text import escape, name_of, spell

_COPY, _OUR_ACTIONS = lazy("Copy as text"), lazy("Our actions")
_NOTHING_TO_COPY = lazy("There’s no summary here yet: a retrospective has one once it’s over.")


def _next(when: str) -> str:
    return t("Next: {when}", when=when)


@feature.adds_to_ending
async def ending(context: Context, live: LiveTable, room: str) -> Ending | None:
    """The next date or a way to plan it, ways to the text and to the actions, and the file."""
    if _summary(live) is None:
        return None
    when = await following(context, room)
    plan = () if when else (line_act("every", str(FORM), role="main", form=str(FORM)),)
    copied = line_act(f"copy {live.id}", str(_COPY))  # not prose
    acts = (*plan, copied, line_act("actions", str(_OUR_ACTIONS)))
    return Ending(_next(when) if when else "", acts, await _files(context, live))


def _summary(live: LiveTable) -> Sheet | None:
    return live.sheet() if live.standing.table.phase == "over" else None


async def _files(context: Context, live: LiveTable) -> tuple[tuple[str, str], ...]:
    """The whole meeting as a Markdown file, named by its day."""
    stored = await context.store.table(live.id)
    if stored is None:
        return ()
    text = await asyncio.to_thread(_report, live.standing.game, stored)
    day = day_in(live.pace.zone, live.standing.at).isoformat()
    names = [escape(name) for name in live.names]
    return ((f"{live.standing.game.key}-{day}.md", spell(text, lambda seat: name_of(names, seat))),)


def _report(game: AnyGame, stored: StoredTable) -> str:
    return game.memories.report(effective_events(stored.events, game), "markdown")


# --- as text ---------------------------------------------------------------------------------------------------------


@feature.query(
    "copy",
    lazy("Show the summary of a retrospective as text to copy"),
    Parameter("table", lazy("Which one, if not the last"), required=False),
    group="room",
    of_meetings=True,
)
async def copy(context: Context, call: Call) -> Reply:
    """The whole summary as plain text, and as a file: where the meeting was held, or for somebody who was there."""
    table = call.argument("table")
    live = await context.tables.find(table) if table else call.live
    if live is not None:
        await prepare(context, live, next(iter(live.rooms), call.request.room))
    summary = _summary(live) if live and _may_read(live, call) else None
    if live is None or summary is None:
        raise Refused(_NOTHING_TO_COPY)
    files = await _files(context, live)
    return Reply(summary.text, private=True, names=live.names, files=files, table=live.id, game=live.standing.game.key)


def _may_read(live: LiveTable, call: Call) -> bool:
    return call.request.room in live.rooms or live.seat_of(call.person) is not None
