"""What people see and what is stored is, byte for byte, as it was recorded."""

import pytest

from tests.recorded.digests import COMMAND, FOLDER, SESSIONS, beginning, on_file

RECORDED = sorted(file.stem for file in FOLDER.iterdir())


def test_the_games_of_the_first_release_are_recorded() -> None:
    """A game written since may be; until then, its playthrough on file says what has changed."""
    assert {"retro", "rugby", "scrumkin", "sprint"} <= set(RECORDED)


@pytest.mark.parametrize("key", RECORDED)
def test_a_session_is_as_recorded(key: str) -> None:
    """The first requests of one session; `python -m tests.recorded` compares all of them."""
    known = on_file(key)
    assert len(known) == SESSIONS
    assert beginning(key, 0) == known[0].beginning, f"if you meant the change: {COMMAND}, and read the difference"
