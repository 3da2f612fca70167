"""What a whole game leaves in a Slack channel, in both styles: messages, boards, mentions, and calls a move."""

import asyncio
import hashlib
from collections import Counter
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from adapters.slack.outgoing.live_message import Style
from bot.kernel.table.journal import Standing, fold
from bot.pictures.png import Pictures
from games import GAMES
from games.chance import Chance
from games.contract import Phrase, suggested
from games.text import spell
from storage.sqlite.store import SqliteStore
from tests.adapters.slack.harness import SlackHarness, SlackUser, labels, slack_harness
from tests.benchmarks.figures import Figure
from tests.peers.slack import Posted, SlackPeer

STYLES: tuple[Style, ...] = ("channel", "thread")
PEOPLE = {"sprint": 3, "scrumkin": 3, "rugby": 2, "retro": 3}
NAMES = ("anna", "ben", "cleo")
ROOM = "slack:T1:C1"
MAX_MOVES = 300  # a longer game is ended by its host
MAX_IN_CHANNEL = 15  # messages that a game of three may leave in a channel that others use too
CARD_PAUSE = 0.2  # seconds; people move more slowly than this, but a benchmark has no time
ANSWER = "The team has looked into it"


@dataclass
class Counts:
    """What a game has left, and what it took."""

    moves: int
    peer: SlackPeer
    before: int  # calls until the game started

    @property
    def posted(self) -> int:
        return len(self.peer.calls_to("chat.postMessage"))

    @property
    def mentions(self) -> int:
        """People called by new messages; an edit notifies nobody."""
        return sum(_mentions(call.get("blocks", [])) for call in self.peer.calls_to("chat.postMessage"))

    @property
    def boards(self) -> int:
        """Messages that show a picture or a text board at the end."""
        return sum(any(block.get("block_id") == "board" for block in one.blocks) for one in self.peer.messages)

    @property
    def files(self) -> int:
        return len(self.peer.files)

    @property
    def calls(self) -> Counter[str]:
        return Counter(method for method, _ in self.peer.calls[self.before :])

    @property
    def calls_a_move(self) -> float:
        return sum(self.calls.values()) / self.moves


def _mentions(value: Any) -> int:
    if isinstance(value, dict):
        return int(value.get("type") == "user") + sum(map(_mentions, value.values()))
    return sum(map(_mentions, value)) if isinstance(value, list) else 0


async def standing_of(harness: SlackHarness, room: str = ROOM) -> Standing:
    record = await harness.store.room(room)
    assert record is not None
    standing = fold(await harness.store.events(record.table))
    assert standing is not None
    return standing


def chosen(standing: Standing) -> tuple[int, Phrase]:
    """What an automatic player would do, or for a game whose player thinks long, any move."""
    game, state = standing.game, standing.state
    seat = game.awaits(state)[0]
    moves = game.moves(state, seat)
    chance = Chance(hashlib.sha256(f"{standing.sequence}".encode()).digest())
    move = moves[standing.sequence * 7 % len(moves)] if game.bots.thinks else suggested(game, state, seat, chance)
    return seat, game.phrase(state, seat, move)


async def move(harness: SlackHarness, people: list[SlackUser]) -> None:
    standing = await standing_of(harness)
    seat, phrase = chosen(standing)
    label = spell(phrase.label, lambda at: people[at].name)
    label = label if len(label) <= 75 else label[:74] + "…"
    shown = next((one for one in reversed(harness.slack.messages) if label in labels(one.blocks)), None)
    if shown is not None:
        await people[seat].presses(label, shown)
    else:  # only this person may see it
        await people[seat].types("help")
        await people[seat].presses_privately(label)
    if phrase.asks:
        await people[seat].submits(ANSWER)
    assert (await standing_of(harness)).sequence > standing.sequence, label


async def play(harness: SlackHarness, key: str) -> Counts:
    people = [harness.person(name) for name in NAMES[: PEOPLE[key]]]
    await people[0].types(f"new {key}")
    for person in people[1:]:
        await person.presses("Join", _with(harness, "Join"))
    await people[0].presses("Start", _with(harness, "Start"))
    before = len(harness.slack.calls)
    moves = 0
    while (await standing_of(harness)).playing and moves < MAX_MOVES:
        await move(harness, people)
        moves += 1
    if (await standing_of(harness)).playing:
        await people[0].types("end")
    await harness.settle()
    return Counts(moves, harness.slack, before)


def _with(harness: SlackHarness, label: str) -> Posted:
    return next(one for one in reversed(harness.slack.messages) if label in labels(one.blocks))


async def played(folder: Path, key: str, style: Style, pictures: Pictures) -> Counts:
    store = await SqliteStore.open(folder / f"{key}-{style}.sqlite3")
    try:
        async with SlackPeer().running() as peer:
            async with slack_harness(
                peer, store, paint=pictures.png, style=style, forecasts=True, http=True, card_pause=CARD_PAUSE
            ) as harness:
                counts = await play(harness, key)
            assert peer.violations == []
            return counts
    finally:
        await store.close()


def figures(key: str, style: Style, counts: Counts) -> list[Figure]:
    in_channel, name = len(counts.peer.in_sight("C1")), f"{key}, {style}"
    goal = MAX_IN_CHANNEL if (key, style) == ("sprint", "thread") else None
    return [
        Figure(f"{name}: moves", counts.moves),
        Figure(f"{name}: messages left in the channel itself", in_channel, at_most=goal),
        Figure(f"{name}: messages posted", counts.posted),
        Figure(f"{name}: mentions", counts.mentions),
        Figure(f"{name}: messages with a board at the end", counts.boards, at_most=3),
        Figure(f"{name}: files left", counts.files, at_most=2),
        Figure(f"{name}: calls a move", counts.calls_a_move),
        *(Figure(f"{name}:     {call}", many / counts.moves) for call, many in sorted(counts.calls.items())),
    ]


async def all_figures(folder: Path) -> list[Figure]:
    pictures = Pictures()
    try:
        return [
            figure
            for key in GAMES
            for style in STYLES
            for figure in figures(key, style, await played(folder, key, style, pictures))
        ]
    finally:
        pictures.close()


def measure(folder: Path) -> list[Figure]:
    return asyncio.run(all_figures(folder))
