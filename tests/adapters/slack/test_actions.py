"""Between retrospectives on Slack: actions with menus, a text to copy, and a retrospective that opens."""

import json
import time

import pytest

from adapters.slack.identifiers import SlackRoom
from adapters.slack.outgoing import canvases, saved_once
from adapters.slack.texts import CANVAS_SAVED
from bot.features.meetings.recurrence import Recurrence
from bot.kernel.store import Job, Store
from tests.adapters.slack.harness import SlackHarness, labels, slack_harness, texts
from tests.adapters.slack.test_meeting import agree, last, mentioned
from tests.peers.slack import SlackPeer

ROOM = "slack:T1:C1"


async def test_actions_and_the_next_retrospective(harness: SlackHarness) -> None:
    """The list is private, its menu settles an action, and the people of last time are mentioned once."""
    anna, ben = harness.person("anna"), harness.person("ben")
    await agree(harness, anna, ben, "Fix the build")
    summary = last(harness)
    await ben.presses("Copy as text", summary)
    copied = harness.slack.forms[-1]["blocks"][0]["element"]["initial_value"]
    assert "Fix the build" in copied
    assert "submit" not in harness.slack.forms[-1]
    await ben.presses("Our actions", summary)
    listed = ben.private_replies()[-1]["blocks"]
    assert "1. Fix the build (you, " in texts(listed)
    assert labels(listed) == ["Done", "Keep until…", "Give to…", "Drop"]
    await ben.presses_privately("Done")
    assert "Fix the build" in json.dumps([one.text for one in harness.slack.messages[-1:]])

    await harness.store.put_job(
        Job(f"retro:{ROOM}", ROOM, "retro", time.time() - 1, Recurrence(2, 4, "15:00", "UTC").write())
    )
    posted = len(harness.slack.messages)
    await harness.service.fire_due_timers()
    await harness.settle()
    new = [one.blocks for one in harness.slack.messages[posted:]]
    assert sorted(mentioned(new)) == ["UANNA", "UBEN"]
    assert "I’m here" in labels(last(harness).blocks)


async def test_the_summary_as_a_canvas(slack: SlackPeer, sqlite_store: Store) -> None:
    """It is offered with the scope, and there is one: sent twice, by two people, or to two processes."""
    slack.scopes += ",canvases:write"
    async with slack_harness(slack, sqlite_store) as harness:
        anna, ben = harness.person("anna"), harness.person("ben")
        await agree(harness, anna, ben, "Fix the build")
        summary = last(harness)
        await ben.presses("Copy as text", summary)
        form = slack.forms[-1]
        assert form["submit"]["text"] == "Save as canvas"
        assert await ben.fills_in(form, {}) == {}
        await ben.again()
        assert "a tab of this channel" in texts(ben.private_replies()[-1]["blocks"])
        (canvas,) = slack.canvases
        assert canvas["channel_id"] == "C1"
        assert canvas["title"].startswith("retro-")
        assert "Fix the build" in canvas["document_content"]["markdown"]
        await anna.presses("Copy as text", summary)
        await anna.fills_in(slack.forms[-1], {})
        assert "saved already" in texts(anna.private_replies()[-1]["blocks"])
        told = len(ben.private_replies())
    async with slack_harness(slack, sqlite_store) as harness:
        ben.harness = harness
        await ben.again()
        assert "saved already" in texts(ben.private_replies()[told]["blocks"])
    assert slack.canvases == [canvas]


@pytest.mark.parametrize(
    ("error", "said"),
    [
        ("missing_scope", "I may not write canvases"),
        ("free_team_canvas_tab_already_exists", "one canvas a channel"),
        ("", "hasn’t confirmed"),
    ],
)
async def test_a_canvas_that_slack_refuses(
    slack: SlackPeer, sqlite_store: Store, monkeypatch: pytest.MonkeyPatch, error: str, said: str
) -> None:
    """A sentence says why. It can be tried again only if there is none for certain."""
    monkeypatch.setattr(saved_once, "_CLAIM_SECONDS", -1.0)  # two minutes later
    place = SlackRoom("T1", "C1")
    async with slack_harness(slack, sqlite_store) as harness:
        saving = canvases.Canvases(harness.adapter._web, sqlite_store)
        assert not await saving.are_offered("T1")
        slack.scopes += ",canvases:write"
        slack.refuse("canvases.create", error) if error else slack.fail("canvases.create")
        assert said in await saving.save(place, "t1", "retro", "text")
        again = await saving.save(place, "t1", "retro", "text")
    assert (again == str(CANVAS_SAVED)) == bool(error)
    assert len(slack.canvases) == bool(error)
