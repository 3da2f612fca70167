"""Between retrospectives on Discord: actions with buttons, trends as a picture, and a retrospective that opens."""

import time

from bot.features.meetings.recurrence import Recurrence
from bot.kernel.store import Job, Store
from tests.adapters.discord.harness import DiscordHarness
from tests.peers.discord_user import DiscordUser

SCHEDULE = Recurrence(2, 4, "15:00", "UTC")


async def hold(harness: DiscordHarness, people: list[DiscordUser]) -> None:
    """From check-in to the end, with one action; nobody writes a note, so the bot asks before it moves on."""
    anna, *_ = people
    for _ in range(3):
        await anna.command("next")
    await anna.command("action", owner="ben", what="fix the build by tomorrow")
    await anna.command("next")
    before = (await harness.standing()).sequence
    await anna.command("next")
    await harness.moved(before)


async def test_actions_and_the_next_retrospective(harness: DiscordHarness, store: Store) -> None:
    """The list is private, its button settles an action in public, and the people of last time are mentioned once."""
    people = await harness.begin(game="retro")
    await hold(harness, people)
    listed = await people[1].command("actions")
    assert "fix the build \\(ben, by " in listed.private_text
    (message,) = listed.private
    posts = len(harness.channel.shown)
    await people[1].press(message, "Done: 1. fix the build")
    await harness.peer.until(lambda: len(harness.channel.shown) > posts)
    assert "Action 1 is done: fix the build" in harness.channel.last.content
    assert harness.channel.last.pinged == []

    room = f"discord:{harness.channel.id}"
    await store.put_job(Job(f"retro:{room}", room, "retro", time.time() - 1, SCHEDULE.write()))
    posts = len(harness.channel.shown)
    await harness.service.fire_due_timers()
    assert len(harness.channel.shown) == posts + 1
    assert sorted(harness.channel.last.pinged) == [101, 102]
    assert "<@101> and <@102>, it’s time for your retrospective" in harness.channel.last.content
    assert "Join" in harness.channel.last.labels
