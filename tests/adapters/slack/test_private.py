"""What only one person sees: refusals, help, hands."""

import pytest

from games import GAMES
from tests.adapters.slack.parts import Desk, labels, texts

# what takes thought is looked at in tests/bot: it goes the same way, only slower
QUICK = [game for game in GAMES.values() if not game.thinks]
HANDS = [(game.key, command) for game in QUICK for command in game.commands if command.is_query and not command.slow]


async def test_a_refusal_is_private(desk: Desk) -> None:
    """Nobody else reads it, and it comes with buttons for what would be possible."""
    anna = desk.person("anna")
    await anna.types("roll")
    assert desk.slack.messages == []
    await anna.types("new sprint")
    await desk.person("ben").types("new sprint")
    (refusal,) = desk.person("ben").heard()
    assert refusal["response_type"] == "ephemeral"
    assert "already has a table" in texts(refusal["blocks"])
    assert len(desk.slack.messages) == 1


async def test_the_command_alone_shows_what_to_do(desk: Desk) -> None:
    """`/scrum` and nothing else."""
    anna = desk.person("anna")
    await anna.types("")
    assert labels(anna.heard()[-1]["blocks"]) == [game.title for game in GAMES.values()]
    await anna.types("rules")
    await anna.presses_privately("Scrumkin")
    assert texts(anna.heard()[-1]["blocks"]).startswith("Scrumkin")
    await anna.types("help")
    await anna.presses_privately("The Scrum Game")
    assert "A table is open: The Scrum Game" in texts(desk.slack.in_channel("C1")[-1].blocks)
    await anna.types("")
    assert "Add an automatic player" in labels(anna.heard()[-1]["blocks"])


async def test_something_is_missing(desk: Desk) -> None:
    """The answer has a button for each way to go on, and pressing it does what typing would."""
    anna = desk.person("anna")
    await anna.types("NEW")
    assert "new sprint" in [label.lower() for label in labels(anna.heard()[-1]["blocks"])]
    await anna.presses_privately("NEW sprint")
    assert len(desk.slack.in_channel("C1")) == 1
    assert anna.heard()[-1].get("delete_original") is True
    await anna.types("rules")
    assert [label for label in labels(anna.heard()[-1]["blocks"]) if label.startswith("rules ")]
    await anna.types("link")  # is whole as it is: a button for `link off` would take the table away
    assert labels(anna.heard()[-1]["blocks"]) == []
    await desk.person("ben", channel="C2").types("new nonsense")
    assert labels(desk.person("ben").heard()[-1]["blocks"]) == []


async def test_a_private_button_makes_way(desk: Desk) -> None:
    """Once pressed, the private message with the button goes away: what it offered is done."""
    anna = desk.person("anna")
    await anna.types("new sprint")
    await anna.types("")
    await anna.presses_privately("Add an automatic player")
    assert anna.heard()[-1].get("delete_original") is True
    assert [message.edits for message in desk.slack.in_channel("C1")] == [1]


async def test_a_hand_stays_open_for_the_whole_turn(desk: Desk) -> None:
    """After the first card the hand that is left takes its place; after the second it goes away."""
    people = {name: desk.person(name) for name in ("anna", "ben")}
    await people["anna"].types("new scrumkin")
    await people["ben"].types("join")
    await people["anna"].types("start")
    live = await desk.service.tables.in_room("slack:T1:C1")
    assert live is not None
    leader = people[live.awaited[0].name]
    await leader.presses("My hand")
    first = next(label for label in labels(leader.heard()[-1]["blocks"]) if label.endswith("for yourself"))
    await leader.presses_privately(first)
    left = leader.heard()[-1]
    assert left["replace_original"]
    assert left["text"].startswith("Your hand")
    assert first not in labels(left["blocks"])
    await leader.presses_privately(next(label for label in labels(left["blocks"]) if " on " in label))
    assert leader.heard()[-1].get("delete_original") is True


async def test_when_the_address_of_a_delivery_is_dead(desk: Desk) -> None:
    """The private answer is posted by name instead."""
    anna = desk.person("anna")
    desk.slack.break_down("response")
    await anna.types("roll")
    (whisper,) = desk.slack.made("chat.postEphemeral")
    assert (whisper["user"], whisper["channel"]) == ("UANNA", "C1")
    assert "There’s no table" in texts(whisper["blocks"])


@pytest.mark.skipif(not HANDS, reason="no game at the table has something to look at")
@pytest.mark.parametrize(("key", "name"), [(key, command.name) for key, command in HANDS])
async def test_a_look_is_private(desk: Desk, key: str, name: str) -> None:
    """A hand or a hint: nothing of it reaches the channel, and no picture of it is uploaded."""
    people = [desk.person(name) for name in ("anna", "ben", "cleo")][: max(2, GAMES[key].seats.start)]
    await people[0].types(f"new {key}")
    for person in people[1:]:
        await person.types("join")
    await people[0].types("start")
    before = len(desk.slack.messages), len(desk.slack.files)
    await people[0].types(name)
    assert people[0].heard()[-1]["response_type"] == "ephemeral"
    assert (len(desk.slack.messages), len(desk.slack.files)) == before


@pytest.mark.parametrize(("key", "button"), [(key, c.button) for key, c in HANDS if c.button])
async def test_a_button_for_the_hand(desk: Desk, key: str, button: str) -> None:
    """Every message of the running game has it, and each presser sees their own."""
    people = [desk.person(name) for name in ("anna", "ben", "cleo")][: max(2, GAMES[key].seats.start)]
    await people[0].types(f"new {key}")
    for person in people[1:]:
        await person.types("join")
    await people[0].types("start")
    await people[0].presses(button)
    await people[1].presses(button)
    hands = [texts(person.heard()[-1]["blocks"]) for person in people[:2]]
    assert hands[0] != hands[1]
    home = await people[0].opens_home()
    assert hands[0].splitlines()[0] in texts(home["blocks"])
