"""Discord's and Microsoft Teams' clients in a browser: pages at their names that speak their protocols with a frame.

All names lead to one server on loopback. It also stands in for Discord's proxy, and for the operator's own, which speak
HTTPS and pass everything on to the web table.
"""

import asyncio
import datetime as dt
import json
import os
import ssl
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import aiohttp
from aiohttp import WSMsgType, web
from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import NameOID
from playwright.async_api import BrowserContext, async_playwright, expect

from tests.adapters.web.browser.visitor import TIMEOUT
from tests.peers.discord_state import APPLICATION

OURS = "table.example"
DISCORD, PROXY, TEAMS = "discord.com", f"{APPLICATION}.discordsays.com", "teams.microsoft.com"
_NOT_PASSED_ON = {"host", "connection", "upgrade", "transfer-encoding", "content-length", "accept-encoding"}
_HELD = {"content-length", "transfer-encoding", "connection", "server", "date"}

_PAGE = """<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>%(title)s</title><link rel="icon" href="data:,">
<style>body { margin: 0; display: grid; grid-template: 100vh / 15rem 1fr; font: 16px sans-serif; }
body { background: %(colour)s; color: #fff; }
p { margin: 1rem; } iframe { width: 100%%; height: 100vh; border: 0; }</style></head>
<body><p>%(title)s: %(where)s</p><iframe src="%(frame)s" allow="autoplay; clipboard-write"></iframe>
<script>%(protocol)s</script></body></html>"""

# the handshake, and then an answer for each command
_DISCORD_PROTOCOL = """
const HANDSHAKE = 0, FRAME = 1;
addEventListener("message", ({ source, origin, data }) => {
  if (origin !== "https://%(proxy)s") throw new Error(`a message from ${origin}`);
  const [opcode, message] = data;
  const say = (answer) => source.postMessage([FRAME, answer], origin);
  if (opcode === HANDSHAKE) {
    if (message.client_id !== "%(application)s") throw new Error("another application");
    const config = { cdn_host: "cdn.discordapp.com", api_endpoint: "//discord.com/api", environment: "production" };
    say({ cmd: "DISPATCH", evt: "READY", data: { v: 1, config }, nonce: null });
  } else if (message.cmd === "AUTHORIZE") {
    if (message.args.scope.join() !== "identify") throw new Error("it asks for more");
    say({ cmd: "AUTHORIZE", data: { code: "%(code)s" }, evt: null, nonce: message.nonce });
  }
});
"""
_TEAMS_PROTOCOL = """
const host = { apiVersion: 2, hostVersionsInfo: {}, isLegacyTeams: false, supports: {} };
const answers = {
  initialize: ["content", "desktop", JSON.stringify(host), "2.31.0"],
  getContext: [%(context)s],
  "authentication.getAuthToken": [true, "%(token)s"],
};
addEventListener("message", ({ source, origin, data }) => {
  if (origin !== "https://%(ours)s") throw new Error(`a message from ${origin}`);
  const { id, uuidAsString, func } = data;
  if (answers[func]) source.postMessage({ id, uuidAsString, args: answers[func] }, origin);
});
"""


