"""A workshop in browsers: the form that opens it, the entrance, the desk; and what none of them may show."""

import asyncio
import json
import re
from collections import Counter
from collections.abc import AsyncIterator
from contextlib import aclosing, asynccontextmanager
from typing import Any

import pytest

from adapters.web.table.frames import inflated
from bot.cli.simulated.rehearsal import Rehearsal
from bot.features.workshop.model import Desk, Workshops
from bot.kernel.messages import Person
from bot.operations.logs import redactor
from games.scrumkin.model import State
from tests.adapters.web.harness import Browser, Data, Tab, WebHarness, seed_of
from tests.bot.kernel.commands.test_hands import secrets

ID = "0123456789abcdef"
MAX_TEAM, MAX_MOVE = 6_000, 8_000  # bytes


class Trainer:
    """A browser with the desk of a workshop."""

    def __init__(self, browser: Browser, desk: str) -> None:
        self.browser = browser
        self.desk = desk
        self.orders = 0

    async def order(self, order: str, number: str = "", **details: Any) -> tuple[int, Data]:
        self.orders += 1
        form = {"id": number or f"order-{self.orders}-of-a-test", "order": order, "details": details}
        return await self.browser.post(f"{self.desk}/orders", form)

    @asynccontextmanager
    async def looking(self) -> AsyncIterator["Looking"]:
        async with self.browser.session.ws_connect(f"{self.desk}/socket?text") as socket:
            tab = Looking(socket, "")
            tab.listening = asyncio.create_task(tab.listen())
            try:
                await tab.until(lambda: tab.received)
                yield tab
            finally:
                tab.listening.cancel()
                await asyncio.gather(tab.listening, return_exceptions=True)

    async def entrance(self) -> str:
        async with self.looking() as desk:
            return str(desk.parts["workshop"]["entrance"])


class Looking(Tab):
    """The desk's connection: what the browser knows is all that was sent, the newest of each part."""

    @property
    def parts(self) -> Data:
        return {name: part for message in self.received for name, part in message.items()}


async def opened(browser: Browser, game: str = "sprint", **more: Any) -> Trainer:
    form = {"id": ID, "game": game, "teams": 2, "trainer": "Maria", "title": "Our workshop", **more}
    status, found = await browser.post("/workshops", form)
    assert status == 201, found
    return Trainer(browser, found["address"])


async def comes(browser: Browser, entrance: str, **more: Any) -> str:
    """The address of the table at which somebody is seated now."""
    status, placed = await browser.post(f"{entrance}/place", {"id": ID, "name": browser.name, **more})
    assert status == 200, placed
    return str(placed["address"])


async def test_from_the_form_to_the_tables(harness: WebHarness, monkeypatch: pytest.MonkeyPatch) -> None:
    """The form opens a desk, its link seats people evenly, everybody comes back to their table, and moves are seen."""
    monkeypatch.setattr("adapters.web.workshop.hub.LOOK", 3600)  # only what is reported is seen
    async with harness.browser("Maria") as maria, harness.browser("Ben") as ben, harness.browser("Cleo") as cleo:
        trainer = await opened(maria, names=["Blue"], size=3)
        entrance = await trainer.entrance()
        status, door = await ben.get(f"{entrance}/door.json")
        assert (status, json.loads(door)["free"], json.loads(door)["address"]) == (200, 6, "")
        async with trainer.looking() as desk:
            first, second = await comes(ben, entrance), await comes(cleo, entrance)
            assert first != second
            assert json.loads((await ben.get(f"{entrance}/door.json"))[1])["address"] == first
            assert await comes(ben, entrance) == first
            await desk.until(lambda: len(desk.parts["card-1"]["chairs"]) == 1)
            assert [desk.parts[f"card-{team}"]["name"] for team in (0, 1)] == ["Blue", "Team 2"]
            status, done = await trainer.order("start")
            assert (status, done["problems"]) == (200, [])
            await desk.until(lambda: desk.parts["card-0"]["phase"] == desk.parts["card-1"]["phase"] == "playing")
            await desk.until(lambda: desk.parts["board-0"])
            before = len(desk.received)
            async with ben.at(first) as tab:
                await tab.sees(lambda page: page["team"] == "Blue" and page["awaited"])
                await tab.press(tab.page["acts"][0])
            await desk.until(lambda: any("card-0" in message for message in desk.received[before:]))
            later = [name for message in desk.received[before:] for name in message]
            assert "board-1" not in later  # a table that stays the same isn't sent again


