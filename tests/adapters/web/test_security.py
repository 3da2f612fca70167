"""Security: hosts, origins, cookies, headers, addresses."""

import json
import stat
from pathlib import Path

import aiohttp
import pytest
from pydantic import ValidationError

from adapters.web.access.guests import SESSION_HEADER, SOCKET_PROTOCOL
from adapters.web.access.identity import SESSION_SECONDS, Session, Sessions
from adapters.web.access.links import WATCH_SECONDS, Signer, WatchLinks, load_or_create_key
from adapters.web.adapter import WebAdapter, adapter_of
from bot.kernel.store import Store
from bot.settings import BadSettings, Settings
from tests.adapters.web.harness import GUEST, KEY, WebHarness, web_harness

FORM = {"game": "sprint", "name": "Anna", "tab": "firsttab"}


async def socket_status(harness: WebHarness, address: str, **headers: str) -> int:
    """The server's response to a connection attempt."""
    async with aiohttp.ClientSession(harness.url) as session:
        try:
            async with session.ws_connect(f"{address}/socket?tab=firsttab", headers=headers):
                return 101
        except aiohttp.WSServerHandshakeError as refused:
            return refused.status


# --- origin and host -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "origin",
    ["", "null", "http://evil.example", "http://127.0.0.1", "http://127.0.0.1:1", "http://localhost:{port}", "%", "["],
)
async def test_a_foreign_origin(harness: WebHarness, origin: str) -> None:
    """Another site's page can neither open tables nor connect on behalf of its visitor."""
    origin = origin.format(port=harness.port)
    async with harness.browser("Anna") as anna:
        address = await anna.open()
        for path in ("/tables", "/play"):
            status, found = await anna.post(path, FORM, Origin=origin)
            assert (status, list(found)) == (403, ["problem"])
    assert await socket_status(harness, address, Origin=origin) == 403
    assert await socket_status(harness, address) == 403
    assert await socket_status(harness, address, Origin=harness.url) == 101


@pytest.mark.parametrize(
    ("host", "status"),
    [
        ("127.0.0.1:{port}", 200),
        ("localhost:{port}", 200),
        ("[::1]:{port}", 200),
        ("evil.example", 403),
        ("127.0.0.1.evil.example:{port}", 403),
        ("192.168.1.7:{port}", 403),
        ("[", 403),
    ],
)
async def test_dns_rebinding(harness: WebHarness, host: str, status: int) -> None:
    """Requests for foreign host names are refused, so that foreign pages can't read ours."""
    async with aiohttp.ClientSession(harness.url) as session:
        async with session.get("/games", headers={"Host": host.format(port=harness.port)}) as answer:
            assert answer.status == status
        async with session.get("/healthz", headers={"Host": host.format(port=harness.port)}) as answer:
            assert answer.status == 200  # monitoring may use any host name


async def test_behind_a_proxy(sqlite_store: Store) -> None:
    """With WEB_URL, the public host and origin are accepted, and cookies are for https only."""
    async with (
        web_harness(sqlite_store, url="https://table.example") as harness,
        aiohttp.ClientSession(harness.url) as session,
    ):
        public = {"Host": "table.example"}
        async with session.get("/", headers=public) as answer:
            assert answer.status == 200
            assert "Secure" in answer.headers["Set-Cookie"]
        for origin, status in (("https://table.example", 201), ("http://table.example", 403)):
            data = json.dumps(FORM)
            async with session.post("/tables", data=data, headers={**public, "Origin": origin}) as answer:
                assert answer.status == status


async def test_names_that_the_operator_allows(sqlite_store: Store) -> None:
    """A tunnel's host or a .local name is answered if WEB_HOSTS has it; a refusal says so, also to a reader."""
    async with (
        web_harness(sqlite_store, names=["Table.local"]) as harness,
        aiohttp.ClientSession(harness.url) as session,
    ):
        ours = {"Host": f"table.local:{harness.port}", "Origin": f"http://table.local:{harness.port}"}
        async with session.post("/tables", data=json.dumps(FORM), headers=ours) as answer:
            assert answer.status == 201
        other = {"Host": "evil.example", "Accept": "text/html"}
        async with session.get("/", headers=other) as answer:
            assert (answer.status, answer.content_type) == (403, "text/plain")
            assert "WEB_HOSTS=evil.example" in await answer.text()


async def test_in_a_frame(sqlite_store: Store) -> None:
    """Only the sites of WEB_EMBED may frame our pages, and there browsers keep only cookies that are made for it."""
    sites = ["https://teams.example", "https://*.chat.example"]
    async with (
        web_harness(sqlite_store, url="https://table.example", frames=sites) as harness,
        aiohttp.ClientSession(harness.url) as session,
        session.get("/", headers={"Host": "table.example"}) as answer,
    ):
        assert answer.headers["Content-Security-Policy"].endswith(
            "; frame-ancestors https://teams.example https://*.chat.example"
        )
        attributes = answer.headers["Set-Cookie"].split("; ")[1:]
        assert {"HttpOnly", "Secure", "SameSite=None", "Partitioned", "Path=/"} <= set(attributes)


