"""News reach every room: once, in order, and later if the platform was unreachable."""

import asyncio

import pytest

from bot.kernel.live.rooms import IN_SIGHT_SECONDS, RETRY_SECONDS
from bot.kernel.messages import Act, Reply
from tests.bot.harness import ROOM, THREE, Bench, can_play_tool, in_discussion, spelled


async def test_a_room_gets_one_message_per_move(bench: Bench) -> None:
    """It answers the request that caused it, and has the current board and choices."""
    await bench.begin()
    posts = len(bench.chat.posts)
    await bench.say("anna", "roll", delivery="d1")
    [(room, reply)] = bench.chat.posts[posts:]
    assert (room, bench.chat.answered[-1]) == (ROOM, "d1")
    assert reply.drawing is not None
    assert reply.acts
    assert reply.sequence == (await bench.standing()).sequence


async def test_only_awaited_people_are_pinged(bench: Bench) -> None:
    """Whose turn it is; in a discussion those who haven't voted; on a tool everyone but the player who offers it."""
    await bench.begin()
    assert [person.name for person in bench.chat.last.awaited] == ["anna"]
    await bench.play_until(in_discussion)
    assert [person.name for person in bench.chat.last.awaited] == ["anna", "ben", "cleo"]
    await bench.say("ben", "vote no")
    assert [person.name for person in bench.chat.last.awaited] == ["anna", "cleo"]
    standing = await bench.play_until(can_play_tool)
    turn = await bench.name_at(standing.state.turn)
    await offer_tool(bench, turn)
    assert {person.name for person in bench.chat.last.awaited} == set(THREE) - {turn}
    [private] = await bench.say(turn, "status")
    assert private.awaited == ()


async def offer_tool(bench: Bench, name: str) -> None:
    choice: Act = next(choice for choice in bench.chat.last.acts if choice.asks)
    assert await bench.press(name, choice, "It fits like a glove.") == []


async def test_the_news_follow_the_board_that_was_asked_for(bench: Bench) -> None:
    """So that only the newest message keeps its buttons; one that never had any is not in between."""
    await bench.begin()
    newest = f"message {len(bench.chat.posts)}"
    bench.clock.advance(IN_SIGHT_SECONDS)
    await bench.say("anna", "chart")
    await bench.say("anna", "board")
    assert bench.chat.before[-2:] == ["", newest]
    await bench.say("anna", "roll")
    assert bench.chat.before[-1] == f"message {len(bench.chat.posts) - 1}"


async def test_a_room_of_a_platform_that_is_not_connected(bench: Bench, caplog: pytest.LogCaptureFixture) -> None:
    """It is unreachable, like any room that is."""
    await bench.service.rooms.post(None, "elsewhere:1", Reply("Hello"), None)
    assert [record.message for record in caplog.records] == ["room elsewhere:1: elsewhere is not connected here"]


async def test_only_the_room_that_asked_gets_an_answer(bench: Bench) -> None:
    """In the other rooms of a table it is news, not a reply to somebody there."""
    await bench.begin()
    await bench.say("zoe", f"join {await bench.link()}", room="test:cafe")
    posts = len(bench.chat.posts)
    await bench.say("anna", "roll", delivery="d1")
    rooms = [room for room, _ in bench.chat.posts[posts:]]
    assert dict(zip(rooms, bench.chat.answered[posts:], strict=True)) == {ROOM: "d1", "test:cafe": None}


async def test_a_vote_amends_the_message_before(bench: Bench) -> None:
    """Only a count changed: no second board, and nobody reads how the others voted."""
    await bench.begin()
    await bench.play_until(in_discussion)
    await bench.say("ben", "vote no")
    assert (bench.chat.last.amends, bench.chat.last.drawing) == (True, None)
    assert "ben has voted." in bench.chat.texts()[-1]
    await bench.say("cleo", "vote no")
    assert "cleo has voted." in bench.chat.texts()[-1]
    assert "ben has voted." not in bench.chat.texts()[-1], "the last line of its kind is enough"


async def test_a_room_that_was_unreachable_is_caught_up_in_one_message(bench: Bench) -> None:
    """Everything it missed, in order, and the current board; the requests themselves were stored and answered."""
    await bench.begin()
    await bench.service.start()
    posts = len(bench.chat.posts)
    bench.chat.away = {ROOM}
    for name in THREE:
        assert await bench.say(name, "roll") == []
    bench.chat.away = set()
    await reached(bench, posts + 1)
    await bench.service.close()
    [text] = bench.chat.texts()[posts:]
    assert text.index("anna rolls") < text.index("ben rolls") < text.index("cleo rolls")
    assert bench.chat.last.sequence == (await bench.standing()).sequence
    assert await bench.store.rooms_behind() == ()


async def reached(bench: Bench, posts: int) -> None:
    """Let the pauses between retries pass until the message is there."""
    while len(bench.chat.posts) < posts:
        bench.clock.advance(RETRY_SECONDS[-1])
        await asyncio.sleep(0)


