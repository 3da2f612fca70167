"""What operators list, look up and remove, and what is stored about one person, on both databases."""

from dataclasses import replace

from bot.features.workshop.model import Member, Team, Workshop, WorkshopStore
from bot.kernel.store import Append, Attendance, ListedTable, Seating, Store, personal_record
from storage import open_to_read
from tests.storage.examples import NOW, events, opening
from tests.storage.raw import everything
from tests.storage.test_removing import full_table

ANN, BO = "slack:T1:U0ANN", "slack:T1:U0BO"
PEOPLE = (Seating(BO, "Bo", 1, text=True), Seating(ANN, "Ann", 0, host=True, remind=60.0, prepared="roll"))


async def test_tables_are_listed(store: Store, database_url: str) -> None:
    """With their game, when they were last used, and every room that has shown them; also beside a running service."""
    await full_table(store, "one", at=NOW + 50)
    await full_table(store, "two", at=NOW + 60)
    await store.append(Append("two", events(3, 3), room="room-one"))
    reader = await open_to_read(database_url)
    first, second = await reader.listed()
    assert first == ListedTable("one", first.game, first.opened, NOW + 50, 1, ("room-one",))
    assert (second.id, second.people, set(second.rooms)) == ("two", 1, {"room-one", "room-two"})
    assert [each.id for each in await reader.listed("one")] == ["two"]
    assert await reader.listed("two") == ()
    await reader.close()


async def test_a_new_table_is_removed_completely(store: Store, database_url: str) -> None:
    """However new it is; nothing else is touched, and a second attempt finds nothing."""
    await full_table(store, "other", at=NOW)
    before = await everything(database_url)
    await full_table(store, "wrong", at=NOW + 1000)
    assert await store.remove_table("wrong")
    assert await everything(database_url) == before
    assert not await store.remove_table("wrong")
    assert await store.version("wrong") is None


async def test_people_are_found_by_id_and_by_name(store: Store, database_url: str) -> None:
    """At tables and on attendance sheets, each pair once."""
    for table in ("one", "two"):
        await store.append(replace(opening(table), people=PEOPLE))
    teams = (Team("Otters", "room", "one"),)
    await store.part(WorkshopStore).put_workshop(
        Workshop("w", "e", "d", NOW, "sprint", {}, teams, 6), joined=(Member("web:9", 0, name="Ann"),)
    )
    reader = await open_to_read(database_url)
    assert await reader.find_people(ANN) == ((ANN, "Ann"),)
    assert set(await reader.find_people("Ann")) == {(ANN, "Ann"), ("web:9", "Ann")}
    assert await reader.find_people("An%") == ()
    await reader.close()


async def test_what_is_stored_about_a_person(store: Store) -> None:
    """Seats with their settings, rooms, requests and workshops; once forgotten, nothing of it."""
    await store.append(replace(opening("one", request=f"{ANN}.1.scrum", room="room"), people=PEOPLE))
    await store.append(replace(opening("bo", request="slack:T1:U0ANNA.2"), people=PEOPLE[:1]))
    await store.put_installation(*personal_record(ANN), b"{}")
    member = Member(ANN, 0, name="Ann", arrived=NOW)
    workshops = store.part(WorkshopStore)
    await workshops.put_workshop(
        Workshop("w", "e", "d", NOW, "sprint", {}, (Team("Otters", "room", "one"),), 6), joined=(member,)
    )
    (seat,) = await store.attendances(ANN)
    assert seat == Attendance(
        "one", seat.game, seat.opened, ("room",), "Ann", 0, host=True, text=False, remind=60.0, prepared="roll"
    )
    assert await store.requests_of(ANN) == (("one", 1, f"{ANN}.1.scrum"),)
    assert await workshops.memberships(ANN) == (("w", member),)
    await store.forget(ANN)
    assert await store.attendances(ANN) == ()
    assert await store.requests_of(ANN) == ()
    assert await workshops.memberships(ANN) == ()
    assert await store.installation(*personal_record(ANN)) is None
