"""Writes one of our own files in a folder, and acknowledges it: `python -m tests.faults.own_files FOLDER WHAT`."""

import asyncio
import os
import sys
from collections.abc import Callable
from pathlib import Path

from adapters.console.table import save_file
from adapters.web.access.links import load_or_create_key
from bot.cli import app
from storage.backup import back_up, restore

DATABASE, BACKUP, KEY, EXPORT = "tables.db", "backup.db", "tables.db.key", "game.json"
TEXT = "a line of a game\n" * 1000


def key(folder: Path) -> str:
    return load_or_create_key(folder / KEY).hex()


def backup(folder: Path) -> str:
    asyncio.run(back_up(f"sqlite:///{folder / DATABASE}", folder / BACKUP))
    return "backed up"


def restored(folder: Path) -> str:
    asyncio.run(restore(folder / BACKUP, f"sqlite:///{folder / DATABASE}", replace=True))
    return "restored"


def exported(folder: Path) -> str:
    os.environ["DATABASE_URL"] = f"sqlite:///{folder / DATABASE}"
    assert app.main(["export", "", "--output", str(folder / EXPORT)]) == 0
    return "exported"


def saved(folder: Path) -> str:
    assert "Saved to" in save_file(folder, EXPORT, TEXT.encode())
    return "saved"


WRITERS: dict[str, Callable[[Path], str]] = {each.__name__: each for each in (key, backup, restored, exported, saved)}

if __name__ == "__main__":
    os.write(1, f"{WRITERS[sys.argv[2]](Path(sys.argv[1]))}\n".encode())
