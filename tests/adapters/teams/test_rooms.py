"""What rooms keep and share: workshops with a thread for each team, and the actions of retrospectives."""

import asyncio
from collections.abc import AsyncIterator

import pytest

from bot.kernel.store import Store
from bot.kernel.table.texts import NOW_PAUSED
from tests.adapters.slack.test_meeting import day
from tests.adapters.teams.harness import TeamsHarness, teams_harness
from tests.adapters.teams.test_meeting import fill_in, move_on, press
from tests.bot.features.workshop.test_threads import Pages
from tests.bot.harness import RecordingChat
from tests.bot.workshop_harness import at_desk, said
from tests.peers.teams import TeamsPeer
from tests.peers.teams_user import actions, labels, texts

ENTRANCE, DESK = "https://example.org/workshop/", "https://example.org/desk/"


@pytest.fixture
async def workshop(teams: TeamsPeer, sqlite_store: Store) -> AsyncIterator[TeamsHarness]:
    async with teams_harness(teams, sqlite_store, web=Pages(), others={"web": RecordingChat()}) as harness:
        yield harness


async def test_a_workshop(workshop: TeamsHarness) -> None:
    """Everybody sees the invitation, only the trainer the desk; each team has a thread, and people find theirs."""
    harness, teams = workshop, workshop.teams
    thread = harness.thread()
    tina = harness.person("tina", thread)
    await tina.types("workshop new sprint teams=2")
    await harness.settle()
    invitation = thread.last
    (desk,) = [each["url"] for each in actions(tina.chat.last.card) if each.get("url", "").startswith(DESK)]
    assert DESK not in str(invitation.activity)
    channel = "19:general@thread.tacv2;messageid="
    async with asyncio.timeout(20):
        while len([each for each in teams.conversations if each.startswith(channel)]) < 3:  # noqa: ASYNC110
            await asyncio.sleep(0.05)
    await harness.settle()
    threads = [each for name, each in teams.conversations.items() if name.startswith(channel)]
    first, second = (each for each in threads if each is not thread)
    assert [texts(each.messages[0].card) for each in (first, second)] == ["Team 1", "Team 2"]
    for name, where in (("ben", first), ("cleo", second)):
        person = harness.person(name, thread)
        await person.presses("Join", invitation)
        await harness.settle()
        (link,) = [each["url"] for each in actions(person.sees(invitation)) if each["type"] == "Action.OpenUrl"]
        assert link.startswith("https://teams.microsoft.com/l/message/19%3Ageneral%40thread.tacv2/")
        assert where.id.rpartition("=")[2] in link
    assert await at_desk(harness.service, desk.removeprefix(DESK), said("start")) == ()
    await harness.settle()
    assert "Roll the dice" in labels(first.last.card)
    assert await at_desk(harness.service, desk.removeprefix(DESK), said("tell", text="Look at your *board*!")) == ()
    assert await at_desk(harness.service, desk.removeprefix(DESK), said("pause")) == ()
    await harness.settle()
    assert str(NOW_PAUSED) in texts(second.last.card)
    assert any("Look at your *board*!" in texts(each.card) for each in second.messages)


async def test_actions(harness: TeamsHarness) -> None:
    """Their list is in a chat with whoever asked; Done beside one of them is about the room they asked in."""
    anna, ben = harness.person("anna"), harness.person("ben")
    await anna.types("new retro")
    await harness.settle()
    await ben.presses("I’m here")
    await move_on(harness, anna, "Start the retrospective")
    await move_on(harness, anna, "Next: Write", "Move on")
    await fill_in(ben, "Write notes", {"Start": "pairing"})
    await move_on(harness, anna, "Next: Group", "Show the notes")
    await fill_in(anna, "Agree on an action", {"What": "Fix the build", "Who": "ben", "By when": day(2)})
    await move_on(harness, anna, "Next: Actions")
    await move_on(harness, anna, "Next: Close", "Go on")
    await move_on(harness, anna, "Finish", "Finish")
    ben.closes()
    await ben.types("actions")
    await harness.settle()
    shown = ben.chat.last
    assert "Fix the build" in texts(shown.card)
    assert "Done" in labels(shown.card)
    there = harness.person("ben", ben.chat)
    await there.presses("Done", shown)
    await harness.settle()
    await anna.types("actions")
    await harness.settle()
    assert "Fix the build" not in texts(anna.chat.last.card)


async def test_a_call_has_a_sentence_of_its_own(harness: TeamsHarness) -> None:
    """Whoever is called reads on a lock screen what to do, and how it stands."""
    anna, ben = harness.person("anna"), harness.person("ben")
    await anna.types("new sprint")
    await harness.settle()
    await ben.presses("Join")
    await press(ben, "Start")
    await harness.settle()
    message = harness.chat.last
    assert message.activity["summary"]
    assert "<" not in message.activity["summary"]
    (entity,) = message.card["msteams"]["entities"]
    assert entity["mentioned"]["id"] == "oid-anna"
