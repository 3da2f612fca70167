"""What people type and press: whom it means, who reads the answer, and that it counts once."""

import asyncio
import re

import pytest

from adapters.teams import texts as ui_texts
from adapters.teams.identifiers import Activity, packed, unpacked
from bot.kernel.messages import Request, Response
from bot.kernel.store import Store
from tests.adapters.teams.harness import CHAT, TeamsHarness, teams_harness
from tests.bot.harness import FlakyStore
from tests.peers.teams import BOT, CHANNEL, TENANT, TeamsPeer
from tests.peers.teams_user import TeamsUser, actions, fields, labels, texts

ROOM = f"teams:{CHAT}"


async def opened(harness: TeamsHarness, game: str = "sprint") -> list[TeamsUser]:
    return await harness.started(game, "anna", "ben")


# --- typing ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("<at>Scrum Table</at> roll", "roll"),
        ("<at>Scrum Table</at>&nbsp;new sprint hours=250\n", "new sprint hours=250"),
        ("roll <at>Scrum Table</at>", "roll"),
        ("<p><at id='0'>Scrum Table</at> say a &lt; b &amp; c</p>", "say a < b & c"),
        ("<at>Scrum Table</at> kick <at>Ben Müller</at> now", "kick @BenMüller now"),
        ("", ""),
    ],
)
def test_a_typed_line(text: str, line: str) -> None:
    """Without the mention of the bot, unescaped, and with people by their names."""
    bot = {"type": "mention", "text": "<at>Scrum Table</at>", "mentioned": {"id": BOT}}
    ben = {"type": "mention", "text": "<at>Ben Müller</at>", "mentioned": {"id": "29:ben"}}
    activity = Activity({"text": text, "recipient": {"id": BOT}, "entities": [bot, ben, {"type": "clientInfo"}, 5]})
    assert activity.line == line


@pytest.mark.parametrize("body", [{}, {"from": 3, "conversation": [], "entities": [5], "value": 1, "channelData": 2}])
def test_an_activity_with_nothing_in_it(body: dict[str, object]) -> None:
    """Nothing of it can be read, and nothing breaks."""
    activity = Activity(body)
    assert (activity.line, activity.value, activity.room.conversation, activity.mentioned) == ("", {}, "", {})
    assert activity.request_id.startswith("teams:")


def test_choices_with_commas() -> None:
    chosen = ["a, b", "50%", "c%2Cd", "plain"]
    assert unpacked(",".join(map(packed, chosen))) == chosen


async def test_who_somebody_is(harness: TeamsHarness) -> None:
    """The directory's id, their language and their time zone; the id of a request names nobody."""
    seen: list[Request] = []
    handle = harness.service.handle

    async def noting(request: Request) -> Response:
        seen.append(request)
        return await handle(request)

    harness.service.handle = noting  # type: ignore[method-assign]
    anna = harness.person("anna", locale="pt-BR")
    await anna.types("new sprint")
    await harness.settle()
    assert seen[0].person is not None
    assert seen[0].person.id == f"teams:{TENANT}:oid-anna"
    assert (seen[0].person.name, seen[0].person.locale, seen[0].person.zone) == ("anna", "pt-BR", "Europe/Berlin")
    assert re.fullmatch(r"teams:[0-9a-f]{16}:\d+", seen[0].id)
    assert seen[0].room == ROOM


async def test_a_mention_means_somebody(harness: TeamsHarness) -> None:
    """Their id is looked up among the members, page by page, once."""
    anna, ben, cleo = (harness.person(name) for name in ("anna", "ben", "cleo"))
    await anna.types("new sprint")
    await harness.settle()
    for person in (ben, cleo):
        await person.presses("Join")
        await harness.settle()
    await anna.types("host @cleo", cleo)
    await harness.settle()
    assert "cleo (host)" in texts(harness.chat.last.card)
    asked = [path for method, path in harness.teams.calls if method == "GET"]
    assert len(asked) == 2


async def test_words_are_called_as_they_are_typed_here(harness: TeamsHarness) -> None:
    """`@Scrum Table …` in a chat with others, and only the words in a chat with the bot."""
    anna, nora = harness.person("anna"), harness.alone("nora")
    await anna.types("help")
    await nora.types("help")
    await harness.settle()
    private, alone = texts(anna.chat.last.card), texts(nora.where.last.card)
    assert "/scrum" not in private + alone
    assert "@Scrum Table" not in alone
    assert "tutorial teaches you a game" in alone
    assert "@Scrum Table tutorial teaches" in private
    await anna.types("nonsense")
    await harness.settle()
    assert "/scrum" not in texts(anna.chat.last.card)


