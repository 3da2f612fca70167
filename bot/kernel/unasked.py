"""Public queries that are answered without being asked: the forecast after each day."""

import logging

from bot.features.lessons import is_lesson
from bot.kernel.calls import Context
from bot.kernel.game_queries import public_answer
from bot.kernel.live.table import LiveTable
from bot.kernel.table.journal import Draft
from bot.kernel.table.model import Refused
from games.contract import Command

log = logging.getLogger(__name__)

MAX_AT_ONCE = 4  # when more are due, some are left out rather than queued
TASK = "queries due after an event"


def answer_due_queries(context: Context, live: LiveTable, draft: Draft) -> None:
    """Nobody waits for these."""
    if not context.unasked:
        return
    kinds = {event.kind for event in draft.events}
    commands = [command for command in live.standing.game.commands if command.after & kinds]
    due = [command for command in commands if live.standing.playing or command.afterwards]
    if due and not is_lesson(live) and context.tasks.count(TASK) < MAX_AT_ONCE:
        context.tasks.start(_answer(context, live, due, draft.standing.sequence), TASK)


async def _answer(context: Context, live: LiveTable, commands: list[Command], sequence: int) -> None:
    """Nobody hears of it if the table has moved on meanwhile: then it is about the past."""
    try:
        for command in commands:
            if live.standing.sequence > sequence:
                return
            reply = await public_answer(context.thinker, live, command, {})
            await context.tables.refreshed(live)
            for room in tuple(live.rooms):
                await context.rooms.post(live, room, reply, None, unless_past=sequence)
    except Refused:
        pass  # the game has ended since
    except Exception:
        log.exception("answering a query that was due failed")
