"""A feature from elsewhere keeps records of its own, without a change to the kernel or the store."""

from collections.abc import AsyncIterator, Sequence
from types import MappingProxyType
from typing import Protocol

import pytest

from bot.kernel.store import Append, Conflict, Store
from games.values import value
from storage import open_store, open_to_read
from storage.part import Part
from storage.parts import PARTS, Parts
from storage.statements import Transaction
from tests.storage.examples import NOW, events, opening


@value
class KudosGiven:
    table_id: str
    person: str

    def rows(self) -> list[tuple[str, str]]:
        return [(self.table_id, self.person)]


class KudosStore(Protocol):
    async def given(self) -> list[tuple[str, str]]: ...


class KudosPart(Part, KudosStore):
    implements = KudosStore
    schema = MappingProxyType(
        {
            "sqlite": "CREATE TABLE IF NOT EXISTS kudos (table_id TEXT NOT NULL, person TEXT NOT NULL) STRICT;",
            "postgres": "CREATE TABLE IF NOT EXISTS kudos (table_id text NOT NULL, person text NOT NULL);",
        }
    )
    effects = MappingProxyType({KudosGiven: "INSERT INTO kudos (table_id, person) VALUES ($1, $2)"})
    checks = MappingProxyType({"SELECT person FROM kudos WHERE person = ''": lambda _: "Kudos for nobody."})

    async def given(self) -> list[tuple[str, str]]:
        rows = await self._database.query("SELECT table_id, person FROM kudos ORDER BY table_id, person")
        return [(table_id, person) for table_id, person in rows]

    async def remove_with(self, transaction: Transaction, table_ids: Sequence[str]) -> None:
        await transaction.execute_many("DELETE FROM kudos WHERE table_id = $1", [(each,) for each in table_ids])

    async def remove_old(self, before: float) -> None:
        await self._run("INSERT INTO kudos (table_id, person) VALUES ('removed', $1)", str(before))

    async def forget(self, person: str) -> tuple[str, ...]:
        await self._run("DELETE FROM kudos WHERE person = $1", person)
        return ("kudos:all",)


@pytest.fixture
async def kudos_store(database_url: str) -> AsyncIterator[Store]:
    parts: Parts = (*PARTS, KudosPart)
    await (await open_store(database_url, parts=parts)).close()
    store = await open_store(database_url, parts=parts)  # where its table is already
    yield store
    await store.close()


async def test_an_effect_is_stored_with_its_change(kudos_store: Store) -> None:
    """Or not at all, if the change is refused."""
    kudos = kudos_store.part(KudosStore)
    await kudos_store.append(opening("t"))
    with pytest.raises(Conflict):
        await kudos_store.append(Append("t", events(1, 1), effects=(KudosGiven("t", "ann"),)))
    assert await kudos.given() == []
    await kudos_store.append(Append("t", (), effects=(KudosGiven("t", "ann"), KudosGiven("t", "bo"))))
    assert await kudos.given() == [("t", "ann"), ("t", "bo")]


async def test_a_part_forgets_and_removes(kudos_store: Store) -> None:
    """With the tables, and what is old in its own eyes; what it changed is reported like a table."""
    kudos = kudos_store.part(KudosStore)
    await kudos_store.append(opening("t"))
    await kudos_store.append(Append("t", (), effects=(KudosGiven("t", "ann"), KudosGiven("t", "bo"))))
    assert await kudos_store.forget("ann") == ("kudos:all",)
    assert await kudos.given() == [("t", "bo")]
    assert await kudos_store.remove_tables(NOW + 1000) == 1
    assert await kudos.given() == [("removed", str(NOW + 1000))]


async def test_a_part_is_checked(kudos_store: Store, database_url: str) -> None:
    """`scrum-table check` says what is wrong with its rows, also while a service uses the database."""
    await kudos_store.append(opening("t"))
    await kudos_store.append(Append("t", (), effects=(KudosGiven("t", ""),)))
    reader = await open_to_read(database_url, parts=(KudosPart,))
    assert await reader.problems() == ("Kudos for nobody.",)
    await reader.close()


async def test_a_store_without_the_part(store: Store) -> None:
    """It says so, and stores no effect that it doesn't know."""
    with pytest.raises(TypeError, match="opened without the part for KudosStore"):
        store.part(KudosStore)
    await store.append(opening("t"))
    with pytest.raises(ValueError, match="KudosGiven"):
        await store.append(Append("t", (), effects=(KudosGiven("t", "ann"),)))
