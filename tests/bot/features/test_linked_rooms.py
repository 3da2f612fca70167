"""One table in many rooms: a code brings it into another channel, on another platform too."""

from bot.features import linked_rooms
from bot.kernel.messages import DONE, Person, Request, Typed
from bot.kernel.service import GameService
from tests.bot.harness import ROOM, Bench, RecordingChat, WebTable, new_id, spelled

ELSEWHERE = "other:cafe"


class TwoPlatforms(Bench):
    """The bench, with a second platform on the same service."""

    def __init__(self, bench: Bench) -> None:
        super().__init__(bench.store, clock=bench.clock, chat=bench.chat)
        self.other = RecordingChat()
        self.service = GameService(bench.store, {"test": self.chat, "other": self.other}, clock=self.clock)

    async def there(self, name: str, line: str) -> list[str]:
        request = Request(new_id(), ELSEWHERE, Person(f"other:{name}", name), Typed(line))
        return [spelled(reply) for reply in (await self.service.handle(request)).replies]


async def test_people_of_two_platforms_play_together(bench: Bench) -> None:
    """Both rooms see the same; each move counts wherever it was made."""
    both = TwoPlatforms(bench)
    await both.seat("anna")
    code = await both.link()
    assert await both.there("zoe", f"join {code.upper()}") == []
    assert "zoe" in spelled(both.other.last)
    assert "zoe" in spelled(both.chat.last)
    await both.there("zoe", "start")
    await both.say("anna", "roll")
    assert spelled(both.chat.last) == spelled(both.other.last)
    await both.there("zoe", "roll")
    assert [person.name for person in both.chat.last.awaited] == ["anna"]
    assert spelled(both.chat.last) == spelled(both.other.last)


async def test_a_room_that_joins_late_gets_the_board_without_the_history(bench: Bench) -> None:
    """One message to catch up: the current state and what can be done."""
    both = TwoPlatforms(bench)
    await both.begin()
    for _ in range(6):
        await both.step()
    code = await both.link()
    assert await both.there("zoe", f"join {code}") == []
    assert both.other.last.drawing is not None
    assert not any("takes a seat" in spelled(reply) for _, reply in both.other.posts)
    await both.step()
    assert spelled(both.other.last) == spelled(both.chat.last)


async def test_a_restart_keeps_the_rooms_together(bench: Bench) -> None:
    """The store knows which rooms show a table."""
    both = TwoPlatforms(bench)
    await both.begin()
    await both.there("zoe", f"join {await both.link()}")
    again = TwoPlatforms(bench)
    await again.step()
    assert spelled(again.other.last) == spelled(again.chat.last)
    assert "There’s no table" not in "".join(await again.there("zoe", "status"))


async def test_codes_expire_and_are_random(bench: Bench) -> None:
    """After a day; unknown and expired codes get a sentence, and no two codes are the same."""
    both = TwoPlatforms(bench)
    await both.begin()
    code = await both.link()
    assert "I don’t know the code" in (await both.there("zoe", "join 2222222222"))[0]
    bench.clock.advance(86_401)
    assert "I don’t know the code" in (await both.there("zoe", f"join {code}"))[0]
    assert len({await both.link() for _ in range(20)}) == 20


async def test_a_room_with_a_table_of_its_own_keeps_it(bench: Bench) -> None:
    """That table has to be ended first."""
    both = TwoPlatforms(bench)
    await both.begin()
    code = await both.link()
    await both.there("zoe", "new sprint")
    assert "already has a table" in (await both.there("zoe", f"join {code}"))[0]


async def test_a_room_can_leave_the_table(bench: Bench) -> None:
    """The others carry on; the last room stays."""
    both = TwoPlatforms(bench)
    await both.begin()
    assert str(linked_rooms.LAST_ROOM) in await both.refusal("anna", "link off")
    await both.there("zoe", f"join {await both.link()}")
    assert "not seated" in (await both.there("zoe", "link off"))[0]
    posts = len(both.other.posts)
    request = Request(new_id(), ELSEWHERE, Person("other:zoe", "zoe"), Typed("link off"), manages_room=True)
    assert await both.service.handle(request) == DONE
    await both.step()
    assert len(both.other.posts) == posts + 1  # the news that it left
    assert "There’s no table" in (await both.there("zoe", "status"))[0]


async def test_the_same_delivery_links_once(bench: Bench) -> None:
    """A redelivery changes nothing."""
    both = TwoPlatforms(bench)
    await both.seat("anna")
    code = await both.link()
    request = Request(new_id(), ELSEWHERE, Person("other:zoe", "zoe"), Typed(f"join {code}"))
    assert await both.service.handle(request) == DONE
    before = await both.snapshot()
    assert all(reply.private for reply in (await both.service.handle(request)).replies)
    assert await both.snapshot() == before


async def test_a_link_to_watch(bench: Bench) -> None:
    """Only if the operator has set a web address."""
    await bench.begin()
    assert str(linked_rooms.NO_WEB_ADDRESS) in await bench.refusal("anna", "watch")
    service = GameService(bench.store, {"test": bench.chat}, web=WebTable())
    response = await service.handle(Request(new_id(), ROOM, Person("test:dora", "dora"), Typed("watch")))
    replies = response.replies
    assert f"https://example.org/w/{(await bench.live()).id}" in spelled(replies[0])
    assert replies[0].private
