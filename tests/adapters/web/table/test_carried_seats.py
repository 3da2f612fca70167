"""Carrying a seat to another device: the link works once, for one table, and shows nobody else a secret."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack

import pytest

from adapters.web import texts as ui_texts
from adapters.web.access.identity import MAX_SEATS, CarriedSeats, Sessions
from adapters.web.access.links import Signer
from adapters.web.table import seats as qr
from bot.features.personal_links import LINK_SECONDS, SEAT_SECONDS
from storage import open_store
from tests.adapters.web.harness import GUEST, KEY, Browser, Data, WebHarness, web_harness


@pytest.fixture
async def anna(harness: WebHarness) -> AsyncIterator[Browser]:
    async with harness.browser("Anna") as browser:
        yield browser


async def link_of(browser: Browser, address: str, tab: str = "") -> str:
    """The secret in a new personal link."""
    status, made = await browser.post(f"{address}/link", {"tab": tab})
    assert status == 201
    where, _, secret = made["link"].partition("#seat=")
    assert (where, made["seconds"]) == (address, LINK_SECONDS)
    assert made["qr"] == qr.svg(f"{browser.harness.url}{made['link']}")
    return str(secret)


async def take(browser: Browser, address: str, secret: str) -> tuple[int, Data]:
    return await browser.post(f"{address}/seat", {"secret": secret})


async def test_a_seat_on_another_device(harness: WebHarness, anna: Browser) -> None:
    """Both devices are the same person: the same seat, the same hand, and either can play."""
    address = await anna.play("scrumkin")
    secret = await link_of(anna, address)
    async with harness.browser() as phone, anna.at(address) as desk:
        assert await take(phone, address, secret) == (200, {"name": "Anna"})
        await desk.until(lambda: desk.of("carried"))
        async with phone.at(address, name="") as pocket:
            assert (pocket.page["seat"], pocket.page["held"]) == (0, desk.page["held"])
            assert pocket.of("you")[-1] == {"type": "you", "seated": "Anna", "carried": True, "others": []}
            sequence = desk.page["sequence"]
            await pocket.press(pocket.page["acts"][0])
            await desk.after(sequence)
        async with phone.session.get("/mine") as answer:
            assert [each["address"] for each in await answer.json()] == [address]


async def test_a_link_works_once(harness: WebHarness, anna: Browser) -> None:
    """Whoever comes second, by a forwarded link, watches like any visitor."""
    address = await anna.play("scrumkin")
    secret = await link_of(anna, address)
    async with harness.browser() as phone, harness.browser("Eve") as eve:
        assert (await take(phone, address, secret))[0] == 200
        assert await take(eve, address, secret) == (410, {"problem": str(ui_texts.LINK_USED)})
        assert len(eve.cookies) == 1
        async with eve.at(address) as tab:
            assert (tab.page["seat"], tab.page["held"]) == (None, [])


async def test_many_browsers_at_once(harness: WebHarness, anna: Browser) -> None:
    """However many use the link at the same moment, one of them gets the seat."""
    for _ in range(5):
        address = await anna.play("scrumkin")
        secret = await link_of(anna, address)
        async with AsyncExitStack() as stack:
            browsers = [await stack.enter_async_context(harness.browser()) for _ in range(20)]
            taken = await asyncio.gather(*(take(each, address, secret) for each in browsers))
            assert sorted(status for status, _ in taken) == [200] + [410] * 19
            assert sum(len(each.cookies) == 2 for each in browsers) == 1


async def test_an_answer_that_gets_lost(harness: WebHarness, anna: Browser) -> None:
    """The browser that has used the link asks again and gets the same seat; nobody else does."""
    address = await anna.open()
    secret = await link_of(anna, address)
    async with harness.browser() as phone, harness.browser("", phone.cookies) as same, harness.browser() as eve:
        assert (await take(phone, address, secret))[0] == 200
        assert await take(same, address, secret) == (200, {"name": "Anna"})
        assert (await take(eve, address, secret))[0] == 410


async def test_a_seat_is_taken_back(harness: WebHarness, anna: Browser) -> None:
    """Open pages lose it at once, cookies and open links too; a carried seat can't end anything itself."""
    address = await anna.play("scrumkin")
    async with harness.browser() as phone:
        await take(phone, address, await link_of(anna, address))
        secret = await link_of(anna, address)
        async with phone.at(address, name="") as pocket:
            assert pocket.page["held"]
            assert await phone.post(f"{address}/take-back", {}) == (409, {"problem": str(ui_texts.NOT_THE_OWNER)})
            assert await anna.post(f"{address}/take-back", {}) == (200, {"ended": 1})
            await pocket.until(lambda: pocket.closed)
        async with phone.at(address, name="") as pocket:
            assert (pocket.page["seat"], pocket.page["held"]) == (None, [])
        assert (await take(phone, address, secret))[0] == 410
        assert await anna.post(f"{address}/take-back", {}) == (200, {"ended": 0})
        async with phone.session.get("/mine") as answer:
            assert await answer.json() == []
    async with harness.browser("Eve") as eve:
        assert (await eve.post(f"{address}/take-back", {}))[0] == 409
    async with anna.at(address) as tab:
        assert tab.page["seat"] == 0


