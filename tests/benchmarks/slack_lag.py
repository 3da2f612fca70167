"""How long after a press people see the words, where every call takes a while and a file even longer."""

import asyncio
import statistics
import time
from pathlib import Path

from adapters.slack.live_message import FILE_WAITS
from adapters.slack.reference import Style
from bot.pictures.png import Pictures
from games.text import spell
from storage.sqlite.store import SqliteStore
from tests.adapters.slack.harness import SlackHarness, SlackUser, found, labels, slack_harness
from tests.benchmarks.figures import Figure
from tests.benchmarks.slack_counts import chosen, standing_of
from tests.peers.slack import Payload, SlackPeer

STYLES: tuple[Style, ...] = ("channel", "thread")
CALL_SECONDS, FILE_SECONDS = 0.15, 1.0
MOVES = 10
TABLES, ROUNDS = 50, 4


async def sit_down(harness: SlackHarness, channel: str) -> list[SlackUser]:
    people = [harness.person(name, channel=channel) for name in ("anna", "ben")]
    await people[0].types("new sprint")
    await people[1].types("join")
    await people[0].types("start")
    return people


async def next_press(harness: SlackHarness, people: list[SlackUser]) -> tuple[str, Payload]:
    """The channel, and what Slack delivers when the next player presses a button that opens no form."""
    slack, channel = harness.slack, people[0].channel
    while True:
        seat, phrase = chosen(await standing_of(harness, f"slack:T1:{channel}"))
        shown = next(one for one in reversed(slack.in_channel(channel)) if labels(one.blocks))
        label = spell(phrase.label, lambda at: people[at].name)
        if not phrase.asks:
            return channel, people[seat].pressed(found(shown.blocks, label), shown)
        await people[seat].presses(label, shown)
        await people[seat].submits("Because")


async def seconds_to_words(harness: SlackHarness, channel: str, press: Payload) -> float:
    """Press, and wait for a message with the next buttons."""
    slack = harness.slack
    first, begin = len(slack.calls), time.monotonic()
    await harness.deliver("interactive", press)

    def at() -> float | None:
        news = zip(slack.calls[first:], slack.called_at[first:], strict=True)
        mine = (when for (_, call), when in news if call.get("channel") == channel and labels(call["blocks"]))
        return next(mine, None)

    await slack.until(at, "the words")
    return (at() or 0.0) - begin


async def rounds(harness: SlackHarness, tables: int, count: int) -> tuple[list[float], float]:
    """At every table somebody presses a button at the same moment, several times.

    Returns the seconds to the words, and how many the processor was busy in a round (with the peer, which it shares).
    """
    seated = [await sit_down(harness, f"C{number}") for number in range(tables)]
    harness.slack.delay, harness.slack.file_delay = CALL_SECONDS, FILE_SECONDS
    found: list[float] = []
    busy = 0.0
    for _ in range(count):
        await harness.settle()
        presses = [await next_press(harness, people) for people in seated]
        busy -= time.process_time()
        found += await asyncio.gather(*(seconds_to_words(harness, *press) for press in presses))
        busy += time.process_time()
    return sorted(found), busy / count


async def scene(folder: Path, style: Style, tables: int, count: int) -> tuple[list[float], float]:
    store, pictures = await SqliteStore.open(folder / f"{style}-{tables}.sqlite3"), Pictures()
    try:
        async with (
            SlackPeer(strict=False).running() as slack,
            slack_harness(
                slack,
                store,
                paint=pictures.png,
                style=style,
                file_waits=FILE_WAITS,
                ping_interval=5.0,
            ) as harness,
        ):
            return await rounds(harness, tables, count)
    finally:
        pictures.close()
        await store.close()


def measure(folder: Path) -> list[Figure]:
    figures = []
    for style in STYLES:
        alone, _ = asyncio.run(scene(folder, style, 1, MOVES))
        crowd, busy = asyncio.run(scene(folder, style, TABLES, ROUNDS))
        figures += [
            Figure(f"{style}: a press to the words, {CALL_SECONDS:g} s a call", statistics.median(alone), "s"),
            Figure(f"{style}: the slowest of {MOVES}", alone[-1], "s", at_most=0.4),
            Figure(f"{style}: {TABLES} tables at once, median", statistics.median(crowd), "s"),
            Figure(f"{style}: {TABLES} tables at once, p99", crowd[int(0.99 * len(crowd))], "s", at_most=1.0),
            Figure(f"{style}: the same, time of the processor until the last words", busy, "s", at_most=0.8),
        ]
    return figures
