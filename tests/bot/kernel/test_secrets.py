"""The seed is secret until the game is over, and a running vote stays secret too."""

import json
import logging

import pytest

from bot.features.fairness.export import export, write
from bot.kernel.messages import Reply
from bot.kernel.table.journal import Draft
from tests.bot.harness import THREE, Bench, can_play_tool, in_discussion


def everything(reply: Reply) -> str:
    drawing = f"{reply.drawing.text}{reply.drawing.alt}" if reply.drawing else ""
    return f"{reply!r}{drawing}"


async def test_the_seed_is_shown_at_the_end_and_not_before(bench: Bench, caplog: pytest.LogCaptureFixture) -> None:
    """Not in a message, a private reply, a log record of any level, or the repr of an object."""
    caplog.set_level(logging.DEBUG)
    await bench.begin()
    live = await bench.live()
    secrets = {live.seed.hex(), repr(live.seed), live.seed.hex().upper()}
    answers: list[Reply] = []
    while not can_play_tool((await bench.standing()).state):
        await bench.step()
        for name in (*THREE, "dora"):
            for line in ("status", "help", "log", "verify", "board", "chart", "rules fairness", "nonsense", "roll 1"):
                answers += await bench.say(name, line)
    draft = Draft(live.id, live.standing, live.seed, 0.0)
    objects = [bench.service, live, draft, draft.chance, live.standing, await bench.store.table(live.id)]
    seen = [
        *map(everything, answers),
        *(everything(reply) for _, reply in bench.chat.posts),
        caplog.text,
        *map(repr, objects),
        *(event.payload for event in await bench.events()),
    ]
    assert not [text for text in seen for secret in secrets if secret in text]
    await bench.say("anna", "end sure")
    [proof] = await bench.say("anna", "verify")
    assert live.seed.hex() in proof.text


async def test_the_export_of_a_running_game_hides_secrets(bench: Bench) -> None:
    """No seed, no hashes (a small secret could be guessed from them) and no votes."""
    await bench.begin()
    await bench.play_until(in_discussion)
    await bench.say("anna", "vote no")
    live = await bench.live()
    text = write(export(live.id, live.seed, await bench.standing(), await bench.events()))
    written = json.loads(text)
    assert written["seed"] is None
    assert live.seed.hex() not in text
    assert {event["hash"] for event in written["events"]} == {None}
    assert written["events"][-1]["payload"] is None
    assert '"voted"' not in text
    assert not [event.hash for event in await bench.events() if event.hash in text]


async def test_nobody_can_see_how_others_voted(bench: Bench) -> None:
    """The room and the other seats see the same, whichever way somebody voted."""
    await bench.begin()
    await bench.play_until(in_discussion)
    shown = []
    for answer in ("yes", "no"):
        other = bench.another_process()  # decides on the same table, and is discarded
        live = await other.live()
        draft = Draft(live.id, live.standing, live.seed, 0.0)
        draft.play(0, live.standing.game.read(live.standing.state, 0, "vote", {"answer": answer}))
        live.adopt(draft.finished(()), (), draft.events)
        replies = [live.reply(situation=live.situation(), seat=seat, private=seat is not None) for seat in (None, 1, 2)]
        shown.append([(reply.text, reply.drawing and reply.drawing.text, reply.acts) for reply in replies])
    assert shown[0] == shown[1]


async def test_logging_a_failure_does_not_reveal_the_seed(bench: Bench, caplog: pytest.LogCaptureFixture) -> None:
    """The operator finds the traceback, and no secret."""
    caplog.set_level(logging.DEBUG)
    await bench.begin()
    live = await bench.live()
    live.people = None  # type: ignore[assignment]  # impossible: a bug of ours
    [reply] = await bench.say("anna", "roll")
    assert reply.private
    assert "Something went wrong on my side." in reply.text
    assert "Traceback" in caplog.text
    assert live.seed.hex() not in caplog.text
