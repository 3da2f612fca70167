"""What readers take for one letter."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.graphics.letters import clusters, cut, is_emoji, reads_leftward

wild = st.text(max_size=40) | st.text(alphabet="ae\u0301\ufe0f測👍🏽👩\u200d💻🇩🇪❤क्षि각ᄀ\u1161\u11a8", max_size=40)


@pytest.mark.parametrize(
    "letters",
    [
        ["a", "b"],
        ["e\u0301", "x"],
        ["李", "雷"],
        ["👩\u200d💻", "👍🏽", "!"],
        ["🇩🇪", "🇯🇵", "🇰"],
        ["❤\ufe0f", "1\ufe0f\u20e3", "2"],
        ["क्षि", "न"],
        ["สั", "ว"],
        ["\u1112\u1161\u11ab", "글"],
        ["🏴\U000e0067\U000e0062\U000e0065\U000e006e\U000e0067\U000e007f", "x"],
    ],
)
def test_letters(letters: list[str]) -> None:
    """An accent, a colour of skin, a second half of a flag or a profession belongs to what stands before it."""
    assert list(clusters("".join(letters))) == letters


@given(text=wild)
def test_nothing_is_lost(text: str) -> None:
    """Together the letters are the text, and none is empty."""
    found = list(clusters(text))
    assert "".join(found) == text
    assert all(found)


@given(text=wild, limit=st.integers(1, 30))
def test_cut(text: str, limit: int) -> None:
    """What is left is within the limit and whole letters, unless the first alone is longer."""
    kept = cut(text, limit)
    assert len(kept) <= limit
    letters = list(clusters(text))
    if letters and len(letters[0]) <= limit:
        assert list(clusters(kept)) == letters[: len(list(clusters(kept)))]
    else:
        assert text.startswith(kept)


def test_a_pile_of_accents_takes_no_time() -> None:
    """A single letter of a hundred thousand characters is found as quickly as so many letters."""
    assert len(list(clusters("e" + "\u0301" * 100_000))) == 1


@pytest.mark.parametrize(
    ("letter", "emoji"), [("🚀", True), ("❤\ufe0f", True), ("❤", False), ("測", False), ("1", False)]
)
def test_emoji(letter: str, emoji: bool) -> None:  # noqa: FBT001  # a column of the table above
    """What is shown in colour: emoji by nature, and signs that ask for it."""
    assert is_emoji(letter) == emoji


def test_leftward() -> None:
    """Hebrew and Arabic are read from right to left, everything else is not."""
    assert [reads_leftward(text) for text in ("אורי", "a عمر", "Anna", "李雷", "🚀", "")] == [True, True, *[False] * 4]
