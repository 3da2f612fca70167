"""A disk that loses what was not flushed, and whose reads and writes can fail.

The real program runs in a process of its own with `disk.c` between it and the C library, compiled when a test needs it
(LD_PRELOAD). That sees every file operation of SQLite and of Python alike, in one order with what the process
acknowledges on its standard output; a virtual file system for SQLite would see neither our own files nor the names in
folders, and Python's sqlite3 can't load one. From the notes a test makes what is left after a power cut at any moment:

- what was written to a file is certain after an fsync of the file;
- a name (a new, renamed or deleted file or folder) is certain after an fsync of its folder;
- of everything else nothing, everything or anything may be left, down to single sectors.

File systems promise more, but each another thing.
"""

import os
import random
import shutil
import struct
import subprocess
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path, PurePosixPath
from typing import Self

import pytest

SOURCE = Path(__file__).with_name("disk.c")
ROOT = SOURCE.parents[2]
SECTOR = 512
_HEAD = struct.Struct("=QQQII")


def compiled(folder: Path) -> Path:
    """The library; skips the test where it can't be built."""
    compiler = shutil.which("cc") or shutil.which("gcc")
    if compiler is None or sys.platform != "linux":
        pytest.skip("The disk that fails needs Linux and a C compiler (apt install gcc).")
    library = folder / "disk.so"
    subprocess.run([compiler, "-shared", "-fPIC", "-O1", "-o", library, SOURCE, "-lpthread"], check=True)
    return library


@dataclass(frozen=True, slots=True)
class Note:
    """One operation: (c)reate, (w)rite, (t)runcate, (s)ync, (d): sync a folder, (r)ename, (l)ink, (u)nlink, (m)kdir, or
    (a): something was acknowledged."""

    kind: str
    file: int
    offset: int
    first: bytes
    second: bytes

    @property
    def is_flush(self) -> bool:
        return self.kind in "sd"

    @property
    def path(self) -> str:
        return self.first.decode()


def run(library: Path, folder: Path, module: str, *arguments: str) -> list[Note]:
    """Run `python -m module folder arguments` on this disk; return what happened to the folder."""
    log = folder.with_name(f"{folder.name}.log")
    output(library, folder, module, *arguments, DISK_LOG=str(log))
    return list(_read(log.read_bytes()))


