"""What tools find at DATABASE_URL before anything is opened for a game, and the sentences about it."""

from pathlib import Path

from bot.kernel.store import Unusable
from games.values import value

GO_BACK = "Install that version again, or restore a backup from before: see docs/upgrading.md."  # if it is newer

NO_FOLDER = "Check DATABASE_URL (an absolute path begins after four slashes) or --db, or create the folder."


@value
class FoundDatabase:
    """A database of whichever version; nothing in it was changed."""

    kind: str  # sqlite or postgresql
    place: str  # the file, or the server and the name of the database; never a user or a password
    schema: int  # 0: it has no tables of ours
    known: int  # the schema that this version uses
    tables: int | None  # None: they can't be counted, because the file is damaged

    @property
    def is_newer(self) -> bool:
        return self.schema > self.known

    @property
    def is_older(self) -> bool:
        return 0 < self.schema < self.known

    def __str__(self) -> str:
        has = f"The database ({self.kind}, {self.place}) has"
        if not self.schema:
            return f"{has} no tables of Scrum Table yet; the first start creates them."
        if self.is_newer:
            return f"{has} schema {self.schema}, of a newer Scrum Table; this version knows {self.known}."
        if self.is_older:
            return f"{has} schema {self.schema}; this version migrates it to {self.known} when it starts. {self._count}"
        return f"{has} schema {self.schema}, which this version uses. {self._count}"

    @property
    def _count(self) -> str:
        if self.tables is None:
            return "Its tables can't be read."
        return "1 table." if self.tables == 1 else f"{self.tables} tables."


class NoDatabase(Unusable):
    """There is no such SQLite file, and nothing was created."""

    def __init__(self, file: Path) -> None:
        super().__init__(f"There is no database {file}. Set DATABASE_URL or --db to the right file.")
        self.file = file
