"""Whole games in a chat, by buttons, on computers and on phones that know only Action.Submit."""

import hashlib

import pytest

from games import GAMES
from games.chance import Chance
from games.contract import is_meeting, suggested
from games.text import shortened, spell
from tests.adapters.teams.harness import TeamsHarness
from tests.peers.teams_user import TeamsUser, fields, found, labels, texts

MAX_MOVES = 250  # a longer game is ended by its host: the rest would show nothing new
REASON = "It <at>all</at> fits & that is *why* {{TIME(now)}}"
FOUR = ("anna", "ben", "cleo", "dora")


async def test_a_table_opens(harness: TeamsHarness) -> None:
    """A mention opens a lobby with buttons; joining edits it, and the game starts in the next message."""
    anna, ben = harness.person("anna"), harness.person("ben")
    await anna.types("new sprint")
    await harness.settle()
    (first,) = harness.chat.messages
    assert "anna" in texts(first.card)
    await ben.presses("Join")
    assert harness.chat.messages == [first]
    assert "Start" in labels(first.card)
    await ben.presses("Start")
    await harness.settle()
    first, second = harness.chat.messages
    assert labels(first.card) == []
    assert "Here we go!" in texts(second.card)
    assert ben.sees(first) == first.card


async def move(harness: TeamsHarness, people: list[TeamsUser]) -> None:
    """An awaited person presses what an automatic player would choose, publicly or privately."""
    standing = await harness.standing()
    game, state = standing.game, standing.state
    seat = game.awaits(state)[0]
    chance = Chance(hashlib.sha256(f"{standing.sequence}".encode()).digest())
    moves = game.moves(state, seat)
    chosen = moves[standing.sequence * 7 % len(moves)] if game.bots.thinks else suggested(game, state, seat, chance)
    phrase = game.phrase(state, seat, chosen)
    who = people[seat]
    label = spell(phrase.label, lambda at: people[at].name)
    card = who.sees()
    if not _has(card, label) and _has(card, "My hand"):
        await who.presses("My hand")
        card = who.dialog or who.sees()
    if not _has(card, label):
        await _press(who, "More…")
        card = who.dialog or who.sees()
    await _press(who, label)
    if phrase.grave:  # the service asks whether they are sure
        await _press(who, labels(who.dialog or who.sees())[0])
    if phrase.asks:
        assert who.dialog is not None
        await who.fills_in(dict.fromkeys(fields(who.dialog), REASON))
    await harness.settle()
    assert (await harness.standing()).sequence > standing.sequence, (label, who.line, who.said, labels(card))


def _has(card: dict[str, object], label: str) -> bool:
    return any(each in labels(card) for each in (shortened(label, 60), shortened(label, 100)))


async def _press(who: TeamsUser, label: str) -> None:
    """Press or choose it, in the dialog if one is open."""
    short = shortened(label, 60)
    if who.dialog is not None:
        if found(who.dialog, short):
            await who.presses_inside(short)
        else:
            await who.presses_inside(shortened(label, 100))
    elif found(who.sees(), short):
        await who.presses(short)
    else:
        await who.chooses(shortened(label, 100))


@pytest.mark.parametrize("phone", [False, True], ids=["computer", "phone"])
@pytest.mark.parametrize("key", [key for key, game in GAMES.items() if not is_meeting(game)])
async def test_a_whole_game(harness: TeamsHarness, key: str, *, phone: bool) -> None:
    """Buttons lead to the end of the game; only the newest message has buttons."""
    names = {"sprint": FOUR, "scrumkin": FOUR[:3]}.get(key, FOUR[: max(2, GAMES[key].seats.start)])
    people = await harness.started(key, *names, phone=phone)
    for _ in range(MAX_MOVES):
        if not (await harness.standing()).playing:
            break
        await move(harness, people)
        with_buttons = [one for one in harness.chat.messages if labels(one.card)]
        assert with_buttons == [harness.chat.last]
        for person in people:
            person.closes()
    else:
        await people[0].types("end sure")
        await harness.settle()
    assert not (await harness.standing()).playing
