"""Every command that people give: carried out, its answer lost, and sent again with the same id.

Commands are found where they are declared, so a new one is covered without being listed here. If it isn't possible in
any of the scenes, or nobody has said what can be typed for it, that is what fails.
"""

from pathlib import Path

import pytest

from bot.kernel.feature import ENTRIES
from bot.kernel.messages import Request, Typed
from bot.kernel.table import catalogue
from tests.bot.harness import person
from tests.lost_answers.harness import Scene, asked, lose_the_answer
from tests.lost_answers.lines import lines_of
from tests.lost_answers.scenes import SCENES, room_in, scene

WHO = ("anna", "ben", "cleo")


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("scenes")


@pytest.fixture(scope="module")
def made() -> dict[str, Scene]:
    return {}


@pytest.mark.parametrize("name", sorted(ENTRIES))
async def test_a_command_is_sent_again(name: str, folder: Path, made: dict[str, Scene]) -> None:
    covered = [line for line in lines_of(catalogue.OWN_COMMANDS[name]) if await _works_somewhere(line, folder, made)]
    assert covered, f"“{name}” is possible in no scene: add one to tests/lost_answers/scenes.py, or another line"


async def _works_somewhere(line: str, folder: Path, made: dict[str, Scene]) -> bool:
    for where in SCENES:
        if where not in made:
            made[where] = await scene(where, folder)
        async with made[where].copied() as (bench, url):
            for who in WHO:
                request = Request(f"{where} {line} {who}", room_in(where), person(who), Typed(line))
                response = await lose_the_answer(bench, url, asked(request), f"“{line}” by {who} ({where})")
                if response.outcome != "refused":
                    return True
    return False
