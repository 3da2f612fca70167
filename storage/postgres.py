"""The store for several processes: PostgreSQL, coordinated by its keys and locks alone."""

import asyncio
from collections.abc import AsyncIterator, Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import asynccontextmanager, contextmanager, suppress
from functools import partial
from typing import TYPE_CHECKING, Any, Self
from urllib.parse import parse_qs, urlsplit

import asyncpg

from bot.found import FoundDatabase
from bot.kernel.store import (
    CLOCK_TOLERANCE,
    AlreadyHandled,
    Append,
    Conflict,
    DiskFull,
    InDoubt,
    StoreUnavailable,
    Unusable,
)
from games.values import replace
from storage import inspection, statements
from storage.notifications import Notifications
from storage.parts import PARTS, Parts
from storage.schedule import ScheduleStore
from storage.schema import Migration, announced, read_migrations, refuse_newer
from storage.statements import Rows, store_is_closed
from storage.vacuum import Vacuum
from storage.writer import Writer

if TYPE_CHECKING:  # these classes are not generic at run time
    from asyncpg.pool import PoolConnectionProxy

    Pool = asyncpg.Pool[asyncpg.Record]
    Connection = asyncpg.Connection[asyncpg.Record] | PoolConnectionProxy[asyncpg.Record]

_MIGRATION_LOCK = 7_362_001  # an arbitrary advisory lock number that no other program on the server uses
_CONNECTIONS = 10  # per process; a server accepts 100 by default
_STATEMENTS = 100  # prepared ones that each connection keeps
PATIENCE = 4.0  # seconds for a transaction, connecting included: a person waits for it
SILENCE = 1.0  # seconds before a server that has not answered is asked again
READY_PATIENCE = 2.0  # seconds; /readyz has a limit of its own
_TOOL_PATIENCE = 600.0  # seconds for migrations and for tools that go through the whole database
_CLOSE_TIMEOUT = 10.0  # seconds
_MARKS_DELAY = 0.0  # 0: other processes need to know what a room has seen, so a mark never waits for a later commit
_MAX_ATTEMPTS = 3  # at one change, when the server aborts it to end a deadlock
SETTLE_PAUSES = (0.0, 0.2, 1.0, 3.0)  # seconds before each attempt to find out whether a change in doubt was stored

_POOLER = "DATABASE_POOLER"
_NAME = {"application_name": "scrum-table"}
_SETTINGS = {**_NAME, "synchronous_commit": "on"}  # acknowledged commits are on disk, whatever the server's default
# A server that works says sooner than we give up what it waits for. It frees what a process locks that was stopped.
_LIMITS = {"statement_timeout": "3s", "lock_timeout": "2500ms", "idle_in_transaction_session_timeout": "5s"}
_READ_ONLY = {"default_transaction_read_only": "on"}

_OURS = "SELECT current_database(), to_regclass('schema_version') IS NOT NULL, to_regclass('tables') IS NOT NULL"
_VERSION = "SELECT coalesce(max(version), 0) FROM schema_version"

_FLAVOUR = statements.Flavour("= ANY ($2::text[])", as_parameter=list, skip_locked="FOR UPDATE SKIP LOCKED")

# Only a bug in the caller can violate any other constraint.
_CONFLICTS = (asyncpg.UniqueViolationError, asyncpg.NotNullViolationError, asyncpg.ForeignKeyViolationError)

# The last two occur when a connection breaks during an operation.
_OUTAGES = (asyncpg.PostgresError, asyncpg.InterfaceError, OSError, TimeoutError, asyncpg.InternalClientError, EOFError)

_ADVICE: dict[type[Exception], str] = {
    asyncpg.InvalidPasswordError: "it rejected this user and password. Correct them in {setting}.",
    asyncpg.InvalidAuthorizationSpecificationError: "it rejected this user. Correct the user in {setting}.",
    asyncpg.InvalidCatalogNameError: "the database does not exist. Create it, or correct its name in {setting}.",
    asyncpg.InsufficientPrivilegeError: "this user lacks permissions. Grant them, or set {setting} to another user.",
    asyncpg.ReadOnlySQLTransactionError: "it is read-only. Set {setting} to the primary server.",
    asyncpg.TooManyConnectionsError: "it has no connection left. Raise its max_connections or run fewer processes.",
    asyncpg.DiskFullError: "its disk is full. Free some space; the next request will then work again.",
    asyncpg.LockNotAvailableError: "another process has locked what is needed. The next request tries again.",
    asyncpg.QueryCanceledError: "it took too long. Check the load of the server; the next request tries again.",
    TimeoutError: "it did not respond in time. Check the server and the network; the next request tries again.",
    OSError: "nothing is listening there. Start the server or correct {setting}; the next request tries again.",
}


