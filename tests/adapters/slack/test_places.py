"""Where a table can be in Slack: direct messages, channels without the bot, shared and archived channels."""

import asyncio

import pytest

from adapters.layout import MORE
from adapters.slack import texts as ui_texts
from adapters.slack.outgoing.private import MAX_USES
from bot.kernel.messages import Reply
from bot.kernel.ports import RoomGone
from bot.kernel.store import Store
from tests.adapters.slack.harness import SlackHarness, labels, slack_harness, some_picture, texts
from tests.adapters.slack.incoming.open_form import OpenForm
from tests.peers.slack import SlackPeer


async def test_rugby_in_a_direct_message(harness: SlackHarness) -> None:
    """Nobody can invite the bot there; two people play nevertheless, and both see every move."""
    slack = harness.slack
    slack.unknown.add("D7")
    anna, ben = harness.person("anna", channel="D7"), harness.person("ben", channel="D7")
    await anna.types("new rugby")
    assert "Nobody can invite me to a direct message" in texts(anna.private_replies()[-1]["blocks"])
    await ben.presses("Join")
    await ben.presses("Start")
    people = {"anna": anna, "ben": ben}
    for _ in range(6):
        message = slack.in_channel("D7")[-1]
        who = next(people[name] for name in people if f"<@U{name.upper()}>" in texts(message.blocks))
        await who.presses(labels(message.blocks)[0])  # a piece; where it goes is asked in private
        move = next(label for label in labels(who.private_replies()[-1]["blocks"]) if "→" in label)
        await who.presses_privately(move)
        if message is slack.in_channel("D7")[-1]:
            continue  # the second step of a turn is to come, in the same message
        assert [block["type"] for block in message.blocks] == ["rich_text"], "the old message shrinks to its story"
    assert len(await harness.kinds("slack:T1:D7")) > 8
    assert slack.files == {}, "a picture that isn't shared with them would not be visible"
    heard = [texts(reply.get("blocks", [])) for who in people.values() for reply in who.private_replies()]
    assert sum("Nobody can invite me" in words for words in heard) == 1
    assert max(slack.responses.values()) <= MAX_USES
    assert len(slack.calls_to("chat.postMessage")) <= 1


async def test_what_happens_while_nobody_does_anything_there(harness: SlackHarness) -> None:
    """Once a response_url is used up the room waits, and the next command brings everything it missed."""
    harness.slack.unknown.add("D7")
    anna = harness.person("anna", channel="D7")
    await anna.types("new sprint")
    room = "slack:T1:D7"
    for number in range(MAX_USES):
        await harness.adapter._outgoing.visits.urls.send(
            harness.adapter._outgoing.visits._last[room].url, {"text": f"{number}"}
        )
    before = len(harness.slack.in_channel("D7"))
    live = await harness.service.tables.in_room(room)
    assert live is not None
    await harness.service.rooms.post(live, room, Reply("A clock ran out."), None)
    assert len(harness.slack.in_channel("D7")) == before
    await anna.types("bot")
    assert "(bot)" in texts(harness.slack.in_channel("D7")[-1].blocks)


@pytest.mark.parametrize("private", [True, False])
async def test_a_channel_without_the_bot(harness: SlackHarness, private: bool) -> None:  # noqa: FBT001
    """The table works at once, as text; the person who opened it reads once how to get the rest."""
    closed = harness.slack.unknown if private else harness.slack.not_a_member
    closed.add("C1")
    anna, ben = harness.person("anna"), harness.person("ben")
    await anna.types("new sprint")
    assert "`/invite @Scrum Table`".strip("`") in texts(anna.private_replies()[-1]["blocks"])
    await ben.presses("Join")
    (lobby,) = harness.slack.in_channel("C1")
    assert "ben" in texts(lobby.blocks)
    assert ben.private_replies() == []
    closed.clear()
    harness.adapter._outgoing.visits._not_member.clear()  # a minute later
    await ben.presses("Start")
    assert harness.slack.calls_to("chat.postMessage")
    assert any(block["type"] == "image" for block in harness.slack.in_channel("C1")[-1].blocks)


async def test_a_group_message(harness: SlackHarness) -> None:
    """With the bot in it, a group direct message is like a channel."""
    anna = harness.person("anna", channel="G4")
    await anna.types("new rugby")
    await harness.person("ben", channel="G4").presses("Join")
    assert "ben" in texts(harness.slack.in_channel("G4")[-1].blocks)
    assert anna.private_replies() == []