async def test_two_processes(postgres_url: str) -> None:
    """A link made at one process works at the other, once; what is taken back at one ends at the other."""
    stores = [await open_store(postgres_url) for _ in range(2)]
    async with (
        web_harness(stores[0]) as here,
        web_harness(stores[1], clock=here.clock) as there,
        here.browser("Anna") as anna,
        there.browser() as phone,
        here.browser() as eve,
    ):
        address = await anna.play("scrumkin")
        secret = await link_of(anna, address)
        assert (await take(phone, address, secret))[0] == 200
        assert (await take(eve, address, secret))[0] == 410
        async with phone.at(address, name="") as tab:
            assert tab.page["seat"] == 0
            assert await anna.post(f"{address}/take-back", {}) == (200, {"ended": 1})
            await tab.until(lambda: tab.closed)
    for store in stores:
        await store.close()


async def test_a_link_expires(harness: WebHarness, anna: Browser) -> None:
    """After five minutes, when a newer one is made, or when the clock is set back."""
    address = await anna.open()
    async with harness.browser() as phone:
        for seconds in (LINK_SECONDS, -1.0):
            secret = await link_of(anna, address)
            harness.clock.advance(seconds)
            assert (await take(phone, address, secret))[0] == 410
            harness.clock.advance(60)
        older, newer = await link_of(anna, address), await link_of(anna, address)
        assert (await take(phone, address, older))[0] == 410
        assert (await take(phone, address, newer))[0] == 200


async def test_a_link_is_for_one_table(harness: WebHarness, anna: Browser) -> None:
    """At another table of the same person it is refused, and the cookie says nothing there."""
    address, other = await anna.open(), await anna.open()
    secret = await link_of(anna, address)
    async with harness.browser() as phone:
        assert (await take(phone, other, secret))[0] == 410
        assert (await take(phone, address, secret))[0] == 200
        async with phone.at(other, name="Phone") as tab:
            assert tab.page["seat"] is None
        async with phone.at(address, name="", query="&watch") as tab:
            assert tab.page["seat"] is None  # a page for watching stays one


async def test_somebody_who_already_has_a_seat(harness: WebHarness, anna: Browser) -> None:
    """They keep it, and the link stays valid; in the same browser nothing needs to be carried."""
    address = await anna.open()
    secret = await link_of(anna, address)
    async with harness.browser("Ben") as ben, harness.browser() as phone:
        async with ben.at(address) as tab:
            await tab.say("join")
        assert await take(ben, address, secret) == (409, {"problem": ui_texts.already_seated("Ben")})
        assert await take(anna, address, secret) == (200, {"name": "Anna"})
        assert len(anna.cookies) == 1
        assert (await take(phone, address, secret))[0] == 200


async def test_only_somebody_with_a_seat_gets_a_link(harness: WebHarness, anna: Browser) -> None:
    """Visitors don't, other sites don't, a table that is gone has none, and there is a limit."""
    address = await anna.open()
    async with harness.browser("Eve") as eve:
        assert await eve.post(f"{address}/link", {}) == (409, {"problem": str(ui_texts.SEAT_FIRST)})
        assert (await eve.post(f"{address}/link", {"tab": GUEST}))[0] == 409
        assert (await eve.post(f"{address}/link", {"tab": "../../x"}))[0] == 422
        assert (await eve.post("/t/" + "A" * 22 + "/link", {}))[0] == 404
        assert (await eve.post("/t/" + "A" * 22 + "/seat", {"secret": "x"}))[0] == 404
        assert (await eve.post(f"{address}/seat", {}))[0] == 422
        assert (await take(eve, address, "nothing"))[0] == 410
    for path in ("link", "seat"):
        assert (await anna.post(f"{address}/{path}", {"secret": "x"}, Origin="http://evil.example"))[0] == 403
    statuses = [(await anna.post(f"{address}/link", {}))[0] for _ in range(12)]
    assert statuses == [201] * 10 + [429] * 2


