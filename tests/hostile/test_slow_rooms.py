"""A room whose platform is slow: it holds up neither other tables' clocks nor other people's requests."""

import asyncio

from bot.kernel.live.rooms import MAX_POSTS
from bot.kernel.live.work import MAX_AT_ONCE
from tests.hostile.harness import Neighbourhood

QUIET = "test:quiet"


async def until_stuck(town: Neighbourhood, posts: int) -> None:
    """Until this many posts have begun."""
    async with town.chat.stuck_more:
        await town.chat.stuck_more.wait_for(lambda: len(town.chat.stuck) >= posts)


async def test_clocks_of_other_tables(town: Neighbourhood) -> None:
    """The slow room's clock is due first; the quiet room's fires all the same."""
    await town.open("test:slow", "mallory", "trudy", game="retro")
    town.clock.advance(1)
    await town.open(QUIET, "anna", "ben", game="retro")
    for room, names in (("test:slow", ("mallory", "trudy")), (QUIET, ("anna", "ben"))):
        for name in names:
            await town.say(name, "say sunny", room)
        await town.say(names[0], "next", room)  # then a clock runs
    town.chat.slow.add("test:slow")
    await town.service.start()
    posts = len(town.chat.posts)
    town.clock.advance(3600)
    await until_stuck(town, 1)
    await town.chat.until(posts + 1)
    assert {room for room, _ in town.chat.posts[posts:]} == {QUIET}


async def test_requests_of_other_rooms(town: Neighbourhood) -> None:
    """As many requests as are handled at once wait for their posts; the neighbour's doesn't wait for them."""
    rooms = [f"test:slow-{number}" for number in range(MAX_AT_ONCE)]
    await town.open(QUIET, "anna", "ben")
    town.chat.slow.update(rooms)
    stuck = [asyncio.create_task(town.say(room, "new sprint", room)) for room in rooms]
    await until_stuck(town, min(MAX_AT_ONCE, MAX_POSTS))
    assert (await town.say("anna", "status", QUIET)).outcome == "answered"
    assert not any(task.done() for task in stuck)
    town.chat.go_on.set()
    assert {(await task).outcome for task in stuck} == {"done"}


async def test_posts_are_bounded(town: Neighbourhood) -> None:
    """However many rooms have news, only so many messages are sent to a platform at once."""
    rooms = [f"test:slow-{number}" for number in range(MAX_POSTS + 10)]
    town.chat.slow.update(rooms)
    stuck = [asyncio.create_task(town.say(room, "new sprint", room)) for room in rooms]
    await until_stuck(town, MAX_POSTS)
    assert len(town.chat.stuck) == MAX_POSTS
    town.chat.go_on.set()
    await asyncio.gather(*stuck)
    assert len(town.chat.posts) == len(rooms)
