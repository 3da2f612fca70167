"""The films that are kept, and what becomes of one that is being sent while it should be deleted."""

from pathlib import Path

import pytest

from bot.cli.simulated.simulation import as_export, play
from bot.features.fairness.export import write
from bot.pictures.films import Films
from games import GAMES
from games.contract import defaults

SPRINT = GAMES["sprint"]
GAME = write(as_export(play(SPRINT, 2, {**defaults(SPRINT), "hours": 50, "days": 3}, bytes(32))))


async def text() -> str:
    return GAME


async def test_a_film_that_is_rendered_again_while_the_old_one_is_sent(monkeypatch: pytest.MonkeyPatch) -> None:
    """Windows keeps open files, so the old one is deleted later, but not the new one in its place."""
    films = Films()
    try:
        made = await films.of("t", ("Jo", "Zoë"), text)
        with monkeypatch.context() as windows:
            windows.setattr(Path, "unlink", _refuse)
            films.drop("t")
        assert made.exists()
        assert await films.of("t", ("Jo", "Zoë"), text) == made
        films.drop("another")
        assert made.exists()
        films.drop("t")
        assert not made.exists()
    finally:
        films.close()


async def test_a_film_that_was_sent_is_deleted_later(monkeypatch: pytest.MonkeyPatch) -> None:
    films = Films()
    try:
        made = await films.of("t", ("Jo", "Zoë"), text)
        with monkeypatch.context() as windows:
            windows.setattr(Path, "unlink", _refuse)
            films.drop("t")
        films.drop("another")
        assert not made.exists()
    finally:
        films.close()


def _refuse(file: Path, **_: object) -> None:
    raise PermissionError(file)
