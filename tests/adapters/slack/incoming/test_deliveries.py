"""Deliveries: handled once, only if signed, and a dropped socket is replaced."""

import asyncio
import time
from typing import cast

import aiohttp
import pytest

from adapters.layout import MORE
from bot.kernel.store import Append, Store
from tests.adapters.slack.harness import Signed, SlackHarness, slack_harness, texts
from tests.bot.harness import FlakyStore
from tests.peers.slack import SlackPeer


async def test_a_command_delivered_again(harness: SlackHarness) -> None:
    """A redelivered command changes nothing and isn't answered."""
    anna = harness.person("anna")
    await anna.types("new sprint")
    await anna.types("bot")
    before = await harness.kinds()
    await anna.again()
    await anna.again(attempt=2)
    assert await harness.kinds() == before
    assert [message.edits for message in harness.slack.in_channel("C1")] == [1]
    assert [texts(reply["blocks"]) for reply in anna.private_replies()] == ["Done.Go to the table’s message"]


async def test_a_press_delivered_again(harness: SlackHarness) -> None:
    """A redelivered button press changes nothing."""
    anna, ben = harness.person("anna"), harness.person("ben")
    await anna.types("new sprint")
    await ben.presses("Join")
    before = await harness.kinds()
    await ben.again()
    assert await harness.kinds() == before
    assert ben.private_replies() == []


async def test_delivered_again_over_http(http_harness: SlackHarness) -> None:
    """The same with Slack's retry headers."""
    anna, ben = http_harness.person("anna"), http_harness.person("ben")
    await anna.types("new sprint")
    await anna.again()
    await ben.presses("Join")
    before = await http_harness.kinds()
    await ben.again()
    assert await http_harness.kinds() == before
    assert [message.edits for message in http_harness.slack.in_channel("C1")] == [1]


async def test_delivered_again_to_another_process(slack: SlackPeer, sqlite_store: Store) -> None:
    """After a restart the database recognises the request; the person is shown the table's state."""
    async with slack_harness(slack, sqlite_store) as harness:
        anna = harness.person("anna")
        await anna.types("new sprint")
        await anna.types("bot")
        before = await harness.kinds()
    async with slack_harness(slack, sqlite_store) as later:
        anna.harness = later
        await anna.again()
        assert await later.kinds() == before
        assert "got that twice and counted it once" in texts(anna.private_replies()[-1]["blocks"])
    assert [message.edits for message in slack.in_channel("C1")] == [1]


async def test_a_button_posted_before_a_restart(slack: SlackPeer, sqlite_store: Store) -> None:
    """It works, and the old message shrinks to its story although this process didn't post it."""
    async with slack_harness(slack, sqlite_store) as harness:
        await harness.person("anna").types("new sprint")
    async with slack_harness(slack, sqlite_store) as later:
        await later.person("ben").presses("Join")
    first, second = slack.in_channel("C1")
    assert [block["block_id"] for block in first.blocks] == ["told"]
    assert "ben" in texts(second.blocks)


async def test_http(http_harness: SlackHarness) -> None:
    """A game over signed HTTP, including forms and the App Home."""
    anna, ben = http_harness.person("anna"), http_harness.person("ben")
    await anna.types("new sprint")
    await ben.presses("Join")
    await anna.presses("Start")
    assert "The Scrum Game" in texts((await ben.opens_home())["blocks"])
    assert "Here we go!" in texts(http_harness.slack.in_channel("C1")[-1].blocks)


@pytest.mark.parametrize(
    ("secret", "age", "sign"),
    [("another-secret", 0, True), ("signing-secret", 400, True), ("signing-secret", 0, False)],
)
async def test_a_bad_signature(http_harness: SlackHarness, secret: str, age: float, sign: bool) -> None:  # noqa: FBT001
    """A wrong, old or missing signature gets 401 and changes nothing."""
    forged = Signed(lambda: f"http://127.0.0.1:{http_harness.port}/slack/events", secret, age)
    status, _ = await forged.send("slash_commands", http_harness.person("anna").command("new sprint"), sign=sign)
    await http_harness.settle()
    assert status == 401
    assert http_harness.slack.messages == []


