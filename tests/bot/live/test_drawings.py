"""One drawing a moment for everybody who may see the same."""

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


async def test_hidden_cards_are_not_shared(bench: Bench) -> None:
    """Seats with different hands have different drawings."""
    await bench.seat("anna", "ben", game="scrumkin")
    await bench.say("anna", "start")
    live = await bench.live()
    drawings = {id(live.board(seat)) for seat in (None, 0, 1)}
    assert len(drawings) == 3