async def test_a_guest_from_another_company(harness: SlackHarness) -> None:
    """In a shared channel a guest's forms come with the guest's own workspace, which doesn't have the app."""
    anna = harness.person("anna")
    await anna.types("thread new scrumkin")
    guest = harness.person("gus")
    guest.home_team = "T9"
    await guest.presses("Join")
    await guest.presses(str(MORE))
    assert await guest.fills_in(harness.slack.forms[-1], {str(ui_texts.COMMAND): "start"}) == {}
    live = await harness.service.tables.in_room(f"slack:T1:C1:{harness.slack.in_channel('C1')[0].ts}")
    assert live is not None
    assert live.standing.playing
    assert [seating.person for seating in live.people] == ["slack:T1:UANNA", "slack:T1:UGUS"]
    await guest.presses(str(MORE))
    form = OpenForm(guest)
    if form.menus:
        await form.chooses(form.offered()[0])
    assert harness.slack.violations == []


async def test_an_archived_channel(harness: SlackHarness) -> None:
    """The room stops showing the table instead of being tried for ever; whoever pressed is told."""
    anna = harness.person("anna")
    await anna.types("new sprint")
    harness.slack.archived.add("C1")
    await anna.presses("Add an automatic player")
    assert "archived" in texts(anna.private_replies()[-1]["blocks"])
    assert await harness.store.room("slack:T1:C1") is None
    assert harness.service.rooms.behind("slack") == 0
    assert "The Scrum Game" in texts((await anna.opens_home())["blocks"])


async def test_a_deleted_channel(harness: SlackHarness) -> None:
    """Something was posted there before, so it isn't a channel that lacks an invitation."""
    ts = await harness.adapter.post("slack:T1:C1", Reply("Hello"), None, "")
    harness.slack.unknown.add("C1")
    with pytest.raises(RoomGone):
        await harness.adapter.post("slack:T1:C1", Reply("Still there?"), None, ts)


async def test_a_form_that_opens_too_late(harness: SlackHarness) -> None:
    """The person reads why nothing happened, where they pressed, beside a button that opens the same form."""
    anna = harness.person("anna")
    await anna.types("thread new sprint")
    harness.slack.refuse("views.open", "expired_trigger_id")
    await anna.presses(str(MORE))
    assert "three seconds" in texts(anna.private_replies()[-1]["blocks"])
    await anna.presses_privately(str(MORE))
    assert harness.slack.forms[-1]["title"]["text"] == "What you can do"


async def test_a_revoked_token(harness: SlackHarness) -> None:
    """A press still reaches the bot: the person is told through the response_url, and /readyz says why."""
    anna = harness.person("anna")
    await anna.types("new sprint")
    harness.slack.revoked.add("T1")
    await anna.presses("Add an automatic player")
    assert "isn’t taking my messages" in texts(anna.private_replies()[-1]["blocks"])
    assert await harness.adapter.trouble() == "Slack rejects the bot's token (token_revoked)."


async def test_a_socket_that_is_gone(harness: SlackHarness) -> None:
    """/readyz says so until there is a new one."""
    assert await harness.adapter.trouble() == ""
    harness.slack.refuse("apps.connections.open", "internal_error", times=1000)
    await harness.slack.drop_sockets()
    await _until_ready(harness, ready=False)
    assert "connection to Slack is broken" in await harness.adapter.trouble()
    harness.slack.failures["apps.connections.open"].clear()
    await harness.slack.until(lambda: harness.slack._sockets, "a new connection")
    await _until_ready(harness, ready=True)


async def _until_ready(harness: SlackHarness, *, ready: bool) -> None:
    while bool(await harness.adapter.trouble()) == ready:  # noqa: ASYNC110 - the library tells nobody
        await asyncio.sleep(0.02)


async def test_names_and_time_zones(harness: SlackHarness) -> None:
    """A board has display names, and working hours are in the time zone of whoever sets them."""
    harness.slack.profiles["UANNA"] = {"profile": {"display_name": "Anna 🌻"}, "tz": "Europe/Berlin"}
    anna = harness.person("anna")
    await anna.types("new sprint")
    await anna.types("pace async 24h 9-17")
    words = texts(harness.slack.in_channel("C1")[-1].blocks)
    assert "Anna 🌻" in words
    assert "Europe/Berlin" in words
    assert "anna.handle" not in str(harness.slack.messages)
    assert len(harness.slack.calls_to("users.info")) == 1


async def test_without_the_scope_for_names(slack: SlackPeer, sqlite_store: Store) -> None:
    """No handle reaches a board."""
    slack.scopes = "commands,chat:write,files:write"
    async with slack_harness(slack, sqlite_store, paint=some_picture) as harness:
        anna, ben = harness.person("anna"), harness.person("ben")
        await anna.types("new sprint")
        await ben.presses("Join")
        assert "Player 2" in texts(slack.in_channel("C1")[-1].blocks)
        assert ".handle" not in str(slack.messages)
        assert len(slack.calls_to("users.info")) == 1, "it isn't asked again where the scope is missing"
