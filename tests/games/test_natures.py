"""What event classes say about themselves."""

from dataclasses import fields

import pytest

from games import GAMES
from games.contract import event_classes, natures
from games.retro.events import NotesShown, NoteWritten
from tests.contract.toy import Toy

NATURES = ("hidden", "quiet", "begins_turn", "milestone", "reveals", "sealed", "erasable", "erases")


@pytest.mark.parametrize("key", GAMES)
def test_a_nature_is_no_field(key: str) -> None:
    """So it is neither stored nor hashed."""
    for kind, each in event_classes(GAMES[key].events).items():
        assert not {field.name for field in fields(each)} & {*NATURES}, kind


def test_kinds_are_found_by_nature() -> None:
    """A note is hidden and sealed until all are shown, which erases who wrote it."""
    found = natures(GAMES["retro"])
    assert NoteWritten.hidden
    assert "note_written" in found.hidden & found.quiet & found.sealed & found.veiled
    assert "notes_shown" in found.reveals & found.sealed & found.erasable
    assert "notes_shown" not in found.veiled
    assert found.erases["notes_shown"] == NotesShown.erases == {"note_written", "note_changed", "note_withdrawn"}


def test_every_move_is_a_turn() -> None:
    """In a game whose events don't say which begin one."""
    assert natures(Toy()).begins_turn == frozenset()


def test_they_are_found_once_per_game() -> None:
    """Because every request asks for them."""
    game = Toy()
    assert natures(game) is natures(game)
