"""Commands about fairness."""

import asyncio
from collections.abc import Sequence

from bot.features.fairness import shared_dice, texts
from bot.features.fairness.export import GameFiles, export, write
from bot.features.fairness.verify import luck, verify
from bot.kernel.calls import Call, Context, at_table
from bot.kernel.feature import Feature, seed_is_done
from bot.kernel.live.table import LiveTable
from bot.kernel.messages import Reply
from bot.kernel.queries import ended_early
from bot.kernel.store import StoredEvent
from bot.kernel.table.journal import Draft, Standing, decode
from bot.kernel.table.model import PREFIX, SHORT, GameStarted, SeatTaken, luck_from

feature = Feature("fairness", package=__package__)


@feature.query(
    "verify", "See how the dice are kept fair, and check a finished game", group="table", needs=(at_table,), public=True
)
async def fairness(context: Context, call: Call) -> Reply:
    """Explain how the dice are kept fair; check a finished game."""
    live = call.table
    standing = live.standing
    if standing.table.phase == "over":
        context.spend_if_long(call)
        text = await _proof(context, live)
    else:
        text = _promise(standing) if standing.game.proof.luck else texts.NO_LUCK
    if standing.game.proof.luck:
        text = "\n".join([text, *await ended_early(context, call.request.room)])
    return Reply(text, names=live.names, table=live.id, sequence=standing.sequence)


@feature.adds_to_ending
def proof(live: LiveTable) -> str:
    """The data that shows at the end that everything was fair."""
    standing = live.standing
    if standing.state is None or not standing.game.proof.luck:
        return ""
    if standing.table.seed_group:
        return shared_dice.not_revealed(standing.hash)
    return texts.revealed(live.seed.hex(), standing.hash)


def _promise(standing: Standing) -> str:
    table = standing.table
    if table.seed_group:
        lobby = not standing.playing
        return shared_dice.lobby(table.commitment) if lobby else shared_dice.running(table.commitment, standing.drawn)
    if standing.playing:
        return texts.verify_running(table.commitment, standing.drawn, len(table.luck))
    return texts.verify_lobby(table.commitment, [luck[:SHORT] for luck in table.luck])


async def _proof(context: Context, live: LiveTable) -> str:
    table = live.standing.table
    if not await seed_is_done(context, table):
        return shared_dice.follows(table.commitment)
    rows = await context.store.events(live.id)
    file = export(live.id, live.seed, live.standing, rows, round_over=True)
    verdict = await asyncio.to_thread(verify, file)
    luck = _luck(live, rows) if verdict.wrong is None else []
    seed = [shared_dice.revealed(live.seed.hex())] if table.seed_group else []
    return "\n".join([verdict.sentences, *seed, *luck])


def _luck(live: LiveTable, rows: Sequence[StoredEvent]) -> list[str]:
    game = live.standing.game
    own = (decode(row.kind, row.payload, game) for row in rows if not row.kind.startswith(PREFIX))
    lines = luck([die for event in own for die in game.proof.dice(event)], live.names)
    return [texts.luck(lines)] if lines else []


@feature.adds_to_answer(SeatTaken, GameStarted)
def luck_added(draft: Draft, call: Call) -> str:
    """The hint for somebody who gave a word: how to find it again in the finished game."""
    word = call.argument("luck")
    stored = luck_from(word) if word else ""
    added = stored and any(getattr(event, "luck", "") == stored for event in draft.events)
    return texts.luck_added(stored[:SHORT]) if added else ""


class _Recorder:
    """The implementation of GameFiles."""

    def __init__(self, context: Context) -> None:
        self._context = context

    async def record(self, table: str, *, inside: bool = False) -> str | None:
        live = await self._context.tables.find(table)
        if live is None:
            return None
        await self._context.tables.refreshed(live)
        standing = live.standing
        rows = await self._context.store.events(live.id)
        done = await seed_is_done(self._context, standing.table)
        return write(export(live.id, live.seed, standing, rows[: standing.sequence], round_over=done, inside=inside))


feature.facades[GameFiles] = _Recorder
