"""The commands of Scrum Rugby, and how to turn words into moves and moves into words."""

import re
from collections.abc import Mapping
from functools import lru_cache
from typing import assert_never

from games.contract import Command, Parameter, Phrase
from games.language import lazy, spoken, t
from games.rugby import turns
from games.rugby import words as refusals
from games.rugby.field import NAMES
from games.rugby.model import (
    AnswerDraw,
    CallTime,
    Move,
    OfferDraw,
    PlayTimedTurn,
    PlayTurn,
    Resign,
    State,
    Step,
    Unreadable,
    cell_named,
    read_turn,
    turn_cells,
    turn_text,
)
from games.rugby.rules import check_piece, check_scrum, check_step

COMMANDS: tuple[Command, ...] = (
    Command(
        "move",
        lazy("Move a piece, or play your whole turn: c4-c5,a6xb6>c7"),
        (Parameter("turn", lazy("c4-c5 is a step; a6xb6>c7 steps onto the ball and sends it to c7"), rest=True),),
    ),
    Command(
        "piece",
        lazy("Move a piece: see where it can go, on a board only you can see"),
        (Parameter("cell", lazy("Where it is, such as c4")),),
        kind="query",
    ),
    Command(
        "hint",
        lazy("Get a suggestion for your turn that only you can see"),
        kind="query",
        button=lazy("Hint"),
        slow=True,
        advises=True,
    ),
    Command(
        "draw",
        lazy("Offer a draw, or answer an offer"),
        (
            Parameter(
                "answer",
                lazy("offer, accept or decline"),
                "choice",
                ("offer", "accept", "decline"),
                required=False,
                titles=(lazy("Offer a draw"), lazy("Accept the draw"), lazy("Decline the draw")),
            ),
        ),
    ),
    Command("resign", lazy("Give up, on your turn"), grave=True),
)

_HALF_A_STEP = re.compile(r"(?:(?P<first>[^,]*),)?\s*(?P<cell>[a-z]\d{1,3})\s*[-x]?\s*")


def read(state: State, seat: int, command: str, arguments: Mapping[str, str]) -> Move:
    match command:
        case "move":
            return _turn(state, arguments["turn"])
        case "draw":
            return _draw(state, seat, arguments.get("answer", ""))
        case "resign":
            return Resign()
        case _:
            raise ValueError(f"{command} is not a command of Scrum Rugby")


def _turn(state: State, text: str) -> Move:
    try:
        half = _HALF_A_STEP.fullmatch(text.strip().lower())
        if half is not None:
            _ask_where_to(state, half["first"], cell_named(half["cell"]))
        return PlayTurn(read_turn(text))
    except Unreadable as fault:
        raise refusals.unreadable(fault) from fault


def _ask_where_to(state: State, first: str | None, origin: int) -> None:
    """Refuse a step without a target by saying where the piece can go (after the first step, if one is given)."""
    position = state.position
    if first is not None and position.moved is None:
        for step in read_turn(first):
            check_step(position, step)
            position = turns.after(position, step)
    targets = sorted({step.target for step in turns.legal_steps(position) if step.origin == origin})
    check_piece(position, origin)
    if not targets:
        check_scrum(position)
    raise refusals.where_to(origin, targets, position.ball)


def _draw(state: State, seat: int, word: str) -> Move:
    match word.lower():
        case "offer":
            return OfferDraw()
        case "":
            # a plain “draw” accepts an offer
            return AnswerDraw(accept=True) if state.offer == 1 - seat else OfferDraw()
        case "accept" | "decline" as answer:
            return AnswerDraw(accept=answer == "accept")
        case _:
            raise refusals.offer_accept_or_decline()


def phrase(state: State, seat: int, move: Move) -> Phrase:
    del state, seat
    match move:
        case PlayTurn(steps=steps) | PlayTimedTurn(steps=steps):
            return _turn_phrase(spoken(), steps)
        case OfferDraw():
            return Phrase("draw", t("Offer a draw"), {"answer": "offer"}, role="rare")
        case AnswerDraw(accept=accept):
            return Phrase(
                "draw",
                t("Accept the draw") if accept else t("Decline the draw"),
                {"answer": "accept" if accept else "decline"},
                role="usual",
            )
        case Resign():
            return Phrase("resign", t("Resign"), role="rare", grave=True, note=t("The other side wins."))
        case CallTime():
            raise ValueError("only the clock calls time: there is no command for it")
        case _:
            assert_never(move)


@lru_cache(maxsize=4096)  # there are about as many steps on the whole board
def _turn_phrase(_language: str, steps: tuple[Step, ...]) -> Phrase:
    label = ", ".join(_label(step) for step in steps)
    piece = ("piece", "cell", NAMES[steps[0].origin])
    return Phrase(
        "move",
        label,
        {"turn": turn_text(steps)},
        role="thing",
        thing=f"piece:{NAMES[steps[0].origin]}",
        spots=turn_cells(steps),
        narrowed_by=piece,
    )


def _label(step: Step) -> str:
    if step.ball is None:
        return f"{NAMES[step.origin]} → {NAMES[step.target]}"
    return t(
        "{origin} → {target}, ball to {ball}",
        origin=NAMES[step.origin],
        target=NAMES[step.target],
        ball=NAMES[step.ball],
    )
