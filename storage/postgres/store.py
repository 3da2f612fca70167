"""The store for several processes: PostgreSQL, with no other coordination than its keys and locks."""

import asyncio
from collections.abc import AsyncIterator, Callable, Iterable, Iterator, Sequence
from contextlib import asynccontextmanager, contextmanager
from functools import partial
from typing import TYPE_CHECKING, Any, Self

import asyncpg

from bot.ports import AlreadyHandled, Append, Conflict, StoreUnavailable, Timer
from storage import forgetting, statements
from storage.migrations import Migration, read_migrations, refuse_newer
from storage.postgres.news import News
from storage.reading import Query, ReadingStore, store_is_closed
from storage.writer import Writer

if TYPE_CHECKING:  # at run time these classes are not generic
    from asyncpg.pool import PoolConnectionProxy

    Pool = asyncpg.Pool[asyncpg.Record]
    Connection = asyncpg.Connection[asyncpg.Record] | PoolConnectionProxy[asyncpg.Record]

MIGRATION_LOCK = 7_362_001  # any number that no other program on the server takes as an advisory lock
CONNECTIONS = 10  # per process; a server allows 100 by default
PATIENCE = 10.0  # seconds for a connection
COMMAND_PATIENCE = 30.0  # seconds for a statement
MARKS_WAIT = 0.0  # other processes ask what a room has seen; a mark shares a commit only where one is under way
MAX_ATTEMPTS = 3  # at a change, when the server ends a deadlock by refusing it

# what is acknowledged is on the disk, however the server is set up
SETTINGS = {"application_name": "scrum-table", "synchronous_commit": "on"}

LEASE_TIMERS = """
    WITH due AS MATERIALIZED (
        SELECT table_id, name FROM timers WHERE due <= $1 AND coalesce(leased_until, due) <= $1
        ORDER BY due, table_id, name LIMIT 100 FOR UPDATE SKIP LOCKED
    )
    UPDATE timers SET leased_until = $2 FROM due
    WHERE timers.table_id = due.table_id AND timers.name = due.name
    RETURNING timers.table_id, timers.name, timers.due
"""
DROPPING = statements.Dropping(
    people="DELETE FROM people WHERE table_id = $1 AND person <> ALL ($2::text[])",
    timers="DELETE FROM timers WHERE table_id = $1 AND name <> ALL ($2::text[])",
    listed=list,
)

# Of the other constraints only a caller's mistake can break one.
SOMEBODY_ELSE = (asyncpg.UniqueViolationError, asyncpg.NotNullViolationError, asyncpg.ForeignKeyViolationError)

# The last two come up when a connection breaks in the middle of something.
FAULTS = (asyncpg.PostgresError, asyncpg.InterfaceError, OSError, TimeoutError, asyncpg.InternalClientError, EOFError)

WHAT_TO_DO: dict[type[Exception], str] = {
    asyncpg.InvalidPasswordError: "it does not accept this user and password. Correct them in DATABASE_URL.",
    asyncpg.InvalidAuthorizationSpecificationError: "it does not let this user in. Correct the user in DATABASE_URL.",
    asyncpg.InvalidCatalogNameError: "it has no such database. Create it, or correct its name in DATABASE_URL.",
    asyncpg.InsufficientPrivilegeError: "this user lacks rights. Grant them, or let DATABASE_URL name another user.",
    asyncpg.ReadOnlySQLTransactionError: "it is read-only. Let DATABASE_URL name the primary server.",
    asyncpg.TooManyConnectionsError: "it has no connection left. Raise its max_connections or run fewer processes.",
    asyncpg.DiskFullError: "its disk is full. Free some space; then the next request works again.",
    TimeoutError: "it does not answer in time. Check the server and the network; the next request tries again.",
    OSError: "nobody answers there. Start it or correct DATABASE_URL; the next request tries again.",
}


def _unavailable(error: Exception) -> StoreUnavailable:
    advice = next((text for kind, text in WHAT_TO_DO.items() if isinstance(error, kind)), "see the server's log.")
    return StoreUnavailable(f"PostgreSQL cannot be used ({str(error) or type(error).__name__}): {advice}")


@contextmanager
def _faults() -> Iterator[None]:
    """Tell the operator what is wrong with the server; let refusals of a single change through."""
    try:
        yield
    except asyncpg.IntegrityConstraintViolationError:
        raise
    except asyncpg.DataError as error:
        raise ValueError(f"PostgreSQL cannot hold this value: {error}") from None
    except FAULTS as error:
        raise _unavailable(error) from error


