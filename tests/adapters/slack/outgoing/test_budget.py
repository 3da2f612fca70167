"""One message per second in a channel, a few at once, and what is left out is counted."""

import pytest

from adapters.background import BackgroundTasks
from adapters.slack import texts as ui_texts
from adapters.slack.outgoing.budget import BURST, PATIENCE, ChannelBudget, ChannelBusy
from adapters.slack.outgoing.live_message import LiveCard, Pace
from adapters.slack.outgoing.message import Message
from bot.kernel.messages import Overview, Reply
from bot.kernel.store import Store
from tests.adapters.slack.harness import slack_harness, texts
from tests.peers.slack import SlackPeer


class Time:
    """A clock that stands still but for those who wait."""

    def __init__(self) -> None:
        self.at = 100.0
        self.waits: list[float] = []

    def now(self) -> float:
        return self.at

    async def sleep(self, seconds: float) -> None:
        self.waits.append(seconds)


async def test_a_channel_takes_a_burst_and_then_one_per_second() -> None:
    """Threads share their channel's budget; other channels have one of their own; it comes back with time."""
    time = Time()
    budget = ChannelBudget(1.0, now=time.now, sleep=time.sleep)
    for _ in range(BURST + 2):
        await budget.spend("T1", "C1")
    assert time.waits == [1.0, 2.0]
    await budget.spend("T1", "C2")
    assert time.waits == [1.0, 2.0]
    time.at += 2 * BURST
    for _ in range(BURST):
        await budget.spend("T1", "C1")
    assert time.waits == [1.0, 2.0]


async def test_nobody_waits_for_ever() -> None:
    """A channel that is flooded gets the rest of its news later, in one message."""
    time = Time()
    budget = ChannelBudget(1.0, now=time.now, sleep=time.sleep)
    for _ in range(BURST + int(PATIENCE)):
        await budget.spend("T1", "C1")
    for _ in range(2):
        with pytest.raises(ChannelBusy):
            await budget.spend("T1", "C1")
    assert time.waits[-1] == PATIENCE
    time.at += 1
    await budget.spend("T1", "C1")


async def test_a_flooded_channel_gets_its_news_later(
    slack: SlackPeer, sqlite_store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The move counts, and whoever made it reads that it will appear later, not that the bot isn't there."""
    async with slack_harness(slack, sqlite_store) as harness:
        anna = harness.person("anna")
        await anna.types("new sprint")
        await anna.types("bot")
        busy = ChannelBudget(PATIENCE * 2)
        busy._spent["T1", "C1"] = busy._now() + PATIENCE * 2 * BURST * 2
        monkeypatch.setattr(harness.adapter._outgoing.posts._api, "_budget", busy)
        await anna.types("start")
        assert "table.game_started" in await harness.kinds()
        assert texts(anna.private_replies()[-1]["blocks"]) == str(ui_texts.NOT_POSTED.channel)


async def test_edits_that_are_overtaken_are_counted() -> None:
    """A card that waits for its turn shows only the newest state; those before it are counted, not sent."""
    sent: list[Message] = []
    counted: list[bool] = []
    tasks = BackgroundTasks()

    async def edit(content: Message) -> None:
        sent.append(content)

    async def edited() -> None:
        """Nothing is to be cleaned up."""

    card = LiveCard(edit, edited, tasks, Pace(0.0), lambda: counted.append(True))
    for line in ("One.", "Two.", "Three.", "Three."):
        overview = Overview("sprint", "The Scrum Game", "playing", (), line)
        card.show(Reply(news=True, overview=overview))
    await tasks.close()
    assert [content.text for content in sent] == ["The Scrum Game: Three."]
    assert len(counted) == 2
