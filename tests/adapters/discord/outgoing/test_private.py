"""Private replies: refusals, help, hands."""

import re

import pytest

from bot.kernel.messages import Act, Reply, Request, Response
from games import GAMES
from tests.adapters.discord.harness import DiscordHarness
from tests.peers.discord_state import EPHEMERAL, MENU, as_typed
from tests.peers.discord_user import MANAGE_CHANNELS

MARKS = re.compile(r"[\\\s\u200b`*]+")
HANDS = [
    (key, command) for key, game in GAMES.items() for command in game.commands if command.button and not command.advises
]


async def test_a_refusal(harness: DiscordHarness) -> None:
    """A refusal is a private response in one call; the room sees nothing of it."""
    people = await harness.begin()
    turn, _ = await harness.suggested()
    other = next(person for person in people if person.name != turn)
    shown = len(harness.channel.shown)
    interaction = await other.command("roll")
    assert interaction.answer == 4
    assert interaction.private[0].flags & EPHEMERAL
    assert f"it’s **{turn}**’s" in interaction.private_text
    assert len(harness.channel.shown) == shown


@pytest.mark.parametrize("command", ["help", "status", "log", "rules"])
async def test_help_and_rules_are_private(harness: DiscordHarness, command: str) -> None:
    """Only the person who asked sees help, status, log and rules."""
    anna, _ = await harness.begin()
    shown = len(harness.channel.shown)
    interaction = await anna.command(command)
    assert interaction.private
    assert len(harness.channel.shown) == shown


async def test_help_opens_a_table(harness: DiscordHarness, caplog: pytest.LogCaptureFixture) -> None:
    """Without a table, help has a button for each game; a press replaces the help by the table."""
    anna = harness.user("anna")
    (help_page,) = (await anna.command("help")).private
    games = [str(game.about.title) for game in GAMES.values()]
    assert help_page.labels[: len(games)] == games
    interaction = await anna.press(help_page, "Retrospective")
    assert "Here: anna" in harness.channel.last.content
    await harness.peer.until(lambda: interaction.original is None)
    away = harness.user("ben", harness.peer.channel())
    which = await away.command("rules")
    interaction = await away.press(which.private[0], "Scrumkin")
    assert interaction.private[0].heading == "Scrumkin"
    assert not [record for record in caplog.records if record.levelname == "ERROR"]


async def test_help_is_short_and_leads_everywhere(harness: DiscordHarness) -> None:
    """What can be done now as buttons, a few lines, and one menu: its entries replace the message, one by one."""
    anna, _ = await harness.begin()
    page = (await anna.command("help")).private[0]
    assert len(page.content.splitlines()) <= 3
    assert page.labels[0] == "Roll the dice"
    (menu,) = [part for part in page.parts if part["type"] == MENU]
    topics = [option["label"] for option in menu["options"]]
    assert len(topics) == 6
    for topic in topics:
        page = (await anna.command("help")).private[0]
        answer = await harness.shown_after(anna, anna.press(page, topic))
        assert (answer.id, bool(answer.heading)) == (page.id, True)
    answer = await harness.shown_after(anna, anna.press(page, "What I can do now"))
    assert (answer.id, answer.labels[0]) == (page.id, "Roll the dice")


async def test_rules_by_menu_after_a_restart_and_by_a_stranger(harness: DiscordHarness) -> None:
    """Sections are chosen, not typed; nothing is remembered for the menu, and it needs no seat."""
    await harness.begin()
    zoe = harness.user("zoe")
    page = (await zoe.command("rules")).private[0]
    assert page.heading == "The Scrum Game"
    titles = [str(topic.title) for topic in GAMES["sprint"].rules]
    assert page.labels == titles
    async with DiscordHarness(harness.peer, harness.store).open():
        shown = page.edits
        await zoe.press(page, str(titles[-1]))
        await harness.peer.until(lambda: page.edits > shown)
    assert (page.heading, page.labels) == (titles[-1], titles)
    assert len(zoe.private) == 1


@pytest.mark.parametrize("game", GAMES)
async def test_every_rule_topic_is_shown(harness: DiscordHarness, game: str) -> None:
    """Every rule topic is shown completely."""
    anna = harness.user("anna")
    for topic in GAMES[game].rules:
        interaction = await anna.command("rules", topic=f"{game} {topic.key}")
        shown = MARKS.sub("", as_typed(interaction.private_text))
        assert MARKS.sub("", as_typed(str(topic.text))) in shown


