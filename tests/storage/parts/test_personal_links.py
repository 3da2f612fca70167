"""Personal links and carried seats, on both databases."""

import asyncio
from dataclasses import replace

from bot.features.personal_links import SeatLink, SeatLinkStore, digest, followed_as
from bot.kernel.store import Store
from storage.upkeep import WholeStore
from tests.storage.examples import NOW

LINK = SeatLink(digest("secret"), "web:room", "web:anna", NOW, NOW + 300)
USED = replace(LINK, expires=NOW + 9000, user=digest("web:phone"))


async def test_one_of_many_uses_a_link(store: Store) -> None:
    """The one who has it may ask again."""
    links = store.part(SeatLinkStore)
    await links.put_link(LINK)
    users = [replace(USED, user=digest(str(number))) for number in range(20)]
    used = await asyncio.gather(*(links.use_link(each, NOW + 1) for each in users))
    assert sum(used) == 1
    assert await links.use_link(users[used.index(True)], NOW + 2)
    assert not await links.use_link(users[used.index(False)], NOW + 2)


async def test_links_that_do_not_work(store: Store) -> None:
    """Another room's, an expired one, one from the future, and an older one of the same person."""
    links = store.part(SeatLinkStore)
    await links.put_link(LINK)
    assert not await links.use_link(replace(USED, room="web:other"), NOW)
    assert not await links.use_link(USED, NOW + 300)
    assert not await links.use_link(USED, NOW - 1)
    await links.put_link(replace(LINK, id=digest("newer"), made=NOW + 1))
    assert await links.link(LINK.id) is None


async def test_few_rows_stay(store: Store) -> None:
    """A person carries a seat to a few devices, and what has expired goes with the next link."""
    links = store.part(SeatLinkStore)
    for number in range(15):
        link = replace(LINK, id=digest(str(number)), made=NOW + number)
        await links.put_link(link)
        assert await links.use_link(replace(USED, id=link.id), NOW + number)
    assert len(await rows_in(store)) == 10
    await links.put_link(replace(LINK, id=digest("later"), person="web:ben", made=NOW + 9000))
    assert await rows_in(store) == {digest("later")}


async def test_taken_back_and_forgotten(store: Store) -> None:
    """By its owner in one room; a person who is forgotten is in no row, as owner or as a hash."""
    links = store.part(SeatLinkStore)
    await links.put_link(LINK)
    assert await links.use_link(USED, NOW)
    await links.put_link(replace(LINK, id=digest("open")))
    assert await links.take_back("web:other", LINK.person) == ()
    assert await links.take_back(LINK.room, LINK.person) == (LINK.id,)
    assert await rows_in(store) == set()
    for person in (LINK.person, "web:phone"):
        await links.put_link(LINK)
        assert await links.use_link(USED, NOW)
        assert followed_as(LINK.id) in await store.forget(person)
        assert await rows_in(store) == set()


async def rows_in(store: Store) -> set[str]:
    assert isinstance(store, WholeStore)
    return {link for (link,) in await store.query("SELECT id FROM seat_links")}
