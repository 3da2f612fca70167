"""What only one person may see: refusals, help, hands."""

import re

import pytest

from adapters.discord.commands import GROUPS
from bot.messages import Choice, Reply, Request
from games import GAMES
from tests.adapters.discord.house import House
from tests.peers.discord_people import MANAGE_CHANNELS
from tests.peers.discord_state import EPHEMERAL

MARKS = re.compile(r"[\\\s\u200b`*]+")
GROUPED = re.compile(f"/scrum({'|'.join(GROUPS)})")
LOOKS = [
    (key, command) for key, game in GAMES.items() for command in game.commands if command.is_query and command.button
]


async def test_a_refusal(house: House) -> None:
    """It comes as the answer itself, in one call, with what one can do instead; the room sees nothing of it."""
    people = await house.begin()
    turn, _ = await house.suggested()
    other = next(person for person in people if person.name != turn)
    shown = len(house.channel.shown)
    asked = await other.command("roll")
    assert asked.answer == 4
    assert asked.private[0].flags & EPHEMERAL
    assert f"It is **{turn}**’s turn" in asked.told
    assert len(house.channel.shown) == shown


@pytest.mark.parametrize("command", ["help", "status", "log", "rules"])
async def test_pages_for_one(house: House, command: str) -> None:
    """Help, the log and the rules are read by whoever asked."""
    anna, _ = await house.begin()
    shown = len(house.channel.shown)
    asked = await anna.command(command)
    assert asked.private
    assert len(house.channel.shown) == shown


async def test_help_opens_a_table(house: House) -> None:
    """Where there is none it has a button for each game; pressed, the help makes way for the table."""
    anna = house.visitor("anna")
    (help_page,) = (await anna.command("help")).private
    assert help_page.labels == [game.title for game in GAMES.values()]
    asked = await anna.press(help_page, "Retrospective")
    assert "A table is open: Retrospective" in house.channel.last.content
    await house.peer.until(lambda: asked.original is None)
    away = house.visitor("ben", house.peer.channel())
    which = await away.command("rules")
    told = await away.press(which.private[0], "Scrumkin")
    assert told.private[0].content.startswith("Scrumkin")


@pytest.mark.parametrize("game", GAMES)
async def test_every_paragraph_of_the_rules(house: House, game: str) -> None:
    """Nothing is left out."""
    anna = house.visitor("anna")
    for topic in GAMES[game].rules:
        asked = await anna.command("rules", topic=f"{game} {topic.key}")
        told = GROUPED.sub("/scrum", MARKS.sub("", asked.told))  # some commands stand in a group here
        assert GROUPED.sub("/scrum", MARKS.sub("", topic.text)) in told


@pytest.mark.parametrize(("game", "look"), LOOKS, ids=[f"{key} {command.name}" for key, command in LOOKS])
async def test_a_hand_is_for_its_owner(house: House, game: str, look: object) -> None:
    """The button of a public message shows each person their own, and nothing of it reaches anybody else."""
    assert hasattr(look, "button")
    people = await house.begin("anna", "ben", game=game)
    public = house.channel.last
    hands = [await person.press(public, look.button) for person in people]
    for person, asked in zip(people, hands, strict=True):
        (hand,) = asked.private
        assert hand.seen_by == person.number
        assert hand.flags & EPHEMERAL
    assert hands[0].told != hands[1].told
    assert house.channel.shown[-1] is public
    for asked in hands:
        assert not any(
            line in shown.content for shown in house.channel.shown for line in asked.told.splitlines() if len(line) > 20
        )


@pytest.mark.parametrize(("game", "look"), LOOKS, ids=[f"{key} {command.name}" for key, command in LOOKS])
async def test_a_hand_that_was_played_from_is_not_public(house: House, game: str, look: object) -> None:
    """Its choices would be out of date; the room's message does not hang on what was pressed in secret."""
    assert hasattr(look, "button")
    people = await house.begin("anna", "ben", game=game)
    name, phrase = await house.suggested()
    person = next(one for one in people if one.name == name)
    hand = (await person.press(house.channel.last, look.button)).private[0]
    assert phrase.secret
    sequence = (await house.standing()).sequence
    asked = await house.step(people)
    await house.moved(sequence)
    assert hand.labels
    assert asked.source is not None
    assert asked.original is None or asked.original.flags & EPHEMERAL
    assert house.channel.last.answers is None


async def test_a_hand_stays_open_for_the_whole_turn(house: House) -> None:
    """After the first card it shows what is left, in the same place; after the second it is gone."""
    people = await house.begin("anna", "ben", game="scrumkin")
    name, _ = await house.suggested()
    leader = next(one for one in people if one.name == name)
    opened = await leader.press(house.channel.last, "My hand")
    (hand,) = opened.private
    first = next(label for label in hand.labels if label.endswith("for yourself"))
    asked = await leader.press(hand, first)
    assert asked.original is hand
    assert hand.content.startswith("Your hand")
    assert first not in hand.labels
    on_another = next(label for label in hand.labels if " on " in label)
    last = await leader.press(hand, on_another)
    await house.peer.until(lambda: last.original is None)


async def test_end_is_for_the_host_or_who_manages_the_channel(house: House) -> None:
    """Discord says who may manage it."""
    await house.begin()
    stranger = house.visitor("cleo")
    refused = await stranger.command("end")
    assert "Only the host" in refused.told
    manager = house.visitor("cleo", permissions=MANAGE_CHANNELS)
    await manager.command("end")
    assert "The host has closed the table." in house.channel.last.content


async def test_a_long_page_for_one(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    """What does not fit in one message comes in several, all of them for one person, the buttons on the last."""
    words = [f"word{number}" for number in range(600)]
    page = Reply(" ".join(words), private=True, choices=(Choice("table:1:0", "Go on", "go"),))

    async def wordy(request: Request) -> list[Reply]:
        return [page]

    monkeypatch.setattr(house.service, "handle", wordy)  # nothing that the service says today is as long
    asked = await house.visitor("anna").command("help")
    await house.peer.until(lambda: words[-1] in asked.told)
    assert asked.told.split() == words
    assert [bool(each.labels) for each in asked.private] == [False] * (len(asked.private) - 1) + [True]
    assert len(asked.private) > 1
    assert all(each.flags & EPHEMERAL for each in asked.private)
