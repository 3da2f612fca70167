"""The result of a meeting as plain text, to paste it somewhere else."""

from bot.features.meetings.past import feature
from bot.kernel.calls import Call, Context, at_table
from bot.kernel.messages import Reply
from bot.kernel.table.model import Refused

_NOTHING_TO_COPY = "Once the retrospective is over, this gives you its result as text."


@feature.query(
    "copy", "Give you the result of a retrospective as text", group="table", needs=(at_table,), of_meetings=True
)
async def copy(_: Context, call: Call) -> Reply:
    live, standing = call.table, call.table.standing
    summary = standing.game.meeting.summary(standing.state) if standing.finished else None
    if summary is None:
        raise Refused(_NOTHING_TO_COPY)
    return Reply(summary.text, private=True, names=live.names, table=live.id, game=standing.game.key)
