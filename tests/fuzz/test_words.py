"""Anything that people type, call or press, at any moment of any game: a sentence, and no harm."""

import asyncio
import hashlib
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.features.fairness.export import export, read, steps, write
from bot.kernel.messages import Called, Person, Pressed, Reply, Request, Typed
from bot.kernel.table import texts as notices
from bot.kernel.table.catalogue import OWN_COMMANDS
from games import GAMES
from games.chance import Chance
from games.contract import AnyGame, Command, Parameter
from storage import open_store
from tests.bot.harness import ROOM, THREE, Bench, new_id, person, spelled
from tests.fuzz.strategies import fuzzed, words

Said = Typed | Called | Pressed

people = st.sampled_from([*THREE, "dora"])
LEFT_OUT = {"forget", "tutorial"}  # the first removes people for good; the second opens other tables, see below


def commands_of(game: AnyGame) -> list[Command]:
    return [command for command in (*OWN_COMMANDS.values(), *game.commands) if command.name not in LEFT_OUT]


def values_for(game: AnyGame, parameter: Parameter) -> st.SearchStrategy[str]:
    """Values that usually fit."""
    likely: list[str] = [*parameter.choices, *THREE, "me", "1", "2", "3", "yes", "no", "a1-b2", "because it helps"]
    if parameter.name == "options":
        return st.lists(options_of(game), max_size=3).map(" ".join)
    return st.one_of(st.sampled_from(likely), st.sampled_from(likely), words)


def options_of(game: AnyGame) -> st.SearchStrategy[str]:
    """`hours=250`, and things that are almost that."""
    names = st.one_of(st.sampled_from([option.name for option in game.options] or ["none"]), words)
    known = [str(value) for option in game.options for value in (*option.choices, option.default, option.minimum)]
    values = st.one_of(st.sampled_from([*known, "1", "60", "999999"]), words)
    return st.tuples(names, st.sampled_from(["=", "=", "=", "", " = "]), values).map("".join)


@st.composite
def calls(draw: st.DrawFn, game: AnyGame) -> Called:
    command = draw(st.sampled_from(commands_of(game)))
    given = {
        parameter.name: draw(values_for(game, parameter)) for parameter in command.parameters if draw(st.integers(0, 5))
    }
    if not draw(st.integers(0, 9)):
        given[draw(words)] = draw(words)
    return Called(command.name if draw(st.integers(0, 19)) else draw(words), given)


@st.composite
def lines(draw: st.DrawFn, game: AnyGame) -> Typed:
    called = draw(calls(game))
    before = draw(st.sampled_from(["", "", "/scrum ", "/", "table ", "me ", "  "]))
    after = draw(st.sampled_from(["", "", "", " x", ' "', " “"]))
    return Typed(f"{before}{called.command} {' '.join(called.arguments.values())}{after}")


@dataclass(frozen=True)
class Finger:
    """Presses a button that was offered at some time, perhaps altered."""

    back: int  # how many buttons ago
    parts: tuple[str | None, ...]  # replace table, sequence and key; None: unchanged
    answer: str

    def press(self, offered: list[str]) -> Pressed:
        parts = offered[-1 - self.back % len(offered)].split(":")
        return Pressed(
            ":".join(old if new is None else new for old, new in zip(parts, self.parts, strict=False)), self.answer
        )


kept_or_not = st.one_of(st.none(), st.none(), st.none(), words, st.integers(-2, 60).map(str))
fingers = st.builds(Finger, st.integers(0, 30), st.tuples(kept_or_not, kept_or_not, kept_or_not), words)


@contextmanager
def a_bench() -> Iterator[tuple[asyncio.Runner, Bench]]:
    """With its own event loop: many examples run on one table."""
    with tempfile.TemporaryDirectory() as folder, asyncio.Runner() as runner:
        store = runner.run(open_store(f"sqlite:///{folder}/tables.db"))
        bench = Bench(store)
        try:
            yield runner, bench
        finally:
            runner.run(bench.service.close())
            runner.run(store.close())


