"""Letters as readers see them."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.graphics.letters import clusters, columns_of, cut, is_emoji, is_plain, reads_leftward

wild = st.text(max_size=40) | st.text(alphabet="ae\u0301\ufe0f測👍🏽👩\u200d💻🇩🇪❤क्षि각ᄀ\u1161\u11a8", max_size=40)


@pytest.mark.parametrize(
    "letters",
    [
        ["a", "b"],
        ["e\u0301", "x"],
        ["李", "雷"],
        ["👩\u200d💻", "👍🏽", "!"],
        ["👍🏻", "👍🏿", "a", "🏽"],
        ["🇩🇪", "🇯🇵", "🇰"],
        ["🇦🇿", "🇿🇦"],
        ["❤\ufe0f", "1\ufe0f\u20e3", "2"],
        ["क्षि", "न"],
        ["สั", "ว"],
        ["\u1112\u1161\u11ab", "글"],
        ["\u1100\u1160", "\uac00\u11ff", "\ud7a3\u11a8", "가", "a", "\u1161"],
        ["น\u0e33", "ນ\u0eb3", "ｶ\uff9e", "ﾊ\uff9f", "ｶ"],
        ["م", "ی\u200c", "خ"],
        ["a\u20dd", "நா"],
        ["🏴\U000e0067\U000e0062\U000e0065\U000e006e\U000e0067\U000e007f", "x"],
    ],
)
def test_a_text_is_split_into_its_letters(letters: list[str]) -> None:
    """An accent, a skin tone, the second half of a flag or a profession belongs to the character before it."""
    assert list(clusters("".join(letters))) == letters


def test_plain_characters_need_no_closer_look() -> None:
    """Each is a letter of one column that reads rightward, also in a text that is looked at closely."""
    plain = [chr(code) for code in range(0x10000) if is_plain(chr(code))]
    assert set("é·’…›→−∞─│■□▶×") <= set(plain)
    assert {columns_of(character) for character in plain} == {1}
    closely = "".join(plain) + "👍"
    assert not is_plain(closely)
    assert list(clusters(closely)) == [*plain, "👍"]
    assert not reads_leftward(closely)


@given(text=wild)
def test_joined_letters_are_the_text(text: str) -> None:
    """And no letter is empty."""
    letters = list(clusters(text))
    assert "".join(letters) == text
    assert all(letters)


@given(text=wild, limit=st.integers(1, 30))
def test_a_text_is_cut_between_letters(text: str, limit: int) -> None:
    """The rest is within the limit; only a first letter longer than that is cut."""
    kept = cut(text, limit)
    assert len(kept) <= limit
    letters = list(clusters(text))
    if letters and len(letters[0]) <= limit:
        assert list(clusters(kept)) == letters[: len(list(clusters(kept)))]
    else:
        assert text.startswith(kept)


def test_a_pile_of_accents_is_one_letter() -> None:
    """Even a hundred thousand of them, which would take minutes if the time grew with the square."""
    assert len(list(clusters("e" + "\u0301" * 100_000))) == 1


@pytest.mark.parametrize(
    ("letter", "emoji"),
    [
        *[("🚀", True), ("❤\ufe0f", True), ("❤", False), ("測", False), ("1", False)],
        *[("0\ufe0f\u20e3", True), ("9\ufe0f\u20e3", True), ("#\ufe0f\u20e3", True), ("a\ufe0f", False)],
        *[("©\ufe0f", True), ("‼\ufe0f", True), ("測\ufe0f", False), ("!\ufe0f", False)],
        *[("🇦🇿", True), ("🇿", True)],
    ],
)
def test_which_letters_are_emoji(letter: str, emoji: bool) -> None:  # noqa: FBT001  # a column of the table above
    """Those that are emoji by default, and signs followed by the variation selector."""
    assert is_emoji(letter) == emoji


def test_hebrew_and_arabic_are_read_from_right_to_left() -> None:
    """Everything else isn't."""
    assert [reads_leftward(text) for text in ("אורי", "a عمر", "Anna", "李雷", "🚀", "")] == [True, True, *[False] * 4]
