"""The last move can be undone: with everyone's consent, before a draw or a reveal, and on record."""

import json

from bot.features import facilitation
from bot.features.fairness.export import export, read, write
from bot.features.fairness.verify import verify
from bot.kernel.table.journal import fold
from tests.bot.harness import ROOM, Bench, can_play_tool, person


async def offer_tool(bench: Bench) -> str:
    """The player whose turn it is offers a tool; returns their name."""
    standing = await bench.play_until(can_play_tool)
    name = await bench.name_at(standing.state.turn)
    tool = next(choice for choice in bench.chat.last.acts if choice.command.startswith("tool "))
    assert await bench.press(name, tool, "it always helped") == []
    return name


async def test_all_others_have_to_agree(bench: Bench) -> None:
    """A tool that was offered too quickly goes back into the hand once the last player has agreed."""
    await bench.begin()
    mover = await offer_tool(bench)
    after = (await bench.standing()).state
    others = [name for name in ("anna", "ben", "cleo") if name != mover]
    await bench.say(mover, "undo")
    assert "would like to take back their last move" in bench.chat.texts()[-1]
    assert str(facilitation.UNDO_ASKED_ALREADY) in await bench.refusal(mover, "undo")
    await bench.press(others[0], bench.choice("Let them take it back"))
    assert (await bench.standing()).state == after
    assert str(facilitation.UNDO_AGREED_ALREADY) in await bench.refusal(others[0], "undo")
    again = bench.another_process()  # a restart in between loses nothing
    await again.say(others[1], "table undo")
    standing = await again.standing()
    assert "takes back their last move" in bench.chat.texts()[-1]
    assert standing.state != after
    assert can_play_tool(standing.state)
    assert "tool_offered" in await again.kinds()


async def test_the_room_has_more_while_somebody_can_undo(bench: Bench) -> None:
    """The act itself is only in their own panel; once they have asked, the others see that they can agree."""
    await bench.begin()
    await bench.play_until(can_play_tool)
    before = bench.chat.last
    mover = await offer_tool(bench)
    offered = bench.chat.last
    assert "undo" not in [act.command for act in offered.acts]
    page = await bench.service.page(ROOM, person(mover))
    assert page is not None
    assert "undo" in [act.command for act in page.reply.acts]
    await bench.say(mover, "undo")
    assert [message.more for message in (before, offered, bench.chat.last)] == [False, True, False]


async def test_playing_on_ends_the_request(bench: Bench) -> None:
    """Nobody has to say no."""
    await bench.begin()
    mover = await offer_tool(bench)
    await bench.say(mover, "undo")
    await bench.step()
    assert (await bench.standing()).table.undo is None


async def test_a_roll_cannot_be_undone(bench: Bench) -> None:
    """A sentence says why."""
    await bench.begin()
    await bench.step()
    assert str(facilitation.NOTHING_TO_UNDO) in await bench.refusal("anna", "undo")


async def test_undo_against_an_automatic_player_takes_effect_at_once(bench: Bench) -> None:
    """There is nobody to ask; its reply is undone as well."""
    await bench.say("anna", "new rugby")
    await bench.say("anna", "bot beginner")
    await bench.say("anna", "start")
    began = (await bench.standing()).state
    page = await bench.service.page(ROOM, person("anna"))
    assert page is not None
    step = next(choice for choice in page.reply.acts if choice.command.startswith("move"))
    await bench.press("anna", step)
    assert (await bench.standing()).state != began
    await bench.say("anna", "undo")
    assert (await bench.standing()).state == began


async def test_a_game_with_an_undone_move_verifies(bench: Bench) -> None:
    """Nothing is erased: every event is in the file, and the whole chain and every die check out."""
    await bench.begin("anna", "ben")
    mover = await offer_tool(bench)
    other = "ben" if mover == "anna" else "anna"
    await bench.say(mover, "undo")
    await bench.say(other, "undo")
    await bench.play_to_the_end()
    live = await bench.live()
    text = write(export(live.id, live.seed, live.standing, await bench.events()))
    verdict = verify(read(text))
    assert verdict.wrong is None, verdict.fault
    assert "table.undone" in {event["payload"]["kind"] for event in json.loads(text)["events"]}
    assert fold(await bench.events()) == live.standing
    [proof] = await bench.say("anna", "verify")
    assert "Everything checks out" in proof.text


async def test_watchers_cannot_undo(bench: Bench) -> None:
    """They are told that they aren't seated."""
    await bench.begin()
    assert "not seated" in await bench.refusal("dora", "undo")