async def test_a_desk_is_light(harness: WebHarness) -> None:
    """The first message is a few kilobytes a team, and a move sends one board, compressed."""
    async with harness.browser("Maria") as maria, harness.browser("Ben") as ben:
        trainer = await opened(maria, teams=3)
        address = await comes(ben, await trainer.entrance())
        await trainer.order("start")
        async with maria.session.ws_connect(f"{trainer.desk}/socket") as socket, ben.at(address) as tab:
            assert len(await socket.receive_bytes()) < MAX_TEAM * 3
            await tab.sees(lambda page: page["awaited"])
            await tab.press(tab.page["acts"][0])
            moved = await socket.receive_bytes()
            assert len(moved) < MAX_MOVE
            assert [name for name in json.loads(inflated(moved)) if name.startswith("board")] == ["board-0"]


async def test_uninvited_people(harness: WebHarness) -> None:
    """The desk removes them, and a new link keeps them out, also by the address of a table that they know."""
    async with harness.browser("Maria") as maria, harness.browser("Eve") as eve, harness.browser("Anna") as anna:
        trainer = await opened(maria, teams=2, size=3)
        old = await trainer.entrance()
        await comes(anna, old)
        address = await comes(eve, old)
        assert (await trainer.order("remove", team=1, seat=0))[0] == 200
        assert (await trainer.order("entrance"))[0] == 200
        assert (await eve.post(f"{old}/place", {"id": ID, "name": "Eve"}))[0] == 404
        async with eve.at(address) as tab:
            await tab.say("join")
            assert tab.page["seat"] is None
        await comes(anna, await trainer.entrance())
        async with trainer.looking() as desk:
            assert [len(desk.parts[f"card-{team}"]["chairs"]) for team in range(2)] == [1, 0]


async def test_thirty_people_at_the_same_second(harness: WebHarness) -> None:
    """Everybody gets exactly one seat, also if they press twice, and the teams are as even as they can be."""
    async with harness.browser("Maria") as maria:
        trainer = await opened(maria, teams=6, size=5)
        entrance = await trainer.entrance()

        async def one(number: int) -> str:
            async with harness.browser(f"Person {number}") as browser:
                addresses = await asyncio.gather(comes(browser, entrance), comes(browser, entrance))
                assert len(set(addresses)) == 1
                return addresses[0]

        placed = await asyncio.gather(*map(one, range(30)))
        assert list(Counter(placed).values()) == [5] * 6
        async with trainer.looking() as desk:
            names = [chair["name"] for team in range(6) for chair in desk.parts[f"card-{team}"]["chairs"]]
        assert sorted(names) == sorted(f"Person {number}" for number in range(30))
        async with harness.browser("Late") as late:
            _, door = await late.get(f"{entrance}/door.json")
            assert json.loads(door)["free"] == 0
            address = await comes(late, entrance)
            async with late.at(address) as tab:
                assert tab.page["seat"] is None  # they look on


async def test_orders_reach_every_table(harness: WebHarness) -> None:
    """Players see a call, a clock and a pause; the desk shows a question until it is answered."""
    async with harness.browser("Maria") as maria, harness.browser("Ben") as ben:
        trainer = await opened(maria, teams=1)
        address = await comes(ben, await trainer.entrance())
        async with trainer.looking() as desk, ben.at(address) as tab:
            await trainer.order("start")
            await tab.sees(lambda page: page["phase"] == "playing")
            await desk.until(lambda: desk.parts["card-0"]["chairs"][0]["here"])  # Ben has the table open
            await trainer.order("clock", minutes=20)
            await tab.sees(lambda page: page["exercise"] == harness.clock.now() + 20 * 60)
            await trainer.order("tell", text="Two minutes left", team=None)
            page = await tab.sees(lambda page: "Two minutes left" in json.dumps(page["feed"]))
            assert [step["kind"] for step in page["steps"]] == ["table.trainer_spoke"]
            await trainer.order("pause")
            await tab.sees(lambda page: page["paused"])
            await desk.until(lambda: desk.parts["workshop"]["paused"])
            await trainer.order("continue")
            await tab.sees(lambda page: not page["paused"])
            await tab.say("ask May we buy a tool?")
            await desk.until(lambda: desk.parts["card-0"]["question"] == "May we buy a tool?")
            assert desk.parts["card-0"]["asker"] == "Ben"
            await trainer.order("tell", text="Yes.", team=0)
            await desk.until(lambda: desk.parts["card-0"]["question"] == "")
            status, story = await maria.get(f"{trainer.desk}/teams/0.json")
            assert status == 200
            assert "May we buy a tool?" in story


