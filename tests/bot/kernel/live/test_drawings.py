"""One drawing a moment for everybody who may see the same."""

from collections.abc import Sequence
from functools import partial
from typing import Any

from bot.kernel.live.drawings import Drawings
from games.graphics.drawing import Drawing
from tests.bot.harness import Bench


async def test_chat_and_pages_share_a_board(bench: Bench) -> None:
    """In a game without secrets everybody sees the same board; a move makes a new one."""
    await bench.begin()
    posted = bench.chat.last.drawing
    live = await bench.live()
    assert posted is not None
    assert live.board(None) is live.board(0) is live.board(1) is posted
    assert live.chart(None) is live.chart(1)
    assert live.chart(None) is not posted
    await bench.step()
    assert live.board(None) is not posted


async def test_a_board_shows_hands_face_down(bench: Bench) -> None:
    """In a game with hands, too, all seats share a board: it has nothing that only one of them may see."""
    await bench.seat("anna", "ben", game="scrumkin")
    await bench.say("anna", "start")
    live = await bench.live()
    boards = [live.board(seat) for seat in (None, 0, 1)]
    assert len({id(board) for board in boards}) == 1
    state = live.standing.state
    held = [state.card(card).title for player in state.players for card in player.hand]
    shown = f"{boards[0].text}{boards[0].alt}{boards[0].svg()}"  # type: ignore[union-attr]
    assert held
    assert not [title for title in held if title in shown]


async def test_what_differs_by_seat_is_not_shared(bench: Bench) -> None:
    """Drawings made of different views stay apart."""
    await bench.seat("anna", "ben", game="scrumkin")
    await bench.say("anna", "start")
    live = await bench.live()

    def hand(view: Any, names: Sequence[str]) -> Drawing:
        return Drawing(partial(repr, view), partial(repr, names))

    drawings = Drawings()
    made = [drawings._drawing(live.standing, live.names, seat, hand) for seat in (None, 0, 1, 0)]
    assert len({id(drawing) for drawing in made}) == 3
    assert made[1] is made[3]
