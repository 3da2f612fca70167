"""Workshops and their members on both databases: one change wins, members come and go with it, old ones are removed."""

import asyncio
from dataclasses import replace

import pytest

from bot.features.workshop.model import Member, Team, Workshop, WorkshopStore, followed_as
from bot.kernel.store import Append, Conflict, Store
from storage import open_store, open_to_read
from storage.postgres import PostgresStore
from tests.bot.harness import Bench
from tests.storage.examples import NOW, event, opening
from tests.storage.raw import everything
from tests.storage.test_migrations import run_sql

TEAMS = (Team("Otters", "web:otters", "t1"), Team("Größe “2”", "web:two", "t2", "t3", "discord:6"))
NEW = Workshop("w", "way-in", "hash-of-key", NOW, "sprint", {"hours": 250, "deck": "small"}, TEAMS, 6)
OTHER = replace(NEW, id="other", entrance="e", desk="d")
EVERYTHING = replace(
    NEW,
    title="Onboarding",
    channel="discord:5",
    trainer="Kim",
    chooses=True,
    attendance=True,
    same_dice=True,
    round=3,
    seed=b"\x00\xff" * 16,
    luck="ab12",
    beacon="5:cd",
    phase="started",
    paused=True,
    until=NOW + 60.5,
    changed=NOW + 7,
)
ANN, BO, CY = Member("p:ann", 1, "hash"), Member("p:bo", 0, name="Bo", arrived=NOW + 1), Member("p:cy", 1)


async def stored(store: Store, workshop: str = "w") -> Workshop:
    found = await store.part(WorkshopStore).workshop(workshop)
    assert found is not None
    return found


async def test_everything_is_read_back(store: Store) -> None:
    """Every field of a new workshop, by its id and by both links; nothing else leads there."""
    await store.part(WorkshopStore).put_workshop(EVERYTHING)
    expected = replace(EVERYTHING, version=1)
    assert [
        await store.part(WorkshopStore).workshop("w"),
        await store.part(WorkshopStore).workshop_behind("way-in"),
    ] == [expected, expected]
    assert await store.part(WorkshopStore).workshop_behind("hash-of-key") == expected
    assert [
        await store.part(WorkshopStore).workshop("way-in"),
        await store.part(WorkshopStore).workshop_behind("w"),
        await store.part(WorkshopStore).workshop_behind(""),
    ] == [None] * 3
    assert await store.part(WorkshopStore).members("w") == await store.part(WorkshopStore).members("unknown") == ()


async def test_a_change_counts_once(store: Store) -> None:
    """It replaces what was read, links included; the same change again, or one of an older copy, is a Conflict."""
    await store.part(WorkshopStore).put_workshop(NEW)
    read = await stored(store)
    handed_over = replace(read, desk="hash-of-new-key", seed=b"seed", teams=(*TEAMS, Team("Late", "web:late", "")))
    await store.part(WorkshopStore).put_workshop(handed_over)
    assert await stored(store) == replace(handed_over, version=2)
    assert await store.part(WorkshopStore).workshop_behind("hash-of-key") is None
    for refused in (handed_over, replace(read, paused=True), replace(read, version=7), replace(read, id="unknown")):
        with pytest.raises(Conflict):
            await store.part(WorkshopStore).put_workshop(refused)
    assert await stored(store) == replace(handed_over, version=2)


@pytest.mark.parametrize(
    "other",
    [replace(OTHER, id="w"), replace(OTHER, entrance="way-in"), replace(OTHER, desk="hash-of-key")],
    ids=["id", "entrance", "desk"],
)
async def test_what_is_taken(store: Store, other: Workshop) -> None:
    """A new workshop needs an id and links of its own; the refusal shows no link."""
    await store.part(WorkshopStore).put_workshop(NEW, joined=(ANN,))
    with pytest.raises(Conflict) as refusal:
        await store.part(WorkshopStore).put_workshop(other, joined=(BO,))
    assert "way-in" not in str(refusal.value)
    assert "hash-of-key" not in str(refusal.value)
    assert await stored(store) == replace(NEW, version=1)
    assert await store.part(WorkshopStore).members("w") == (ANN,)
    assert await store.part(WorkshopStore).members("other") == ()


async def test_members_are_in_order(store: Store) -> None:
    """By team and arrival, each once; whoever changes teams keeps their place, whoever comes back is the last one."""
    await store.part(WorkshopStore).put_workshop(NEW, joined=(ANN, BO, CY))
    assert await store.part(WorkshopStore).members("w") == (BO, ANN, CY)
    await store.part(WorkshopStore).put_workshop(await stored(store), joined=(replace(BO, team=1), Member("p:di", 1)))
    assert [one.person for one in await store.part(WorkshopStore).members("w")] == ["p:ann", "p:bo", "p:cy", "p:di"]
    await store.part(WorkshopStore).put_workshop(await stored(store), left=("p:bo", "p:nobody"))
    await store.part(WorkshopStore).put_workshop(
        await stored(store), joined=(replace(BO, team=1), replace(CY, luck="new"))
    )
    assert await store.part(WorkshopStore).members("w") == (
        ANN,
        replace(CY, luck="new"),
        Member("p:di", 1),
        replace(BO, team=1),
    )


