"""Between retrospectives on Slack: actions with buttons, and a retrospective that opens."""

import json
import time

from bot.features.meetings.recurrence import Recurrence
from bot.kernel.store import Job
from tests.adapters.slack.harness import SlackHarness, texts

ROOM = "slack:T1:C1"


async def test_actions_and_the_next_retrospective(harness: SlackHarness) -> None:
    """The list is private, its button settles an action in public, and the people of last time are mentioned once."""
    anna, ben = harness.person("anna"), harness.person("ben")
    await anna.types("new retro")
    await ben.presses("Join")
    await anna.presses("Start the retrospective")
    for line in ("next", "next", "next", "action ben fix the build by tomorrow", "next", "next"):
        await anna.types(line)
    await ben.types("actions")
    assert "1. fix the build (ben, by " in texts(ben.private_replies()[-1]["blocks"])
    assert "actions done 1" in json.dumps(ben.private_replies()[-1]["blocks"])
    await ben.types("actions done 1")
    assert "Action 1 is done: fix the build" in json.dumps([one.text for one in harness.slack.messages])

    await harness.store.put_job(
        Job(f"retro:{ROOM}", ROOM, "retro", time.time() - 1, Recurrence(2, 4, "15:00", "UTC").write())
    )
    posted = len(harness.slack.messages)
    await harness.service.fire_due_timers()
    await harness.settle()
    new = json.dumps([[one.text, one.blocks] for one in harness.slack.messages[posted:]], ensure_ascii=False)
    assert "it’s time for your retrospective" in new
    assert "UANNA" in new
    assert "UBEN" in new