class Moments:
    """A game that continues between the examples; when it is over, the next one starts."""

    def __init__(self, bench: Bench, game: str) -> None:
        self._bench = bench
        self._game = game
        self.offered: list[str] = []  # buttons seen so far
        self.seen: set[str] = set()  # phases seen so far

    async def go_on(self, moves: int) -> None:
        live = await self._bench.service.tables.in_room(ROOM)
        if live is None or live.standing.table.phase == "over":
            seats = THREE[: min(3, GAMES[self._game].seats.stop - 1)]
            await self._bench.seat(*seats, game=self._game)
        elif live.standing.table.phase == "lobby":
            await self._bench.say("anna", "start")
        else:
            for _ in range(moves):
                await self._move()
        self._note(await self._bench.live())

    async def _move(self) -> None:
        live = await self._bench.live()
        game, state = live.standing.game, live.standing.state
        awaited = game.awaits(state) if live.standing.playing else ()
        chance = Chance(hashlib.sha256(f"{live.standing.sequence}".encode()).digest())
        moves = [(seat, move) for seat in awaited for move in game.moves(state, seat)]
        if not moves:
            return
        seat, move = chance.choice(moves)
        phrase = game.phrase(state, seat, move)
        given = {name: f"#{word}" if name == "player" else word for name, word in phrase.arguments.items()}
        sitting = [seating for seating in live.people if seating.seat == seat]
        asking = Person(sitting[0].person, sitting[0].name) if sitting else person("anna")
        if phrase.asks:
            given[phrase.asks] = "because it helps"
        await self._bench.service.handle(Request(new_id(), ROOM, asking, Called(phrase.command, given)))

    def _note(self, live: Any) -> None:
        state = live.standing.state
        phase = getattr(state, "phase", "")
        self.seen.add(f"{live.standing.table.phase} {phase if isinstance(phase, str) else type(phase).__name__}")
        self.offered = [*self.offered[-200:], *(choice.button for choice in live.reply().acts)]


async def harmless(bench: Bench, name: str, said: Said) -> None:
    """Check that the answer is a sentence, and that a refusal is private and changes nothing."""
    before, posts = await bench.events(), len(bench.chat.posts)
    replies = (await bench.service.handle(Request(new_id(), ROOM, person(name), said))).replies
    new = [reply for _, reply in bench.chat.posts[posts:]]
    assert all(reply.private for reply in replies)
    assert not any(reply.private for reply in new)
    for reply in (*replies, *new):
        readable(reply)
    events = await bench.events()
    if replies and events == before:
        assert new == [], said
    live = await bench.live()
    assert live.standing == await bench.standing()
    again = read(write(export(live.id, live.seed, live.standing, events)))
    if live.standing.table.phase == "over":
        assert sum(1 for _ in steps(again)) == len(events)


def readable(reply: Reply) -> None:
    assert str(notices.INTERNAL_ERROR) not in reply.text
    assert spelled(reply) or reply.drawing
    assert len(reply.text) < 10_000  # the platforms split longer messages
    assert all(len(choice.button) <= 100 for choice in reply.acts)


@pytest.mark.parametrize("game", GAMES)
def test_whatever_people_say(game: str) -> None:
    """Typed lines, already-parsed commands and buttons, while the game goes through all its phases."""
    with a_bench() as (runner, bench):
        moments = Moments(bench, game)

        @fuzzed(120, shrinks=False)
        @given(
            st.integers(0, 3),
            people,
            st.one_of(calls(GAMES[game]), lines(GAMES[game]), fingers, st.text(max_size=60).map(Typed)),
        )
        def any_moment(moves: int, name: str, said: Typed | Called | Finger) -> None:
            runner.run(moments.go_on(moves))
            if isinstance(said, Finger):
                runner.run(harmless(bench, name, said.press(moments.offered)))
            else:
                runner.run(harmless(bench, name, said))

        any_moment()
        assert {moment.partition(" ")[0] for moment in moments.seen} >= {"lobby", "playing"}


def test_completion_of_anything() -> None:
    """Whatever the line is so far, completion gives a short list."""
    with a_bench() as (runner, bench):
        runner.run(bench.begin())

        @fuzzed(150)
        @given(people, lines(GAMES["sprint"]), calls(GAMES["sprint"]), words)
        def any_line(name: str, typed: Typed, called: Called, word: str) -> None:
            found = runner.run(bench.service.complete(ROOM, person(name), typed.line))
            parameter = next(iter(called.arguments), word)
            named = runner.run(
                bench.service.complete_argument(ROOM, person(name), called.command, parameter, called.arguments)
            )
            assert all(suggestion.label for suggestion in (*found, *named))

        any_line()
