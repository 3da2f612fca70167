"""At a team's table that shares its dice, nothing tells the seed before the last team is done."""

import json
import logging

import pytest

from bot.features.fairness.export import GameFiles, read, steps
from bot.features.workshop import texts as workshops
from bot.kernel.messages import Reply
from bot.kernel.table.journal import Draft
from bot.kernel.table.model import key
from tests.bot.features.fairness.shared_tables import BEACON, LUCK, ROUND, SEED, play, seated, started, store_team
from tests.bot.harness import ROOM, THREE, Bench, new_id
from tests.bot.kernel.test_secrets import everything

LINES = ("status", "help", "log", "verify", "board", "chart", "hand", "rules fairness", "history", "nonsense")


async def test_nothing_reveals_the_seed_of_a_round(bench: Bench, caplog: pytest.LogCaptureFixture) -> None:
    """Neither during a game nor after it: no message, reply, file, log record or repr, and no stored event."""
    caplog.set_level(logging.DEBUG)
    await store_team(bench.store, started("sprint", "one"), ROOM, THREE)
    answers: list[Reply] = []
    for line in (*LINES, "join luck banana"):
        answers += await bench.say("anna", line)
    for _ in range(5):
        await bench.step()
    await bench.say("anna", "end sure")
    for line in (*LINES, "export json", "export markdown", "export csv"):
        answers += await bench.say("anna", line)
    live = await bench.live()
    draft = Draft(live.id, live.standing, live.seed, 0.0)
    seen = [
        *map(everything, answers),
        *(everything(reply) for _, reply in bench.chat.posts),
        caplog.text,
        *map(repr, [bench.service, live, draft, draft.chance, live.standing, await bench.store.table(live.id)]),
        *(event.payload for event in await bench.events()),
        *[await bench.service.feature(GameFiles).record(live.id, inside=inside) or "" for inside in (False, True)],
    ]
    secrets = {SEED, key(SEED, ROUND, (*LUCK.split(), BEACON))}
    assert not [text for text in seen for secret in secrets if secret.hex() in text.lower() or repr(secret) in text]


async def told(bench: Bench, line: str) -> str:
    """What anna, or the whole room, is told when she says this."""
    replies = await bench.say("anna", line)
    return replies[0].text if replies else bench.chat.texts()[-1]


async def test_what_people_read_about_shared_dice(bench: Bench) -> None:
    """In the lobby, during the game, at its end and in its file: one fingerprint, and the seed comes last."""
    await store_team(bench.store, started("sprint", "one"), ROOM, THREE)
    running = await told(bench, "verify")
    assert "the same for all teams here" in running
    assert "a team that is ahead knows what others will roll" in running
    await bench.say("anna", "end sure")
    assert "others still play with the same dice" in await told(bench, "verify")
    assert "export it again when the last team is done" in await told(bench, "export json")
    assert json.loads(bench.chat.last.files[0][1])["seed"] is None
    assert await told(bench, "export markdown") == "Here’s the file."
    assert "The host has closed the table" in bench.chat.last.files[0][1]


async def test_luck_comes_from_the_workshop_not_from_a_seat(bench: Bench) -> None:
    """Else one table would draw something else than the others."""
    await store_team(bench.store, seated("sprint", "one", seats=2), ROOM, THREE[:2])
    same = "All teams here get the same rolls and cards in the same order."
    assert same in await told(bench, "verify")
    assert str(workshops.LUCK_BY_LINK) in await bench.refusal("ben", "join luck banana")
    await bench.say("cleo", "join", delivery=new_id())
    assert [taken["luck"] for taken in await bench.payloads("table.seat_taken")] == ["", "", ""]


async def test_a_finished_team_can_look_back_while_others_play(bench: Bench) -> None:
    """The server replays the whole game for its pictures; the file for people hides what others may still draw."""
    await store_team(bench.store, play(started("scrumkin", "one")), ROOM, THREE)
    inside, outside = [
        read(await bench.service.feature(GameFiles).record("one", inside=each) or "") for each in (True, False)
    ]
    assert len(list(steps(inside))) == len(outside.events)
    assert (inside.seed, outside.seed) == (None, None)
    assert any(event.payload is None for event in outside.events)