async def test_somebody_changes_teams(harness: WebHarness) -> None:
    """The desk moves a seat; the page of whoever was moved says where they belong now."""
    async with harness.browser("Maria") as maria, harness.browser("Ben") as ben:
        trainer = await opened(maria)
        entrance = await trainer.entrance()
        old = await comes(ben, entrance)
        async with ben.at(old) as tab:
            status, _ = await trainer.order("move", team=0, seat=0, to=1)
            assert status == 200
            page = await tab.sees(lambda page: page["elsewhere"])
            assert page["elsewhere"] == json.loads((await ben.get(f"{entrance}/door.json"))[1])["address"] != old


async def test_an_order_that_is_sent_again_counts_once(harness: WebHarness) -> None:
    """A page that got no answer sends the same order with the same id."""
    async with harness.browser("Maria") as maria, harness.browser("Ben") as ben:
        trainer = await opened(maria, teams=1)
        address = await comes(ben, await trainer.entrance())
        async with ben.at(address) as tab:
            for _ in range(2):
                status, _ = await trainer.order("tell", number="the-same-order", text="Hello teams", team=None)
                assert status == 200
            await tab.sees(lambda page: "Hello teams" in json.dumps(page["feed"]))
            assert json.dumps(tab.feed).count("Hello teams") == 1


async def test_bad_orders(harness: WebHarness) -> None:
    """An order that makes no sense gets a sentence, and nothing happens."""
    async with harness.browser("Maria") as maria:
        trainer = await opened(maria)
        for order, details in (
            ("dance", {}),
            ("tell", {}),
            ("tell", {"text": "x" * 5000}),
            ("move", {"team": -1, "seat": 0, "to": 1}),
            ("move", {"team": 0, "seat": 0, "to": 99}),
            ("cover", {"team": 99, "seat": 0}),
            ("clock", {"minutes": "soon"}),
        ):
            status, answer = await trainer.order(order, **details)
            assert status == 422, order
            assert answer["problem"]
        status, answer = await maria.post("/workshops", {"id": ID, "game": "chess"})
        assert (status, bool(answer["problem"])) == (422, True)
        status, answer = await maria.post("/workshops", {"id": ID, "game": "sprint", "teams": 31})
        assert (status, bool(answer["problem"])) == (422, True)


@pytest.mark.parametrize("tail", ["", "/socket", "/teams/0.json", "/comparison", "/comparison.json", "/report.html"])
async def test_desks_that_open_nothing(harness: WebHarness, tail: str) -> None:
    """A key that never existed and one that was handed over get the same answer; so does a table's own token."""
    async with harness.browser("Maria") as maria, harness.browser("Ben") as ben:
        trainer = await opened(maria)
        entrance = await trainer.entrance()
        async with trainer.looking() as desk:
            status, handed = await maria.post(f"{trainer.desk}/hand-over", {"id": ID})
            assert status == 201
            await desk.until(lambda: desk.of("gone"))
        again = await maria.post(f"{trainer.desk}/hand-over", {"id": ID})
        assert again == (201, handed)  # the answer may have got lost
        assert (await maria.get(f"{handed['address']}{tail}"))[0] in {200, 400}  # 400: not a WebSocket
        keys = ["AAAAAAAAAAAAAAAAAAAAAA", trainer.desk.rpartition("/")[2], entrance.rpartition("/")[2], "a"]
        answers = {await ben.get(f"/desk/{key}{tail}", Accept="text/html") for key in keys}
        assert {status for status, _ in answers} == {404}
        assert len(answers) == 1
        posts = [
            await ben.post(f"/desk/{key}/{do}", {"id": "another-request", "order": "end"})
            for key in keys
            for do in ("orders", "hand-over")
        ]
        assert {status for status, _ in posts} == {404}
        assert len({json.dumps(answer) for _, answer in posts}) == 1


