"""The web table inside a chat's own client: who comes in, what a pass opens, and who may show our pages."""

import asyncio
import json
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from typing import Any

import aiohttp
import pytest

from adapters.guests import Guest, NotAdmitted, Unreachable
from adapters.web import texts
from adapters.web.access.budgets import Budgets
from adapters.web.access.guests import PASS_SECONDS, SESSION_HEADER, SOCKET_PROTOCOL, Guests
from adapters.web.access.links import Signer
from adapters.web.adapter import WebAdapter
from adapters.web.embedding.pages import ACTIVITY, TAB
from bot.cli.platforms import offer_frames
from bot.kernel.messages import Called, Person, Request
from bot.kernel.ports import Adapter
from bot.kernel.store import Store
from bot.settings import BadSettings, Settings
from tests.adapters.web.harness import Data, Tab, WebHarness, plain, web_harness
from tests.bot.harness import ManualClock, RecordingChat

APP = 1001
PROXY = f"https://{APP}.discordsays.com"
ROOM, OTHER_ROOM = "discord:7", "discord:8"
ANNA, BEN = Guest("discord:101", "Anna", ROOM, "pt-BR"), Guest("discord:102", "Ben", ROOM)
FOREIGN = Guest("discord:103", "Cleo", OTHER_ROOM)


class KnownCodes:
    """A door that knows these codes."""

    def __init__(self, guests: Mapping[str, Guest]) -> None:
        self._guests = guests

    async def admit(self, proof: Mapping[str, str]) -> Guest:
        if proof["code"] == "down":
            raise Unreachable
        if proof["code"] not in self._guests:
            raise NotAdmitted("I don't know that code.")
        return self._guests[proof["code"]]


class Chat(RecordingChat):
    platform = "discord"

    async def run(self, service: object) -> None: ...


@asynccontextmanager
async def table(store: Store, *, tab: bool = False, **more: object) -> AsyncIterator[WebHarness]:
    chat = Chat()
    async with web_harness(store, chats={"discord": chat}, **more) as harness:  # type: ignore[arg-type]
        door = KnownCodes({"anna": ANNA, "ben": BEN, "cleo": FOREIGN})
        harness.adapter.embedding.offer_activity(APP, door)
        if tab:
            harness.adapter.embedding.offer_tab(door)
        yield harness


@pytest.fixture
async def embedding(sqlite_store: Store) -> AsyncIterator[WebHarness]:
    async with table(sqlite_store) as harness:
        yield harness


async def post(harness: WebHarness, path: str, data: object, **headers: str) -> tuple[int, Data]:
    async with (
        aiohttp.ClientSession(harness.url, headers={"Origin": PROXY, **headers}) as session,
        session.post(path, data=json.dumps(data)) as answer,
    ):
        return answer.status, await answer.json()


async def come_in(harness: WebHarness, code: str) -> tuple[str, str]:
    """The address and the pass that somebody gets."""
    status, found = await post(harness, "/activity", {"code": code, "instance": "i-1"})
    assert status == 201, found
    return found["address"], found["session"]


async def status_of(harness: WebHarness, path: str, **headers: str) -> int:
    async with aiohttp.ClientSession(harness.url) as session, session.get(path, headers=headers) as answer:
        return answer.status


@asynccontextmanager
async def at(harness: WebHarness, address: str, session: str, origin: str = PROXY) -> AsyncIterator[Tab]:
    protocols = [SOCKET_PROTOCOL, f"session.{session}"]
    async with aiohttp.ClientSession(harness.url) as client:
        connecting = client.ws_connect(f"{address}/socket", protocols=protocols, headers={"Origin": origin})
        async with connecting as socket:
            found = Tab(socket, "Mallory")
            found.listening = asyncio.create_task(found.listen())
            await found.send({"type": "hello", "name": found.name})
            await found.until(lambda: found.pages)
            yield found
            found.listening.cancel()


async def open_in_chat(harness: WebHarness, game: str = "rugby", room: str = ROOM, who: Guest = BEN) -> None:
    person = Person(who.person, who.name)
    response = await harness.service.handle(Request(f"discord:{room}", room, person, Called("new", {"game": game})))
    assert response.outcome == "done"


# --- who comes in --------------------------------------------------------------------------------------------------


