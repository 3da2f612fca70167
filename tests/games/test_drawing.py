"""Columns of a monospaced block."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.drawing import Drawing, bar, columns, fit

wild = st.text(max_size=60) | st.text(alphabet="ae\u0301\u0308\ufe0f測試👍🏽…❤", max_size=60)


@pytest.mark.parametrize(
    ("text", "expected"),
    [("", 0), ("abc", 3), ("e\u0301", 1), ("測試", 4), ("👍", 2), ("❤\ufe0f", 1), ("…", 1), ("ＡＢ", 4), ("─■●×", 4)],
)
def test_columns(text: str, expected: int) -> None:
    """Accents take no column, wide characters and emoji two, all others one."""
    assert columns(text) == expected


@given(one=wild, other=wild)
def test_columns_add_up(one: str, other: str) -> None:
    """Two texts side by side take as many columns as both."""
    assert columns(one + other) == columns(one) + columns(other)


@given(text=wild, width=st.integers(1, 40))
def test_fit_is_exact(text: str, width: int) -> None:
    """A fitted text takes exactly its width, is a beginning of the text, and says so when something was cut."""
    fitted = fit(text, width)
    assert columns(fitted) == width
    if columns(text) <= width:
        assert fitted.startswith(text)
        assert set(fitted[len(text) :]) <= {" "}
    else:
        kept, _, rest = fitted.rpartition("…")
        assert text.startswith(kept)
        assert set(rest) <= {" "}


def test_fit_keeps_accents_with_their_letters() -> None:
    """A cut does not tear an accent off its letter, and a wide character is not cut in half."""
    assert fit("e\u0301e\u0301e\u0301e\u0301", 3) == "e\u0301e\u0301…"
    assert fit("測試測試", 4) == "測… "


def test_fit_takes_the_longest_names() -> None:
    """A name of a hundred thousand characters is cut at once; the cost does not grow with its square."""
    assert fit("e\u0301x" * 50_000, 5) == "e\u0301xe\u0301x…"


@given(of=st.integers(0, 30), data=st.data())
def test_bar(of: int, data: st.DataObject) -> None:
    """A bar has as many boxes as there are, the first ones filled."""
    filled = data.draw(st.integers(0, of))
    drawn = bar(filled, of)
    assert len(drawn) == of
    assert drawn.rstrip("□") == "■" * filled


def test_a_drawing_is_made_when_it_is_asked_for() -> None:
    """A form that nobody looks at is never made, one that is looked at twice is made once."""
    made: list[str] = []

    def text() -> str:
        made.append("text")
        return "board"

    def alt() -> str:
        made.append("alt")
        return "the same in words"

    drawing = Drawing(text, alt)
    assert made == []
    assert (drawing.text, drawing.text) == ("board", "board")
    assert made == ["text"]
    assert drawing.alt == "the same in words"
