"""The tracker's webhook: signed, once for each id, never inside the operator's own network."""

import hmac
import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from hashlib import sha256
from typing import Any

import pytest
from aiohttp import web

from adapters.outside import HttpWebhook, check_webhook, is_public
from bot.cli.serving import _webhook
from bot.settings import BadSettings, Settings

SECRET = "a secret of the tracker"
MESSAGE: dict[str, Any] = {"id": "9f2c", "event": "action.done", "action": {"what": "Brötchen holen"}}


class Receiver:
    """A tracker on loopback."""

    def __init__(self) -> None:
        self.status = 204
        self.got: list[tuple[dict[str, str], bytes]] = []
        self.url = ""

    @asynccontextmanager
    async def running(self) -> AsyncIterator["Receiver"]:
        app = web.Application()
        app.router.add_post("/{any:.*}", self._receive)
        runner = web.AppRunner(app)
        await runner.setup()
        await web.TCPSite(runner, "127.0.0.1", 0).start()
        self.url = f"http://127.0.0.1:{runner.addresses[0][1]}/hook"
        try:
            yield self
        finally:
            await runner.cleanup()

    async def _receive(self, request: web.Request) -> web.Response:
        self.got.append((dict(request.headers), await request.read()))
        return web.Response(status=self.status, headers={"Location": "/elsewhere"} if self.status == 302 else None)


@pytest.fixture
async def receiver() -> AsyncIterator[Receiver]:
    async with Receiver().running() as receiver:
        yield receiver


async def test_a_signed_message(receiver: Receiver) -> None:
    """The signature covers the time and exactly the bytes that arrive."""
    assert await HttpWebhook(receiver.url, SECRET, internal=True)(MESSAGE, 1_700_000_000.7)
    ((headers, body),) = receiver.got
    assert json.loads(body) == MESSAGE
    expected = hmac.new(SECRET.encode(), b"1700000000." + body, sha256).hexdigest()
    assert headers["X-Scrum-Table-Signature"] == f"v1={expected}"
    assert (headers["X-Scrum-Table-Id"], headers["X-Scrum-Table-Timestamp"]) == ("9f2c", "1700000000")
    assert headers["Content-Type"] == "application/json"


@pytest.mark.parametrize("status", [500, 404, 302, 429])
async def test_what_is_not_accepted(receiver: Receiver, status: int, caplog: pytest.LogCaptureFixture) -> None:
    """Anything but 2xx, redirects included: they are not followed. The log has neither the address nor the secret."""
    receiver.status = status
    assert not await HttpWebhook(receiver.url, SECRET, internal=True)(MESSAGE, 1.0)
    assert len(receiver.got) == 1
    assert str(status) in caplog.text
    assert "127.0.0.1" not in caplog.text
    assert SECRET not in caplog.text


async def test_nobody_listens() -> None:
    """A receiver that is down has not accepted it."""
    async with Receiver().running() as receiver:
        url = receiver.url
    assert not await HttpWebhook(url, SECRET, internal=True)(MESSAGE, 1.0)


@pytest.mark.parametrize(
    "host",
    [
        "127.0.0.1",
        "localhost",
        "[::1]",
        "[::ffff:127.0.0.1]",
        "2130706433",
        "0.0.0.0",
        "127.1",
        "127。0。0。1",
        "１２７.0.0.1",
        "①②⑦.⓪.⓪.①",
        "ｌｏｃａｌｈｏｓｔ",
    ],
)
async def test_no_address_inside(receiver: Receiver, host: str) -> None:
    """Unless the operator allows it: neither as numbers of any kind, nor as a name that leads there."""
    port = receiver.url.rpartition(":")[2]
    assert not await HttpWebhook(f"http://{host}:{port}", SECRET)(MESSAGE, 1.0)
    assert receiver.got == []


@pytest.mark.parametrize(
    ("address", "public"),
    [
        ("93.184.216.34", True),
        ("2606:4700::1111", True),
        ("10.0.0.1", False),
        ("172.16.5.5", False),
        ("192.168.1.1", False),
        ("169.254.169.254", False),
        ("100.64.0.1", False),
        ("224.0.0.1", False),
        ("0.0.0.0", False),
        ("::1", False),
        ("fe80::1%eth0", False),
        ("fd00:ec2::254", False),
        ("::ffff:127.0.0.1", False),
        ("2002:7f00:1::", False),
        ("64:ff9b::7f00:1", False),
        ("64:ff9b::a00:1", False),
        ("64:ff9b::5db8:d822", True),
        ("64:ff9b:1::5db8:d822", False),
        ("::7f00:1", False),
        ("192.0.0.192", False),
        ("192.0.0.8", False),
        ("fec0::1", False),
        ("2001:0:5db8:d822::", False),
    ],
)
def test_public_addresses(address: str, *, public: bool) -> None:
    """Private, loopback, link-local, metadata, shared and mapped addresses are not."""
    assert is_public(address) is public


def test_a_webhook_needs_a_secret() -> None:
    """Without one nobody could tell our messages from others'. The address is a secret too: it may hold a token."""
    assert _webhook(Settings()) is None
    with pytest.raises(BadSettings, match="ACTIONS_WEBHOOK_SECRET"):
        _webhook(Settings(actions_webhook_url="https://tracker.example/hook/token"))
    settings = Settings.model_validate(
        {"actions_webhook_url": "https://tracker.example/hook/token", "actions_webhook_secret": SECRET}
    )
    assert _webhook(settings) is not None
    assert {SECRET, "https://tracker.example/hook/token"} <= set(settings.secrets())
    assert "token" not in repr(settings).partition("actions_webhook")[2][:30]


@pytest.mark.parametrize("host", ["127.0.0.1:1", "10.1.2.3", "[::1]:8080", "169.254.169.254", "localhost"])
async def test_the_doctor_finds_a_private_address(host: str) -> None:
    """What is refused at run time is a finding before it, unless the operator allows it."""
    settings = Settings(actions_webhook_url=f"https://{host}/hunter2")
    (found,) = await check_webhook(settings)
    assert (found.ok, found.advice) == (False, "If it should, set ACTIONS_WEBHOOK_INTERNAL=on.")
    assert "hunter2" not in repr(found)
    (allowed,) = await check_webhook(settings.model_copy(update={"actions_webhook_internal": True}))
    assert allowed.ok


async def test_the_doctor_and_other_addresses() -> None:
    """A public one may be used; nothing is sent there. One that nobody knows is a finding."""
    (public,) = await check_webhook(Settings(actions_webhook_url="https://93.184.215.14/hunter2"))
    assert public.ok
    for url in ("https://[hunter2", "https://93.184.215.14:hunter2", f"https://{'hunter2' * 20}.example"):
        (unknown,) = await check_webhook(Settings(actions_webhook_url=url))
        assert (unknown.ok, unknown.what) == (False, "The host in ACTIONS_WEBHOOK_URL can't be found.")
