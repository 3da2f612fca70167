"""The log: one line per event, with its context, and never a secret."""

import json
import logging
import os
import pty
import subprocess
import threading
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from bot.cli.app import main
from bot.cli.dispatch import AWAY, BROKE
from bot.kernel.ports import bound
from bot.operations.logs import MAX_A_MINUTE, Form, logging_to_stderr
from tests.adapters.console.harness import COMMAND, environment, scrum_table

log = logging.getLogger("bot.somewhere")

PLANTED = "hunter2-is-the-secret"


def logged(
    capsys: pytest.CaptureFixture[str], work: Callable[[], None], level: str = "INFO", form: Form = "json"
) -> str:
    capsys.readouterr()
    with logging_to_stderr(level, form, [PLANTED]):
        work()
    return capsys.readouterr().err


def lines(capsys: pytest.CaptureFixture[str], work: Callable[[], None], level: str = "INFO") -> list[dict[str, Any]]:
    return [json.loads(line) for line in logged(capsys, work, level).splitlines()]


def broken() -> None:
    secret = f"{PLANTED} or postgresql://anna:other@db/scrum"
    try:
        int(secret)
    except ValueError:
        log.exception("a request failed")


# --- formatting ----------------------------------------------------------------------------------------------------


def test_a_line_is_a_json_object(capsys: pytest.CaptureFixture[str]) -> None:
    """Time, level, logger and event first; then the context."""

    def work() -> None:
        with bound(request="r1", table="t1", room=""):
            log.warning("the store of %s is away", "Ärger")
        log.info("nothing is bound any more")

    first, second = lines(capsys, work)
    assert list(first) == ["time", "level", "logger", "event", "request", "table"]
    assert first["time"].endswith("Z")
    assert (first["level"], first["logger"]) == ("warning", "bot.somewhere")
    assert first["event"] == "the store of Ärger is away"
    assert (first["request"], first["table"]) == ("r1", "t1")
    assert list(second) == ["time", "level", "logger", "event"]