def output(library: Path, folder: Path, module: str, *arguments: str, **more: str) -> str:
    """The same without notes; return what it prints."""
    done = subprocess.run(
        [sys.executable, "-m", module, str(folder), *arguments],
        cwd=ROOT,
        env={**os.environ, "LD_PRELOAD": str(library), "DISK_FOLDER": str(folder), **more},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


def _read(log: bytes) -> Iterator[Note]:
    at = 0
    while at < len(log):
        kind, file, offset, first, second = _HEAD.unpack_from(log, at)
        at += _HEAD.size
        yield Note(chr(kind), file, offset, log[at : at + first], log[at + first : at + first + second])
        at += first + second


# --- what is left ----------------------------------------------------------------------------------------------------

_FOLDER = -1
_GONE = 0

Names = dict[str, int]  # which file has a name; a folder is a _FOLDER
Left = dict[str, bytes]  # files by path


@dataclass
class _File:
    flushed: bytearray = field(default_factory=bytearray)
    pending: list[Note] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class _Renaming:
    """Names that change together, in one folder."""

    folder: str
    names: Mapping[str, int]


Choice = Callable[[], bool]


@dataclass(frozen=True)
class Cut:
    """A power cut: what of everything unflushed is left."""

    data: Choice
    names: Choice
    torn: random.Random | None = None  # else a write is left as a whole

    @classmethod
    def at_random(cls, seed: object) -> Self:
        chance = random.Random(str(seed))
        return cls(lambda: chance.random() < 0.5, lambda: chance.random() < 0.5, chance)

    def part(self, data: bytes) -> bytes:
        if self.torn is None or len(data) <= SECTOR:
            return data
        return data[: SECTOR * self.torn.randint(1, -(-len(data) // SECTOR))]


def _yes() -> bool:
    return True


def _no() -> bool:
    return False


def cuts(seed: object, chances: int = 1) -> dict[str, Cut]:
    return {
        "nothing is left": Cut(_no, _no),
        "only names are left": Cut(_no, _yes),
        "only data is left": Cut(_yes, _no),
        **{f"chance {number}": Cut.at_random(f"{seed} {number}") for number in range(chances)},
    }


class Disk:
    """Follows notes, and says what is left after a power cut at that moment."""

    def __init__(self, folder: Path, before: Mapping[str, bytes] | None = None) -> None:
        """`before`: files that were there, and flushed."""
        self._folder = str(folder)
        self._files: dict[int, _File] = {}
        self._inodes: dict[int, int] = {}  # which file has an inode now: they are used again
        self._names: Names = {}  # as the process sees them
        self._certain: Names = {str(folder): _FOLDER}
        self._pending: list[_Renaming] = []
        self.acknowledged: list[str] = []
        for path, data in (before or {}).items():
            number = self._new()
            self._files[number].flushed[:] = data
            self._names[path] = self._certain[path] = number
            self._inodes[Path(path).stat().st_ino] = number

    def _new(self) -> int:
        number = len(self._files) + 1
        self._files[number] = _File()
        return number

    def follow(self, note: Note) -> None:
        match note.kind:
            case "a":
                self.acknowledged += note.first.decode().splitlines()
            case "c":
                self._inodes[note.file] = self._new()
                self._rename({note.path: self._inodes[note.file]})
            case "m":
                self._rename({note.path: _FOLDER})
            case "u":
                self._rename({note.path: _GONE})
            case "r" | "l":
                there = {note.second.decode(): self._names[note.path]}
                self._rename({note.path: _GONE, **there} if note.kind == "r" else there)
            case "d":
                self._flush_folder(note.path)
            case "s":
                self._flush(self._files[self._inodes[note.file]])
            case _:
                self._files[self._inodes[note.file]].pending.append(note)

    def _rename(self, names: Mapping[str, int]) -> None:
        self._names = _renamed(self._names, names)
        self._pending.append(_Renaming(_folder_of(next(iter(names))), names))

    def _flush_folder(self, folder: str) -> None:
        for each in self._pending:
            if each.folder == folder:
                self._certain = _renamed(self._certain, each.names)
        self._pending = [each for each in self._pending if each.folder != folder]

    def _flush(self, file: _File) -> None:
        file.flushed = _written(file, Cut(_yes, _yes))
        file.pending = []

    def after(self, cut: Cut) -> Left:
        names = self._certain
        for each in self._pending:
            if cut.names():
                names = _renamed(names, each.names)
        return {
            path: bytes(_written(self._files[number], cut))
            for path, number in sorted(names.items())
            if number != _FOLDER and self._has_folder(names, path)
        }

    def _has_folder(self, names: Names, path: str) -> bool:
        folder = _folder_of(path)
        return folder == self._folder or (names.get(folder) == _FOLDER and self._has_folder(names, folder))


def _folder_of(path: str) -> str:
    return str(PurePosixPath(path).parent)


def _renamed(names: Names, changed: Mapping[str, int]) -> Names:
    return {name: number for name, number in {**names, **changed}.items() if number != _GONE}


def _written(file: _File, cut: Cut) -> bytearray:
    data = bytearray(file.flushed)
    for note in file.pending:
        if not cut.data():
            continue
        if note.kind == "t":
            data = data[: note.offset].ljust(note.offset, b"\0")
            continue
        part = cut.part(note.first)
        data.extend(bytes(max(0, note.offset - len(data))))
        data[note.offset : note.offset + len(part)] = part
    return data


def crashes(notes: Sequence[Note], disk: Disk, chances: int = 1) -> Iterator[tuple[str, Left]]:
    """Every state in which a power cut can leave the folder, each once: before each operation but plain writes."""
    seen: set[int] = set()
    for number, note in enumerate([*notes, None]):
        if note is None or note.kind not in "wt":
            for name, cut in cuts(number, chances).items():
                left = disk.after(cut)
                key = hash((tuple(left.items()), len(disk.acknowledged)))
                if key not in seen:
                    seen.add(key)
                    yield f"operation {number} of {len(notes)}, {name}", left
        if note is not None:
            disk.follow(note)


def put_back(left: Left, old: Path, new: Path) -> None:
    """Write what is left into another folder."""
    shutil.rmtree(new, ignore_errors=True)
    new.mkdir()
    for path, data in left.items():
        target = new / Path(path).relative_to(old)
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_bytes(data)


def contents(folder: Path) -> dict[str, bytes]:
    return {str(path): path.read_bytes() for path in sorted(folder.rglob("*")) if path.is_file()}
