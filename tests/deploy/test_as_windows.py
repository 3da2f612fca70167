"""The program on an imitation of Windows: no fcntl, no signal handlers, open files that stay, code page 1252.

As far as Linux can imitate it: see tests/deploy/as_windows. What is imitated is tested first.
"""

import asyncio
import json
import os
import re
import signal
import subprocess
import sys
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path

import aiohttp
import pytest

from tests.needs import ROOT

WINDOWS = ROOT / "tests" / "deploy" / "as_windows"
TABLES = "Tische für #1 & 100%41.sqlite3"


@dataclass(frozen=True)
class Computer:
    """Somebody's computer: their folder is where programs start and where their files are."""

    folder: Path

    def environment(self, **more: str) -> dict[str, str]:
        return {
            "PATH": os.environ["PATH"],
            "HOME": str(self.folder),
            "PYTHONPATH": os.pathsep.join(map(str, (WINDOWS, ROOT))),
            "PYTHONIOENCODING": "cp1252",
            "DATABASE_URL": f"sqlite:///{TABLES}",
            **more,
        }

    def run(self, *words: str, typed: str = "", **more: str) -> tuple[int, str, str]:
        done = subprocess.run(
            [sys.executable, *words],
            cwd=self.folder,
            env=self.environment(**more),
            input=typed.encode(),
            capture_output=True,
            check=False,
        )
        return done.returncode, done.stdout.decode(), done.stderr.decode()

    def works(self, *words: str, typed: str = "", **more: str) -> str:
        code, out, err = self.run("-m", "bot", *words, typed=typed, **more)
        assert (code, err) == (0, ""), out
        return out

    def script(self, lines: str) -> str:
        code, out, err = self.run("-c", lines)
        assert (code, err) == (0, ""), out
        return out

    def fails(self, *words: str) -> tuple[int, str]:
        code, _, err = self.run("-m", "bot", *words)
        return code, err

    @asynccontextmanager
    async def running(self, *words: str, **more: str) -> AsyncIterator[tuple[asyncio.subprocess.Process, str]]:
        process = await asyncio.create_subprocess_exec(
            *(sys.executable, "-m", "bot", *words),
            cwd=self.folder,
            env=self.environment(**more),
            stdout=asyncio.subprocess.PIPE,
            stderr=asyncio.subprocess.PIPE,
        )
        try:
            assert process.stdout is not None
            assert process.stderr is not None
            line = (await process.stdout.readline()).decode()
            found = re.search(r"http://127\.0\.0\.1:\d+/", line)
            assert found, (line, await process.stderr.read())
            yield process, found[0]
        finally:
            if process.returncode is None:
                process.kill()
            await process.wait()

    @property
    def files(self) -> set[str]:
        return {file.name for file in self.folder.iterdir()}


@pytest.fixture
def computer(tmp_path: Path) -> Computer:
    folder = tmp_path / "Jörg Müller #1 100%41"
    folder.mkdir()
    return Computer(folder)


@pytest.fixture
def exported(computer: Computer) -> str:
    """The name of a file with a game."""
    computer.works("simulate", "sprint", "--games", "1", "--seats", "2", "--seed", "1", "--export", "games")
    (file,) = (computer.folder / "games").iterdir()
    return f"games/{file.name}"


# --- the imitation ---------------------------------------------------------------------------------------------------

IMITATED = {
    "a module that is missing": "import fcntl",
    "an open file that is replaced": "open('a', 'w').close(); kept = open('b', 'w'); os.replace('a', 'b')",
    "an open file that is removed": "kept = open('b', 'w'); os.unlink('b')",
    "a folder that is opened": "os.open('.', os.O_RDONLY)",
    "a name with a colon": "open('12:30.txt', 'w')",
    "the name of a device": "open('aux.txt', 'w')",
    "a name that is taken": "open('a', 'w').close(); open('b', 'w').close(); os.rename('a', 'b')",
    "an event loop with signals": "asyncio.new_event_loop().add_signal_handler(2, print)",
    "a character of another code page": "print('🎲')",
}


@pytest.mark.parametrize("line", IMITATED.values(), ids=IMITATED)
def test_what_is_imitated(computer: Computer, line: str) -> None:
    code, _, err = computer.run("-c", f"import asyncio, os\n{line}")
    assert code == 1
    assert re.search(r"^(ModuleNotFound|Permission|FileExists|OS|NotImplemented|UnicodeEncode)Error", err, re.MULTILINE)