async def test_all_or_nothing(store: Store) -> None:
    """A refused change seats nobody and removes nobody; neither does one with a member who can't be stored."""
    await store.part(WorkshopStore).put_workshop(NEW, joined=(ANN,))
    with pytest.raises(Conflict):
        await store.part(WorkshopStore).put_workshop(replace(NEW, version=2), joined=(BO,), left=("p:ann",))
    with pytest.raises(ValueError):  # noqa: PT011  each database has its own words
        await store.part(WorkshopStore).put_workshop(
            replace(NEW, version=1), joined=(BO, replace(CY, name="\udc00")), left=("p:ann",)
        )
    assert await stored(store) == replace(NEW, version=1)
    assert await store.part(WorkshopStore).members("w") == (ANN,)


async def test_thirty_press_the_link_at_once(store: Store, other_store: Store) -> None:
    """Two processes seat them with the versions they have read: each gets one place, and no change is lost."""
    await store.part(WorkshopStore).put_workshop(NEW)

    async def come_in(number: int) -> None:
        process = (store, other_store)[number % 2]
        workshops = process.part(WorkshopStore)
        while True:
            read, members = await stored(process), await workshops.members("w")
            try:
                return await workshops.put_workshop(read, joined=(Member(f"p:{number}", len(members) % 2),))
            except Conflict:
                continue

    await asyncio.gather(*map(come_in, range(30)))
    members = await store.part(WorkshopStore).members("w")
    assert {member.person for member in members} == {f"p:{number}" for number in range(30)}
    assert [member.team for member in members] == [0] * 15 + [1] * 15
    assert (await stored(store)).version == 31


async def test_one_of_two_wins(store: Store, other_store: Store) -> None:
    """Both open a workshop with one id, and then change it from one version: one does, the other gets Conflict."""
    for version in range(10):
        both = [replace(NEW, version=version, title=f"{version} {who}") for who in ("first", "second")]
        results = await asyncio.gather(
            store.part(WorkshopStore).put_workshop(both[0]),
            other_store.part(WorkshopStore).put_workshop(both[1]),
            return_exceptions=True,
        )
        assert sorted(type(result).__name__ for result in results) == ["Conflict", "NoneType"]
        assert await stored(store) == replace(both[results.index(None)], version=version + 1)


async def test_forgetting_a_member(store: Store, database_url: str) -> None:
    """They leave every workshop, and nothing of them stays; whoever changes one of these meanwhile decides again."""
    await store.part(WorkshopStore).put_workshop(NEW, joined=(ANN, BO))
    await store.part(WorkshopStore).put_workshop(OTHER, joined=(BO, CY))
    read = await stored(store)
    assert await store.forget("p:bo") == (followed_as("other"), followed_as("w"))
    assert [await store.part(WorkshopStore).members("w"), await store.part(WorkshopStore).members("other")] == [
        (ANN,),
        (CY,),
    ]
    assert all("p:bo" not in text and "'Bo'" not in text for text in (await everything(database_url)).values())
    with pytest.raises(Conflict):
        await store.part(WorkshopStore).put_workshop(read, joined=(BO,))
    assert await stored(store) == replace(read, version=2)
    assert await store.forget("p:bo") == ()


async def test_old_workshops_are_removed(store: Store, database_url: str) -> None:
    """With their members, and no others: one that has changed since, or was opened since, stays as it is."""
    await store.part(WorkshopStore).put_workshop(
        replace(NEW, id="changed", entrance="e", desk="d", changed=NOW + 10), joined=(ANN,)
    )
    await store.part(WorkshopStore).put_workshop(
        replace(NEW, id="young", entrance="f", desk="g", opened=NOW + 10), joined=(BO,)
    )
    before = await everything(database_url)
    await store.part(WorkshopStore).put_workshop(replace(NEW, changed=NOW + 9), joined=(ANN, BO))
    assert await store.remove_tables(NOW + 10) == 0
    assert await everything(database_url) == before
    assert await store.part(WorkshopStore).workshop("w") is None
    with pytest.raises(Conflict):
        await store.part(WorkshopStore).put_workshop(replace(NEW, version=1))


