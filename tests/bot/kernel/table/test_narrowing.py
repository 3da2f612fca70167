"""If a game has very many moves, a person chooses in two steps: a piece, then in private where it goes."""

from bot.kernel.table.buttons import MAX_IN_ROOM
from tests.bot.harness import Bench


async def test_first_the_piece_then_where_to(bench: Bench) -> None:
    """The room sees one button per piece; pressing it offers this person the piece's steps, which then work."""
    await bench.seat("anna", "ben", game="rugby")
    await bench.say("anna", "start")
    public = bench.chat.last.acts
    assert len(public) <= MAX_IN_ROOM
    assert [choice.label for choice in public if choice.command.startswith("piece")] == [
        "a3", "a6", "b5", "c2", "c4", "c6", "e3",
    ]  # fmt: skip
    posts = len(bench.chat.posts)
    (answer,) = await bench.press("anna", bench.choice("b5"))
    assert answer.private
    assert answer.drawing is not None
    assert len(bench.chat.posts) == posts
    assert {choice.label.split(" → ")[0] for choice in answer.acts} == {"b5"}
    assert any("ball to" in choice.label for choice in answer.acts)
    assert await bench.press("anna", answer.acts[0]) == []
    assert (await bench.standing()).state.position.side == 1


async def test_somebody_else_s_piece(bench: Bench) -> None:
    """A player who isn't to move gets a sentence, and nothing changes."""
    await bench.seat("anna", "ben", game="rugby")
    await bench.say("anna", "start")
    before = (await bench.standing()).sequence
    (answer,) = await bench.press("ben", bench.choice("b5"))
    assert answer.private
    assert not [choice for choice in answer.acts if choice.command.startswith("move")]
    assert (await bench.standing()).sequence == before