class Clients:
    """`port` of the web table."""

    def __init__(self, folder: Path, port: int) -> None:
        self._folder = folder
        self._ours = f"http://127.0.0.1:{port}"
        self._pages: dict[str, str] = {}  # by host
        self.port = 0

    def show_activity(self, instance: str, code: str) -> str:
        """Discord opens the Activity; returns the address of its client."""
        about = {"proxy": PROXY, "application": APPLICATION, "code": code}
        frame = f"https://{PROXY}/?instance_id={instance}&frame_id=f-1&platform=desktop&channel_id=1&guild_id=1"
        self._pages[DISCORD] = _PAGE % {
            "title": "Discord",
            "where": "#games",
            "colour": "#313338",
            "frame": frame.replace("&", "&amp;"),
            "protocol": _DISCORD_PROTOCOL % about,
        }
        return f"https://{DISCORD}/channels/1/1"

    def show_tab(self, conversation: str, token: str) -> str:
        """Teams opens the tab; returns the address of its client."""
        context = {"chatId": conversation, "locale": "en-gb", "theme": "default", "frameContext": "content"}
        about = {"ours": OURS, "context": json.dumps(context), "token": token}
        self._pages[TEAMS] = _PAGE % {
            "title": "Teams",
            "where": "Sprint retro",
            "colour": "#464775",
            "frame": f"https://{OURS}/teams-tab",
            "protocol": _TEAMS_PROTOCOL % about,
        }
        return f"https://{TEAMS}/v2/"

    @asynccontextmanager
    async def running(self) -> AsyncIterator["Clients"]:
        app = web.Application()
        app.router.add_route("*", "/{path:.*}", self._answer)
        runner = web.AppRunner(app, shutdown_timeout=0.1)
        await runner.setup()
        site = web.TCPSite(runner, "127.0.0.1", 0, ssl_context=_certified(self._folder))
        await site.start()
        self.port = runner.addresses[0][1]
        try:
            async with aiohttp.ClientSession(auto_decompress=False) as self._session:
                yield self
        finally:
            await runner.cleanup()

    async def _answer(self, request: web.Request) -> web.StreamResponse:
        host = request.host.partition(":")[0]
        if host in self._pages:
            return web.Response(text=self._pages[host], content_type="text/html")
        if host not in {PROXY, OURS}:
            return web.Response(status=502)
        if "Upgrade" in request.headers:
            return await self._pass_socket_on(request)
        async with self._session.request(
            request.method,
            self._ours + str(request.rel_url),
            headers=_passed_on(request),
            data=await request.read(),
            allow_redirects=False,
        ) as found:
            headers = [(name, each) for name, each in found.headers.items() if name.lower() not in _HELD]
            return web.Response(status=found.status, body=await found.read(), headers=headers)

    async def _pass_socket_on(self, request: web.Request) -> web.StreamResponse:
        offered = [each.strip() for each in request.headers.get("Sec-WebSocket-Protocol", "").split(",") if each]
        headers = {name: each for name, each in _passed_on(request).items() if not name.startswith("Sec-WebSocket")}
        async with self._session.ws_connect(
            self._ours + str(request.rel_url), protocols=offered, headers=headers
        ) as inner:
            outer = web.WebSocketResponse(protocols=offered[:1])
            await outer.prepare(request)
            passing = [asyncio.create_task(_pass_on(*ends)) for ends in ((outer, inner), (inner, outer))]
            await asyncio.wait(passing, return_when=asyncio.FIRST_COMPLETED)
            for task in passing:
                task.cancel()
            await asyncio.gather(*passing, return_exceptions=True)
            await outer.close()
        return outer


Socket = web.WebSocketResponse | aiohttp.ClientWebSocketResponse


async def _pass_on(source: Socket, target: Socket) -> None:
    async for message in source:
        if message.type is WSMsgType.TEXT:
            await target.send_str(message.data)
        elif message.type is WSMsgType.BINARY:
            await target.send_bytes(message.data)


def _passed_on(request: web.Request) -> dict[str, str]:
    kept = {name: each for name, each in request.headers.items() if name.lower() not in _NOT_PASSED_ON}
    return {**kept, "Host": OURS, "Accept-Encoding": request.headers.get("Accept-Encoding", "identity")}


def _certified(folder: Path) -> ssl.SSLContext:
    """For all names, signed by nobody."""
    key, today = ec.generate_private_key(ec.SECP256R1()), dt.datetime.now(dt.UTC)
    name = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, OURS)])
    names = x509.SubjectAlternativeName([x509.DNSName(each) for each in (OURS, DISCORD, PROXY, TEAMS)])
    certificate = (
        x509.CertificateBuilder()
        .subject_name(name)
        .issuer_name(name)
        .public_key(key.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(today - dt.timedelta(days=1))
        .not_valid_after(today + dt.timedelta(days=2))
        .add_extension(names, critical=False)
        .sign(key, hashes.SHA256())
    )
    file = folder / "certificate.pem"
    form = serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption()
    file.write_bytes(key.private_bytes(*form) + certificate.public_bytes(serialization.Encoding.PEM))
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(file)
    return context


@asynccontextmanager
async def browser_for(chromium: Path, port: int) -> AsyncIterator[BrowserContext]:
    """A browser for which all of the internet is on loopback."""
    flags = [f"--host-resolver-rules=MAP *:443 127.0.0.1:{port}", *(["--no-sandbox"] if os.geteuid() == 0 else [])]
    async with async_playwright() as playwright:
        browser = await playwright.chromium.launch(executable_path=chromium, args=flags)
        context = await browser.new_context(
            ignore_https_errors=True, reduced_motion="reduce", viewport={"width": 1280, "height": 800}
        )
        context.set_default_timeout(TIMEOUT)
        expect.set_options(timeout=TIMEOUT)
        yield context
        await browser.close()