async def test_the_same_seat_as_in_the_chat(embedding: WebHarness) -> None:
    """Ben opened it in the chat, and has his seat in the frame; Anna takes one there, under the chat's name."""
    await open_in_chat(embedding)
    address, session = await come_in(embedding, "ben")
    async with at(embedding, address, session) as ben:
        assert ben.page["seat"] == 0
        assert ben.of("you")[-1] == {"type": "you", "seated": "Ben", "carried": False, "others": [], "given": "Ben"}
        address, session = await come_in(embedding, "anna")
        async with at(embedding, address, session) as anna:
            assert (anna.page["seat"], anna.of("you")[-1]["given"]) == (None, "Anna")
            await anna.say("join")
            await ben.sees(lambda page: len(page["chairs"]) == 2)
            await ben.until(lambda: [seat and seat["here"] for seat in ben.presence] == [True, True])
    live = await embedding.service.tables.in_room(ROOM)
    assert live is not None
    assert [(seating.person, seating.name) for seating in live.people] == [
        ("discord:102", "Ben"),
        ("discord:101", "Anna"),
    ]


async def test_the_chat_reads_what_happens_in_the_frame(embedding: WebHarness) -> None:
    """News go to the chat; so does what everybody may read, and the frame says so."""
    await open_in_chat(embedding)
    chat = embedding.chats["discord"]
    before = len(chat.posts)
    address, session = await come_in(embedding, "anna")
    async with at(embedding, address, session) as anna:
        await anna.say("join")
        assert len(chat.posts) > before
        assert chat.posts[-1][0] == ROOM
        answers = await anna.say("stats")
        assert [plain(answer["text"]) for answer in answers] == [str(texts.ANSWERED_IN_CHAT)]


async def test_a_table_is_opened_in_the_frame(embedding: WebHarness) -> None:
    """Where the chat has none yet."""
    _, found = await post(embedding, "/activity", {"code": "anna"})
    assert found["hasTable"] is False
    headers = {SESSION_HEADER: found["session"]}
    status, refused = await post(embedding, f"{found['address']}/tables", {"game": "chess"}, **headers)
    assert (status, bool(refused["problem"])) == (422, True)
    status, _ = await post(embedding, f"{found['address']}/tables", {"game": "rugby"}, **headers)
    assert status == 201
    live = await embedding.service.tables.in_room(ROOM)
    assert live is not None
    assert [seating.person for seating in live.people] == ["discord:101"]
    assert (await post(embedding, "/activity", {"code": "anna"}))[1]["hasTable"] is True


async def test_whoever_is_not_admitted(embedding: WebHarness) -> None:
    """With the door's sentence; whatever else the page says about itself is ignored."""
    claims = {"code": "mallory", "person": "discord:101", "room": ROOM}
    assert await post(embedding, "/activity", claims) == (403, {"problem": "I don't know that code."})
    assert (await post(embedding, "/activity", {"code": "down"}))[0] == 503
    assert (await post(embedding, "/activity", {"code": "x" * 301}))[0] == 422
    assert (await post(embedding, "/activity", ["anna"]))[0] == 422


async def test_attempts_are_counted_by_address(sqlite_store: Store) -> None:
    clock = ManualClock()
    async with table(sqlite_store, clock=clock, budgets=Budgets(clock)) as harness:
        found = [(await post(harness, "/activity", {"code": "mallory"}))[0] for _ in range(102)]
    assert set(found[:100]) == {403}
    assert found[-1] == 429


async def test_off_unless_offered(harness: WebHarness) -> None:
    for path in ("/activity", "/teams-tab", "/teams-tab/config"):
        assert await status_of(harness, path) == 404
    assert (await post(harness, "/activity", {"code": "anna"}, Origin=harness.url))[0] == 404
    assert (await post(harness, "/teams-tab", {"token": "x"}, Origin=harness.url))[0] == 404
    async with (
        aiohttp.ClientSession(harness.url) as session,
        session.get("/?frame_id=1&instance_id=2&platform=web") as answer,
    ):
        assert "discord" not in await answer.text()
        assert answer.headers["Content-Security-Policy"].endswith("frame-ancestors 'none'")


# --- what a pass opens ---------------------------------------------------------------------------------------------


