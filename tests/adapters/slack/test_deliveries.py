"""Deliveries: each counts once, signed ones only, and a dropped socket is no end."""

import asyncio
from typing import cast

import pytest

from bot.ports import Append, Store
from bot.texts import notices
from tests.adapters.slack.parts import Desk, Signed, sitting, texts
from tests.bot.harness import FlakyStore
from tests.peers.slack import Slack


async def test_a_command_delivered_again(desk: Desk) -> None:
    """Slack thinks it was lost: nothing happens, and nobody is bothered."""
    anna = desk.person("anna")
    await anna.types("new sprint")
    await anna.types("bot")
    before = await desk.kinds()
    await anna.again()
    await anna.again(attempt=2)
    assert await desk.kinds() == before
    assert [message.edits for message in desk.slack.in_channel("C1")] == [1]
    assert [texts(heard["blocks"]) for heard in anna.heard()] == [notices.AMENDED]


async def test_a_press_delivered_again(desk: Desk) -> None:
    """The same for a button."""
    anna, ben = desk.person("anna"), desk.person("ben")
    await anna.types("new sprint")
    await ben.presses("Join")
    before = await desk.kinds()
    await ben.again()
    assert await desk.kinds() == before
    assert ben.heard() == []


async def test_delivered_again_over_http(http_desk: Desk) -> None:
    """With Slack's headers for a repetition."""
    anna, ben = http_desk.person("anna"), http_desk.person("ben")
    await anna.types("new sprint")
    await anna.again()
    await ben.presses("Join")
    before = await http_desk.kinds()
    await ben.again()
    assert await http_desk.kinds() == before
    assert [message.edits for message in http_desk.slack.in_channel("C1")] == [1]


async def test_delivered_again_to_another_process(slack: Slack, sqlite_store: Store) -> None:
    """After a restart nobody remembers the delivery but the database; the person is told how the table stands."""
    async with sitting(slack, sqlite_store) as desk:
        anna = desk.person("anna")
        await anna.types("new sprint")
        await anna.types("bot")
        before = await desk.kinds()
    async with sitting(slack, sqlite_store) as later:
        anna.desk = later
        await anna.again()
        assert await later.kinds() == before
        assert "got that twice and counted it once" in texts(anna.heard()[-1]["blocks"])
    assert [message.edits for message in slack.in_channel("C1")] == [1]


async def test_a_button_of_the_process_before(slack: Slack, sqlite_store: Store) -> None:
    """It works after a restart, and the old message loses its buttons although this process never wrote it."""
    async with sitting(slack, sqlite_store) as desk:
        await desk.person("anna").types("new sprint")
    async with sitting(slack, sqlite_store) as later:
        await later.person("ben").presses("Join")
    first, second = slack.in_channel("C1")
    assert [block["type"] for block in first.blocks] == ["rich_text", "rich_text"]
    assert "ben" in texts(second.blocks)


async def test_http(http_desk: Desk) -> None:
    """The same game over signed HTTP, forms and pages included."""
    anna, ben = http_desk.person("anna"), http_desk.person("ben")
    await anna.types("new sprint")
    await ben.presses("Join")
    await anna.presses("Start")
    assert "The Scrum Game" in texts((await ben.opens_home())["blocks"])
    assert "Fingerprint" in texts(http_desk.slack.in_channel("C1")[-1].blocks)


@pytest.mark.parametrize(
    ("secret", "age", "sign"),
    [("another-secret", 0, True), ("signing-secret", 400, True), ("signing-secret", 0, False)],
)
async def test_a_signature_that_does_not_fit(http_desk: Desk, secret: str, age: float, sign: bool) -> None:  # noqa: FBT001
    """Wrong, older than five minutes, or none: 401, and nothing happens."""
    forged = Signed(lambda: f"http://127.0.0.1:{http_desk.port}/slack/events", secret, age)
    status, _ = await forged.send("slash_commands", http_desk.person("anna").command("new sprint"), sign=sign)
    await http_desk.settle()
    assert status == 401
    assert http_desk.slack.messages == []


async def test_a_dropped_socket(desk: Desk) -> None:
    """Slack's connection breaks without a word; the next delivery comes through the next connection."""
    anna = desk.person("anna")
    await anna.types("new sprint")
    await desk.slack.drop_sockets()
    await desk.slack.until(lambda: desk.slack._sockets, "a new connection")
    await anna.types("bot")
    assert "(bot)" in texts(desk.slack.in_channel("C1")[-1].blocks)


@pytest.mark.parametrize("kind", ["command", "form"])
async def test_acknowledged_first(slack: Slack, sqlite_store: Store, kind: str) -> None:
    """The database hangs: Slack has its acknowledgement all the same, and the rest follows when it can."""
    store = FlakyStore(sqlite_store)
    go_on = asyncio.Event()

    async def hang(_: Append) -> None:
        await go_on.wait()

    async with sitting(slack, cast("Store", store)) as desk:
        anna = desk.person("anna")
        await anna.types("thread new sprint")
        await anna.presses("Type a command …")
        store.before_append = hang
        if kind == "command":
            await desk.deliver("slash_commands", anna.command("new sprint"))
        else:
            values = {"typed": {"typed": {"type": "plain_text_input", "value": "bot"}}}
            view = {**slack.forms[-1], "id": "V1", "state": {"values": values}}
            answer = await desk.deliver("interactive", {**anna._interaction("view_submission"), "view": view})
            assert answer == {}
        _, lobby = slack.in_channel("C1")
        go_on.set()
        done = (lambda: len(slack.in_channel("C1")) == 3) if kind == "command" else (lambda: lobby.edits == 1)
        await slack.until(done, "what was asked for")


async def test_junk(desk: Desk) -> None:
    """What no program of Slack's sends leaves everything as it is."""
    anna = desk.person("anna")
    await anna.types("new sprint")
    before = await desk.kinds()
    message = desk.slack.in_channel("C1")[-1]
    junk = {"block_id": "do:0", "action_id": "press:0", "type": "button", "text": {"text": "x"}, "value": "no:such:1"}
    await anna.press(junk, message)
    assert "don’t recognise that button" in texts(anna.heard()[-1]["blocks"])
    await anna.types("thread")
    assert "Which game?" in texts(anna.heard()[-1]["blocks"])
    assert await desk.kinds() == before
