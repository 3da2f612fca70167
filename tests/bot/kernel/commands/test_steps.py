"""What a page plays out: every event since the last page, with the board where a turn ended."""

from bot.kernel.messages import Page
from tests.bot.harness import ROOM, Bench, person


async def _page(bench: Bench, after: int) -> Page:
    page = await bench.service.page(ROOM, person("anna"), after)
    assert page is not None
    return page


async def _with_bots(bench: Bench) -> int:
    """A table of a person and two automatic players; its last event so far."""
    await bench.seat("anna")
    await bench.say("anna", "bot")
    await bench.say("anna", "bot")
    await bench.say("anna", "start")
    return (await bench.standing()).sequence


async def test_turn_by_turn(bench: Bench) -> None:
    """The person's turn and those of the automatic players come one after another, each with its dice and board."""
    before = await _with_bots(bench)
    await bench.say("anna", "roll")
    page = await _page(bench, before)
    rolls = [step for step in page.steps if step.dice]
    assert [step.turn for step in rolls] == [0, 1, 2]
    assert [die.seat for step in rolls for die in step.dice] == [0, 1, 2]
    moved = [step.motions[0].piece for step in page.steps if step.kind == "moved"]
    assert moved == [f"seat:{step.turn}" for step in page.steps if step.kind == "moved"]
    boards = [step.board for step in page.steps if step.board is not None]
    assert len(boards) == 2  # after the first two turns; after the third it is the page's own
    assert len({board.text for board in (*boards, page.board) if board is not None}) == 3
    sequences = [step.sequence for step in page.steps]
    assert sequences == sorted(set(sequences))
    assert {sequence for sequence, _ in page.feed} <= set(sequences)  # every line of the story belongs to a step


async def test_nothing_is_played_that_is_not_known(bench: Bench) -> None:
    """A page that has missed too much, and one after a restart, show the table as it is."""
    before = await _with_bots(bench)
    await bench.say("anna", "roll")
    assert (await _page(bench, 0)).steps == ()
    assert (await _page(bench, before + 1)).steps == ()
    restarted = bench.another_process()
    page = await restarted.service.page(ROOM, person("anna"), before)
    assert page is not None
    assert page.steps == ()
    assert page.feed


async def test_an_undone_move_is_not_played_again(bench: Bench) -> None:
    """Taking a move back shows the board as it was, without the move."""
    await bench.seat("anna", "ben", game="rugby")
    await bench.say("anna", "start")
    before = (await bench.standing()).sequence
    await bench.say("anna", "move a3-a2")
    assert (await _page(bench, before)).steps
    await bench.say("anna", "undo")
    await bench.say("ben", "undo")
    assert "table.undone" in await bench.kinds()
    assert (await _page(bench, before)).steps == ()