def test_a_frame_needs_https() -> None:
    """Otherwise nobody would keep their seat."""
    with pytest.raises(BadSettings, match="WEB_EMBED needs a WEB_URL with https"):
        adapter_of(Settings(web_embed=("https://teams.example",), web_url="http://table.example"))


@pytest.mark.parametrize("site", ["*", "http://a.example", "https://a.example; script-src *", "'self'", "https://*"])
def test_what_is_no_site(site: str) -> None:
    """Nothing that could widen the policy."""
    with pytest.raises(ValidationError):
        Settings(web_embed=(site,))


# --- headers -------------------------------------------------------------------------------------------------------


async def test_headers(harness: WebHarness) -> None:
    """Every response has headers against foreign scripts, framing, sniffing, referrers and caching."""
    async with harness.browser("Anna") as anna:
        address = await anna.open()
        for path in ("/", address, f"{address}?watch", "/games", "/t/nothing", "/nowhere", f"{address}/steps"):
            async with anna.session.get(path) as answer:
                policy = answer.headers["Content-Security-Policy"]
                assert "default-src 'none'" in policy
                assert "script-src 'self';" in policy
                assert "unsafe" not in policy
                assert "frame-ancestors 'none'" in policy
                assert answer.headers["Referrer-Policy"] == "no-referrer"
                assert answer.headers["X-Content-Type-Options"] == "nosniff"
                assert answer.headers["Cache-Control"] == "no-store"
                assert "aiohttp" not in answer.headers["Server"]


@pytest.mark.parametrize(
    "path",
    ["../adapter.py", "%2e%2e/adapter.py", "..%2fadapter.py", "/etc/passwd", "%2fetc%2fpasswd", "", ".", "%00", "x.js"],
)
async def test_only_static_files_are_served(harness: WebHarness, path: str) -> None:
    """No path leads out of the static folder."""
    async with harness.browser() as anna:
        assert (await anna.get(f"/static/{path}"))[0] == 404


# --- cookies -------------------------------------------------------------------------------------------------------


async def test_the_cookie(harness: WebHarness) -> None:
    """Scripts can't read it, and foreign pages don't send it."""
    async with aiohttp.ClientSession(harness.url) as session, session.get("/") as answer:
        cookie = answer.headers["Set-Cookie"]
    assert "HttpOnly" in cookie
    assert "SameSite=Lax" in cookie
    assert "Path=/" in cookie
    assert "Secure" not in cookie  # no https on loopback


async def test_a_page_that_keeps_its_session_itself(harness: WebHarness) -> None:
    """Where a browser keeps no cookies, a page is given a session in a header: its seat is that session's alone."""
    async with harness.browser("Anna") as anna, aiohttp.ClientSession(harness.url) as without:
        async with without.get("/session", headers={SESSION_HEADER: ""}) as answer:
            own = answer.headers[SESSION_HEADER]
            assert "Set-Cookie" not in answer.headers
        headers = {SESSION_HEADER: own, "Origin": harness.url}
        without.cookie_jar.clear()
        async with without.post("/tables", data=json.dumps({**FORM, "tab": ""}), headers=headers) as answer:
            assert answer.status == 201
            address = (await answer.json())["address"]
            assert answer.headers[SESSION_HEADER].partition(".")[0] == own.partition(".")[0]
        for sent, seat in ((own, 0), (own[:-1], None), ("", None)):
            protocols = [SOCKET_PROTOCOL, f"session.{sent}"]
            async with without.ws_connect(
                f"{address}/socket", protocols=protocols, headers={"Origin": harness.url}
            ) as socket:
                assert socket.protocol == SOCKET_PROTOCOL
                await socket.send_str(json.dumps({"type": "hello", "name": "Anna"}))
                received = [json.loads((await socket.receive()).data) for _ in range(2)]
                assert [each["seat"] for each in received if each["type"] == "page"] == [seat]
        # a cookie is never handed out: whoever sends the header gets the session of the header, or a new one
        async with anna.session.get("/session", headers={SESSION_HEADER: ""}) as answer:
            (cookie,) = anna.cookies.values()
            assert answer.headers[SESSION_HEADER].partition(".")[0] != cookie.partition(".")[0]
        async with anna.session.get("/session") as answer:
            assert SESSION_HEADER not in answer.headers


def test_invalid_cookies() -> None:
    """A changed, truncated, expired or malformed cookie, or one signed otherwise, is not a session."""
    signer, now = Signer(KEY), 1_700_000_000.0
    sessions = Sessions(signer, secure=False)
    session = Session("A" * 22)
    good = sessions.write(session, now)
    assert sessions.read(good, now) == session
    assert sessions.read(good, now + SESSION_SECONDS + 1) is None
    text, _, signature = good.rpartition(".")
    forged = [
        good.replace("A", "B", 1),
        good[:-1],
        f"{text}z.{signature}",
        Sessions(Signer(b"another key"), secure=False).write(session, now),
        f"{text}.{signer.sign('watch', text)}",
        f"{text}.",
        "",
        ".",
        "..",
        "\udcff.\udcff",
        "ä.ö.ü",
    ]
    assert [sessions.read(cookie, now) for cookie in forged] == [None] * len(forged)