# --- answers for one person ------------------------------------------------------------------------------------------


async def test_a_private_answer(harness: TeamsHarness) -> None:
    """To what was typed: in a chat with that person, whose buttons are about the room they asked in."""
    people = await opened(harness, "scrumkin")
    standing = await harness.standing()
    who = people[standing.game.awaits(standing.state)[0]]
    before = len(harness.chat.messages)
    await who.types("hand")
    await harness.settle()
    assert len(harness.chat.messages) == before
    held = who.chat.last
    assert str(ui_texts.YOUR_HAND) in texts(held.card)
    there = TeamsUser(harness.teams, who.name, who.chat)
    menu = next(each for each in actions(held.card) if each["type"] == "Action.ShowCard")
    await there.chooses(menu["card"]["body"][0]["choices"][0]["title"])
    await harness.settle()
    assert (await harness.standing()).sequence > standing.sequence


async def test_nobody_else_uses_a_sealed_room(harness: TeamsHarness) -> None:
    """The room in a button's data is signed for one person: a changed one, or another's, does nothing."""
    anna, _ = await opened(harness, "scrumkin")
    await anna.types("hand")
    await harness.settle()
    data = next(actions(anna.chat.last.card))
    sealed = (data.get("data") or data["card"]["body"][1]["actions"][0]["data"])["seal"]
    mallory = harness.alone("mallory")
    for room, seal in ((ROOM, sealed), (ROOM, ""), ("teams:19:other", sealed), (ROOM, "é" * 32)):
        value = {"do": "say", "line": "board", "room": room, "seal": seal}
        await mallory.deliver(mallory.activity("message", value=value))
        await harness.settle()
        assert "don’t recognise" in texts(mallory.where.last.card)


async def test_nobody_to_write_to(harness: TeamsHarness) -> None:
    """Somebody who hasn't added the app: the room reads that there is an answer, and nothing of it."""
    anna, _ = await opened(harness, "scrumkin")
    harness.teams.strangers.add(anna.user)
    await anna.types("hand")
    await harness.settle()
    words = texts(harness.chat.last.card)
    assert words == ui_texts.not_private("anna")
    assert labels(harness.chat.last.card) == []


async def test_targeted_messages(teams: TeamsPeer, sqlite_store: Store) -> None:
    """Only if the operator says so. Where they are refused, the chat with that person does."""
    async with teams_harness(teams, sqlite_store, targeted=True) as harness:
        anna, _ = await opened(harness, "scrumkin")
        await anna.types("hand")
        await harness.settle()
        assert harness.chat.last.recipient == anna.user
        assert anna.chat.messages == []
        teams.fail("POST", 400)
        await anna.types("hand")
        await harness.settle()
        assert str(ui_texts.YOUR_HAND) in texts(anna.chat.last.card)


async def test_a_hand_is_the_answer_to_a_press(harness: TeamsHarness) -> None:
    """Only whoever pressed sees it; the way back shows the table again, and so does the next edit."""
    anna, ben = await opened(harness, "scrumkin")
    await anna.presses("My hand")
    assert str(ui_texts.YOUR_HAND) in texts(anna.sees())
    assert str(ui_texts.YOUR_HAND) not in str([one.activity for one in harness.chat.messages])
    assert ben.sees() == harness.chat.last.card
    await anna.presses(str(ui_texts.BACK))
    assert anna.sees() == harness.chat.last.card


async def test_a_hand_on_a_phone(harness: TeamsHarness) -> None:
    """In a dialog, which only that person sees and closes."""
    await opened(harness, "scrumkin")
    anna = harness.person("anna", phone=True)
    await anna.presses("My hand")
    assert anna.dialog is not None
    assert str(ui_texts.YOUR_HAND) in texts(anna.dialog)
    await anna.presses_inside(str(ui_texts.CLOSE))
    assert anna.dialog is None


async def test_a_refusal_is_a_line(harness: TeamsHarness) -> None:
    """Below the card, for whoever pressed; on a phone in their chat."""
    anna, ben = await opened(harness)
    await ben.presses("Roll the dice")
    assert "anna" in ben.line
    assert anna.line == ""
    phone = harness.person("ben", phone=True)
    await phone.presses("Roll the dice")
    await harness.settle()
    assert "anna" in texts(phone.chat.last.card)


async def test_a_grave_act_is_asked_twice(harness: TeamsHarness) -> None:
    """As a card in the answer; only the second press counts."""
    anna, _ = await opened(harness, "rugby")
    await anna.presses("More…")
    await anna.chooses("Resign")
    assert (await harness.standing()).playing
    await anna.presses(labels(anna.sees())[0])
    await harness.settle()
    assert not (await harness.standing()).playing