def _unavailable(error: Exception, setting: str) -> StoreUnavailable:
    advice = next((text for kind, text in _ADVICE.items() if isinstance(error, kind)), "see the server's log.")
    unavailable = DiskFull if isinstance(error, asyncpg.DiskFullError) else StoreUnavailable
    said = str(error) or type(error).__name__
    return unavailable(f"PostgreSQL cannot be used ({said}): {advice.format(setting=setting)}")


@contextmanager
def _translated_errors(setting: str = "DATABASE_URL") -> Iterator[None]:
    """Turn errors of a server at this setting's address into StoreUnavailable with advice; broken constraints pass."""
    try:
        yield
    except asyncpg.IntegrityConstraintViolationError:
        raise
    except asyncpg.DataError as error:
        raise ValueError(f"PostgreSQL cannot store this value: {error}") from None
    except _OUTAGES as error:
        raise _unavailable(error, setting) from error


class PostgresStore(ScheduleStore):
    lock_row = " FOR UPDATE"
    flavour = _FLAVOUR

    def __init__(self, url: str, pool: "Pool", parts: Parts, patience: float, setting: str = "DATABASE_URL") -> None:
        """`setting`: the one with the address of the pool."""
        self._add(parts)
        self._url = url
        self._setting = setting
        self._patience = patience
        self._silence = _Silence()
        self._pool = pool
        self._notifications = Notifications(partial(_dedicated_connection, url))
        self._writer = Writer(self._commit, marks_delay=_MARKS_DELAY)
        self._vacuum = Vacuum(partial(_dedicated_connection, url))
        self._closed = False

    @classmethod
    async def open(cls, url: str, parts: Parts = PARTS, pooler: str = "") -> Self:
        """`pooler`: the address of a pooler in transaction mode, for everything but migrations and notifications."""
        setting = _POOLER if pooler else "DATABASE_URL"
        with _translated_errors(setting):
            pool = await _pool(url, pooler, _LIMITS)
            try:
                if pooler:
                    async with pool.acquire(timeout=PATIENCE) as pooled:
                        await _require_durable_commits(pooled)
                async with _dedicated_connection(url) as connection:
                    await _migrate(connection, [part.schema["postgres"] for part in parts if part.schema])
            except BaseException:
                pool.terminate()
                raise
        return cls(url, pool, parts, PATIENCE, setting)

    @classmethod
    async def open_to_read(cls, url: str, parts: Parts) -> Self:
        """For a tool that goes through the whole database: nobody waits for an answer, and it can't change anything."""
        with _translated_errors():
            return cls(url, await _pool(url, "", _READ_ONLY), parts, _TOOL_PATIENCE)

    async def found(self) -> FoundDatabase:
        known = len(read_migrations("postgres"))
        ((name, versioned, ours),) = await self.query(_OURS)
        place = f"{_server(self._url)}/{name}"
        if not versioned:
            return FoundDatabase("postgresql", place, schema=0, known=known, tables=0)
        ((schema,),) = await self.query(_VERSION)
        found = FoundDatabase("postgresql", place, schema, known, tables=0)
        if found.is_newer:
            return found
        if not ours:
            raise Unusable(f"The database {place} belongs to another program. Set DATABASE_URL to another database.")
        ((tables,),) = await self.query("SELECT count(*) FROM tables")
        return replace(found, tables=tables)

    async def append(self, change: Append) -> None:
        statements.check(change, self._effects)
        try:
            await self._writer.append(change)
        except InDoubt as doubt:
            await self._settle(change, doubt)
        if change.erased:
            self._vacuum.start(["events"])

    async def _wipe(self, tables: Sequence[str]) -> None:
        await self._vacuum.finish(tables)

    async def _settle(self, change: Append, doubt: InDoubt) -> None:
        """Store it again, as long as somebody waits: its version and request id make it count once.

        If the broken transaction is still running on the server, it holds the table's row, so this waits for its end.
        """
        with suppress(TimeoutError):
            async with asyncio.timeout(self._patience):
                for pause in SETTLE_PAUSES:
                    await asyncio.sleep(pause)
                    if await self._stores_again(change):
                        return
        raise InDoubt(*doubt.args)

    async def _stores_again(self, change: Append) -> bool:
        try:
            await self._writer.append(change)
        except AlreadyHandled:
            with suppress(StoreUnavailable):
                if await self._is_stored(change):
                    return True
                raise  # another process got the same request
            return False
        except StoreUnavailable:
            return False
        return True

    async def _is_stored(self, change: Append) -> bool:
        rows = await self.events(change.table, change.events[0].sequence - 1)
        return rows[: len(change.events)] == change.events

    async def mark_shown(self, room: str, table_id: str, sequence: int, message: str = "", since: int = 0) -> None:
        self._writer.mark_shown(room, table_id, (sequence, message, since))

    def pending_marks(self) -> statements.Marks:
        return self._writer.marks()

    async def _commit(self, changes: Sequence[Append], marks: statements.Marks) -> Sequence[Exception | None]:
        """Store everything in one transaction; if any change is refused, store them one by one."""
        try:
            # sorted by table, so that two processes don't deadlock
            await self._write(sorted(changes, key=lambda change: change.table), marks)
        except Exception as error:
            if isinstance(error, StoreUnavailable) and not _is_deadlock(error):
                raise
            await self._write((), marks)
            return [await self._refusal(change) for change in changes]
        return [None] * len(changes)

    async def _refusal(self, change: Append) -> Exception | None:
        """Store a change on its own; return the reason if it is refused."""
        for _ in range(_MAX_ATTEMPTS):
            try:
                await self._write((change,), {})
            except _CONFLICTS as error:
                return await self._reason(change, error)
            except StoreUnavailable as error:
                if not _is_deadlock(error):
                    return error
            except Exception as error:  # noqa: BLE001 - passed on to the caller
                return error
            else:
                return None
        return Conflict(f"too many processes are writing to table {change.table}")

    async def _reason(self, change: Append, error: asyncpg.PostgresError) -> Exception:
        # The sequence may be taken *because* the request is stored, so the name of the constraint is not enough.
        for request in statements.request_ids(change):
            if await self.handled(request) is not None:
                return AlreadyHandled(f"request {request} is already stored")
        # without the cause: it may quote a whole event, hidden cards included
        return Conflict(f"table {change.table} has moved on ({error.constraint_name or error.column_name})")

    async def _write(self, changes: Sequence[Append], marks: statements.Marks) -> None:
        to_run = statements.to_write(changes, marks, _FLAVOUR, self._effects)
        if not to_run and not changes:
            return
        async with self._transaction() as connection:
            for sql, rows in to_run:
                await connection.executemany(sql, rows)
            await self._notifications.report(connection, *statements.changed_tables(changes))

    async def claim_news(
        self, room: str, table_id: str, shown: int, now: float, *, until: float, before: float
    ) -> bool:
        values = (room, table_id, shown, now, until, before, until + CLOCK_TOLERANCE)
        return bool(await self.query(statements.CLAIM_NEWS, *values))

    async def put_link(self, code: str, table_id: str, expires: float) -> None:
        await self._run(statements.PUT_LINK, code, table_id, expires)

    @asynccontextmanager
    async def batch(self) -> AsyncIterator["_Transaction"]:
        async with self._transaction() as connection:
            yield _Transaction(connection, self._notifications)

    async def ready(self) -> None:
        async with self._connection(READY_PATIENCE) as connection, connection.transaction():
            await connection.execute("SELECT 1")
            for sql in statements.TRIAL if self._writer.failed else ():
                await connection.execute(sql)

    async def problems(self) -> tuple[str, ...]:
        return await inspection.problems(self, [type(part) for part in self._parts.values()])

    async def find_people(self, wanted: str) -> tuple[tuple[str, str], ...]:
        return await inspection.people(self, [type(part) for part in self._parts.values()], wanted)

    async def listen(self, changed: Callable[[str], None], notified: Callable[[str], None] | None = None) -> None:
        await self._notifications.listen(changed, notified or _ignore)

    async def notify(self, table_id: str) -> None:
        async with self._connection() as connection:
            await self._notifications.notify(connection, table_id)

    async def put_installation(self, platform: str, workspace: str, sealed: bytes) -> None:
        await self._run(statements.PUT_INSTALLATION, platform, workspace, sealed)

    async def drop_installation(self, platform: str, workspace: str) -> None:
        await self._run(statements.DROP_INSTALLATION, platform, workspace)

    async def close(self) -> None:
        await self._writer.close()
        await self._vacuum.close()
        self._closed = True
        try:
            await asyncio.wait_for(self._pool.close(), _CLOSE_TIMEOUT)
        except _OUTAGES:
            self._pool.terminate()  # the server is down, and nothing is left to store

    async def query(self, sql: str, *values: object) -> Sequence[Sequence[Any]]:
        async with self._connection() as connection:
            return await _fetch(connection, sql, *values)

    async def queries(self, *asked: tuple[str, statements.Values]) -> Sequence[Rows]:
        async with self._connection() as connection, connection.transaction(isolation="repeatable_read", readonly=True):
            return [await _fetch(connection, sql, *values) for sql, values in asked]

    @asynccontextmanager
    async def _transaction(self) -> AsyncIterator["Connection"]:
        """Commit at the end, roll back on any error; InDoubt if the commit itself fails."""
        committing = False
        try:
            async with self._connection() as connection, connection.transaction():
                yield connection
                committing = True
        except StoreUnavailable as error:
            if committing:
                raise InDoubt(*error.args) from error
            raise

    @asynccontextmanager
    async def _connection(self, patience: float | None = None) -> AsyncIterator["Connection"]:
        if self._closed:
            raise store_is_closed()
        patience = patience or self._patience
        ends = asyncio.get_running_loop().time() + patience
        with _translated_errors(self._setting), self._silence.noticed():
            async with self._pool.acquire(timeout=patience) as connection:
                with _terminated_at(ends, connection):
                    yield connection


