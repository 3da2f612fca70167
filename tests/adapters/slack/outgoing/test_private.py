"""Private replies: refusals, help, hands."""

import pytest

from adapters.slack.outgoing.rows import actions
from bot.kernel.messages import Act, Reply
from games import GAMES
from tests.adapters.slack.harness import SlackHarness, SlackUser, labels, texts
from tests.peers.slack import Payload

# hints from a search are tested in tests/bot: they work the same way, only slower
QUICK = [game for game in GAMES.values() if not game.bots.thinks]
HANDS = [(game.key, command) for game in QUICK for command in game.commands if command.is_query and not command.slow]


async def test_a_refusal_is_private(harness: SlackHarness) -> None:
    """Only the person sees it, with buttons for what is possible."""
    anna = harness.person("anna")
    await anna.types("roll")
    assert harness.slack.messages == []
    await anna.types("new sprint")
    await harness.person("ben").types("new sprint")
    (refusal,) = harness.person("ben").private_replies()
    assert refusal["response_type"] == "ephemeral"
    assert "already has a table" in texts(refusal["blocks"])
    assert len(harness.slack.messages) == 1


async def test_the_command_alone_shows_what_to_do(harness: SlackHarness) -> None:
    """`/scrum` without arguments shows the help."""
    anna = harness.person("anna")
    await anna.types("")
    games = [str(game.about.title) for game in GAMES.values()]
    assert labels(anna.private_replies()[-1]["blocks"])[: len(games)] == games
    await anna.types("rules")
    await anna.presses_privately("Scrumkin")
    assert texts(anna.private_replies()[-1]["blocks"]).startswith("Scrumkin")
    await anna.types("help")
    await anna.presses_privately("The Scrum Game")
    assert "A table is open: The Scrum Game" in texts(harness.slack.in_channel("C1")[-1].blocks)
    await anna.types("")
    assert "Add an automatic player" in labels(anna.private_replies()[-1]["blocks"])


async def test_a_command_without_its_argument(harness: SlackHarness) -> None:
    """The answer has a button for each possible argument, which does what typing it would."""
    anna = harness.person("anna")
    await anna.types("NEW")
    assert labels(anna.private_replies()[-1]["blocks"]) == [str(game.about.title) for game in GAMES.values()]
    await anna.presses_privately("The Scrum Game")
    assert len(harness.slack.in_channel("C1")) == 1
    assert anna.private_replies()[-1].get("delete_original") is True
    await anna.types("link")  # complete as it is: a button for `link off` would remove the table
    assert labels(anna.private_replies()[-1]["blocks"]) == []
    await harness.person("ben", channel="C2").types("new nonsense")
    assert labels(harness.person("ben").private_replies()[-1]["blocks"]) == []


async def test_rules_to_read(harness: SlackHarness) -> None:
    """A heading, the words, and a menu with the titles of the other sections, which replaces the message."""
    anna = harness.person("anna")
    await anna.types("new sprint")
    await anna.types("rules")
    heading, body, menu = anna.private_replies()[-1]["blocks"]
    assert heading["type"] == "header"
    assert "Topics:" not in texts(body)
    assert labels([menu]) == [str(topic.title) for topic in GAMES["sprint"].rules]
    await anna.presses_privately("Voting on a tool")
    shown = anna.private_replies()[-1]
    assert shown["replace_original"]
    assert texts(shown["blocks"][0]) == "Voting on a tool"
    await anna.types("rules rugby scrum")
    assert texts(anna.private_replies()[-1]["blocks"][0]) == "The scrum"
    assert "The field" in labels(anna.private_replies()[-1]["blocks"])


async def test_help_of_a_few_lines(harness: SlackHarness) -> None:
    """What can be done now as buttons, and a menu with everything else; its entries replace the message."""
    anna = harness.person("anna")
    for line in ("new sprint", "bot", "start", "help"):
        await anna.types(line)
    shown = anna.private_replies()[-1]
    assert len(texts(shown["blocks"][0]).splitlines()) <= 3
    assert "Rules: The Scrum Game" in labels(shown["blocks"])
    await anna.presses_privately("Settings, time and people")
    page = anna.private_replies()[-1]
    assert page["replace_original"]
    assert texts(page["blocks"][0]) == "Settings, time and people"
    assert "/scrum pace" in texts(page["blocks"])
    ben = harness.person("ben", channel="C2")  # in a meeting, whose other answers are everybody's panel
    for line in ("new retro", "help"):
        await ben.types(line)
    assert "Rules: Retrospective" in labels(ben.private_replies()[-1]["blocks"])


async def test_a_hint_at_a_press(harness: SlackHarness) -> None:
    """A game that gives hints has a button for them; the hint itself is private."""
    anna = harness.person("anna")
    for line in ("new rugby", "bot", "start"):
        await anna.types(line)
    posted = len(harness.slack.messages)
    await anna.presses("Hint")
    assert "→" in texts(anna.private_replies()[-1]["blocks"]) or "move" in texts(anna.private_replies()[-1]["blocks"])
    assert len(harness.slack.messages) == posted
    await harness.person("ben", channel="C2").types("new sprint")
    assert "Hint" not in labels(harness.slack.in_channel("C2")[-1].blocks)


