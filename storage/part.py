"""A part of the store: the records of one feature, in tables of their own, with one implementation for both databases.

A feature declares a protocol; a part implements it, and the store is opened with it: `storage.parts` has those of our
own features, with their tables in `storage/schema`. A part from elsewhere brings its tables along.
"""

from collections.abc import Awaitable, Callable, Mapping, Sequence
from contextlib import AbstractAsyncContextManager
from types import MappingProxyType
from typing import Any, ClassVar, Protocol

from bot.kernel.store import Effect
from storage.schema import Dialect
from storage.statements import Rows, Transaction

Sentence = Callable[..., str | None]  # from the columns of a row; None: nothing is wrong with it
Query = Callable[..., Awaitable[Rows]]  # gets the SQL and its parameters


class _Database(Protocol):
    """The database that a part runs its statements on. Parameters are $1, $2 … for both databases."""

    lock_row: str  # appended to a query for a row that is about to be changed

    async def query(self, sql: str, *values: object) -> Rows:
        """Run one query on what is stored now."""

    def batch(self) -> AbstractAsyncContextManager[Transaction]:
        """Open a write transaction, committed at the end."""


class Part:
    implements: ClassVar[type[Any]]  # the feature's protocol
    schema: ClassVar[Mapping[Dialect, str]] = MappingProxyType({})  # run at every opening: CREATE TABLE IF NOT EXISTS …
    effects: ClassVar[Mapping[type[Effect], str]] = MappingProxyType({})  # the statement for the rows of each kind
    holds: ClassVar[tuple[str, ...]] = ()  # its tables with what may have to be forgotten
    checks: ClassVar[Mapping[str, Sentence]] = MappingProxyType({})  # queries for `scrum-table check`

    people: ClassVar[str] = ""  # a query for the ids and names of people whose id or name is $1

    def __init__(self, database: _Database) -> None:
        self._database = database

    @classmethod
    async def problems(cls, query: Query) -> Sequence[str]:
        """What else `scrum-table check` finds in its rows, a sentence each."""
        del query
        return ()

    async def remove_with(self, transaction: Transaction, table_ids: Sequence[str]) -> None:
        """Remove the rows that belong to these tables, in the transaction that removes the tables."""

    async def remove_old(self, before: float) -> None:
        """Remove what has not changed since then; the tables that haven't are gone already."""

    async def forget(self, person: str) -> tuple[str, ...]:
        """Remove a person from all rows; returns what has changed, under the names that others follow."""
        del person
        return ()

    async def _run(self, sql: str, *values: object) -> None:
        async with self._database.batch() as transaction:
            await transaction.execute_many(sql, [values])