class _Silence:
    """Once the server has not answered somebody, one caller at a time waits for it; the others needn't."""

    def __init__(self) -> None:
        self._until: float | None = None  # until then nobody asks the server again
        self._waiting = 0

    @contextmanager
    def noticed(self) -> Iterator[None]:
        clock = asyncio.get_running_loop()
        if self._until is not None and (self._waiting or clock.time() < self._until):
            raise TimeoutError
        self._waiting += 1
        try:
            yield
        except TimeoutError:
            self._until = clock.time() + SILENCE
            raise
        else:
            self._until = None
        finally:
            self._waiting -= 1


@contextmanager
def _terminated_at(ends: float, connection: "Connection") -> Iterator[None]:
    """Break the connection at that time: whatever waits for the server, roll-backs included, ends then.

    A time-out of the driver asks the server to cancel the statement, and waits for the answer.
    """
    watch = asyncio.get_running_loop().call_at(ends, connection.terminate)
    try:
        yield
    except _OUTAGES as error:
        if asyncio.get_running_loop().time() >= ends:
            raise TimeoutError from error
        raise
    finally:
        watch.cancel()


class _Transaction:
    def __init__(self, connection: "Connection", notifications: Notifications) -> None:
        self._connection = connection
        self._notifications = notifications

    async def fetch(self, sql: str, *values: object) -> Sequence[Sequence[Any]]:
        return await _fetch(self._connection, sql, *values)

    async def execute_many(self, sql: str, rows: Iterable[statements.Values]) -> None:
        if values := list(rows):
            await self._connection.executemany(sql, values)

    async def changed(self, followed: Iterable[str]) -> None:
        await self._notifications.report(self._connection, *followed)

    def removed(self, table_ids: Iterable[str]) -> None:
        """Do nothing: no data about tables is kept in memory."""


