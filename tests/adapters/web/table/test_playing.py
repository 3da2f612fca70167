"""Opening a table and playing at it, over real sockets."""

from bot.kernel.store import Store
from bot.kernel.table.model import luck_from
from tests.adapters.web.harness import GUEST, WebHarness, plain, web_harness


async def test_two_people(harness: WebHarness) -> None:
    """One opens a table, the other joins by its address; each has a seat and sees the other's moves."""
    async with harness.browser("Anna") as anna, harness.browser("Ben") as ben:
        address = await anna.open("sprint")
        async with anna.at(address) as first, ben.at(address) as second:
            assert (first.page["seat"], first.page["host"], second.page["seat"]) == (0, True, None)
            assert await second.press(second.act("Join")) == []
            page = await first.sees(lambda page: len(page["chairs"]) == 2)
            assert [chair["name"] for chair in page["chairs"]] == ["Anna", "Ben"]
            assert await first.say("/scrum start") == []
            await first.sees(lambda page: page["phase"] == "playing")
            page = await second.sees(lambda page: page["phase"] == "playing")
            assert page["board"]["svg"].startswith("<svg")
            assert page["board"]["alt"]
            mover = first if first.page["awaited"] else second
            other = second if mover is first else first
            sequence = mover.page["sequence"]
            await mover.press(mover.page["acts"][0])
            page = await other.after(sequence)
            assert plain(page["situation"])


async def test_play_now(harness: WebHarness) -> None:
    """One click starts a game against automatic players."""
    async with harness.browser() as anna:
        for game, seats in (("sprint", 3), ("scrumkin", 3), ("rugby", 2)):
            address = await anna.play(game)
            async with anna.at(address, name="Visitor") as tab:
                assert tab.page["phase"] == "playing"
                assert len(tab.page["chairs"]) == seats
                assert tab.page["seat"] == 0
                assert [chair["automatic"] for chair in tab.page["chairs"]] == [False] + [True] * (seats - 1)


async def test_a_table_of_another_room_by_its_code(harness: WebHarness) -> None:
    """A code lets a person join the same table at their own address."""
    async with harness.browser("Anna") as anna, harness.browser("Ben") as ben:
        address = await anna.open("sprint")
        async with anna.at(address) as first:
            (reply,) = await first.say("link")
            code = plain(reply["text"]).partition("/scrum join ")[2].partition("`")[0]
            status, answer = await ben.post("/join", {"code": code, "name": "Ben", "tab": GUEST})
            assert status == 201
            assert answer["address"] != address
            async with ben.at(answer["address"], tab=GUEST) as second:
                await first.sees(lambda page: len(page["chairs"]) == 2)
                assert second.page["seat"] == 1
                await second.say("start")
                await first.sees(lambda page: page["phase"] == "playing")
        status, answer = await ben.post("/join", {"code": "2222222222", "name": "Ben", "tab": GUEST})
        assert status == 422
        assert "I don’t know the code" in answer["problem"]


async def test_the_page_adds_luck(sqlite_store: Store) -> None:
    """What the browser drew is the luck of whoever joins and starts; only its hash is stored."""
    async with web_harness(sqlite_store, first_seed=None) as harness, harness.browser("Anna") as anna:
        address = await anna.open()
        async with anna.at(address) as first, anna.at(address, tab=GUEST, name="Ben") as second:
            await second.send({"type": "say", "id": "joining1", "line": "join", "luck": "b" * 32})
            await first.sees(lambda page: len(page["chairs"]) == 2)
            await first.send({"type": "say", "id": "starting", "line": "start", "luck": "a" * 32})
            page = await second.sees(lambda page: page["phase"] == "playing")
            live = await harness.service.tables.find(page["table"])
            assert live is not None
            assert live.standing.table.luck == (luck_from("b" * 32), luck_from("a" * 32))
            await first.send({"type": "say", "id": "rollroll", "line": "roll", "luck": "not hex"})
            await first.until(lambda: first.of("problem"))