@pytest.mark.parametrize("event", [[], "text", None])
async def test_an_event_that_is_none(http_harness: SlackHarness, event: object) -> None:
    """Also one that Slack has signed: 400, not an error of ours."""
    signed = Signed(lambda: f"http://127.0.0.1:{http_harness.port}/slack/events")
    status, _ = await signed.send("events_api", {"type": "event_callback", "team_id": "T1", "event": event})
    assert status == 400


async def test_a_dropped_socket(harness: SlackHarness) -> None:
    """After the connection breaks, the next delivery comes over a new one."""
    anna = harness.person("anna")
    await anna.types("new sprint")
    await harness.slack.drop_sockets()
    await harness.slack.until(lambda: harness.slack._sockets, "a new connection")
    await anna.types("bot")
    assert "(bot)" in texts(harness.slack.in_channel("C1")[-1].blocks)


@pytest.mark.parametrize("kind", ["command", "form"])
async def test_acknowledged_first(slack: SlackPeer, sqlite_store: Store, kind: str) -> None:
    """Deliveries are acknowledged even while the database hangs, and handled afterwards."""
    store = FlakyStore(sqlite_store)
    go_on = asyncio.Event()

    async def hang(_: Append) -> None:
        await go_on.wait()

    async with slack_harness(slack, cast("Store", store)) as harness:
        anna = harness.person("anna")
        await anna.types("thread new sprint")
        await anna.types("bot")
        await anna.types("start")
        await anna.presses(str(MORE))
        store.before_append = hang
        if kind == "command":
            await harness.deliver("slash_commands", anna.command("new sprint"))
        else:
            values = {"typed": {"typed": {"type": "plain_text_input", "value": "end sure"}}}
            view = {**slack.forms[-1], "id": "V1", "state": {"values": values}}
            answer = await harness.deliver("interactive", {**anna._interaction("view_submission"), "view": view})
            assert answer == {}
        shown = len(slack.in_channel("C1"))
        go_on.set()
        await slack.until(lambda: len(slack.in_channel("C1")) == shown + 1, "what was asked for")


async def test_malformed_deliveries(harness: SlackHarness) -> None:
    """Malformed deliveries change nothing."""
    anna = harness.person("anna")
    await anna.types("new sprint")
    before = await harness.kinds()
    message = harness.slack.in_channel("C1")[-1]
    junk = {"block_id": "do:0", "action_id": "press:0", "type": "button", "text": {"text": "x"}, "value": "no:such:1"}
    await anna.press(junk, message)
    assert "don’t recognise that button" in texts(anna.private_replies()[-1]["blocks"])
    await anna.types("thread")
    assert "Which game?" in texts(anna.private_replies()[-1]["blocks"])
    assert await harness.kinds() == before


DEEP = b"[" * 100_000  # deeper than Python's parser goes
JSON = {"Content-Type": "application/json"}


@pytest.mark.parametrize(
    ("body", "headers"),
    [
        (b"{}", {"Content-Type": "application/json; charset=nonsense"}),
        (b"{}", {"Content-Type": "application/json; charset=base64"}),
        (DEEP, JSON),
        (b"payload=" + DEEP, {"Content-Type": "application/x-www-form-urlencoded"}),
        (b"\xff\xfe", JSON),
        (b"{}", {**JSON, "X-Slack-Request-Timestamp": "soon", "X-Slack-Signature": "v0=1"}),
        (b"{}", {**JSON, "X-Slack-Request-Timestamp": f"{time.time():.0f}", "X-Slack-Signature": "v0=\u00e4"}),
    ],
    ids=["charset", "not a text encoding", "deep", "deep form", "not UTF-8", "timestamp", "signature"],
)
async def test_unreadable_requests(
    http_harness: SlackHarness, caplog: pytest.LogCaptureFixture, body: bytes, headers: dict[str, str]
) -> None:
    """400 for anybody who sends one, and no traceback in the log."""
    url = f"http://127.0.0.1:{http_harness.port}/slack/events"
    async with aiohttp.ClientSession() as session, session.post(url, data=body, headers=headers) as answer:
        assert answer.status == 400
    assert not any(record.exc_info for record in caplog.records)