# --- once ------------------------------------------------------------------------------------------------------------


async def test_a_delivery_counts_once(harness: TeamsHarness) -> None:
    """Pressed or typed, delivered again at once or later: one roll, and the same answer."""
    anna, _ = await opened(harness)
    await anna.presses("Roll the dice")
    first = anna.answer
    again = await asyncio.gather(*(anna.again() for _ in range(3)))
    await harness.settle()
    assert (await harness.kinds()).count("rolled") == 1
    assert [each for each in again if each != first] == []
    await anna.types("say hello there")
    await asyncio.gather(*(anna.again() for _ in range(3)))
    await harness.settle()


async def test_a_delivery_again_after_a_restart(teams: TeamsPeer, sqlite_store: Store) -> None:
    async with teams_harness(teams, sqlite_store) as harness:
        anna, _ = await opened(harness)
        await anna.presses("Roll the dice")
    async with teams_harness(teams, sqlite_store) as harness:
        await anna.again()
        await harness.settle()
        assert (await harness.kinds()).count("rolled") == 1


async def test_two_conversations_may_share_an_id(harness: TeamsHarness) -> None:
    """Ids of messages are times: two people who write in the same moment are both heard."""
    anna, nora = harness.person("anna"), harness.alone("nora")
    await anna.deliver({**anna.activity("message", text="new sprint"), "id": "1"})
    await nora.deliver({**nora.activity("message", text="new sprint"), "id": "1"})
    await harness.settle()
    assert await harness.kinds(ROOM)
    assert await harness.kinds(f"teams:{nora.where.id}")


# --- places ----------------------------------------------------------------------------------------------------------


async def test_a_thread_is_a_room(harness: TeamsHarness) -> None:
    """Each thread of a channel has its own table, and new ones can be opened beside it."""
    thread = harness.thread()
    other = harness.teams.conversation("19:general@thread.tacv2;messageid=1699999999777", CHANNEL)
    anna, ben = harness.person("anna", thread), harness.person("ben", other)
    await anna.types("new sprint")
    await ben.types("new rugby")
    await harness.settle()
    assert "The Scrum Game" in texts(thread.last.card)
    assert "The Scrum Game" not in texts(other.last.card)
    room = f"teams:{thread.id}"
    assert harness.adapter.has_threads(room)
    assert not harness.adapter.has_threads(ROOM)
    assert await harness.adapter.open_thread(ROOM, "Team 1") is None
    opened_room = await harness.adapter.open_thread(room, "Team <at>1</at>")
    assert opened_room is not None
    new = harness.teams.conversations[opened_room.removeprefix("teams:")]
    assert new.id.startswith("19:general@thread.tacv2;messageid=")
    assert texts(new.last.card) == "Team <at>1</at>"
    harness.teams.fail("POST", 403)
    assert await harness.adapter.open_thread(room, "Team 2") is None


async def test_a_chat_with_the_bot(harness: TeamsHarness) -> None:
    """Somebody plays alone with automatic players; answers are in the same chat."""
    nora = harness.alone("nora")
    await nora.types("new sprint")
    await harness.settle()
    for label in ("Add an automatic player", "Start", "Roll the dice"):
        await nora.presses(label)
        await harness.settle()
    assert "rolled" in await harness.kinds(f"teams:{nora.where.id}")


@pytest.mark.parametrize("kind", ["conversationUpdate", "installationUpdate"])
async def test_the_greeting(harness: TeamsHarness, kind: str) -> None:
    """Once for each place, with a button for each game that works; nothing when somebody else arrives."""
    nora = harness.alone("nora")
    arrival = {"membersAdded": [{"id": BOT}], "action": "add"}
    for _ in range(2):
        await nora.deliver(nora.activity(kind, **arrival))
        await harness.settle()
    assert "Hi, I’m Scrum Table" in texts(nora.where.last.card)
    assert len(nora.where.messages) == 1
    await nora.deliver(nora.activity("conversationUpdate", membersAdded=[{"id": "29:ben"}, "x"]))
    await harness.settle()
    assert len(nora.where.messages) == 1
    await nora.presses("The Scrum Game")
    await harness.settle()
    assert await harness.kinds(f"teams:{nora.where.id}")