async def _pool(url: str, pooler: str, limits: Mapping[str, str]) -> "Pool":
    try:
        return await asyncpg.create_pool(
            pooler or url,
            min_size=1,
            max_size=_CONNECTIONS,
            timeout=PATIENCE,
            # behind a pooler, the next transaction may run on another connection, without what was set or prepared
            server_settings=_NAME if pooler else {**_SETTINGS, **limits},
            statement_cache_size=0 if pooler else _STATEMENTS,
            reset=_no_reset,
        )
    except (ValueError, OverflowError, asyncpg.ClientConfigurationError):
        # without the cause: it may quote the password
        raise ValueError(
            f"{_POOLER if pooler else 'DATABASE_URL'} is not valid. It must be "
            "postgresql://USER:PASSWORD@HOST/DATABASE, with special characters in the password percent-encoded "
            "(@ as %40)."
        ) from None


async def _require_durable_commits(connection: "Connection") -> None:
    """Refuse a server that doesn't keep what it acknowledges: a pooler passes no settings on."""
    if await connection.fetchval("SHOW synchronous_commit") == "off":
        raise ValueError(
            "Behind DATABASE_POOLER, PostgreSQL acknowledges commits before they are on disk. Turn that off: "
            "ALTER ROLE … SET synchronous_commit = on, for the role that the pooler uses."
        )