def test_nobody_reads_through_a_lock(computer: Computer) -> None:
    """Not even the bytes that say who holds it."""
    lock = "import msvcrt, os; h = os.open('x', os.O_RDWR | os.O_CREAT); os.write(h, b'abc'); os.lseek(h, 0, 0)"
    read = "import os; os.read(os.open('x', os.O_RDONLY), 3)"
    code, _, err = computer.run(
        "-c",
        f"{lock}; msvcrt.locking(h, 2, 1)\nimport subprocess, sys; subprocess.run([sys.executable, '-c', {read!r}])",
    )
    assert code == 0
    assert "PermissionError" in err


# --- tools -----------------------------------------------------------------------------------------------------------


def test_games_are_played_checked_drawn_and_filmed(computer: Computer, exported: str) -> None:
    assert "Everything checks out" in computer.works("verify", exported)
    computer.works("draw", exported, "--png", "Brett größer.png")
    computer.works("draw", exported, "--text", "Brett.txt")
    computer.works("film", exported, "Spiel.gif")
    assert (computer.folder / "Brett größer.png").read_bytes().startswith(b"\x89PNG")
    assert (computer.folder / "Spiel.gif").read_bytes().startswith(b"GIF89a")
    assert b"\r" not in (computer.folder / "Brett.txt").read_bytes()


def test_files_that_editors_of_windows_wrote(computer: Computer, exported: str) -> None:
    """They begin with a byte order mark."""
    file = computer.folder / exported
    file.write_bytes(b"\xef\xbb\xbf" + file.read_bytes())
    assert "Everything checks out" in computer.works("verify", exported)
    (computer.folder / ".env").write_bytes(b"\xef\xbb\xbfSECRETS_DIR=secrets\r\n")
    (computer.folder / "secrets").mkdir()
    (computer.folder / "secrets" / "LOG_LEVEL").write_bytes(b"\xef\xbb\xbfERROR\r\n")
    computer.works("doctor")
    (computer.folder / "secrets" / "LOG_LEVEL").write_bytes(b"\xef\xbb\xbfloud\r\n")
    assert computer.fails("check")[0] == 2, "it was read"


def test_the_console_writes_every_character(computer: Computer) -> None:
    """And reads them: a script is UTF-8, whatever the code page is."""
    said = computer.works("console", typed="Zoë: new sprint\nZoë: bot\nZoë: start\nŁucja 🎲: status\n")
    assert "Zoë" in said
    assert "▶" in said  # which code page 1252 doesn't have


def test_the_console_speaks_the_language_of_windows(computer: Computer) -> None:
    """Unless a variable says another one."""
    ask = "from bot.cli.console import _locale; print(_locale())"
    assert computer.script(ask) == "de_DE\n"
    assert computer.run("-c", ask, LANG="fr_FR.UTF-8")[1] == "fr_FR\n"


def test_colours_of_a_console(computer: Computer) -> None:
    """It is told to interpret escape sequences; a file isn't."""
    ours, theirs = os.openpty()
    command = [sys.executable, "-m", "bot", "--version"]
    for output, told in ((theirs, b"the console's mode is 4\n"), (subprocess.PIPE, b"")):
        done = subprocess.run(command, env=computer.environment(), stdout=output, stderr=subprocess.PIPE, check=True)
        assert done.stderr == told
    os.close(ours)
    os.close(theirs)


def test_backups(computer: Computer) -> None:
    computer.works("console", typed="new sprint\n")
    computer.works("backup", "Sicherung für Jörg.db")
    computer.works("console", typed="bot\n")
    code, complaint = computer.fails("restore", "Sicherung für Jörg.db")
    assert code == 2
    assert "already exists; it was left unchanged" in complaint
    said = computer.works("restore", "--replace", "Sicherung für Jörg.db")
    assert "1 table with 2 events: all sound and unchanged." in said
    assert computer.files == {TABLES, "Sicherung für Jörg.db"}


def test_without_a_home_folder(computer: Computer) -> None:
    """A service may have none. It has to be told where its tables are."""
    said = computer.works("doctor", HOME="", DATABASE_URL="sqlite:///tables.db")
    assert "tables.db yet; the first start creates it." in said
    nowhere = computer.environment(HOME="")
    del nowhere["DATABASE_URL"]
    for words, code, complaint in (
        (("console",), 2, "scrum-table: DATABASE_URL must be sqlite:///FILE"),
        (("console", "--db", "tables.db"), 0, ""),
    ):
        command = [sys.executable, "-m", "bot", *words]
        done = subprocess.run(command, cwd=computer.folder, env=nowhere, input=b"", capture_output=True, check=False)
        assert done.returncode == code
        assert done.stderr.decode().startswith(complaint)
        assert "Traceback" not in done.stderr.decode()


