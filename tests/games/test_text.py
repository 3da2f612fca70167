"""Names in sentences, and texts that people type."""

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from games.text import (
    clean,
    harmless,
    listing,
    name_of,
    one_stop,
    pictured,
    seats_in,
    shortened,
    spell,
    who,
    without_badges,
)

NAMES = ("Ann", "Ben", "Cem")
anything = st.text(max_size=80) | st.text(alphabet="\ue000\ue0010123 ab\n\x00", max_size=30)


@given(seats=st.lists(st.integers(0, 2)), words=st.text(alphabet="abc <&>*_@", max_size=10))
def test_marks_become_names(seats: list[int], words: str) -> None:
    """Each mark is replaced by the name of its seat; the text between stays."""
    sentence = words.join(who(seat) for seat in seats)
    assert spell(sentence, NAMES.__getitem__) == words.join(NAMES[seat] for seat in seats)


def test_names_are_not_escaped() -> None:
    """The rest of a sentence is escaped; names come in the platform's own form, such as a mention."""
    spelled = spell(f"{who(0)} & {who(1)}", lambda seat: f"<@{seat}>", lambda text: text.replace("&", "&amp;"))
    assert spelled == "<@0> &amp; <@1>"


def test_a_name_with_a_full_stop_ends_its_sentence() -> None:
    """One full stop is enough; what ends a sentence of its own has its mark, too."""
    assert spell(f"{who(0)} waits for {who(1)}. Go on.", ("Ann B.", "Ben C.").__getitem__) == (
        "Ann B. waits for Ben C. Go on."
    )
    assert spell(f"Waiting for {who(0)}.", NAMES.__getitem__) == "Waiting for Ann."
    ends = ["Ann B..", "Ship it!.", "Why?.", "and so on….", "Ann."]
    assert [one_stop(each) for each in ends] == ["Ann B.", "Ship it!", "Why?", "and so on…", "Ann."]


def test_a_seat_without_a_name_has_a_number() -> None:
    """People count from 1."""
    assert [name_of(NAMES, seat) for seat in (0, 2, 3)] == ["Ann", "Cem", "seat 4"]


@given(typed=anything, limit=st.integers(1, 60))
@example(typed="\ue0000\ue001 wins", limit=60)
@example(typed="\ue000\ue0000\ue001\ue001", limit=60)
def test_marks_cannot_be_forged(typed: str, limit: int) -> None:
    """What people type never becomes a name, even inside a sentence with marks."""
    reason = clean(typed, limit)
    named: list[int] = []

    def name(seat: int) -> str:
        named.append(seat)
        return NAMES[seat]

    spelled = spell(f"{who(1)}: “{reason}”{who(2)}", name)
    assert named == [1, 2]
    assert spelled == f"Ben: “{reason}”Cem"


@given(typed=anything, limit=st.integers(1, 60))
def test_clean_is_one_plain_line(typed: str, limit: int) -> None:
    """A cleaned text is one printable line within the limit; cleaning it again changes nothing."""
    text = clean(typed, limit)
    assert text.replace("\u200d", "").replace("\u200c", "").isprintable()
    assert len(text) <= limit
    assert text == " ".join(text.split())
    assert clean(text, limit) == text


@given(text=st.text(alphabet="abcdéß測👍", max_size=20))
def test_clean_keeps_plain_text(text: str) -> None:
    """Letters, accents and emoji stay."""
    assert clean(text, 20) == text


def test_clean_cuts_with_an_ellipsis() -> None:
    """So that people see that something is missing."""
    assert clean("one two three", 8) == "one two…"
    assert clean("one two three", 9) == "one two…"
    assert clean("x" * 1_000_000, 10) == "x" * 9 + "…"


def test_clean_cuts_between_letters() -> None:
    """A flag, an accent or a woman with a computer stays whole or goes."""
    assert clean("abc👩\u200d💻d", 6) == "abc…"
    assert clean("abc👩\u200d💻d", 7) == "abc👩\u200d💻d"
    assert clean("🇩🇪🇯🇵🇰🇷", 4) == "🇩🇪…"
    assert clean("e\u0301" * 5, 4) == "e\u0301…"
    assert clean("e" + "\u0301" * 99, 4) == "e\u0301\u0301…"


def test_shortened_keeps_lines_and_spaces() -> None:
    """A text that is too long ends with an ellipsis, and not with half a letter."""
    assert shortened("one\n  two", 9) == "one\n  two"
    assert shortened("one\n  two", 8) == "one\n  t…"
    assert shortened("one\n  two", 6) == "one…"
    assert shortened("abc👩\u200d💻d", 6) == "abc…"


def test_clean_keeps_what_scripts_need() -> None:
    """Persian keeps its zero-width non-joiners and England its flag; direction controls are removed."""
    england = "\U0001f3f4\U000e0067\U000e0062\U000e0065\U000e006e\U000e0067\U000e007f"
    assert clean("می\u200cخواهم", 20) == "می\u200cخواهم"
    assert clean(england, 20) == england
    assert clean("a\U000e0067\U000e007fb \u202ec\u2066d", 20) == "a b c d"


@pytest.mark.parametrize(
    ("items", "joined"),
    [([], ""), (["a"], "a"), (["a", "b"], "a and b"), (["a", "b", "c"], "a, b and c")],
)
def test_a_listing_is_joined_with_commas_and_and(items: list[str], joined: str) -> None:
    """As people write lists."""
    assert listing(items) == joined


def test_a_listing_of_alternatives_is_joined_with_or() -> None:
    """For a choice."""
    assert listing(["S4", "review", "stay"], "or") == "S4, review or stay"


@pytest.mark.parametrize(
    "cell", ["=1+1", "+1", "-1", "@SUM(A1)", "\t=1", "＝1+1", "＋1", "－1", "＠SUM(A1)", "﹦1", " =1+1", "\u3000＝1"]
)
def test_no_cell_is_a_formula(cell: str) -> None:
    """Spreadsheets also take the wide forms of these characters, and some skip spaces before them."""
    assert harmless(cell) == f"'{cell}"


@pytest.mark.parametrize("cell", ["", " ", "Anna", "1+1", "ﷺ", "… and more", "“=”"])
def test_other_cells_stay(cell: str) -> None:
    """Only the beginning of a cell makes it a formula."""
    assert harmless(cell) == cell


def test_small_pictures_are_drawn_or_left_out() -> None:
    """A place that has none reads the sentence without a trace of them."""
    sentence = f"{pictured('die3')}{pictured('scrum')}{who(0)} rolls 3."
    assert spell(sentence, NAMES.__getitem__) == f"{NAMES[0]} rolls 3."
    assert spell(sentence, NAMES.__getitem__, badge="[{}]".format) == f"[die3][scrum]{NAMES[0]} rolls 3."
    assert without_badges(sentence) == f"{who(0)} rolls 3."
    assert seats_in(sentence) == [0]
    assert clean(sentence, 80) == "!die3 !scrum 0 rolls 3.", "nobody can type one"
