"""Games of Scrum Rugby between hasty players, recomputed by a referee that knows only the document."""

import json
from collections.abc import Callable
from functools import cache
from typing import Any

import pytest

from bot.cli.simulated.simulation import as_export
from bot.features.fairness.export import write
from bot.kernel.table import model as tables
from bot.kernel.table.journal import Draft
from games import GAMES
from games.chance import Chance, commitment
from games.rugby.model import AnswerDraw, Move, OfferDraw, PlayTimedTurn, PlayTurn, Resign
from games.testing.play import seed_of
from tests.referees.rugby import check

GAME = GAMES["rugby"]
GAMES_PLAYED = 24
MAX_MOVES = 250  # then somebody resigns


def _hasty(state: Any, seat: int, chance: Chance) -> Move:
    """Score, or push forward, or make any step; now and then something else."""
    forward = 1 if seat == 0 else -1
    moves = GAME.moves(state, seat)
    if chance.below(80):
        steps = [move for move in moves if isinstance(move, PlayTurn)]
        ahead = [move for move in steps if (ball := move.steps[0].ball) and forward * (ball - state.position.ball) > 2]
        scoring = [move for move in ahead if GAME.decide(state, seat, move, chance)[-1].kind == "finished"]
        return _timed(chance.choice(scoring or (ahead if chance.below(6) else steps) or steps), state, chance)
    others = [move for move in moves if isinstance(move, OfferDraw | AnswerDraw | Resign)]
    return chance.choice(others)


def _timed(move: PlayTurn, state: Any, chance: Chance) -> Move:
    """On the clock, a step takes up to twelve seconds."""
    if not state.left:
        return move
    return PlayTimedTurn(move.steps, state.left[state.position.side] - chance.below(120) / 10)


@cache
def _exported(number: int) -> str:
    """Every third game is played against the clock."""
    seed, chance = seed_of(number), Chance(seed_of(1000 + number))
    draft = Draft(f"hasty-{number}", None, seed, 0.0)
    draft.record([tables.TableOpened("rugby", {"clock": 0 if number % 3 else 2}, {}, commitment(seed))])
    draft.record([tables.BotSeated(0), tables.BotSeated(1)])
    draft.begin(tables.GameStarted(commitment(seed)))
    for _ in range(MAX_MOVES):
        state = draft.standing.state
        if not draft.standing.playing:
            break
        seat = state.position.side
        deadline = GAME.clock.deadline(state)
        if deadline is not None and deadline.seconds < 5:
            draft.play(None, deadline.move)
        elif state.offer == seat and chance.below(2):
            draft.play(1 - seat, AnswerDraw(accept=True))
        else:
            draft.play(seat, _hasty(state, seat, chance))
    else:
        draft.play(draft.standing.state.position.side, Resign())
    return write(as_export(draft))


def exported(number: int) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(_exported(number))
    return found


def payloads(export: dict[str, Any], kind: str) -> list[Any]:
    return [row["payload"] for row in export["events"] if row["payload"]["kind"] == kind]


def test_no_deviation() -> None:
    """Of two dozen games, which end in many ways and have scrums."""
    reasons, scrums = set(), 0
    for number in range(GAMES_PLAYED):
        export = exported(number)
        assert check(export) == [], number
        reasons.add(payloads(export, "finished")[0]["reason"])
        scrums += sum(began["bound"] for began in payloads(export, "turn_began"))
    assert reasons >= {"goal", "resigned", "agreed", "time"}
    assert scrums


def _other_winner(export: dict[str, Any]) -> None:
    payloads(export, "finished")[0]["winner"] = 1 - (payloads(export, "finished")[0]["winner"] or 0)


def _a_long_step(export: dict[str, Any]) -> None:
    payloads(export, "stepped")[0]["step"] = "c4-c7"


def _the_same_piece_twice(export: dict[str, Any]) -> None:
    one, two = payloads(export, "stepped")[1:3]
    origin, _, rest = one["step"].replace("x", "-").partition("-")
    two["step"] = f"{rest.partition('>')[0]}-{origin}"


def _a_piece_of_the_other_side(export: dict[str, Any]) -> None:
    payloads(export, "stepped")[0]["step"] = "b9-b8"


def _three_steps(export: dict[str, Any]) -> None:
    rows = export["events"]
    began = [row for row in rows if row["payload"]["kind"] == "turn_began"]
    rows.remove(began[0])


def _a_turn_too_many(export: dict[str, Any]) -> None:
    payloads(export, "finished")[0]["turns"] += 1


def _no_scrum(export: dict[str, Any]) -> None:
    for began in payloads(export, "turn_began"):
        began["exit"] = "a1" if began["exit"] is None else None


def _time_comes_back(export: dict[str, Any]) -> None:
    payloads(export, "time_read")[-1]["left"] += 60


@pytest.mark.parametrize(
    "change",
    [
        _other_winner,
        _a_long_step,
        _the_same_piece_twice,
        _a_piece_of_the_other_side,
        _three_steps,
        _a_turn_too_many,
        _no_scrum,
        _time_comes_back,
    ],
)
def test_planted_deviations_are_found(change: Callable[[dict[str, Any]], None]) -> None:
    """One thing wrong in a game, and the referee objects."""
    export = exported(0)
    change(export)
    assert check(export)
