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
from bot.kernel.table.journal import Draft, decode
from bot.kernel.table.model import PREFIX, SHORT, GameStarted, SeatTaken, beacon_round, luck_from, pin
from games.contract import Parameter
from games.language import lazy

feature = Feature("fairness", package=__package__)


@feature.query(
    "verify",
    lazy("See how the dice are kept fair, check a finished game, or compare a pin"),
    Parameter("pin", lazy("A pin or fingerprint, to compare it with this game"), required=False),
    group="table",
    needs=(at_table,),
)
async def fairness(context: Context, call: Call) -> Reply:
    """Explain how the dice are kept fair; check a finished game; compare a pin, such as that of a pressed button."""
    live = call.table
    standing = live.standing
    if standing.table.phase == "over":
        context.spend_if_long(call)
        text = await _proof(context, live)
    else:
        text = _promise(live) if standing.game.proof.luck else str(texts.NO_LUCK)
    compared = [await _compared(context, call)] if call.argument("pin") else []
    early = await ended_early(context, call.request.room) if standing.game.proof.luck else []
    return Reply(
        "\n".join([text, *compared, *early]), private=True, names=live.names, table=live.id, sequence=standing.sequence
    )


def _promise(live: LiveTable) -> str:
    standing = live.standing
    table = standing.table
    if table.seed_group:
        if not standing.playing:
            return shared_dice.lobby(table.commitment)
        return shared_dice.running(table.commitment, standing.drawn, live.pin)
    if not standing.playing:
        return texts.verify_lobby(table.commitment, [luck[:SHORT] for luck in table.luck])
    beacons = [beacon_round(luck) or "" for luck in table.luck if ":" in luck]
    return texts.verify_running(table.commitment, standing.drawn, len(table.luck) - len(beacons), beacons, live.pin)


async def _compared(context: Context, call: Call) -> str:
    """The place of a pin in this game, or whether it is the fingerprint that was shown at first."""
    live, given = call.table, call.argument("pin").lower()
    if len(given) >= SHORT and live.standing.table.commitment.startswith(given):
        return texts.fingerprint_found(given)
    context.spend_if_long(call)
    rows = await context.store.events(live.id)
    found = next((row.sequence for row in rows if pin(live.seed, row.hash) == given), None)
    return texts.pin_missing(given) if found is None else texts.pin_found(given, found)


async def _proof(context: Context, live: LiveTable) -> str:
    table = live.standing.table
    if not await seed_is_done(context, table):
        return shared_dice.follows(table.commitment, live.standing.hash)
    rows = await context.store.events(live.id)
    file = export(live.id, live.seed, live.standing, rows, round_over=True)
    verdict = await asyncio.to_thread(verify, file)
    luck = _luck(live, rows) if verdict.wrong is None else []
    seed = [shared_dice.revealed(live.seed.hex()) if table.seed_group else texts.revealed(live.seed.hex())]
    seed = seed if live.standing.game.proof.luck else []
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
