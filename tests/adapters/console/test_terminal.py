"""The console at a real (pseudo-)terminal: colours, a prompt, line editing."""

import os
import pty
import re
import subprocess
from itertools import pairwise
from pathlib import Path

import pytest

from adapters.console.table import WELCOME
from bot.kernel.table.catalogue import listed_games
from tests.adapters.console.harness import COMMAND, environment

CURSOR_POSITION_REQUEST = b"\x1b[6n"


class Terminal:
    """A person at a terminal, who waits for a text and then types."""

    def __init__(self, folder: Path, *words: str, **env: str) -> None:
        self._master, slave = pty.openpty()
        self.process = subprocess.Popen(
            [COMMAND, *words],
            stdin=slave,
            stdout=slave,
            stderr=slave,
            cwd=folder,
            env=environment(folder, TERM="xterm-256color", **env),
            start_new_session=True,
        )
        os.close(slave)
        self.shown = ""
        self._read_up_to = 0

    def type(self, keys: str) -> None:
        os.write(self._master, keys.encode())

    def read_until(self, text: str) -> str:
        """What was shown since the last call, up to this text."""
        while (found := self.shown.find(text, self._read_up_to)) < 0:
            assert self._more(), f"the process ended before it showed {text!r}:\n{self.shown}"
        part = self.shown[self._read_up_to : found + len(text)]
        self._read_up_to = found + len(text)
        return part

    def read_to_the_end(self) -> str:
        while self._more():
            pass
        return self.shown[self._read_up_to :]

    def close(self) -> None:
        if self.process.poll() is None:
            self.process.kill()
        self.process.wait()
        os.close(self._master)

    def _more(self) -> bool:
        try:
            chunk = os.read(self._master, 4096)
        except OSError:  # the process has closed its end
            return False
        if CURSOR_POSITION_REQUEST in chunk:
            os.write(self._master, b"\x1b[1;1R")  # as a terminal answers
        self.shown += chunk.decode("utf-8", "replace")
        return bool(chunk)


def test_a_few_lines_at_a_terminal(tmp_path: Path) -> None:
    """There's a welcome, a prompt with the speaker's name, colours, line editing, and `quit`."""
    terminal = Terminal(tmp_path, "console", "--seed", "1", "--db", "tables.db")
    try:
        terminal.read_until("Several people share this keyboard")
        terminal.read_until("you>")
        terminal.type("anna: new sprint\r")
        lobby = terminal.read_until("Add an automatic player")
        assert "1. \x1b[1manna\x1b[0m (host)" in lobby  # bold
        assert "\x1b[36m[1 or Enter]\x1b[0m Join" in lobby
        terminal.read_until("anna>")
        terminal.type("en: join\x01b\r")  # Ctrl-A jumps to the start of the line, where a letter is missing
        terminal.read_until("2. \x1b[1mben")
        terminal.type("leave\r")
        terminal.read_until("1 more needed")
        terminal.type("roll\r")
        assert "\x1b[33m(only ben sees this)" in terminal.read_until("You’re not seated at this table.")
        terminal.type("quit\r")
        terminal.read_to_the_end()
        assert terminal.process.wait() == 0
    finally:
        terminal.close()


def test_the_speaker_follows_the_turn(tmp_path: Path) -> None:
    """Two people take turns without typing their names; sentences wrap at the terminal's width."""
    terminal = Terminal(tmp_path, "console", "--db", "tables.db", NO_COLOR="1", COLUMNS="60")
    try:
        assert "`rugby` (Scrum Rugby)" in terminal.read_until("you>")
        terminal.type("hello\r")
        terminal.read_until("(only you see this)")
        terminal.type("anna: new sprint\r")
        opened = terminal.read_until("1. anna")
        assert "A ten-day sprint together:\r\ndice, " in opened  # 59 characters, and the next word doesn't fit
        terminal.type("end\ranna: new rugby\rben: join\rstart\r")
        terminal.read_until("start with a single step.")
        terminal.read_until("anna>")
        terminal.type("move c4-c5\r")
        terminal.read_until("two steps with two different pieces.")
        terminal.read_until("ben>")
        terminal.type("move b9-b8,c8-c7\r")
        terminal.read_until("anna>")
    finally:
        terminal.close()


