"""The digests on file: one line a session."""

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from tests.recorded.session import MAX_REQUESTS, recorded

FOLDER = Path(__file__).parent / "sessions"
SESSIONS = 8  # of each game
CHEAP = 40  # requests of a session that `make test` plays
COMMAND = "python -m tests.recorded --write"


@dataclass(frozen=True, slots=True)
class Digest:
    requests: int  # in the whole session
    beginning: str  # the digest of its first requests
    whole: str


def recorded_now(key: str, number: int) -> Digest:
    whole = asyncio.run(recorded(key, number, MAX_REQUESTS))
    return Digest(whole.requests, beginning(key, number), whole.digest)


def beginning(key: str, number: int) -> str:
    return asyncio.run(recorded(key, number, CHEAP)).digest


def on_file(key: str) -> dict[int, Digest]:
    file = FOLDER / f"{key}.txt"
    lines = file.read_text("utf-8").splitlines() if file.exists() else []
    parts = [line.split() for line in lines]
    return {int(number): Digest(int(requests), first, whole) for number, requests, first, whole in parts}


def write(key: str, digests: Sequence[Digest]) -> None:
    FOLDER.mkdir(exist_ok=True)
    lines = [f"{number} {each.requests} {each.beginning} {each.whole}\n" for number, each in enumerate(digests)]
    (FOLDER / f"{key}.txt").write_text("".join(lines), "utf-8")
