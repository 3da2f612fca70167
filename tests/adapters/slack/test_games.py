"""Whole games in a channel, by commands and by buttons."""

import hashlib
import re

import pytest

from adapters.layout import MORE
from bot.kernel.table.buttons import start, typed_arguments
from bot.kernel.table.journal import Standing, fold
from games import GAMES
from games.chance import Chance
from games.contract import Phrase, is_meeting, suggested
from games.text import spell
from tests.adapters.slack.harness import SlackHarness, SlackUser, labels, texts
from tests.peers.slack import Payload
from tests.peers.slack_checks import elements

ROOM = "slack:T1:C1"
MAX_MOVES = 300  # a longer game is ended by its host: the rest would show nothing new
REASON = "It <!channel> fits & that is *why*"


async def test_a_table_opens(harness: SlackHarness) -> None:
    """The command opens a lobby with buttons; joining amends it, and the game starts in the next message."""
    anna, ben = harness.person("anna"), harness.person("ben")
    await anna.types("  NEW   sprint ")
    (first,) = harness.slack.in_channel("C1")
    assert "anna" in texts(first.blocks)
    await ben.presses("Join")
    assert harness.slack.in_channel("C1") == [first]
    assert "Start" in labels(first.blocks)
    await ben.presses("Start")
    first, second = harness.slack.in_channel("C1")
    assert labels(first.blocks) == []
    assert "Here we go!" in texts(second.blocks)


async def test_four_presses_to_the_first_roll(harness: SlackHarness) -> None:
    """For somebody who only typed /scrum: a game, somebody to play with, the start, the dice."""
    anna = harness.person("anna")
    await anna.types("")
    await anna.presses_privately("The Scrum Game")
    for label in ("Add an automatic player", "Start", "Roll the dice"):
        await anna.presses(label)
    assert "rolled" in await harness.kinds()


async def test_the_lobby_is_one_message(harness: SlackHarness) -> None:
    """Joining and leaving change the list, the intro stays, and typed commands are confirmed privately."""
    anna, ben, cleo = (harness.person(name) for name in ("anna", "ben", "cleo"))
    await anna.types("new sprint")
    (lobby,) = harness.slack.in_channel("C1")
    intro = lobby.blocks[0]
    await ben.presses("Join")
    await cleo.types("join")
    await ben.types("leave")
    assert harness.slack.in_channel("C1") == [lobby]
    assert lobby.blocks[0] == intro
    assert "up to 12 can join; start when you’re ready.\n1. anna (host)\n2. cleo" in texts(lobby.blocks)
    assert "ben" not in texts(lobby.blocks)
    answers = [[texts(reply["blocks"]) for reply in person.private_replies()] for person in (ben, cleo)]
    assert answers == [["Done.Go to the table’s message"]] * 2


async def standing_of(harness: SlackHarness) -> Standing:
    record = await harness.store.room(ROOM)
    assert record is not None
    standing = fold(await harness.store.events(record.table))
    assert standing is not None
    return standing


async def move(harness: SlackHarness, people: list[SlackUser]) -> None:
    """An awaited person presses what an automatic player would choose, publicly or privately."""
    standing = await standing_of(harness)
    game, state = standing.game, standing.state
    seat = game.awaits(state)[0]
    chance = Chance(hashlib.sha256(f"{standing.sequence}".encode()).digest())
    if game.bots.thinks:
        moves = game.moves(state, seat)
        chosen = moves[standing.sequence * 7 % len(moves)]
    else:
        chosen = suggested(game, state, seat, chance)
    phrase = game.phrase(state, seat, chosen)
    label = spell(phrase.label, lambda at: people[at].name)
    label = label if len(label) <= 75 else label[:74] + "…"
    who = people[seat]
    offered = labels(harness.slack.in_channel("C1")[-1].blocks)
    if label in offered:
        await who.presses(label)
    else:  # only this person may see it, or there are too many for a menu
        await who.types("help")
        held = labels(who.private_replies()[-1]["blocks"])
        await (who.presses_privately(label) if label in held else who.types(typed(standing, phrase, people)))
        if phrase.grave:  # it was in a menu, so the service asks whether they are sure
            (sure,) = [each for block in who.private_replies()[-1]["blocks"] for each in elements(block)]
            assert sure["style"] == "danger"
            await who.presses_privately(label)
    if phrase.asks:
        assert harness.slack.forms[-1]["callback_id"] == "answer"
        assert await who.submits(REASON) == {}
    assert (await standing_of(harness)).sequence > standing.sequence, (label, who.private_replies()[-1:])


