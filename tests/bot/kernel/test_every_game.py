"""Every game, those of plugins included, is played through the service from the first seat to the last event."""

import hashlib

import pytest

from bot.features.fairness.export import export
from bot.features.fairness.verify import verify
from bot.kernel.messages import Pressed, Request
from bot.kernel.table.buttons import as_command
from games import GAMES
from games.chance import Chance
from games.contract import suggested
from tests.bot.harness import ROOM, Bench, new_id, person

MAX_MOVES = 400  # then the host ends the table


@pytest.mark.parametrize("key", GAMES)
async def test_a_whole_game(bench: Bench, key: str) -> None:
    """People make the moves that automatic players would; what was stored can be verified."""
    names = ("anna", "ben", "cleo")[: min(3, GAMES[key].seats[-1])]
    await bench.seat(*names, game=key)
    await bench.say("anna", "start")
    for _ in range(MAX_MOVES):
        if not (await bench.standing()).playing:
            break
        assert await _outcome_of_a_move(bench) == "done"
    else:
        await bench.say("anna", "end sure")
    standing = await bench.standing()
    assert not standing.playing
    (record,) = await bench.store.find_tables()
    verdict = verify(export(record.id, record.seed, standing, await bench.events()))
    assert (verdict.wrong, verdict.fault) == (None, "")


async def _outcome_of_a_move(bench: Bench) -> str:
    standing = await bench.standing()
    game, state = standing.game, standing.state
    seat = game.awaits(state)[0]
    chance = Chance(hashlib.sha256(f"{standing.sequence}".encode()).digest())
    # an automatic player that thinks for long would make the test slow: any move will do
    move = chance.choice(game.moves(state, seat)) if game.bots.thinks else suggested(game, state, seat, chance)
    phrase = game.phrase(state, seat, move)
    mover = person(await bench.name_at(seat))
    response = await bench.service.handle(Request(new_id(), ROOM, mover, as_command(game, phrase)))
    if phrase.grave:
        assert response.outcome == "refused"
        sure = Pressed(response.replies[0].acts[0].button)
        response = await bench.service.handle(Request(new_id(), ROOM, mover, sure))
    return response.outcome