async def test_a_forged_cookie_is_a_new_person(harness: WebHarness) -> None:
    """They get a new session and not the seat."""
    async with harness.browser("Anna") as anna:
        address = await anna.open()
        ((name, cookie),) = anna.cookies.items()
        forged = cookie[:-1] + ("1" if cookie[-1] == "0" else "0")
        async with harness.browser("Eve", {name: forged}) as eve, eve.at(address) as tab:
            assert (tab.page["seat"], tab.page["host"]) == (None, False)
        async with harness.browser("Anna", {name: cookie}) as copied, copied.at(address) as tab:
            assert (tab.page["seat"], tab.page["host"]) == (0, True)
        async with anna.at(address) as tab:
            assert (tab.page["seat"], tab.page["host"]) == (0, True)
        async with anna.at(address, tab=GUEST) as tab:
            assert tab.page["seat"] is None  # somebody else at the same computer


# --- addresses -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("token", ["x", "A" * 22, "A" * 23, "%00" * 22, "...", "%2e%2e%2e", "ä", "A" * 5000])
async def test_an_unknown_address(harness: WebHarness, token: str) -> None:
    """Unknown, malformed and watch-only tokens get the same 404, as a page for browsers and JSON for scripts."""
    async with harness.browser("Anna") as anna:
        found = [await anna.get(f"/{way}/{token}{more}") for way in "tw" for more in ("", "/steps", "/export.json")]
        assert {status for status, _ in found} == {404}
        status, page = await anna.get(f"/t/{token}", Accept="text/html")
        assert status == 404
        assert "{" not in page[:1]
    for way in "tw":
        assert await socket_status(harness, f"/{way}/{token}", Origin=harness.url) == 404


def test_links_for_watching() -> None:
    """They are for one table, can't be forged, and expire."""
    links, now = WatchLinks(Signer(KEY)), 1_700_000_000.0
    address = links.watch_address("kmq4wxyz2345", now)
    token = address.removeprefix("/w/")
    assert links.read_watch(token, now) == "kmq4wxyz2345"
    assert links.read_watch(token, now + WATCH_SECONDS) == "kmq4wxyz2345"
    assert links.read_watch(token, now + WATCH_SECONDS + 2 * 86400) is None
    table, expiry, signature = token.split(".")
    forged = [
        f"aaaaaaaaaaaa.{expiry}.{signature}",
        f"{table}.zzzzzzz.{signature}",
        f"{table}.{expiry}",
        f"{table}.{expiry}.",
        WatchLinks(Signer(b"another key")).watch_address(table, now).removeprefix("/w/"),
        "..",
        "",
    ]
    assert [links.read_watch(each, now) for each in forged] == [None] * len(forged)


async def test_a_link_for_watching_expires(harness: WebHarness) -> None:
    """Neither its page nor its socket works any more."""
    async with harness.browser("Anna") as anna:
        address = await anna.open()
        async with anna.at(address) as tab:
            watch = tab.page["watch"]
        assert (await anna.get(watch))[0] == 200
        assert await socket_status(harness, watch, Origin=harness.url) == 101
        harness.clock.advance(WATCH_SECONDS + 2 * 86400)
        assert (await anna.get(watch))[0] == 404
        assert await socket_status(harness, watch, Origin=harness.url) == 404
        assert (await anna.get(address))[0] == 200


# --- keys ----------------------------------------------------------------------------------------------------------


def test_the_key_in_a_file(tmp_path: Path) -> None:
    """It is created once, readable by its owner only, and an invalid file is refused."""
    file = tmp_path / "tables.db.key"
    key = load_or_create_key(file)
    assert len(key) == 32
    assert load_or_create_key(file) == key
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    file.write_bytes(b"")
    with pytest.raises(OSError, match="doesn't contain a key"):
        load_or_create_key(file)


def test_the_secret_is_not_shown() -> None:
    """The settings' text doesn't contain the secret."""
    settings = Settings.model_validate({"web_secret": "hunter2hunter2hunter2", "discord_guilds": ()})
    assert "hunter2" not in repr(settings)


def test_the_printed_address() -> None:
    """A server that listens on all addresses prints one that a local browser can open."""
    addresses = {
        host: WebAdapter(KEY, host=host, port=8080).url for host in ("127.0.0.1", "0.0.0.0", "::", "::1", "192.0.2.7")
    }
    assert addresses == {
        "127.0.0.1": "http://127.0.0.1:8080",
        "0.0.0.0": "http://localhost:8080",
        "::": "http://localhost:8080",
        "::1": "http://[::1]:8080",
        "192.0.2.7": "http://192.0.2.7:8080",
    }
    assert WebAdapter(KEY, host="0.0.0.0", port=8080, url="https://play.example/").url == "https://play.example"
