"""Between retrospectives on Slack: actions with menus, a text to copy, and a retrospective that opens."""

import json
import time

from bot.features.meetings.recurrence import Recurrence
from bot.kernel.store import Job
from tests.adapters.slack.harness import SlackHarness, labels, texts
from tests.adapters.slack.test_meeting import agree, last, mentioned

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