async def test_the_seat_of_somebody_else_at_this_computer(harness: WebHarness, anna: Browser) -> None:
    """They carry their own, not the browser's."""
    address = await anna.open()
    async with anna.at(address, tab=GUEST, name="Ben") as tab:
        await tab.say("join")
    async with harness.browser() as phone:
        assert await take(phone, address, await link_of(anna, address, GUEST)) == (200, {"name": "Ben"})
        async with phone.at(address, name="") as tab:
            assert tab.page["seat"] == 1


async def test_a_restart_keeps_carried_seats_and_open_links(sqlite_url: str) -> None:
    """Both are stored; of a secret only its hash."""
    store = await open_store(sqlite_url)
    async with web_harness(store) as harness, harness.browser("Anna") as anna, harness.browser() as phone:
        address = await anna.open()
        await take(phone, address, await link_of(anna, address))
        cookies, secret = phone.cookies, await link_of(anna, address)
    await store.close()
    store = await open_store(sqlite_url)
    async with (
        web_harness(store, port=harness.port, clock=harness.clock) as after,
        after.browser("", cookies) as phone,
        after.browser() as tablet,
    ):
        async with phone.at(address, name="") as tab:
            assert tab.page["seat"] == 0
        assert (await take(tablet, address, secret))[0] == 200
    await store.close()


async def test_a_carried_seat_whose_person_was_forgotten(harness: WebHarness, anna: Browser) -> None:
    """The cookie names somebody who no longer exists, and is worth nothing: the browser sits down as itself."""
    address = await anna.play("scrumkin")
    async with harness.browser() as phone:
        await take(phone, address, await link_of(anna, address))
        async with anna.at(address) as tab:
            await tab.say("forget me")
        async with phone.at(address, name="") as tab:
            assert (tab.page["seat"], tab.page["held"]) == (None, [])
        async with phone.at(address, name="Phone") as tab:
            await tab.say("join")
            await tab.sees(lambda page: page["seat"] is not None)
        async with anna.at(address) as tab:
            assert tab.page["seat"] is None


async def test_secrets_stay_out_of_logs(harness: WebHarness, anna: Browser, caplog: pytest.LogCaptureFixture) -> None:
    """Neither the secret nor its address is written down, whatever becomes of it."""
    caplog.set_level(0)
    address = await anna.open()
    secret = await link_of(anna, address)
    async with harness.browser() as phone:
        await take(phone, "/t/" + "A" * 22, secret)
        await take(phone, address, secret)
        await take(phone, address, secret)
    assert secret not in caplog.text


def test_forged_cookies() -> None:
    """A changed or malformed one, or one for another purpose, carries no seat."""
    signer = Signer(KEY)
    seats = CarriedSeats(signer, Sessions(signer, secure=False))
    good = seats.write("R" * 22, "a" * 64)
    text = good.rpartition("~")[0]
    found = seats.read(good)
    assert found is not None
    assert (found.token, found.seat) == ("R" * 22, "a" * 64)
    forged = [
        good.replace("a", "b", 1),
        good[:-1],
        f"{text}~{signer.sign('session', text)}",
        f"{text}~{Signer(b'another key').sign('carried', text)}",
        "",
        "~~~",
        "\udcff~ä",
    ]
    assert [seats.read(each) for each in forged] == [None] * len(forged)


async def test_a_browser_keeps_a_few_carried_seats(harness: WebHarness, anna: Browser) -> None:
    """The oldest makes room; all of them expire a month after the last visit."""
    async with harness.browser() as phone:
        for number in range(MAX_SEATS + 2):
            address = await anna.open()
            harness.clock.advance(3600)
            assert (await take(phone, address, await link_of(anna, address)))[0] == 200
            assert len(phone.cookies) == 1 + min(number + 1, MAX_SEATS)
        async with phone.at(address, name="") as tab:
            assert tab.page["seat"] == 0
        harness.clock.advance(SEAT_SECONDS + 1)
        async with phone.at(address, name="") as tab:
            assert tab.page["seat"] is None


async def test_the_code_to_join(harness: WebHarness, anna: Browser) -> None:
    """A QR code of the table's own address, never of a private one; none for a table that is gone."""
    address = await anna.open()
    status, code = await anna.get(f"{address}/qr.svg")
    assert (status, code) == (200, qr.svg(f"{harness.url}{address}"))
    assert code.startswith("<svg")
    assert "href" not in code
    assert (await anna.get("/t/" + "A" * 22 + "/qr.svg"))[0] == 404