async def test_a_workshop_stays_with_its_tables(store: Store) -> None:
    """While a team still plays or talks, its desk is there; it goes with the last of its tables."""
    await store.append(opening("t1"))
    for table, at in (("t2", NOW + 50), ("retro", NOW + 70)):
        await store.append(Append(table, (replace(event(1), at=at),), opening(table).opens))
    await store.part(WorkshopStore).put_workshop(
        replace(NEW, teams=(TEAMS[0], replace(TEAMS[1], retro="retro"))), joined=(ANN,)
    )
    for before in (NOW + 20, NOW + 60):
        assert await store.remove_tables(before) == 1
        assert await store.part(WorkshopStore).members("w") == (ANN,)
    assert await store.remove_tables(NOW + 80) == 1
    assert [await store.part(WorkshopStore).workshop("w"), await store.part(WorkshopStore).members("w")] == [None, ()]


async def test_changed_while_old_ones_are_removed(store: Store, other_store: Store) -> None:
    """A workshop that somebody changes at that moment is kept whole or removed whole."""
    names = [f"w{number}" for number in range(20)]
    for name in names:
        await store.part(WorkshopStore).put_workshop(
            replace(NEW, id=name, entrance=f"e{name}", desk=f"d{name}"), joined=(ANN,)
        )
    read = [await stored(store, name) for name in names]
    removing, *results = await asyncio.gather(
        other_store.remove_tables(NOW + 1),
        *(
            store.part(WorkshopStore).put_workshop(replace(one, changed=NOW + 5), joined=(BO,))
            for one in reversed(read)
        ),
        return_exceptions=True,
    )
    assert removing == 0
    assert {type(result) for result in results} <= {type(None), Conflict}
    for name, result in zip(reversed(names), results, strict=True):
        assert await store.part(WorkshopStore).members(name) == ((BO, ANN) if result is None else ())
        assert (await store.part(WorkshopStore).workshop(name) is None) == (result is not None)


async def test_a_followed_workshop(postgres_url: str) -> None:
    """Who follows it hears of each change by another process, and once when changes may have been missed."""
    ours, theirs = await PostgresStore.open(postgres_url), await PostgresStore.open(postgres_url)
    bench, heard = Bench(ours), asyncio.Queue[None]()
    unfollow = bench.service.tables.follow(followed_as("w"), lambda: heard.put_nowait(None))
    listening = asyncio.create_task(bench.service._background.listen())
    await heard.get()  # connected
    await theirs.part(WorkshopStore).put_workshop(NEW, joined=(ANN,))
    await heard.get()
    await theirs.forget("p:ann")
    await heard.get()
    await theirs.remove_tables(NOW + 1)
    await heard.get()
    with pytest.raises(Conflict):
        await theirs.part(WorkshopStore).put_workshop(replace(NEW, version=1))
    await ours.part(WorkshopStore).put_workshop(NEW)
    unfollow()
    listening.cancel()
    await asyncio.wait({listening})
    assert heard.empty()
    for store in (ours, theirs):
        await store.close()


async def test_a_workshop_of_a_newer_process(store: Store, database_url: str) -> None:
    """What this version doesn't know is left out, and what it lacks has its usual value."""
    await store.part(WorkshopStore).put_workshop(NEW)
    for known, newer in (('"size": 6', '"size": 6, "later": 1'), ('"t2"', '"t2", "later": 1'), (', "title": ""', "")):
        await run_sql(database_url, f"UPDATE workshops SET body = replace(body, '{known}', '{newer}')")
    assert await store.part(WorkshopStore).workshop("w") == replace(NEW, version=1)


async def test_check_finds_what_is_broken(sqlite_url: str) -> None:
    """A record that can't be read, and members without one, are named; sound ones aren't. Retention copes with both."""
    store = await open_store(sqlite_url)
    for name in ("a", "b", "w"):
        await store.part(WorkshopStore).put_workshop(
            replace(NEW, id=name, entrance=f"e{name}", desk=f"d{name}"), joined=(ANN, BO)
        )
    await store.close()
    await run_sql(sqlite_url, "DELETE FROM workshops WHERE id = 'a'; UPDATE workshops SET body = '{}' WHERE id = 'b'")
    reader = await open_to_read(sqlite_url)
    problems = await reader.problems()  # the tables of the third one are made up
    assert problems[:2] == (
        "Workshop a has 2 members, but the record of the workshop is missing.",
        "Workshop b can't be read.",
    )
    await reader.close()
    store = await open_store(sqlite_url)
    await store.remove_tables(NOW + 1)
    assert [name for name in ("b", "w") if await store.part(WorkshopStore).members(name)] == []
    await store.close()


def test_no_secret_is_shown() -> None:
    """Neither a link nor the seed is in what a log would show."""
    assert repr(EVERYTHING) == "Workshop(id='w', game='sprint', teams=2)"