def test_repeated_lines_are_left_out(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    """After some in a minute only others are logged; the next one says how many were left out."""
    now = 1_700_000_000.0
    monkeypatch.setattr(time, "time", lambda: now)
    monkeypatch.setattr(time, "time_ns", lambda: int(now * 1e9))

    def work() -> None:
        nonlocal now
        for number in range(MAX_A_MINUTE + 7):
            log.warning("request %d failed", number)
        log.warning("something else")
        now += 61
        log.warning("request %d failed", -1)

    events = [line["event"] for line in lines(capsys, work)]
    assert events[MAX_A_MINUTE - 1 :] == [
        f"request {MAX_A_MINUTE - 1} failed",
        "something else",
        "request -1 failed (7 more of these were left out)",
    ]


def test_text_for_people(capsys: pytest.CaptureFixture[str]) -> None:
    """The same on one readable line, without colours outside a terminal."""

    def work() -> None:
        with bound(room="discord:7"):
            log.warning("is behind")

    text = logged(capsys, work, form="text")
    assert "[warning" in text
    assert "is behind" in text
    assert "room=discord:7" in text
    assert "\x1b" not in text


def test_line_breaks_in_data_are_escaped(capsys: pytest.CaptureFixture[str]) -> None:
    """Nobody can forge log lines, or move the operator's cursor."""
    for form in ("text", "json"):
        text = logged(capsys, lambda: log.warning("room %s", "x\n2026 [error] all lost\x1b[2J"), form=form)
        assert text.count("\n") == 1
        assert "\x1b" not in text


def test_levels(capsys: pytest.CaptureFixture[str]) -> None:
    """Ours as configured; libraries only from warnings up, because they log more than we would."""

    def work() -> None:
        log.debug("ours in detail")
        log.info("ours")
        for library in ("aiosqlite", "discord.gateway", "slack_bolt", "aiohttp.access", "asyncio"):
            logging.getLogger(library).info("a line of %s", library)
            logging.getLogger(library).warning("a warning of %s", library)

    assert [line["event"] for line in lines(capsys, work, "DEBUG")][:2] == ["ours in detail", "ours"]
    told = lines(capsys, work)
    assert told[0]["event"] == "ours"
    assert len(told) == 1 + 5
    assert all(line["event"].startswith("a warning") for line in told[1:])
    assert logged(capsys, work, "ERROR") == ""


def test_logging_is_restored_afterwards(capsys: pytest.CaptureFixture[str]) -> None:
    """No handler, no level, no hook is left."""
    root = logging.getLogger()
    before = (list(root.handlers), root.level, threading.excepthook)
    logged(capsys, lambda: None, "DEBUG")
    assert (list(root.handlers), root.level, threading.excepthook) == before


# --- secrets -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("form", ["text", "json"])
def test_no_secret_in_a_traceback(capsys: pytest.CaptureFixture[str], form: Form) -> None:
    """Neither in the exception nor in the values of variables; the traceback itself is there."""
    text = logged(capsys, broken, form=form)
    assert "Traceback" in text
    assert "ValueError" in text
    assert PLANTED not in text
    assert "anna:other" not in text


def test_no_secret_in_a_line(capsys: pytest.CaptureFixture[str]) -> None:
    """Whichever part of the line it came with."""

    def work() -> None:
        with bound(request=f"r-{PLANTED}", room="web:0123456789abcdefghijkl"):
            log.warning("%s and %s", PLANTED, "xoxb-1-2-3", extra={"other": PLANTED}, stack_info=True)

    text = logged(capsys, work)
    assert PLANTED not in text
    assert "xoxb-1" not in text
    assert "456789abcdefghijkl" not in text


def test_a_line_that_cannot_be_written(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    """The log says where it came from, and doesn't show it unredacted."""
    monkeypatch.setattr(logging.getLogger(), "handlers", [])  # pytest's own would raise
    text = logged(capsys, lambda: log.warning("%d seats", PLANTED))
    assert text.startswith("Could not log a line of bot.somewhere (")
    assert PLANTED not in text


def test_an_exception_in_a_thread(capsys: pytest.CaptureFixture[str]) -> None:
    """Its traceback is logged and redacted, too."""

    def work() -> None:
        thread = threading.Thread(target=int, args=(f"xoxb-{PLANTED}",))
        thread.start()
        thread.join()

    (line,) = lines(capsys, work)
    assert (line["level"], line["event"]) == ("critical", "Unhandled exception in a thread")
    assert "ValueError: invalid literal" in line["exception"]
    assert PLANTED not in line["exception"]


# --- the program ---------------------------------------------------------------------------------------------------

SECRETS = {
    "DISCORD_TOKEN": "planted-discord-token",
    "SLACK_BOT_TOKEN": "xoxb-planted-bot-token",
    "SLACK_APP_TOKEN": "xapp-planted-app-token",
    "SLACK_SIGNING_SECRET": "planted-signing-secret",
    "SLACK_CLIENT_SECRET": "planted-client-secret",
    "SLACK_TOKEN_KEY": "planted-new-token-key,planted-old-token-key",
    "WEB_SECRET": "planted-web-secret",
}
NOWHERE = {
    "DATABASE_URL": "postgresql://anna:planted%20password@127.0.0.1:1/scrum",
    "DISCORD_API_URL": "http://127.0.0.1:1/planted-path",
    "SLACK_API_URL": "http://127.0.0.1:1/",
    "LOG_LEVEL": "DEBUG",
}


@pytest.mark.parametrize("command", ["run", "play --port 0 --no-browser", "doctor", "console", "export x", "check"])
def test_no_secret_in_any_output_of_the_program(tmp_path: Path, command: str) -> None:
    """Everything is configured and nothing can be reached: sentences without the value of any secret setting."""
    done = scrum_table(tmp_path, *command.split(), **SECRETS, **NOWHERE)
    assert done.returncode in {1, 2, AWAY}
    assert "planted" not in (done.stdout + done.stderr).replace("planted-path", "")


def test_players_names_and_texts_are_not_logged(tmp_path: Path) -> None:
    """Not even at the most detailed level."""
    spoken = [
        "anna-lena: new sprint",
        "anna-lena: bot",
        "anna-lena: start",
        "anna-lena: roll",
        "anna-lena: gibberish42",
    ]
    done = scrum_table(tmp_path, "console", "--seed", "3", lines=spoken, LOG_LEVEL="DEBUG", LOG_FORMAT="json")
    assert done.returncode == 0
    assert "anna-lena" in done.stdout
    assert "anna-lena" not in done.stderr
    assert "gibberish42" not in done.stderr


@pytest.mark.parametrize(("form", "json_lines"), [("auto", False), ("json", True)])
def test_on_a_terminal(tmp_path: Path, form: str, json_lines: bool) -> None:  # noqa: FBT001  a row of the table
    """Text by default, because a person reads it; JSON if configured."""
    ours, theirs = pty.openpty()
    env = environment(tmp_path, LOG_FORMAT=form, LOG_LEVEL="INFO", HTTP_PORT="0", NO_COLOR="1")
    with subprocess.Popen(
        [COMMAND, "play", "--no-browser"], stdout=subprocess.PIPE, stderr=theirs, env=env, cwd=tmp_path
    ) as play:
        assert play.stdout is not None
        play.stdout.readline()  # printed after the log line
        said = os.read(ours, 65536).decode()
        play.terminate()
    os.close(theirs)
    os.close(ours)
    assert "listening on" in said
    assert said.startswith("{") == json_lines


def test_an_unhandled_exception(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """It is a log line like any other: the traceback without the secret, and an exit code."""

    def breaks(*_: Any) -> int:
        raise RuntimeError(f"what nobody thought of, with {PLANTED}")

    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("WEB_SECRET", PLANTED)
    monkeypatch.setattr("bot.cli.dispatch._run", breaks)
    assert main(["doctor"]) == BROKE
    (line,) = capsys.readouterr().err.splitlines()
    assert json.loads(line)["level"] == "critical"
    assert "RuntimeError: what nobody thought of" in line
    assert PLANTED not in line