FONT = """
import shutil, uharfbuzz
from pathlib import Path
from bot.pictures.fonts import Font, roboto

def not_found(path):  # as HarfBuzz on Windows, which takes UTF-8 for the code page
    raise uharfbuzz.HarfBuzzError(path)

class Blob:
    def __new__(cls, data):
        return made(data)
    from_file_path = staticmethod(not_found)

copy = Path(shutil.copy(roboto().path, "Jörgs.ttf"))
made, uharfbuzz.Blob = uharfbuzz.Blob, Blob
print(Font(copy).has("ß"))
"""


def test_fonts_below_a_folder_with_an_umlaut(computer: Computer) -> None:
    assert computer.script(FONT) == "True\n"


# --- the program -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("words", "how"), [(("play", "--no-browser"), signal.SIGINT), (("run",), signal.SIGTERM)])
async def test_it_serves_and_stops(computer: Computer, words: Sequence[str], how: signal.Signals) -> None:
    """Its tables belong to it meanwhile; Ctrl-C stops it quietly, and nothing is left but the tables and the key."""
    async with computer.running(*words, HTTP_PORT="0") as (process, address):
        jar = aiohttp.CookieJar(unsafe=True)
        async with aiohttp.ClientSession(address, cookie_jar=jar, headers={"Origin": address[:-1]}) as browser:
            assert (await browser.get("/")).status == 200
            opening = await browser.post("/play", data=json.dumps({"game": "sprint", "tab": "firsttab"}))
            assert opening.status == 201
        code, complaint = await asyncio.to_thread(computer.fails, "console")
        assert code == 75
        assert f"Your tables are open in process {process.pid} (" in complaint
        assert "1 table with" in await asyncio.to_thread(computer.works, "check")
        await asyncio.to_thread(computer.works, "backup", "copy.db")
        code, complaint = await asyncio.to_thread(computer.fails, "restore", "--replace", "copy.db")
        assert code == 2
        assert "is in use; it was left unchanged" in complaint
        process.send_signal(how)
        _, complaints = await process.communicate()
        assert (process.returncode, complaints) == (0, b"")
    assert computer.files == {TABLES, f"{TABLES}.key", "copy.db"}
    assert "1 table with" in computer.works("check")


async def test_after_kill_the_tables_are_free(computer: Computer) -> None:
    async with computer.running("play", "--no-browser", "--port", "0") as (process, _):
        process.kill()
        await process.wait()
    assert f"{TABLES}.lock" in computer.files
    assert "new sprint" in await asyncio.to_thread(computer.works, "console", typed="new sprint\n")
    assert f"{TABLES}.lock" not in computer.files


KEPT = """
import asyncio, errno, sys
from bot.cli.app import main

async def refusing(loop, factory, host, port, **more):
    if port == {port}:
        raise PermissionError(errno.EACCES, "An attempt was made to access a socket in a way forbidden")
    return await listen(loop, factory, host, port, **more)

listen, asyncio.BaseEventLoop.create_server = asyncio.BaseEventLoop.create_server, refusing
sys.exit(main(["play", "--no-browser"]))
"""


async def test_a_port_that_windows_keeps(computer: Computer) -> None:
    """Hyper-V reserves whole ranges; the next free port will do."""
    process = await asyncio.create_subprocess_exec(
        *(sys.executable, "-c", KEPT.format(port=8080)),
        cwd=computer.folder,
        env=computer.environment(),
        stdout=asyncio.subprocess.PIPE,
    )
    assert process.stdout is not None
    line = (await process.stdout.readline()).decode()
    process.send_signal(signal.SIGINT)
    await process.communicate()
    found = re.search(r"127\.0\.0\.1:(\d+)/", line)
    assert found, line
    assert 8080 < int(found[1]) <= 8100
    assert process.returncode == 0


FILM = """
import asyncio
from pathlib import Path
from bot.pictures.films import Films

async def main():
    films = Films()
    async def text():
        return Path("{game}").read_text("utf-8")
    made = await films.of("t", ("Jörg", "Zoë"), text)
    with made.open("rb") as sent:
        films.drop("t")
        print(made.exists(), sent.read(6).decode())
    films.drop("another")
    print(made.exists())
    again = await films.of("t", ("Jörg", "Zoë"), text)
    films.drop("another")
    print(again.exists())
    films.close()
    print(made.parent.exists())

if __name__ == "__main__":
    asyncio.run(main())
"""


def test_a_film_that_is_sent_while_it_is_deleted(computer: Computer, exported: str) -> None:
    """It is deleted later; rendered again, it stays. The process that renders was spawned, and leaves with us."""
    script = computer.folder / "filming.py"
    script.write_text(FILM.format(game=exported), "utf-8")
    code, out, err = computer.run(script.name)
    assert (code, err) == (0, "")
    assert out.split("\n") == ["True GIF89a", "False", "True", "False", ""]
