"""Between retrospectives on Discord: actions with buttons, trends as a picture, and a retrospective that opens."""

import time

from adapters.layout import MORE
from bot.features.meetings.recurrence import Recurrence
from bot.kernel.store import Job, Store
from tests.adapters.discord.harness import DiscordHarness
from tests.peers.discord_state import Interaction
from tests.peers.discord_user import DiscordUser

SCHEDULE = Recurrence(2, 4, "15:00", "UTC")


async def hold(harness: DiscordHarness, people: list[DiscordUser]) -> None:
    """From check-in to the end, with one action."""
    anna, *_ = people
    while (await harness.standing()).state.phase != "actions":
        await harness.go_on(anna)
    before = (await harness.standing()).sequence
    await anna.command("action", owner="ben", what="fix the build by tomorrow")
    await harness.moved(before)
    await harness.go_on(anna)
    await harness.go_on(anna, "Finish")


async def test_actions_and_the_next_retrospective(harness: DiscordHarness, store: Store) -> None:
    """The list is private, its button settles an action in public, and the people of last time are mentioned once."""
    people = await harness.begin(game="retro")
    await hold(harness, people)
    listed = await people[1].command("actions")
    assert "fix the build \\(**you**, " in listed.private_text
    (message,) = listed.private
    opened = await people[1].press(message, next(label for label in message.labels if label.startswith("Give to")))
    assert opened.form is not None
    posts = len(harness.channel.shown)
    await people[1].press(message, "Done")
    await harness.peer.until(lambda: len(harness.channel.shown) > posts)
    assert "fix the build" in harness.channel.last.content
    assert harness.channel.last.pinged == []

    room = f"discord:{harness.channel.id}"
    await store.put_job(Job(f"retro:{room}", room, "retro", time.time() - 1, SCHEDULE.write()))
    posts = len(harness.channel.shown)
    await harness.service.fire_due_timers()
    assert len(harness.channel.shown) == posts + 1
    assert sorted(harness.channel.last.pinged) == [101, 102]
    assert "<@101> and <@102>, it’s time for your retrospective" in harness.channel.last.content
    assert "I’m here" in harness.channel.last.labels


async def test_what_became_of_last_times_actions(harness: DiscordHarness) -> None:
    """Each has its own buttons; the form for a new date knows which action it is about."""
    people = await harness.begin(game="retro")
    await hold(harness, people)
    anna, ben = await harness.begin(game="retro")
    await harness.go_on(anna)
    message = harness.channel.last
    assert "What became of these?" in message.heading
    assert message.labels == ["Done", "Keep…", "Drop", str(MORE)]
    opened = await ben.press(message, "Keep…")
    which, until, _ = (field["component"] for field in opened.fields)
    assert [option["label"] for option in which["options"] if option["default"]] == ["1 fix the build"]
    assert until["options"][-1]["label"] == other_day(opened)
    before = (await harness.standing()).sequence
    await ben.submit_all(opened, {"Until when": until["options"][3]["label"]})
    await harness.moved(before)
    assert "**kept until " in message.content
    await harness.peer.until(lambda: len(ben.private) == 1)


def other_day(opened: Interaction) -> str:
    """The label of the field for a day that isn't in the menu."""
    return str(opened.fields[-1]["label"])