@pytest.mark.parametrize("kind", ["messageReaction", "typing", "messageUpdate", "event", "nonsense", ""])
async def test_what_is_not_for_us(harness: TeamsHarness, kind: str) -> None:
    """Is accepted and ignored; an unknown invoke isn't implemented."""
    anna = harness.person("anna")
    assert (await harness.teams.deliver(anna.activity(kind)))[0] == 202
    assert (await harness.teams.deliver(anna.activity("invoke", name="composeExtension/query")))[0] == 501
    await harness.settle()
    assert harness.chat.messages == []


# --- forms -----------------------------------------------------------------------------------------------------------


async def test_a_refused_form_keeps_what_was_typed(harness: TeamsHarness) -> None:
    """With the reason above it; an empty one asks for something."""
    anna = harness.person("anna")
    await anna.types("new retro")
    await harness.settle()
    await anna.presses("More…")
    await anna.presses("Start the retrospective")
    await harness.settle()
    await anna.presses("More…")
    await anna.presses("Next: Write")
    await anna.presses(labels(anna.sees())[0])
    await harness.settle()
    await anna.presses("Write notes")
    assert anna.dialog is not None
    await anna.fills_in({})
    assert str(ui_texts.EMPTY_FORM) in texts(anna.dialog)
    await anna.fills_in({"Start": "pairing", "Stop": "x" * 240})
    assert "240 characters" in texts(anna.dialog)
    assert fields(anna.dialog)["Start"]["value"] == "pairing"
    assert "note_written" not in await harness.kinds()
    await anna.fills_in({"Stop": "cake"})
    assert (await harness.kinds()).count("note_written") == 2
    assert "Your 2 notes" in texts(anna.dialog)


@pytest.mark.parametrize(
    "data",
    [
        {},
        {"do": "nonsense"},
        {"do": 5},
        {"do": "press", "act": "nonsense"},
        {"do": "press", "act": ["x"]},
        {"do": "form", "act": "x:1:0", "command": "nonsense"},
        {"do": "ask", "act": "x:1:0", "command": "go", "asks": "where"},
        {"do": "send", "table": "x", "command": "note", "field:1": "a"},
        {"do": "choose", "menu": "choice0"},
        {"do": "choose", "menu": "choice0", "choice0": "*"},
        {"do": "choose", "menu": 7, "choice0": "?"},
        {"do": "more", "table": "x", "page": "99999"},
        {"do": "say", "line": "x" * 5000},
        {"do": "back"},
    ],
    ids=str,
)
@pytest.mark.parametrize("invoke", ["adaptiveCard/action", "task/fetch", "task/submit"])
async def test_buttons_that_nobody_made(harness: TeamsHarness, data: dict[str, object], invoke: str) -> None:
    """Are answered with a sentence, never with an error."""
    anna, _ = await opened(harness)
    value = {"action": {"data": data}} if invoke == "adaptiveCard/action" else {"data": data}
    status, answer = await harness.teams.deliver(anna.activity("invoke", name=invoke, value=value))
    await harness.settle()
    assert status == 200
    assert answer.get("statusCode", 200) == 200
    assert (await harness.standing()).playing


@pytest.mark.parametrize("value", [None, 5, [], {"action": 3}, {"action": {"data": "x"}}, {"data": [1]}])
async def test_invokes_without_data(harness: TeamsHarness, value: object) -> None:
    anna = harness.person("anna")
    for name in ("adaptiveCard/action", "task/fetch", "task/submit"):
        assert (await harness.teams.deliver(anna.activity("invoke", name=name, value=value)))[0] == 200


async def test_without_the_database(teams: TeamsPeer, sqlite_store: Store) -> None:
    """Everybody is told, and nothing breaks."""
    flaky = FlakyStore(sqlite_store)
    async with teams_harness(teams, flaky) as harness:
        anna, _ = await opened(harness)
        flaky.cut = frozenset({"append", "handled", "room", "events", "put_installation", "tables_of", "find"})
        await anna.presses("Roll the dice")
        assert "database" in (anna.line or texts(anna.sees()))
        flaky.cut = frozenset()


async def test_a_slow_answer(harness: TeamsHarness, monkeypatch: pytest.MonkeyPatch) -> None:
    """Teams would show an error after ten seconds: a line comes in time, and the rest once it is there."""
    anna, _ = await opened(harness, "scrumkin")
    monkeypatch.setattr("adapters.teams.incoming.activities.ANSWER_SECONDS", 0.05)
    handle = harness.service.handle

    async def slow(request: Request) -> Response:
        await asyncio.sleep(0.3)
        return await handle(request)

    harness.service.handle = slow  # type: ignore[method-assign]
    await anna.presses("My hand")
    assert anna.line == str(ui_texts.WORKING)
    await harness.settle()
    assert str(ui_texts.YOUR_HAND) in texts(anna.chat.last.card)
