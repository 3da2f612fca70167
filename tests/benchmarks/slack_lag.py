"""How long after a press people see the words, where every call takes a while and a file even longer."""

import asyncio
import statistics
import time
from dataclasses import dataclass, field
from pathlib import Path

from adapters.slack.outgoing.live_message import FILE_WAITS, Style
from bot.operations.processes import spare_what_is_loaded
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
LOOK = 0.005  # seconds between two looks at the channel


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
    looked, begin = len(slack.calls), time.monotonic()
    await harness.deliver("interactive", press)
    while True:
        for at in range(looked, len(slack.calls)):
            call = slack.calls[at][1]
            if call.get("channel") == channel and labels(call["blocks"]):
                return slack.called_at[at] - begin
        looked = len(slack.calls)
        await asyncio.sleep(LOOK)  # not the peer's condition, which wakes everybody at every table


@dataclass
class Waited:
    """Seconds to the words."""

    calm: list[float] = field(default_factory=list)  # of a press when nothing else was going on
    hurried: list[float] = field(default_factory=list)  # of the next one, while the boards are on their way
    busy: float = 0.0  # of the processor in a round of calm presses (with the peer, which it shares)


async def rounds(harness: SlackHarness, tables: int, count: int) -> Waited:
    """At every table somebody presses a button at the same moment, and again as soon as there are words everywhere."""
    seated = [await sit_down(harness, f"C{number}") for number in range(tables)]
    harness.slack.delay, harness.slack.file_delay = CALL_SECONDS, FILE_SECONDS
    waited = Waited()
    for _ in range(count):
        await harness.settle()
        seconds, busy = await press_everywhere(harness, seated)
        waited.calm += seconds
        waited.busy += busy / count
        waited.hurried += (await press_everywhere(harness, seated))[0]
    return waited


async def press_everywhere(harness: SlackHarness, seated: list[list[SlackUser]]) -> tuple[list[float], float]:
    """The seconds to the words of each table, and how many the processor was busy."""
    presses = [await next_press(harness, people) for people in seated]
    begin = time.process_time()
    seconds = await asyncio.gather(*(seconds_to_words(harness, *press) for press in presses))
    return seconds, time.process_time() - begin


async def scene(folder: Path, style: Style, tables: int, count: int) -> Waited:
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
            spare_what_is_loaded()  # as the program does
            return await rounds(harness, tables, count)
    finally:
        pictures.close()
        await store.close()


def _p99(seconds: list[float]) -> float:
    return sorted(seconds)[int(0.99 * len(seconds))]


def measure(folder: Path) -> list[Figure]:
    figures = []
    for style in STYLES:
        alone = asyncio.run(scene(folder, style, 1, MOVES))
        crowd = asyncio.run(scene(folder, style, TABLES, ROUNDS))
        many = f"{style}: {TABLES} tables at once"
        figures += [
            Figure(f"{style}: a press to the words, {CALL_SECONDS:g} s a call", statistics.median(alone.calm), "s"),
            Figure(f"{style}: the slowest of {MOVES}", max(alone.calm), "s", at_most=0.4),
            Figure(f"{style}: the next press at once, slowest", max(alone.hurried), "s"),
            Figure(f"{many}, median", statistics.median(crowd.calm), "s"),
            Figure(f"{many}, p99", _p99(crowd.calm), "s", at_most=1.0),
            Figure(f"{many}, the next press at once, p99", _p99(crowd.hurried), "s", at_most=1.0),
            Figure(f"{many}, time of the processor until the last words", crowd.busy, "s", at_most=0.8),
        ]
    return figures
