"""Whatever is typed, the service answers with a sentence, and the store stays consistent."""

import asyncio
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.features.fairness.export import export, read, steps, write
from bot.kernel.table import texts as notices
from bot.kernel.table.catalogue import command_words
from storage import open_store
from tests.bot.harness import THREE, Bench, can_play_tool, in_discussion, spelled

# words that mean something, and some that only look like it
WORDS = [
    *sorted(command_words()),
    *THREE,
    *[
        "me",
        "@anna",
        "yes",
        "no",
        "1",
        "2",
        "0",
        "²",
        "S4",
        "review",
        "stay",
        "sprint",
        "hours=250",
        '"',
        "“",
        "”",
        "/scrum",
        "-1",
        "tools",
        "because",
        "...",
        "<reason>",
    ],
    "\ue0000\ue001",
    "\x00",
]

lines = st.one_of(
    st.text(max_size=80),
    st.lists(st.one_of(st.sampled_from(WORDS), st.text(max_size=8)), max_size=6).map(" ".join),
)
people = st.sampled_from([*THREE, "dora"])


@contextmanager
def a_bench() -> Iterator[tuple[asyncio.Runner, Bench]]:
    """A table with its own event loop: Hypothesis runs many examples on one."""
    with tempfile.TemporaryDirectory() as folder, asyncio.Runner() as runner:
        store = runner.run(open_store(f"sqlite:///{folder}/tables.db"))
        try:
            yield runner, Bench(store)
        finally:
            runner.run(store.close())


async def check(bench: Bench, name: str, line: str) -> None:
    replies = await bench.say(name, line)
    assert all(reply.private for reply in replies)
    for reply in [*replies, *(reply for _, reply in bench.chat.posts[-1:])]:
        assert str(notices.INTERNAL_ERROR) not in reply.text
        assert spelled(reply)
        assert len(reply.text) < 4000
    live = await bench.service.tables.in_room("test:lounge")
    events = await bench.events()
    if live is not None:
        assert live.standing == await bench.standing()
        again = read(write(export(live.id, live.seed, live.standing, events)))
        if live.standing.table.phase == "over":
            assert sum(1 for _ in steps(again)) == len(events)


@pytest.mark.parametrize("situation", ["nothing", "lobby", "turn", "discussion", "tool"])
def test_any_line_gets_a_sentence(situation: str) -> None:
    """Any text, and any mixture of meaningful words, in every kind of situation."""
    with a_bench() as (runner, bench):

        async def prepare() -> None:
            if situation == "lobby":
                await bench.seat(*THREE)
            elif situation != "nothing":
                await bench.begin()
            if situation == "discussion":
                await bench.play_until(in_discussion)
            if situation == "tool":
                await bench.play_until(can_play_tool)

        runner.run(prepare())

        @settings(max_examples=200, deadline=None, database=None)
        @given(people, lines)
        def any_line(name: str, line: str) -> None:
            runner.run(check(bench, name, line))

        any_line()


@pytest.mark.parametrize(
    "line",
    [
        "x" * 1_000_000,
        "roll " * 200_000,
        '"' * 100_000,
        "“" * 100_000,
        "tool " + "a " * 100_000,
        "new sprint " + "hours=1 " * 50_000,
        "rules " + "z" * 100_000,
        "/" * 100_000,
        "\x00" * 100_000,
        "go " + "9" * 100_000,
        "tool " + "9" * 100_000 + " ben x",
        "tool 1 " + "9" * 100_000 + " x",
    ],
)
async def test_huge_lines_get_a_short_answer(bench: Bench, line: str) -> None:
    """What somebody typed is quoted back in a few words at most."""
    await bench.begin()
    before = await bench.snapshot()
    [reply] = await bench.say("anna", line)
    assert reply.private
    assert len(reply.text) < 2000
    assert str(notices.INTERNAL_ERROR) not in reply.text
    assert await bench.snapshot() == before


async def test_huge_arguments_of_a_slash_command(bench: Bench) -> None:
    """Already-parsed arguments are treated the same way."""
    await bench.begin()
    for command, words in [
        ("tool", {"card": "1" * 9999, "player": "2" * 9999, "reason": "x" * 9999}),
        ("go", {"space": "x" * 9999, "unknown": "y"}),
        ("vote", {"answer": "x" * 9999}),
        ("x" * 9999, {}),
        ("rules", {"topic": "x" * 9999}),
    ]:
        [reply] = await bench.call("anna", command, words)
        assert reply.private
        assert len(reply.text) < 2000
        assert str(notices.INTERNAL_ERROR) not in reply.text
