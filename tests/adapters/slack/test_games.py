"""Whole games in a channel, by commands and by buttons."""

import hashlib

import pytest

from bot.table.journal import Standing, fold
from bot.texts import notices
from games import GAMES
from games.chance import Chance
from games.text import spell
from tests.adapters.slack.parts import Desk, Someone, labels, texts

ROOM = "slack:T1:C1"
MAX_MOVES = 300  # a game that takes longer is ended by its host: the rest of it would show nothing new
REASON = "It <!channel> fits & that is *why*"


async def test_a_table_opens(desk: Desk) -> None:
    """From the command to a message with buttons; whoever joins is added to it, and the game begins in the next one."""
    anna, ben = desk.person("anna"), desk.person("ben")
    await anna.types("  NEW   sprint ")
    (first,) = desk.slack.in_channel("C1")
    assert "anna" in texts(first.blocks)
    await ben.presses("Join")
    assert desk.slack.in_channel("C1") == [first]
    assert "Start" in labels(first.blocks)
    await ben.presses("Start")
    first, second = desk.slack.in_channel("C1")
    assert labels(first.blocks) == []
    assert "Here we go!" in texts(second.blocks)


async def test_the_lobby_is_one_message(desk: Desk) -> None:
    """Who sits down or gets up changes the list; the paragraph about the game stays, and who typed is told alone."""
    anna, ben, cleo = (desk.person(name) for name in ("anna", "ben", "cleo"))
    await anna.types("new sprint")
    (lobby,) = desk.slack.in_channel("C1")
    told = lobby.blocks[0]
    await ben.presses("Join")
    await cleo.types("join")
    await ben.types("leave")
    assert desk.slack.in_channel("C1") == [lobby]
    assert lobby.blocks[0] == told
    assert "up to 12 can join; start when you’re ready.\n1. anna (host)\n2. cleo" in texts(lobby.blocks)
    assert "ben" not in texts(lobby.blocks)
    assert [[texts(heard["blocks"]) for heard in person.heard()] for person in (ben, cleo)] == [[notices.AMENDED]] * 2


async def standing_of(desk: Desk) -> Standing:
    record = await desk.store.room(ROOM)
    assert record is not None
    standing = fold(await desk.store.events(record.table))
    assert standing is not None
    return standing


async def move(desk: Desk, people: list[Someone]) -> None:
    """Somebody who is awaited presses what an automatic player would choose, in the channel or in private."""
    standing = await standing_of(desk)
    game, state = standing.game, standing.state
    seat = game.awaits(state)[0]
    chance = Chance(hashlib.sha256(f"{standing.sequence}".encode()).digest())
    if game.thinks:
        moves = game.moves(state, seat)
        chosen = moves[standing.sequence * 7 % len(moves)]
    else:
        chosen = game.suggest(state, seat, chance)
    phrase = game.phrase(state, seat, chosen)
    label = spell(phrase.label, lambda at: people[at].name)
    label = label if len(label) <= 75 else label[:74] + "…"
    who = people[seat]
    if label in labels(desk.slack.in_channel("C1")[-1].blocks):
        await who.presses(label)
    else:  # only this person may see it
        await who.types("help")
        await who.presses_privately(label)
    if phrase.asks:
        assert desk.slack.forms[-1]["callback_id"] == "answer"
        assert await who.submits(REASON) == {}
    assert (await standing_of(desk)).sequence > standing.sequence, (label, who.heard()[-1:])


@pytest.mark.parametrize("key", GAMES)
async def test_a_whole_game(desk: Desk, key: str) -> None:
    """Opened by command, played by what is offered, to the seed that is shown at the end; one message has buttons."""
    names = ["anna", "ben", "cleo", "dora"][: max(2, GAMES[key].seats.start)]
    people = [desk.person(name) for name in names]
    await people[0].types(f"new {key}")
    for person in people[1:]:
        await person.types("join")
    await people[0].presses("Start")
    moves = 0
    while (await standing_of(desk)).playing and moves < MAX_MOVES:
        await move(desk, people)
        moves += 1
    if (await standing_of(desk)).playing:
        await people[0].types("end")
    *before, last = desk.slack.in_channel("C1")
    assert "Seed" in texts(last.blocks)
    assert labels(last.blocks) == ["Go again"]
    assert [message.ts for message in before if labels(message.blocks)] == []
    await people[0].types("verify")
    assert "Everything checks out" in texts(desk.slack.in_channel("C1")[-1].blocks)
    await people[1].presses("Go again", last)
    assert "Start" in labels(desk.slack.in_channel("C1")[-1].blocks)


async def test_a_vote_amends_the_message(desk: Desk) -> None:
    """While only a count goes on, the message is edited and keeps its board; the clock stands below it."""
    people = [desk.person(name) for name in ("anna", "ben", "cleo")]
    await people[0].types("new sprint")
    for person in people[1:]:
        await person.types("join")
    await people[0].presses("Start")
    game = GAMES["sprint"]
    amended = None
    while amended is None:
        await move(desk, people)
        amended = next((one for one in desk.slack.in_channel("C1") if one.edits and labels(one.blocks)), None)
        assert (await standing_of(desk)).playing, f"{game.title} ended without a vote; take another seed"
    kinds = [block["type"] for block in amended.blocks]
    assert kinds.count("image") == 1
    assert "actions" in kinds


async def test_a_discussion_shows_its_clock(desk: Desk) -> None:
    """As Slack's date token, which every reader sees in their own time zone."""
    people = [desk.person(name) for name in ("anna", "ben")]
    await people[0].types("new sprint")
    await people[1].types("join")
    await people[0].presses("Start")
    while desk.slack.in_channel("C1")[-1].blocks[-2].get("block_id") != "clock":
        await move(desk, people)
    (element,) = desk.slack.in_channel("C1")[-1].blocks[-2]["elements"]
    assert "min on the clock, until <!date^" in element["text"]