def typed(standing: Standing, phrase: Phrase, people: list[SlackUser]) -> str:
    """What could be typed instead of choosing it."""
    words = typed_arguments(phrase, standing.game)
    named = {name: f"@{people[int(word[1:])].name}" if word.startswith("#") else word for name, word in words.items()}
    return " ".join([phrase.command, *named.values()])


@pytest.mark.parametrize("key", [key for key, game in GAMES.items() if not is_meeting(game)])
async def test_a_whole_game(harness: SlackHarness, key: str) -> None:
    """Buttons lead to the end of the game, where the seed is shown if there was luck; only one message has buttons."""
    names = ["anna", "ben", "cleo", "dora"][: max(2, GAMES[key].seats.start)]
    people = [harness.person(name) for name in names]
    await people[0].types(f"new {key}")
    for person in people[1:]:
        await person.types("join")
    await people[0].presses(start(GAMES[key]))
    moves = 0
    while (await standing_of(harness)).playing and moves < MAX_MOVES:
        await move(harness, people)
        moves += 1
    if (await standing_of(harness)).playing:
        await people[0].types("end sure")
    *before, last = harness.slack.in_channel("C1")
    assert "Seed" not in texts(last.blocks)
    proof = ["Fair dice"] if GAMES[key].proof.luck else []
    assert labels(last.blocks) == [*proof, "Play again", *afterwards(await standing_of(harness))]
    assert [message.ts for message in before if labels(message.blocks)] == []
    await people[0].types("verify")
    assert "Everything checks out" in texts(people[0].private_replies()[-1]["blocks"])
    await people[1].presses("Play again", last)
    assert start(GAMES[key]) in labels(harness.slack.in_channel("C1")[-1].blocks)


def afterwards(standing: Standing) -> list[str]:
    """What can be done after a game, besides playing again: talk about it, see it as a film, and look back."""
    looking_back = [str(each.afterwards) for each in standing.game.commands if each.afterwards and standing.finished]
    film = ["Film"] if standing.finished else []
    return ["Talk about it", *film, *([str(MORE)] if looking_back else [])]


async def test_a_vote_amends_the_message(harness: SlackHarness) -> None:
    """A vote edits the message, which keeps its board and clock."""
    people = [harness.person(name) for name in ("anna", "ben", "cleo")]
    await people[0].types("new sprint")
    for person in people[1:]:
        await person.types("join")
    await people[0].presses("Start")
    game = GAMES["sprint"]
    amended = None
    while amended is None:
        await move(harness, people)
        amended = next((one for one in harness.slack.in_channel("C1") if one.edits and labels(one.blocks)), None)
        assert (await standing_of(harness)).playing, f"{game.about.title} ended without a vote; take another seed"
    kinds = [block["type"] for block in amended.blocks]
    assert kinds.count("image") == 1
    assert "actions" in kinds


def small_print(harness: SlackHarness) -> list[Payload]:
    """The clock of the last message."""
    blocks = harness.slack.in_channel("C1")[-1].blocks
    return [part for block in blocks if block["block_id"] == "clock" for part in block["elements"]]


async def test_a_discussion_shows_its_clock(harness: SlackHarness) -> None:
    """The deadline is a Slack date, shown in each reader's time zone; no pin is read anywhere, but each is kept."""
    people = [harness.person(name) for name in ("anna", "ben")]
    await people[0].types("new sprint")
    await people[1].types("join")
    await people[0].presses("Start")
    assert small_print(harness) == []
    while not small_print(harness):
        await move(harness, people)
    (clock,) = small_print(harness)
    assert "min on the clock, until <!date^" in clock["text"]
    while (await standing_of(harness)).state.day < 2:
        await move(harness, people)
    await move(harness, people)
    shown = harness.slack.in_channel("C1")
    words = [block for message in shown for block in message.blocks if block["type"] in {"rich_text", "context"}]
    assert not re.search(r"\b[0-9a-f]{8}\b", texts(words))
    kept = [message.metadata["event_payload"]["pin"] for message in shown if message.metadata]
    assert kept, "the message that ended a day keeps its pin"
    assert all(re.fullmatch("[0-9a-f]{8}", pin) for pin in kept)


async def test_a_whole_release(harness: SlackHarness) -> None:
    """Forecasts and improvements are voted for with buttons, up to the end."""
    people = [harness.person(name) for name in ("anna", "ben")]
    await people[0].types("new sprint sprints=3")
    await people[1].types("join")
    await people[0].presses("Start")
    offered = set()
    while (await standing_of(harness)).playing:
        offered |= {*labels(harness.slack.in_channel("C1")[-1].blocks)}
        await move(harness, people)
    assert offered >= {"100 hours", "150 hours", "200 hours", "Room to learn", "A toolbox for all"}
    assert "The release is " in texts(harness.slack.in_channel("C1")[-1].blocks)