class PostgresStore(ReadingStore):
    def __init__(self, url: str, pool: "Pool") -> None:
        self._pool = pool
        self._news = News(partial(_line, url))
        self._writer = Writer(self._commit, marks_wait=MARKS_WAIT)
        self._closed = False

    @classmethod
    async def open(cls, url: str) -> Self:
        with _faults():
            try:
                pool = await asyncpg.create_pool(
                    url,
                    min_size=1,
                    max_size=CONNECTIONS,
                    timeout=PATIENCE,
                    command_timeout=COMMAND_PATIENCE,
                    server_settings=SETTINGS,
                    reset=_as_it_is,
                )
            except (ValueError, OverflowError, asyncpg.ClientConfigurationError):
                # without the cause: it may quote the password
                raise ValueError(
                    "DATABASE_URL cannot be understood. It must be postgresql://USER:PASSWORD@HOST/DATABASE, "
                    "with special characters in the password written as %40 and so on."
                ) from None
            try:
                async with pool.acquire() as connection:
                    await _migrate(connection)
            except BaseException:
                pool.terminate()
                raise
        return cls(url, pool)

    async def append(self, change: Append) -> None:
        statements.check(change)
        await self._writer.append(change)

    async def mark_shown(self, room: str, table: str, sequence: int, message: str = "") -> None:
        self._writer.mark_shown(room, table, (sequence, message))

    def marks_on_their_way(self) -> statements.Marks:
        return self._writer.marks()

    async def _commit(self, changes: Sequence[Append], marks: statements.Marks) -> Sequence[Exception | None]:
        """All in one transaction; if anything in it is refused, one after the other."""
        try:
            # in the order of the tables, so that two processes do not wait for each other
            await self._write(sorted(changes, key=lambda change: change.table), marks)
        except Exception as error:
            if isinstance(error, StoreUnavailable) and not _is_deadlock(error):
                raise
            await self._write((), marks)
            return [await self._refusal(change) for change in changes]
        return [None] * len(changes)

    async def _refusal(self, change: Append) -> Exception | None:
        """Store a change by itself; the reason if it is refused."""
        for _ in range(MAX_ATTEMPTS):
            try:
                await self._write((change,), {})
            except SOMEBODY_ELSE as error:
                return await self._reason(change, error)
            except StoreUnavailable as fault:
                if not _is_deadlock(fault):
                    return fault
            except Exception as error:  # noqa: BLE001 - the one who asked hears it
                return error
            else:
                return None
        return Conflict(f"table {change.table} is wanted by too many at once")

    async def _reason(self, change: Append, error: asyncpg.PostgresError) -> Exception:
        # The number may be taken *because* the request is stored, so the name of the constraint is not enough.
        for request in statements.requests(change):
            if await self.handled(request) is not None:
                return AlreadyHandled(f"request {request} is stored already")
        # without the cause: it may quote a whole event, hidden cards included
        return Conflict(f"table {change.table} has moved on ({error.constraint_name or error.column_name})")

    async def _write(self, changes: Sequence[Append], marks: statements.Marks) -> None:
        steps = statements.writing(changes, marks, DROPPING)
        if not steps and not changes:
            return
        async with self._connection() as connection, connection.transaction():
            for sql, rows in steps:
                await connection.executemany(sql, rows)
            await self._news.tell(connection, *(change.table for change in changes))

    async def claim_news(self, room: str, table: str, shown: int, now: float, *, until: float, before: float) -> bool:
        return bool(await self.query(statements.CLAIM_NEWS, room, table, shown, now, until, before))

    async def put_link(self, code: str, table: str, expires: float) -> None:
        async with self._connection() as connection:
            await connection.execute(statements.PUT_LINK, code, table, expires)

    async def leave_room(self, room: str, table: str) -> None:
        async with self._connection() as connection, connection.transaction():
            await connection.execute(statements.LEAVE_ROOM, room, table)
            await self._news.tell(connection, table)

    async def forget(self, person: str) -> tuple[str, ...]:
        async with self._connection() as connection, connection.transaction():
            tables = [table for (table,) in await _fetch(connection, statements.TABLES_WITH, person)]
            found = await _fetch(connection, statements.REQUESTS_NAMING, forgetting.account(person))
            requests = forgetting.request_rows(person, found)
            await _many(connection, statements.FORGET_PERSON, forgetting.person_rows(person, tables))
            await _many(connection, statements.FORGET_REQUEST, requests)
            touched = forgetting.touched(tables, requests)
            await self._news.tell(connection, *touched)
        return touched

    async def remove_tables(self, before: float) -> int:
        async with self._connection() as connection, connection.transaction():
            # nobody appends meanwhile: an event of a table that is being removed would be left over
            await connection.execute("LOCK TABLE events IN SHARE ROW EXCLUSIVE MODE")
            tables = [tuple(row) for row in await _fetch(connection, statements.OLD_TABLES, before)]
            for sql in statements.REMOVE_TABLE:
                await _many(connection, sql, tables)
            await connection.execute(statements.REMOVE_EXPIRED_LINKS, before)
        return len(tables)

    async def listen(self, told: Callable[[str], None], called: Callable[[str], None] | None = None) -> None:
        await self._news.listen(told, called or _nothing)

    async def call(self, table: str) -> None:
        async with self._connection() as connection:
            await self._news.call(connection, table)

    async def put_installation(self, platform: str, workspace: str, sealed: bytes) -> None:
        async with self._connection() as connection:
            await connection.execute(statements.PUT_INSTALLATION, platform, workspace, sealed)

    async def drop_installation(self, platform: str, workspace: str) -> None:
        async with self._connection() as connection:
            await connection.execute(statements.DROP_INSTALLATION, platform, workspace)

    async def lease_timers(self, now: float, seconds: float) -> tuple[Timer, ...]:
        rows = await self.query(LEASE_TIMERS, now, now + seconds)
        return tuple(sorted((Timer(*row) for row in rows), key=lambda timer: timer.due))

    async def close(self) -> None:
        await self._writer.close()
        self._closed = True
        try:
            await asyncio.wait_for(self._pool.close(), PATIENCE)
        except FAULTS:
            self._pool.terminate()  # the server is away; there is nothing left to store

    async def query(self, sql: str, *values: object) -> Sequence[Sequence[Any]]:
        async with self._connection() as connection:
            return await _fetch(connection, sql, *values)

    @asynccontextmanager
    async def snapshot(self) -> AsyncIterator[Query]:
        async with self._connection() as connection, connection.transaction(isolation="repeatable_read", readonly=True):

            async def query(sql: str, *values: object) -> Sequence[Sequence[Any]]:
                return await _fetch(connection, sql, *values)

            yield query

    @asynccontextmanager
    async def _connection(self) -> AsyncIterator["Connection"]:
        if self._closed:
            raise store_is_closed()
        with _faults():
            async with self._pool.acquire(timeout=PATIENCE) as connection:
                yield connection