def test_a_hand_has_the_same_control_for_everybody() -> None:
    """However many cards somebody holds, what depends on them is a menu."""
    for count in (1, 3, 9):
        plays = [Act(f"t:1:{n}", f"Play {n}", f"play {n}", "thing", spots=(f"card:{n}",)) for n in range(count)]
        drop = Act("t:1:50", "Drop 1", "drop 1", "thing", spots=("card:1",))
        ready = Act("t:1:51", "Ready", "ready")
        (block,) = actions(Reply("x", private=True, acts=(*plays, drop, ready)))
        assert [element["type"] for element in block["elements"]] == ["static_select", "static_select", "button"]


async def test_a_pressed_private_message_is_deleted(harness: SlackHarness) -> None:
    """Once its button is pressed, a private message is deleted."""
    anna = harness.person("anna")
    await anna.types("new sprint")
    await anna.types("")
    await anna.presses_privately("Add an automatic player")
    assert anna.private_replies()[-1].get("delete_original") is True
    assert [message.edits for message in harness.slack.in_channel("C1")] == [1]


def cards_of(person: SlackUser) -> list[Payload]:
    """The cards of the hand that somebody sees."""
    return [block for block in person.private_replies()[-1]["blocks"] if block["type"] == "section"]


async def test_a_hand_stays_open_for_the_whole_turn(harness: SlackHarness) -> None:
    """After the first card the message shows the rest of the hand; after the second it is deleted."""
    people = {name: harness.person(name) for name in ("anna", "ben")}
    await people["anna"].types("new scrumkin")
    await people["ben"].types("join")
    await people["anna"].types("start")
    live = await harness.service.tables.in_room("slack:T1:C1")
    assert live is not None
    leader = people[live.awaited[0].name]
    await leader.presses("My hand")
    hand = cards_of(leader)
    assert len(hand) == 3
    menu = hand[0]["accessory"]
    assert menu["placeholder"]["text"] == "Play a card"
    mine, theirs, under = [option["text"]["text"] for option in menu["options"]]
    assert mine.startswith("Play it for yourself: velocity ")
    assert theirs.startswith("Play it on ")
    assert under == "Put it under the stack"
    assert not any(block["type"] == "rich_text" and "preformatted" in str(block) for block in hand)
    await leader.presses_privately_on(hand[0], menu["options"][0])
    left = leader.private_replies()[-1]
    assert left["replace_original"]
    assert left["text"].startswith("Your hand")
    assert [block["text"] for block in cards_of(leader)] == [block["text"] for block in hand[1:]]
    (other,) = [each for each in cards_of(leader)[0]["accessory"]["options"] if " on " in each["text"]["text"]]
    await leader.presses_privately_on(cards_of(leader)[0], other)
    assert leader.private_replies()[-1].get("delete_original") is True


async def test_when_the_response_url_fails(harness: SlackHarness) -> None:
    """The private reply is posted by user id instead."""
    anna = harness.person("anna")
    harness.slack.fail("response")
    await anna.types("roll")
    (whisper,) = harness.slack.calls_to("chat.postEphemeral")
    assert (whisper["user"], whisper["channel"]) == ("UANNA", "C1")
    assert "There’s no table" in texts(whisper["blocks"])


@pytest.mark.skipif(not HANDS, reason="no game at the table has something to look at")
@pytest.mark.parametrize(("key", "name"), [(key, command.name) for key, command in HANDS])
async def test_a_querys_answer_is_private(harness: SlackHarness, key: str, name: str) -> None:
    """Nothing of a hand or a hint reaches the channel, and no picture of it is uploaded."""
    people = [harness.person(name) for name in ("anna", "ben", "cleo")][: max(2, GAMES[key].seats.start)]
    await people[0].types(f"new {key}")
    for person in people[1:]:
        await person.types("join")
    await people[0].types("start")
    before = len(harness.slack.messages), len(harness.slack.files)
    await people[0].types(name)
    assert people[0].private_replies()[-1]["response_type"] == "ephemeral"
    assert (len(harness.slack.messages), len(harness.slack.files)) == before


@pytest.mark.parametrize(("key", "button"), [(key, str(c.button)) for key, c in HANDS if c.button and not c.advises])
async def test_a_button_for_the_hand(harness: SlackHarness, key: str, button: str) -> None:
    """Every message of the running game has it, and each person sees their own hand."""
    people = [harness.person(name) for name in ("anna", "ben", "cleo")][: max(2, GAMES[key].seats.start)]
    await people[0].types(f"new {key}")
    for person in people[1:]:
        await person.types("join")
    await people[0].types("start")
    await people[0].presses(button)
    await people[1].presses(button)
    hands = [texts(person.private_replies()[-1]["blocks"]) for person in people[:2]]
    assert hands[0] != hands[1]
    homes = [texts((await person.opens_home())["blocks"]) for person in people[:2]]
    for hand, home in zip(hands, homes, strict=True):  # there while it is their turn
        assert (hand.splitlines()[0] in home) == ("It’s your turn" in home)
    assert any("It’s your turn" in home for home in homes)