async def test_the_comparison_and_its_files(harness: WebHarness) -> None:
    """The screen's data, PNGs of the charts, reports of all teams and of one, and the attendance sheet."""
    async with harness.browser("Maria") as maria, harness.browser("=Ben") as ben:
        trainer = await opened(maria, attendance=True)
        await comes(ben, await trainer.entrance())
        assert (await maria.get(f"{trainer.desk}/comparison.json"))[0] == 200  # before anything can be compared
        await trainer.order("start")
        status, text = await maria.get(f"{trainer.desk}/comparison.json")
        compared = json.loads(text)
        assert (status, [team["name"] for team in compared["teams"]]) == (200, ["Team 1", "Team 2"])
        assert all(set(compared["columns"]) <= team["figures"].keys() for team in compared["teams"] if team["people"])
        assert compared["questions"]
        assert compared["charts"]
        for number in range(len(compared["charts"])):
            async with maria.session.get(f"{trainer.desk}/charts/{number}.png") as answer:
                assert (await answer.read()).startswith(b"\x89PNG")
        for file in ("report.html", "reports/0.html"):
            status, page = await maria.get(f"{trainer.desk}/{file}")
            assert (status, "Our workshop" in page, "<script" in page) == (200, True, False)
        status, sheet = await maria.get(f"{trainer.desk}/attendance.csv")
        assert (status, sheet.splitlines()[0]) == (200, "name,team,arrived (UTC)")
        assert sheet.splitlines()[1].startswith("'=Ben,Team 1,")  # no formula
        secret = {chair.person for team in (await _desk(harness, trainer)).teams for chair in team.page.chairs}
        for word in (*filter(None, secret), seed_of(0).hex(), "web:"):
            assert word not in text + sheet + page
        for file in ("charts/9.png", "reports/9.html"):
            assert (await maria.get(f"{trainer.desk}/{file}"))[0] == 404


async def test_no_attendance_sheet_unless_asked_for(harness: WebHarness) -> None:
    """Without it, there is no such file."""
    async with harness.browser("Maria") as maria:
        trainer = await opened(maria)
        assert (await maria.get(f"{trainer.desk}/attendance.csv"))[0] == 404


async def _desk(harness: WebHarness, trainer: Trainer) -> Desk:
    found = await harness.service.feature(Workshops).desk(trainer.desk.rpartition("/")[2])
    assert found is not None
    return found


async def test_rehearsals_where_they_are_offered(harness: WebHarness) -> None:
    """The form says whether they are, and a rehearsal opens a desk like any other; elsewhere it is refused."""
    async with harness.browser("Maria") as maria:
        form = {"id": ID, "game": "sprint", "teams": 2, "rehearse": True}
        assert await maria.get("/workshops") == (200, '{"rehearsals": false}')
        assert (await maria.post("/workshops", form))[0] == 422
        async with aclosing(Rehearsal(harness.service, clock=harness.clock)) as rehearse:
            harness.adapter.offer_rehearsals(rehearse)
            assert await maria.get("/workshops") == (200, '{"rehearsals": true}')
            status, opened = await maria.post("/workshops", form)
            assert status == 201
            assert (await maria.get(opened["address"]))[0] == 200


async def test_entrances_that_lead_nowhere(harness: WebHarness) -> None:
    """A link that never existed and one whose workshop has ended get the same answer."""
    async with harness.browser("Maria") as maria, harness.browser("Ben") as ben:
        trainer = await opened(maria)
        entrance = await trainer.entrance()
        assert (await ben.get(entrance))[0] == 200
        assert (await trainer.order("end"))[0] == 200
        for tail in ("", "/door.json", "/qr.svg"):
            answers = {await ben.get(f"{link}{tail}", Accept="text/html") for link in (entrance, "/workshop/unknown")}
            assert len(answers) == 1
            assert next(iter(answers))[0] == 404
        for link in (entrance, "/workshop/unknown"):
            assert (await ben.post(f"{link}/place", {"id": ID, "name": "Ben"}))[0] == 404