def test_nobody_reads_a_hand_over_somebodys_shoulder(tmp_path: Path) -> None:
    """Neither a start nor a refusal shows cards or what can be done with them; `own` does, one choice a line."""
    terminal = Terminal(tmp_path, "console", "--seed", "3", "--db", "tables.db", NO_COLOR="1")
    try:
        terminal.read_until("you>")
        terminal.type("anna: new scrumkin\rben: join\ranna: start\rplay 99\r")
        terminal.read_until("(only anna sees this)")
        terminal.read_until("anna>")
        assert "Something is for anna alone: type `own` to see it, when nobody else is looking." in terminal.shown
        assert not re.search("Pizza|Deadline First|Team Exchange", terminal.shown)
        terminal.type("own\r")
        own = terminal.read_until("Drop 60 Team Exchange")
        assert "You draw 77 “Pizza and Overtime”" in own
        assert re.search(r"\r\n\[\d+\] 77 Pizza and Overtime .* for yourself\r\n\[\d+\] 21 Deadline First", own)
    finally:
        terminal.close()


@pytest.mark.parametrize("width", [20, 79, 200])
def test_the_welcome_breaks_between_words(tmp_path: Path, width: int) -> None:
    """At any width, no word is cut and no line is wider than the terminal."""
    terminal = Terminal(tmp_path, "console", "--db", "tables.db", NO_COLOR="1", COLUMNS=str(width))
    try:
        shown = terminal.read_until("you>").split("you>")[0]
    finally:
        terminal.close()
    lines = re.sub(r"\x1b\[[0-9;?]*[a-zA-Z]", "", shown).replace("\r", "").strip().split("\n")
    games = ", ".join(f"`{game.key}` ({game.title})" for game in listed_games())
    assert " ".join(lines).split() == str(WELCOME).format(games=games).split()
    assert max(map(len, lines)) <= width
    early = [line for line, after in pairwise(lines) if len(line) + 1 + len(after.split()[0]) <= width]
    assert len(early) <= 1  # where the second paragraph begins


def test_notes_at_a_shared_terminal(tmp_path: Path) -> None:
    """Enter opens the form, one note a line; once it is sent, the screen is cleared for whoever types next."""
    terminal = Terminal(tmp_path, "console", "--db", "tables.db", NO_COLOR="1")
    try:
        terminal.read_until("you>")
        terminal.type("anna: new retro\rben: join\ranna: start\ranna: next sure\r")
        terminal.read_until("[1 or Enter] Write notes")
        terminal.type("\r")
        terminal.read_until("one a line, then an empty line.")
        terminal.type("a secret wish\ranother\r\r\r\r")
        terminal.read_until("\x1b[3J\x1b[H")
        assert "wish" not in terminal.read_until("Sent.")
        terminal.type("own\r")
        terminal.read_until("Your 2 notes")
    finally:
        terminal.close()


def test_without_configuration_the_local_table_is_opened(tmp_path: Path) -> None:
    """The database is in the user's data folder and keeps its table; Ctrl-D leaves; NO_COLOR is honoured."""
    for seen in ("Several people", "1. anna (host)"):
        terminal = Terminal(tmp_path, "console", NO_COLOR="1")
        try:
            terminal.read_until(seen)
            terminal.read_until("you>")
            terminal.type("anna: new sprint\r")
            text = terminal.read_until("anna>")
            assert "\x1b[1manna" not in text
            terminal.type("\x04")
            terminal.read_to_the_end()
            assert terminal.process.wait() == 0
        finally:
            terminal.close()
    assert (tmp_path / "data" / "scrum-table" / "scrum-table.sqlite3").exists()