async def test_an_address_opens_nothing_without_a_pass(embedding: WebHarness) -> None:
    """The page itself is loaded, and is empty; a cookie is no pass."""
    await open_in_chat(embedding)
    address, session = await come_in(embedding, "anna")
    assert await status_of(embedding, address) == 200
    cookie = {"Cookie": f"scrum_table={session}; {embedding.adapter._site._sessions.cookie}={session}"}
    for path in ("guide.json", "socket", "ending.json", "export.json", "preview.png", "screen"):
        assert await status_of(embedding, f"{address}/{path}") == 404
        assert await status_of(embedding, f"{address}/{path}", **cookie) == 404
    assert await status_of(embedding, f"{address}/guide.json", **{SESSION_HEADER: session}) == 200
    assert (await post(embedding, f"{address}/tables", {"game": "rugby"}))[0] == 404


async def test_a_pass_opens_one_room(embedding: WebHarness) -> None:
    """Cleo's is for another channel: with it, this one's address opens nothing."""
    await open_in_chat(embedding)
    await open_in_chat(embedding, room=OTHER_ROOM, who=FOREIGN)
    here, own = await come_in(embedding, "anna")
    there, foreign = await come_in(embedding, "cleo")
    assert here != there
    for address, session, status in ((here, own, 200), (there, foreign, 200), (here, foreign, 404), (there, own, 404)):
        assert await status_of(embedding, f"{address}/guide.json", **{SESSION_HEADER: session}) == status
        assert await status_of(embedding, address, **{SESSION_HEADER: session}) == status
    with pytest.raises(aiohttp.WSServerHandshakeError):
        async with at(embedding, here, foreign):
            pass
    assert (await post(embedding, f"{here}/tables", {"game": "rugby"}, **{SESSION_HEADER: foreign}))[0] == 404


async def test_a_pass_counts_nowhere_else(embedding: WebHarness) -> None:
    """At the web table's own addresses it is nobody's, so nobody from a chat acts there."""
    _, session = await come_in(embedding, "anna")
    async with aiohttp.ClientSession(
        embedding.url, headers={"Origin": embedding.url, SESSION_HEADER: session}
    ) as client:
        opening = {"game": "rugby", "name": "Anna"}
        async with client.post("/tables", data=json.dumps(opening)) as answer:
            token = (await answer.json())["address"].rpartition("/")[2]
            assert answer.headers[SESSION_HEADER] != session
    live = await embedding.service.tables.in_room(f"web:{token}")
    assert live is not None
    assert [seating.person.partition(":")[0] for seating in live.people] == ["web"]


async def test_forged_and_expired_passes(embedding: WebHarness) -> None:
    await open_in_chat(embedding)
    address, session = await come_in(embedding, "anna")
    fields, expiry, signature = session.split(".")
    later = f"{int(expiry, 36):x}"
    forged = ("", "x", f"{fields}.{expiry}.", f"{fields}.zzzzzz.{signature}", f"A{fields}.{expiry}.{signature}", later)
    for each in forged:
        assert await status_of(embedding, f"{address}/guide.json", **{SESSION_HEADER: each}) == 404
    named, _, mark = address.removeprefix("/e/").partition(".")
    for each in (named, f"{named}.", f"{named}.{'0' * len(mark)}", f"{named[:-2]}.{mark}", "%ff.x"):
        assert await status_of(embedding, f"/e/{each}") == 404
    assert await status_of(embedding, f"{address}/guide.json", **{SESSION_HEADER: session}) == 200
    embedding.clock.advance(PASS_SECONDS + 1)
    assert await status_of(embedding, f"{address}/guide.json", **{SESSION_HEADER: session}) == 404


async def test_a_name_and_a_person_at_the_computer_are_not_chosen(embedding: WebHarness) -> None:
    """The page's own name is ignored, and a tab makes nobody else of a guest."""
    await open_in_chat(embedding)
    address, session = await come_in(embedding, "anna")
    async with at(embedding, f"{address}", session) as anna:
        await anna.say("join")
        assert "Mallory" not in json.dumps(anna.received)
    protocols = [SOCKET_PROTOCOL, f"session.{session}"]
    tab = "guest-0123456789abcdef"
    async with (
        aiohttp.ClientSession(embedding.url, headers={"Origin": PROXY}) as client,
        client.ws_connect(f"{address}/socket?tab={tab}", protocols=protocols) as socket,
    ):
        await socket.send_json({"type": "hello", "name": "Mallory"})
        you = await socket.receive_json()
        assert (you["type"], you["seated"]) == ("you", "Anna")


# --- who may show our pages ----------------------------------------------------------------------------------------

NOBODY = "frame-ancestors 'none'"
DISCORD = "frame-ancestors https://discord.com https://*.discord.com"
TEAMS = "frame-ancestors https://teams.microsoft.com https://*.teams.microsoft.com https://*.cloud.microsoft"