async def require_pooler(address: str) -> None:
    """Refuse a pooler that doesn't answer, or behind which commits aren't kept."""
    with _translated_errors(_POOLER):
        pool = await _pool(address, address, {})
        try:
            async with pool.acquire(timeout=PATIENCE) as pooled:
                await _require_durable_commits(pooled)
        finally:
            pool.terminate()


@asynccontextmanager
async def _dedicated_connection(url: str) -> AsyncIterator["asyncpg.Connection[asyncpg.Record]"]:
    """Open a long-lived connection outside the pool."""
    with _translated_errors():
        connection = await asyncpg.connect(
            url, timeout=PATIENCE, command_timeout=_TOOL_PATIENCE, server_settings=_SETTINGS
        )
        try:
            yield connection
        finally:
            connection.terminate()


async def _no_reset(_connection: "Connection") -> None:
    """Skip the pool's reset of a returned connection: we leave no session state."""


def _is_deadlock(error: StoreUnavailable) -> bool:
    return isinstance(error.__cause__, asyncpg.DeadlockDetectedError)


def _ignore(_: str) -> None:
    pass


def _server(url: str) -> str:
    """The host in the address, without the user and the password, or the folder of its socket."""
    parts = urlsplit(url)
    return parts.netloc.rpartition("@")[2] or ",".join(parse_qs(parts.query).get("host", ["localhost"]))


async def _fetch(connection: "Connection", sql: str, *values: object) -> Sequence[Sequence[Any]]:
    return [tuple(row) for row in await connection.fetch(sql, *values)]


async def _migrate(connection: "Connection", schemas: Sequence[str]) -> None:
    known = read_migrations("postgres")
    new = await connection.fetchval("SELECT to_regclass('schema_version')") is None
    found = 0 if new else await _version(connection)
    refuse_newer(found, known)
    with announced(found, known):
        for migration in known[found:]:
            await _apply(connection, migration)
    if schemas:
        async with connection.transaction():
            await connection.execute("SELECT pg_advisory_xact_lock($1)", _MIGRATION_LOCK)
            for sql in schemas:
                await connection.execute(sql)


async def _apply(connection: "Connection", migration: Migration) -> None:
    """Apply a migration unless another starting process has just done so."""
    async with connection.transaction():
        await connection.execute("SELECT pg_advisory_xact_lock($1)", _MIGRATION_LOCK)
        # Not to_regclass(): its answer may be cached from before the lock.
        await connection.execute("CREATE TABLE IF NOT EXISTS schema_version (version integer PRIMARY KEY)")
        if await _version(connection) < migration.version:
            await connection.execute(migration.sql)
            await connection.execute("INSERT INTO schema_version (version) VALUES ($1)", migration.version)


async def _version(connection: "Connection") -> int:
    version = await connection.fetchval(_VERSION)
    assert isinstance(version, int)
    return version
