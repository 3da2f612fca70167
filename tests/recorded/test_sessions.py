"""What people see and what is stored is, byte for byte, as it was recorded."""

import pytest

from games import BUILT_IN
from tests.recorded.digests import COMMAND, SESSIONS, beginning, on_file


@pytest.mark.parametrize("key", BUILT_IN)
def test_a_session_is_as_recorded(key: str) -> None:
    """The first requests of one session; `python -m tests.recorded` compares all of them."""
    known = on_file(key)
    assert len(known) == SESSIONS
    assert beginning(key, 0) == known[0].beginning, f"if you meant the change: {COMMAND}, and read the difference"