async def test_only_these_pages_are_shown_in_frames(sqlite_store: Store) -> None:
    async with table(sqlite_store, tab=True) as harness:
        await open_in_chat(harness)
        address, _ = await come_in(harness, "anna")
        expected = {
            "/": NOBODY,
            "/verify": NOBODY,
            "/?frame_id=1&instance_id=i-1": NOBODY,
            "/?frame_id=1&instance_id=i-1&platform=desktop": DISCORD,
            "/activity": DISCORD,
            "/teams-tab": TEAMS,
            "/teams-tab/config": TEAMS,
            address: f"{DISCORD} {TEAMS.removeprefix('frame-ancestors ')}",
        }
        async with aiohttp.ClientSession(harness.url) as session:
            for path, policy in expected.items():
                async with session.get(path) as answer:
                    assert answer.status == 200
                    assert answer.headers["Content-Security-Policy"].endswith(policy), path
                    # no page that is shown in a frame has a cookie
                    assert not ("Set-Cookie" in answer.headers and policy != NOBODY), path


async def test_the_proxys_origin_counts_for_these_pages_only(embedding: WebHarness) -> None:
    """Discord's proxy has a host for each application: another one's is as foreign as any site."""
    await open_in_chat(embedding)
    address, session = await come_in(embedding, "anna")
    for origin in ("https://1002.discordsays.com", "https://discord.com", "https://evil.example", "null", ""):
        assert (await post(embedding, "/activity", {"code": "anna"}, Origin=origin))[0] == 403
        with pytest.raises(aiohttp.WSServerHandshakeError, match="403"):
            async with at(embedding, address, session, origin):
                pass
    assert (await post(embedding, "/tables", {"game": "rugby", "name": "Anna"}))[0] == 403
    assert (await post(embedding, "/activity", {"code": "anna"}, Origin=embedding.url))[0] == 201


async def test_the_proxys_host_is_answered(embedding: WebHarness) -> None:
    """Whether or not the proxy passes the name on by which browsers ask for it."""
    assert await status_of(embedding, "/activity", Host=f"{APP}.discordsays.com") == 200
    assert await status_of(embedding, "/activity", Host="1002.discordsays.com") == 403


def test_names_are_data() -> None:
    """Names with anything in them survive a pass."""
    guests = Guests(Signer(b"a key"))
    odd = Guest("discord:1", "“Ö” </script>.. ~🙂", "teams:19:x@thread.v2;messageid=1")
    assert guests.read(guests.write(odd, 0.0), 1.0) == odd
    assert guests.named(guests.token(odd.room)) == odd.room


# --- wiring ----------------------------------------------------------------------------------------------------------

SET = {"teams_tab": True, "web_table": True, "web_url": "https://table.example"}


class TeamsBot(Chat):
    """A bot that knows who is where."""

    platform = "teams"
    application = "33333333-3333-4333-8333-333333333333"
    tenants = ("11111111-1111-4111-8111-111111111111",)

    async def member(self, room: str, person: str) -> str | None:
        return f"{person} in {room}"


def offered(adapters: list[Adapter], **settings: Any) -> set[str]:
    """The pages that are there once the program has put these adapters together."""
    pages = WebAdapter(b"a key")
    offer_frames(Settings(**settings), [*adapters, pages])
    return set(pages.embedding.offered)


def test_what_the_program_offers() -> None:
    """Nothing unless configured; the Activity only beside Discord's bot, the tab only beside one with a roster."""
    secrets = {"discord_token": "t", "discord_application_id": APP, "discord_client_secret": "s"}
    activity = {**secrets, "web_table": True, "web_url": "https://table.example"}
    assert offered([Chat()]) == set()
    assert offered([Chat()], **activity) == {ACTIVITY}
    assert offered([], **activity) == set()
    assert offered([TeamsBot()]) == set()
    with pytest.raises(BadSettings, match="TEAMS_TAB needs"):
        offered([Chat()], **SET)
    with pytest.raises(BadSettings, match="TEAMS_TAB needs"):
        offered([TeamsBot()], **{**SET, "web_url": ""})


def test_the_tab_is_offered() -> None:
    pytest.importorskip("jwt", reason="PyJWT is not installed; `pip install '.[teams]'`.")
    assert offered([TeamsBot()], **SET) == {TAB}