async def test_nothing_secret_on_the_desk(harness: WebHarness, monkeypatch: pytest.MonkeyPatch) -> None:
    """Hands, the seed, people's ids and the addresses for playing never reach the desk; its key reaches no player."""
    monkeypatch.setattr("adapters.web.workshop.hub.PAUSE", 0.0)  # it looks at every move
    async with (
        harness.browser("Maria") as maria,
        harness.browser("Ben") as ben,
        harness.browser("Cleo") as cleo,
    ):
        trainer = await opened(maria, "scrumkin", teams=1)
        entrance = await trainer.entrance()
        address = await comes(ben, entrance)
        await comes(cleo, entrance)
        key = trainer.desk.rpartition("/")[2]
        async with trainer.looking() as desk, ben.at(address) as first, cleo.at(address) as second:
            await trainer.order("start")
            for number in range(12):
                live = await harness.service.tables.in_room(f"web:{address.removeprefix('/t/')}")
                assert live is not None
                moment = f" {live.standing.sequence}"
                await desk.until(lambda moment=moment: desk.parts["card-0"]["table"].endswith(moment))  # type: ignore[misc]
                state: State | None = live.standing.state
                hidden = secrets(state, None) if state is not None else []
                _, story = await maria.get(f"{trainer.desk}/teams/0.json")
                newest = json.dumps(desk.received[-1], ensure_ascii=False) + story
                assert not [title for title in hidden if title in newest]
                if state is not None:
                    assert hidden
                    mover = first if 0 in live.standing.game.awaits(state) else second
                    await mover.after(live.standing.sequence - 1)
                    moves = [choice for choice in mover.page["acts"] if choice["command"] != "hand"]
                    await mover.press(moves[number % len(moves)], "Because.")
            sent = "".join(desk.raw) + story
            people = [chair.person for chair in live.chairs()] if live else []
            assert all(people)
            assert people
            for secret in (*people, seed_of(0).hex(), address.removeprefix("/t/"), key, "web:"):
                assert secret not in sent
            seen = "".join([*first.raw, *second.raw, (await ben.get(address))[1], (await ben.get(entrance))[1]])
            assert key not in seen + (await ben.get(f"{entrance}/door.json"))[1]


async def test_the_links_are_kept_out_of_sight(harness: WebHarness, caplog: pytest.LogCaptureFixture) -> None:
    """Desks and entrances aren't indexed, passed on to other sites, cached or logged."""
    async with harness.browser("Maria") as maria:
        trainer = await opened(maria)
        entrance = await trainer.entrance()
        for address in (trainer.desk, entrance):
            async with maria.session.get(address) as answer:
                assert answer.headers["Referrer-Policy"] == "no-referrer"
                assert answer.headers["Cache-Control"] == "no-store"
                assert 'name="robots" content="noindex' in await answer.text()
        keys = trainer.desk.rpartition("/")[2], entrance.rpartition("/")[2]
        assert not [record for record in caplog.records if any(key in record.getMessage() for key in keys)]


async def test_the_same_browser_may_hold_two_people(harness: WebHarness) -> None:
    """Somebody else at the same computer gets a seat of their own."""
    guest = "guest-0123456789abcdef"
    async with harness.browser("Maria") as maria, harness.browser("Ben") as ben:
        entrance = await (await opened(maria)).entrance()
        assert await comes(ben, entrance) != await comes(ben, entrance, tab=guest, name="Cleo")
        door = await harness.service.feature(Workshops).entrance(entrance.rpartition("/")[2], Person("web:nobody", ""))
        assert door is not None
        assert sorted(name for team in door.teams for name in team.people) == ["Ben", "Cleo"]


def test_the_key_is_hidden_in_logs() -> None:
    """Whatever logs an address of a desk or an entrance shows neither."""
    shown = redactor()("GET /desk/AbCdEfGhIjKlMnOpQrStUv failed, GET /workshop/AbCdEfGhIjKl/door.json too")
    assert not re.search("AbCdEfGh", shown)
