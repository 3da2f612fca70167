"""How a room's retrospectives have been going, as text and as a picture; nothing in it is about anybody."""

from bot.kernel.messages import Reply
from bot.kernel.table.pace import DAY
from tests.bot.harness import Bench, spelled
from tests.bot.retro_harness import done, everyone, phase

THREE = ("anna", "ben", "cleo")


async def hold(bench: Bench, rating: int, note: str) -> None:
    """A retrospective with one topic and one action."""
    await bench.seat(*THREE, game="retro")
    await bench.say("anna", "start")
    await everyone(bench, THREE, "say fine")
    await done(bench, "anna", "next")
    for number in range(1, len((await bench.standing()).state.earlier) + 1):
        await done(bench, "anna", f"say {number} {'done' if rating > 3 else 'keep'}")
    while await phase(bench) != "reflect":
        await done(bench, "anna", "next")
    await done(bench, "ben", f"note stop {note}")
    await done(bench, "cleo", "note start baking")
    await done(bench, "anna", "next sure")
    await done(bench, "anna", "next sure")
    board = [each.text for each in (await bench.standing()).state.notes]
    await everyone(bench, THREE, f"vote {board.index(note) + 1}")
    while (await bench.standing()).state.phase != "actions":
        await done(bench, "anna", "next sure")
    await done(bench, "anna", f"action ben look at {rating} by 30 Dec")
    await done(bench, "anna", "next sure")
    await everyone(bench, THREE, f"say {rating}")
    await done(bench, "anna", "next")
    bench.clock.advance(14 * DAY)


async def shown(bench: Bench) -> Reply:
    await bench.say("anna", "trends")
    return bench.chat.last


async def test_too_few(bench: Bench) -> None:
    """A sentence that says what is missing."""
    assert "hasn’t been a retrospective" in await bench.refusal("anna", "trends")
    await hold(bench, 3, "slow builds")
    assert "only one so far" in await bench.refusal("anna", "trends")


async def test_trends(bench: Bench) -> None:
    """Poll, participation and done actions of each meeting, and what comes back, in every form of the drawing."""
    await hold(bench, 2, "slow builds")
    await hold(bench, 3, "the build is broken")
    await hold(bench, 5, "meetings without an agenda")
    reply = await shown(bench)
    assert spelled(reply) == ("The last 3 retrospectives. Of 3 actions, 2 are done. Topics that come back: build (2).")
    assert reply.drawing is not None
    alt = reply.drawing.alt
    assert "Worth the time: 2.0, 3.0, 5.0." in alt
    assert "Took part: 100%, 100%, 100%." in alt
    assert "Actions done: 100%, 100%, none." in alt
    assert "14 Nov 2023 to 12 Dec 2023" in alt
    picture = reply.drawing.svg() or ""
    assert all(words in picture for words in ("Worth the time", "5.0", "14 Nov 2023", "build (2)"))
    assert "Actions done" in reply.drawing.text
    for form in (alt, picture, reply.drawing.text, reply.text):
        assert not any(name in form for name in THREE)