async def test_retries_back_off(bench: Bench) -> None:
    """After 1 second, 5, 30, then every two minutes: a platform that is down isn't hammered."""
    tries: list[float] = []

    async def count() -> None:
        tries.append(bench.clock.now() - began)

    await bench.service.start()
    await bench.seat("anna")
    bench.chat.away = {ROOM}
    began = bench.clock.now()
    bench.chat.before_post = count
    await bench.say("anna", "bot")
    while len(tries) < 6:
        for _ in range(3):  # let woken tasks read the store and go back to sleep
            await bench.store.room(ROOM)
            await asyncio.sleep(0)
        bench.clock.advance(1)
    await bench.service.close()
    assert tries == [0, 1, 6, 36, 156, 276]


async def test_a_room_that_was_deleted(bench: Bench) -> None:
    """It isn't tried again and nobody waits for it; the table continues in its other rooms."""
    await bench.begin()
    code = await bench.link()
    await bench.say("anna", f"join {code}", room="test:cellar")
    bench.chat.gone = {ROOM}
    assert await bench.say("anna", "roll", room="test:cellar") == []
    assert [room for room, _ in bench.chat.posts][-1] == "test:cellar"
    assert await bench.store.room(ROOM) is None
    assert await bench.store.rooms_behind() == ()
    posts = len(bench.chat.posts)
    bench.chat.gone = set()
    assert await bench.say("ben", "roll", room="test:cellar") == []
    assert [room for room, _ in bench.chat.posts[posts:]] == ["test:cellar"]


async def test_one_unreachable_room_does_not_hold_up_another(bench: Bench) -> None:
    """Other tables are not affected."""
    bench.chat.away = {"test:cellar"}
    assert await bench.say("dora", "new sprint", room="test:cellar") == []
    await bench.begin()
    assert "anna, roll one die" in bench.chat.texts()[-1]
    assert [record.room for record in await bench.store.rooms_behind()] == ["test:cellar"]


async def test_a_room_that_is_behind_is_caught_up_after_a_restart(bench: Bench) -> None:
    """The process died before the platform came back: the next one posts the news when it starts."""
    await bench.begin()
    bench.chat.away = {ROOM}
    await bench.say("anna", "roll")
    bench.chat.away = set()
    posts = len(bench.chat.posts)
    after = bench.another_process()
    await after.service.start()
    await after.service.close()
    [text] = bench.chat.texts()[posts:]
    assert "anna rolls" in text
    assert text.endswith("ben, roll one die to plan the sprint.")
    again = bench.another_process()
    await again.service.start()
    await again.service.close()
    assert len(bench.chat.posts) == posts + 1


async def test_a_room_that_missed_a_lot_reads_how_much_was_left_out(bench: Bench) -> None:
    """One message that fits on every platform, with the latest lines and where to find the rest."""
    await bench.begin()
    bench.chat.away = {ROOM}
    await bench.play_until(lambda state: state.day == 4)
    bench.chat.away = set()
    posts = len(bench.chat.posts)
    await bench.service.rooms.catch_up(bench.service.tables.find)
    [text] = bench.chat.texts()[posts:]
    first, *rest = text.splitlines()
    assert first.startswith("(")
    assert first.endswith(" earlier lines; see `/scrum log`.)")
    assert len(text) < 2000
    assert any("Day 4 of 10 is over." in line for line in rest[-4:])  # a remark may follow


async def test_a_room_of_a_platform_that_is_not_connected_here(bench: Bench) -> None:
    """It stays behind; another process may serve it, and nothing is lost."""
    assert await bench.say("anna", "new sprint", room="elsewhere:room") == []
    assert [record.room for record in await bench.store.rooms_behind()] == ["elsewhere:room"]


async def test_an_adapter_s_failure_does_not_cost_the_move(bench: Bench) -> None:
    """The message is tried again, and the person isn't told that the move failed."""
    await bench.begin()

    async def stumble() -> None:
        raise RuntimeError("a bug in the adapter")

    bench.chat.before_post = stumble
    assert await bench.say("anna", "roll") == []
    bench.chat.before_post = None
    await bench.service.rooms.catch_up(bench.service.tables.find)
    assert "anna rolls" in bench.chat.texts()[-1]


async def test_a_slow_room_that_moves_on_to_the_next_table(bench: Bench) -> None:
    """The last message of the old table is still on its way when the next table is opened; both arrive."""
    await bench.begin()
    on_its_way, opened = asyncio.Event(), asyncio.Event()

    async def slowly() -> None:
        bench.chat.before_post = None
        on_its_way.set()
        await opened.wait()

    bench.chat.before_post = slowly
    ending = asyncio.create_task(bench.say("anna", "end sure"))
    await on_its_way.wait()
    assert await bench.say("ben", "new sprint") == []
    opened.set()
    assert await ending == []
    assert "The host has closed the table." in "\n".join(bench.chat.texts()[-2:])
    assert spelled(bench.chat.posts[-2][1]).startswith("A table is open: The Scrum Game.")
