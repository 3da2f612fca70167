"""Drawings, and texts in the columns of a monospaced block."""

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
def test_how_many_columns_a_text_takes(text: str, expected: int) -> None:
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
def test_terminals_count_the_same_columns(text: str) -> None:
    """Compared with wcwidth, which the console uses."""
    assert columns(text) == wcswidth(text)


@given(one=wild, other=wild)
def test_columns_add_up(one: str, other: str) -> None:
    """Two texts side by side take as many columns as the two on their own."""
    assert columns(f"{one} {other}") == columns(one) + 1 + columns(other)


@given(text=wild, width=st.integers(1, 40))
def test_a_fitted_text_takes_exactly_its_width(text: str, width: int) -> None:
    """It is the text or its start; where something was cut, it ends with an ellipsis."""
    fitted = fit(text, width)
    assert columns(fitted) == width
    shown = fitted.strip("\u200e ") if reads_leftward(text) else fitted
    if columns(text) <= width:
        assert shown.rstrip(" ") == text.strip("\u200e ") if reads_leftward(text) else shown.startswith(text)
    else:
        kept, _, rest = shown.rpartition("…")
        assert text.startswith(kept)
        assert set(rest) <= {" "}


def test_numbers_stay_after_a_hebrew_name() -> None:
    """Columns after a name written from right to left are shown after it, as with any other name."""
    line = fit("● אורי", 10) + "12"
    assert line == "\u200e● אורי\u200e    12"
    assert columns(line) == 12


def test_fit_cuts_between_letters() -> None:
    """An accent stays with its letter, and a wide character isn't cut in half."""
    assert fit("e\u0301e\u0301e\u0301e\u0301", 3) == "e\u0301e\u0301…"
    assert fit("測試測試", 4) == "測… "
    assert fit("👩\u200d💻👩\u200d💻👩\u200d💻", 5) == "👩\u200d💻👩\u200d💻…"
    assert fit("🇩🇪🇯🇵🇰🇷", 5) == "🇩🇪🇯🇵…"


def test_fit_cuts_very_long_names() -> None:
    """A name of a hundred thousand letters would take minutes if the time grew with the square."""
    assert fit("e\u0301x" * 50_000, 5) == "e\u0301xe\u0301x…"


@given(text=wild, width=st.integers(4, 40))
def test_wrapped_rows_stay_within_their_width(text: str, width: int) -> None:
    """Only spaces are lost, unless a word is longer than a row."""
    rows = in_rows(text, width)
    assert all(columns(row) <= width for row in rows)
    if not any("…" in row for row in rows):
        assert "".join("".join(rows).split()).replace("\u200e", "") == "".join(text.split()).replace("\u200e", "")


def test_each_script_wraps_in_its_own_way() -> None:
    """Latin between words, Chinese after any sign but never before a comma, Thai where the row is full."""
    assert in_rows("one two three", 8) == ["one two", "three"]
    assert in_rows("结对编程，让我们", 8) == ["结对编", "程，让我", "们"]
    assert "".join(in_rows("ทีมช่วยกันแก้ปัญหา", 6)) == "ทีมช่วยกันแก้ปัญหา"


@given(of=st.integers(0, 30), data=st.data())
def test_a_bar_starts_with_its_filled_boxes(of: int, data: st.DataObject) -> None:
    """And has as many boxes as asked for."""
    filled = data.draw(st.integers(0, of))
    drawn = bar(filled, of)
    assert len(drawn) == of
    assert drawn.rstrip("□") == "■" * filled


def test_a_drawing_is_rendered_on_first_use() -> None:
    """A form that nobody asks for is never rendered; one that is asked for twice is rendered once."""
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


def test_french_marks_stay_beside_their_words() -> None:
    assert in_rows("l’outil «\u202fDeux heures\u202f»\u00a0: vas-y", 10) == [
        "l’outil",
        "«\u202fDeux",
        "heures\u202f»\u00a0:",
        "vas-y",
    ]
