"""Columns of a monospaced block."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from wcwidth import wcswidth

from games.graphics.drawing import Drawing, bar, columns, fit, in_rows
from games.graphics.letters import reads_leftward

wild = st.text(max_size=60) | st.text(alphabet="ae\u0301\u0308\ufe0f測試👍🏽…❤עם\u200d🇩", max_size=60)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("", 0),
        ("abc", 3),
        ("e\u0301", 1),
        ("測試", 4),
        ("👍", 2),
        ("❤\ufe0f", 2),
        ("…", 1),
        ("ＡＢ", 4),
        ("─■●×", 4),
        ("👩\u200d💻", 2),
        ("👍🏽", 2),
        ("🇩🇪", 2),
        ("👨\u200d👩\u200d👧\u200d👦", 2),
        ("김민준", 6),
        ("अनिल", 4),
        ("สวัสดี", 4),
        ("עומר", 4),
    ],
)
def test_columns(text: str, expected: int) -> None:
    """Accents take no column, wide characters and emoji two, all others one."""
    assert columns(text) == expected


@pytest.mark.parametrize(
    "text",
    [
        "李雷",
        "さくら",
        "김민준",
        "عمر",
        "אורי",
        "ไทย",
        "🚀",
        "👩\u200d💻",
        "🇯🇵",
        "👍🏽",
        "❤\ufe0f",
        "1\ufe0f\u20e3",
        "Zoe\u0308",
    ],
)
def test_columns_as_terminals_count_them(text: str) -> None:
    """The console's library counts the same columns."""
    assert columns(text) == wcswidth(text)


@given(one=wild, other=wild)
def test_columns_add_up(one: str, other: str) -> None:
    """Two texts side by side take as many columns as both."""
    assert columns(f"{one} {other}") == columns(one) + 1 + columns(other)


@given(text=wild, width=st.integers(1, 40))
def test_fit_is_exact(text: str, width: int) -> None:
    """A fitted text takes exactly its width, is a beginning of the text, and says so when something was cut."""
    fitted = fit(text, width)
    assert columns(fitted) == width
    shown = fitted.strip("\u200e ") if reads_leftward(text) else fitted
    if columns(text) <= width:
        assert shown.rstrip(" ") == text.strip("\u200e ") if reads_leftward(text) else shown.startswith(text)
    else:
        kept, _, rest = shown.rpartition("…")
        assert text.startswith(kept)
        assert set(rest) <= {" "}


def test_figures_stay_behind_a_hebrew_name() -> None:
    """The columns after a name that is written from right to left are shown after it, as after any other."""
    line = fit("● אורי", 10) + "12"
    assert line == "\u200e● אורי\u200e    12"
    assert columns(line) == 12


def test_fit_keeps_accents_with_their_letters() -> None:
    """A cut does not tear an accent off its letter, and a wide character is not cut in half."""
    assert fit("e\u0301e\u0301e\u0301e\u0301", 3) == "e\u0301e\u0301…"
    assert fit("測試測試", 4) == "測… "
    assert fit("👩\u200d💻👩\u200d💻👩\u200d💻", 5) == "👩\u200d💻👩\u200d💻…"
    assert fit("🇩🇪🇯🇵🇰🇷", 5) == "🇩🇪🇯🇵…"


def test_fit_takes_the_longest_names() -> None:
    """A name of a hundred thousand characters is cut at once; the cost does not grow with its square."""
    assert fit("e\u0301x" * 50_000, 5) == "e\u0301xe\u0301x…"


@given(text=wild, width=st.integers(4, 40))
def test_rows(text: str, width: int) -> None:
    """Rows stay within their columns, and nothing but spaces is lost unless a word is longer than a row."""
    found = in_rows(text, width)
    assert all(columns(row) <= width for row in found)
    if not any("…" in row for row in found):
        assert "".join("".join(found).split()).replace("\u200e", "") == "".join(text.split()).replace("\u200e", "")


def test_rows_of_any_script() -> None:
    """Latin is broken between words, Chinese after any sign but before no comma, Thai where the row is full."""
    assert in_rows("one two three", 8) == ["one two", "three"]
    assert in_rows("结对编程，让我们", 8) == ["结对编", "程，让我", "们"]
    assert "".join(in_rows("ทีมช่วยกันแก้ปัญหา", 6)) == "ทีมช่วยกันแก้ปัญหา"


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