@asynccontextmanager
async def _line(url: str) -> AsyncIterator["asyncpg.Connection[asyncpg.Record]"]:
    """A connection beside the pool, for one who keeps it."""
    with _faults():
        connection = await asyncpg.connect(
            url, timeout=PATIENCE, command_timeout=COMMAND_PATIENCE, server_settings=SETTINGS
        )
        try:
            yield connection
        finally:
            connection.terminate()


async def _as_it_is(_connection: "Connection") -> None:
    """Nothing to reset when a connection goes back to the pool: transactions end where they began, and that is all."""


def _is_deadlock(fault: StoreUnavailable) -> bool:
    return isinstance(fault.__cause__, asyncpg.DeadlockDetectedError)


def _nothing(_: str) -> None:
    pass


async def _fetch(connection: "Connection", sql: str, *values: object) -> Sequence[Sequence[Any]]:
    return [tuple(row) for row in await connection.fetch(sql, *values)]


async def _many(connection: "Connection", sql: str, rows: Iterable[statements.Values]) -> None:
    if listed := list(rows):
        await connection.executemany(sql, listed)


async def _migrate(connection: "Connection") -> None:
    known = read_migrations("postgres")
    new = await connection.fetchval("SELECT to_regclass('schema_version')") is None
    found = 0 if new else await _version(connection)
    refuse_newer(found, known)
    for migration in known[found:]:
        await _apply(connection, migration)


async def _apply(connection: "Connection", migration: Migration) -> None:
    """Unless another process that starts up has done so just now."""
    async with connection.transaction():
        await connection.execute("SELECT pg_advisory_xact_lock($1)", MIGRATION_LOCK)
        # Not asked with to_regclass(): the answer may be remembered from before the lock.
        await connection.execute("CREATE TABLE IF NOT EXISTS schema_version (version integer PRIMARY KEY)")
        if await _version(connection) < migration.version:
            await connection.execute(migration.sql)
            await connection.execute("INSERT INTO schema_version (version) VALUES ($1)", migration.version)


async def _version(connection: "Connection") -> int:
    version = await connection.fetchval("SELECT coalesce(max(version), 0) FROM schema_version")
    assert isinstance(version, int)
    return version
