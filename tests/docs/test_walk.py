"""The walk of `/scrum roll` in docs/architecture.md, compared with a roll that is really made."""

import ast
import re
import sys
from pathlib import Path
from types import FrameType

import pytest

from adapters.discord.identifiers import PLATFORM
from bot.kernel.messages import Called, Person, Reply, Request
from bot.kernel.service import GameService
from storage import open_store
from tests.docs.pages import ROOT

PAGE = ROOT / "docs" / "architecture.md"
ROWS = re.findall(r"(?m)^\| \d+ \| `([\w/.]+)` \| (.*?) \|", PAGE.read_text("utf-8"))
WALK = [(file, function) for file, functions in ROWS for function in re.findall(r"`([\w.]+)`", functions)]
ROOM = f"{PLATFORM}:7"


class NoChat:
    async def post(self, room: str, reply: Reply, request: Request | None, before: str) -> str:
        return "message"


def defined(file: str) -> set[str]:
    """Every function of a file, with the class that it belongs to."""
    tree = ast.parse((ROOT / file).read_text("utf-8"))
    bodies = {"": tree.body, **{f"{node.name}.": node.body for node in tree.body if isinstance(node, ast.ClassDef)}}
    kinds = ast.FunctionDef | ast.AsyncFunctionDef
    return {f"{owner}{node.name}" for owner, body in bodies.items() for node in body if isinstance(node, kinds)}


@pytest.mark.parametrize(("file", "function"), WALK)
def test_every_function_of_the_walk_exists(file: str, function: str) -> None:
    """Under the name that the page gives it, in the file that it names."""
    assert function in defined(file)


async def test_the_walk_is_what_a_roll_does(tmp_path: Path) -> None:
    """All but Discord's own part is called, in this order."""
    store = await open_store(f"sqlite:///{tmp_path / 'tables.db'}")
    service = GameService(store, {PLATFORM: NoChat()}, new_seed=lambda: bytes(32))
    calls: list[tuple[str, str]] = []

    def note(frame: FrameType, event: str, _: object) -> None:
        file = frame.f_code.co_filename
        if event == "call" and file.startswith(str(ROOT)):
            calls.append((Path(file).relative_to(ROOT).as_posix(), frame.f_code.co_qualname))

    for number, (name, command, arguments) in enumerate(
        [("anna", "new", {"game": "sprint"}), ("ben", "join", {}), ("anna", "start", {}), ("anna", "roll", {})]
    ):
        request = Request(
            str(number), ROOM, Person(f"{PLATFORM}:{name}", name, locale="en-GB"), Called(command, arguments)
        )
        sys.setprofile(note if command == "roll" else None)
        response = await service.handle(request)
        sys.setprofile(None)
        assert response.outcome == "done"
    await service.close()
    await store.close()
    order = list(dict.fromkeys(calls))
    expected = [each for each in WALK if not each[0].startswith("adapters/")]
    assert [each for each in order if each in expected] == expected