@pytest.mark.parametrize(("game", "query"), HANDS, ids=[f"{key} {command.name}" for key, command in HANDS])
async def test_a_hand_is_for_its_owner(harness: DiscordHarness, game: str, query: object) -> None:
    """A public button shows each person their own hand, and nobody else sees any of it."""
    assert hasattr(query, "button")
    people = await harness.begin("anna", "ben", game=game)
    public = harness.channel.last
    hands = [await person.press(public, str(query.button)) for person in people]
    for person, interaction in zip(people, hands, strict=True):
        (hand,) = interaction.private
        assert hand.seen_by == person.number
        assert hand.flags & EPHEMERAL
    assert hands[0].private_text != hands[1].private_text
    assert harness.channel.shown[-1] is public
    for interaction in hands:
        assert not any(
            line in shown.content
            for shown in harness.channel.shown
            for line in interaction.private_text.splitlines()
            if len(line) > 20
        )


@pytest.mark.parametrize(("game", "query"), HANDS, ids=[f"{key} {command.name}" for key, command in HANDS])
async def test_playing_from_a_hand_stays_private(harness: DiscordHarness, game: str, query: object) -> None:
    """The room's message is not a response to the private button that was pressed."""
    assert hasattr(query, "button")
    people = await harness.begin("anna", "ben", game=game)
    name, phrase = await harness.suggested()
    person = next(one for one in people if one.name == name)
    hand = (await person.press(harness.channel.last, str(query.button))).private[0]
    assert phrase.secret
    sequence = (await harness.standing()).sequence
    interaction = await harness.step(people)
    await harness.moved(sequence)
    assert hand.labels
    assert interaction.source is not None
    assert interaction.original is None or interaction.original.flags & EPHEMERAL
    assert harness.channel.last.answers != interaction.id


async def test_a_hint_is_for_whoever_asks(harness: DiscordHarness) -> None:
    """It comes after a moment, in private, with a button for the move; the room sees only the move."""
    people = await harness.begin("anna", "ben", game="rugby")
    name, _ = await harness.suggested()
    person, public = next(one for one in people if one.name == name), harness.channel.last
    interaction = await person.press(public, "Hint")
    await harness.peer.until(lambda: bool(interaction.private))
    (hint,) = interaction.private
    assert (hint.seen_by, hint.flags & EPHEMERAL) == (person.number, EPHEMERAL)
    assert harness.channel.shown[-1] is public
    (label,) = hint.labels
    sequence = (await harness.standing()).sequence
    await person.press(hint, label)
    await harness.moved(sequence)
    assert label.replace("→", "to") in harness.channel.last.content


async def test_a_hand_stays_open_for_the_whole_turn(harness: DiscordHarness) -> None:
    """After the first card the same message shows the rest of the hand; after the second it is deleted."""
    people = await harness.begin("anna", "ben", game="scrumkin")
    name, _ = await harness.suggested()
    leader = next(one for one in people if one.name == name)
    opened = await leader.press(harness.channel.last, "My hand")
    (hand,) = opened.private
    first = next(label for label in hand.labels if label.endswith("for yourself"))
    interaction = await leader.press(hand, first)
    assert interaction.original is hand
    assert hand.content.startswith("Your hand")
    assert first not in hand.labels
    on_another = next(label for label in hand.labels if " on " in label)
    last = await leader.press(hand, on_another)
    await harness.peer.until(lambda: last.original is None)


async def test_only_host_and_channel_managers_may_end(harness: DiscordHarness) -> None:
    """Discord's permissions say who may manage the channel."""
    await harness.begin()
    stranger = harness.user("cleo")
    refused = await stranger.command("end")
    assert "Only the host" in refused.private_text
    manager = harness.user("cleo", permissions=MANAGE_CHANNELS)
    await manager.end()
    assert "A moderator of this channel has closed the table." in harness.channel.last.content


async def test_a_long_private_reply(harness: DiscordHarness, monkeypatch: pytest.MonkeyPatch) -> None:
    """It is split into several private messages, with the buttons on the last."""
    words = [f"word{number}" for number in range(600)]
    page = Reply(" ".join(words), private=True, acts=(Act("table:1:0", "Go on", "go"),))

    async def wordy(request: Request) -> Response:
        return Response("answered", (page,))

    monkeypatch.setattr(harness.service, "handle", wordy)  # no real reply is this long
    interaction = await harness.user("anna").command("help")
    await harness.peer.until(lambda: words[-1] in interaction.private_text)
    assert interaction.private_text.split() == words
    assert [bool(each.labels) for each in interaction.private] == [False] * (len(interaction.private) - 1) + [True]
    assert len(interaction.private) > 1
    assert all(each.flags & EPHEMERAL for each in interaction.private)
