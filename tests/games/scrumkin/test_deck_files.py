"""Decks from files: our TOML format, the published game's spreadsheets, and what may be wrong with them."""

import zipfile
from collections.abc import Sequence
from importlib.resources import files
from io import BytesIO
from pathlib import Path
from typing import Any

import pytest
from openpyxl import Workbook

from games.scrumkin.deck import DECK, MAX_CARDS, Deck, SprintCard
from games.scrumkin.deck_files import MAX_BYTES, DeckFolder, DeckReport, check

HEADER = ["Name", "ID", "Deck", "Background", "Protect", "Sprint1Nbr", "Effect1", "BugCount", "Sprint2Nbr", "Effect2"]
HEADER += ["Sprint3Nbr", "Effect3", "Sprint4Nbr", "Effect4", "Icon", "Description"]
Circle = tuple[object, str]  # value and effect


def sprint(name: object, *circles: Circle, protect: object = "x", text: object = "Words.", **more: Any) -> list[Any]:
    """The row of a sprint card, with its circles from the top as (value, effect)."""
    cells: dict[str, Any] = {"Name": name, "Deck": "Standard", "Protect": protect, "Description": text}
    for index in range(1, 5):
        value, effect = circles[index - 1] if index <= len(circles) else (None, "x")
        cells |= {f"Sprint{index}Nbr": value, f"Effect{index}": effect}
    return [{**cells, **more}.get(column) for column in HEADER]


def bug(name: str, bugs: object) -> list[Any]:
    return sprint(name, (None, "bug"), BugCount=bugs, Deck="Action")


GOOD = [sprint(f"Good {number}", (1, "infinite"), protect="Protect") for number in range(24)]


def book(file: Path, rows: Sequence[Sequence[Any]], header: Sequence[str] = HEADER) -> Path:
    workbook = Workbook()
    sheet = workbook.active
    assert sheet is not None
    for row in (header, *rows):
        sheet.append(list(row))
    workbook.save(file)
    return file


def problems(tmp_path: Path, *rows: list[Any], header: Sequence[str] = HEADER) -> list[str]:
    return list(check([book(tmp_path / "mine.xlsx", [*GOOD, bug("Bug", 1), *rows], header)]).problems)


# --- what is in a deck ---------------------------------------------------------------------------------------------


def test_the_standard_deck() -> None:
    """It is a file like any other, without problems."""
    path = Path(str(files("games.scrumkin") / "data" / "deck.toml"))
    report = check([path])
    assert report.as_json() == {
        "sprint_cards": 88,
        "action_cards": 22,
        "shields": 16,
        "problems": [],
        "differences": [],
    }
    assert list(report.lines()) == [
        "Sprint cards: 88, with shield: 16",
        "Action cards: 22 (10 boosters, 12 bugs)",
        "The same figures as the standard deck.",
        "No problems: it can be played.",
    ]


def test_two_spreadsheets(tmp_path: Path) -> None:
    """Sprint cards in one file and action cards in another make one deck; empty rows are ignored."""
    one = book(tmp_path / "data_sprint.xlsx", [*GOOD, [], sprint("Creep", (-1, "base1")), [None], ["", None]])
    two = book(tmp_path / "data_action.xlsx", [sprint("Party", (1, "boost")), bug("Bug", 3)])
    report = check([one, two])
    found = report.as_json()
    assert (found["sprint_cards"], found["action_cards"], found["shields"], found["problems"]) == (25, 2, 24, [])
    assert "cards with -1: 1, standard deck: 18" in found["differences"]
    assert [card.number for card in report.deck.action] == [26, 27]
    assert (report.deck.action[1].bugs, report.deck.action[0].boost) == (3, 1)


@pytest.mark.parametrize(
    ("circles", "effect"),
    [
        ([(-1, "base1")], "-1"),
        ([(2, "infinite")], "+2∞"),
        ([(-1, "base1"), (-2, "base2")], "-2 -1"),
        ([(2, "infinite"), (-1, "base2"), (-2, "base3"), (-2, "base4")], "-2 -2 -1 +2∞"),
        ([(1, "base1"), (-2, "base2"), (-1, "base3"), (2, "base4")], "+2 -1 -2 +1"),
        ([(1, "infinite"), (0, "base2"), (-1, "base3"), (-2, "base4")], "-2 -1 0 +1∞"),
        ([("n", "infinite")], "n∞"),
        ([("-1", "BASE1 ")], "-1"),
        ([(1.0, "infinite")], "+1∞"),
    ],
)
def test_circles(tmp_path: Path, circles: list[Circle], effect: str) -> None:
    """They are numbered from the top, so the highest number is the value of the sprint in which the card is played."""
    report = check([book(tmp_path / "mine.xlsx", [*GOOD, bug("Bug", 1), sprint("Card", *circles)])])
    assert report.problems == ()
    assert report.deck.sprint[-1] == SprintCard(25, "Card", "Words.", effect, shield=False)


# --- what may be wrong ---------------------------------------------------------------------------------------------


def test_missing_columns(tmp_path: Path) -> None:
    """The report names them."""
    header = ["Title" if name == "Name" else name for name in HEADER if name != "Effect4"]
    found = problems(tmp_path, header=header)
    assert found[0] == "mine.xlsx, row 1: missing columns: Name, Effect4."


@pytest.mark.parametrize(
    ("row", "problem"),
    [
        (sprint("A", ("lots", "base1")), "Sprint1Nbr must be a whole number, not “lots”."),
        (sprint("A", (1.5, "base1")), "Sprint1Nbr must be a whole number, not “1.5”."),
        (sprint("A", (None, "base1")), "Sprint1Nbr must be a whole number, not “”."),
        (sprint("A", (True, "base1")), "Sprint1Nbr must be a whole number, not “true”."),
        (sprint("A", (1e300, "base1")), "effect has 302 characters; the limit is 40."),
        (sprint("A", ("nan", "base1")), "Sprint1Nbr must be a whole number, not “nan”."),
        (sprint("A", (99, "base1")), "the effect “+99” must be 1 to 4 values from -9 to +9"),
        (sprint("A", (1, "forever")), "Effect1 must be base1 to base4, infinite, boost, bug or x, not “forever”."),
        (sprint("A"), "the card has no effect."),
        (sprint("A", (1, "base1"), (1, "infinite")), "only the top circle, the first one, can be infinite."),
        (sprint("A", ("n", "base1")), "the effect “n” contains n"),
        (sprint("A", (1, "base1"), protect="maybe"), "Protect must be Protect or x, not “maybe”."),
        (sprint(None, (1, "base1")), "title is missing."),
        (sprint("x" * 41, (1, "base1")), "title has 41 characters; the limit is 40."),
        (sprint("A", (1, "base1"), text="x" * 300), "text has 300 characters; the limit is 240."),
        (bug("A", "many"), "BugCount must be a whole number, not “many”."),
        (bug("A", None), "BugCount must be a whole number, not “”."),
        (bug("A", 0), "an action card needs either a boost or bugs."),
        (bug("A", 999), "bugs must be a number from 1 to 20."),
    ],
)
def test_invalid_rows(tmp_path: Path, row: list[Any], problem: str) -> None:
    """Each problem comes with its row number, and the other cards are still read."""
    report = check([book(tmp_path / "mine.xlsx", [*GOOD, bug("Bug", 1), row])])
    assert len(report.problems) == 1
    assert report.problems[0].startswith(f"mine.xlsx, row 27: {problem}")
    assert (len(report.deck.sprint), len(report.deck.action)) == (24, 1)


def test_a_deck_needs_bugs(tmp_path: Path) -> None:
    """A deck without a bug card is a problem."""
    report = check([book(tmp_path / "mine.xlsx", [*GOOD, sprint("Party", (1, "boost"))])])
    assert report.problems == ("there is no bug card; add at least one action card with bugs.",)


def test_ten_thousand_cards(tmp_path: Path) -> None:
    """Reading stops early, and the report states the limit."""
    report = check([book(tmp_path / "mine.xlsx", [sprint("Card", (1, "infinite")) for _ in range(10_000)])])
    assert any(f"a deck has at most {MAX_CARDS} cards" in problem for problem in report.problems)
    assert len(report.deck.sprint) <= 2 * MAX_CARDS


def test_a_long_list_of_problems_is_cut(tmp_path: Path) -> None:
    """As text the first twenty and the number of the rest; as JSON all of them."""
    report = check([book(tmp_path / "mine.xlsx", [sprint("A", (1, "forever")) for _ in range(100)])])
    lines = list(report.lines())
    assert lines[-1] == "- and 82 more"
    assert len(report.as_json()["problems"]) == 102


@pytest.mark.parametrize("name", ["mine.xlsx", "mine.toml", "mine.txt"])
@pytest.mark.parametrize("data", [b"", b"PK\x03\x04 not really", b"\xff\xfe\x00\x01", b"= [", b"\x00" * 1000])
def test_files_that_are_not_decks(tmp_path: Path, name: str, data: bytes) -> None:
    """Junk is reported as a problem, whatever the file's extension."""
    (tmp_path / name).write_bytes(data)
    report = check([tmp_path / name])
    assert report.problems
    assert report.deck.sprint == ()


@pytest.mark.parametrize("line", ["a" + ".a" * 200 + " = 1", "['a'" + ' . "b"' * 200 + "]"])
def test_long_keys_are_not_parsed(tmp_path: Path, line: str) -> None:
    """The parser needs the square of their length: a minute for 600 kB of them."""
    (tmp_path / "mine.toml").write_text(f'name = "Ours"\n{line}\n')
    assert check([tmp_path / "mine.toml"]).problems[0] == "mine.toml, line 2: there are too many dots."


def test_missing_files(tmp_path: Path) -> None:
    """Missing files and folders are reported like any other problem."""
    assert check([tmp_path / "gone.toml"]).problems[0].startswith("gone.toml: can’t read the file: No such file")
    assert "can’t read the file" in check([tmp_path]).problems[0]


def test_files_that_are_too_large(tmp_path: Path) -> None:
    """Neither a huge file nor a huge archive is read."""
    (tmp_path / "mine.toml").write_bytes(b"#" * (MAX_BYTES + 1))
    assert check([tmp_path / "mine.toml"]).problems[0] == "mine.toml: the file is too large; the limit is 1000 kB."
    packed = BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("xl/workbook.xml", b" " * 30_000_000)
    (tmp_path / "mine.xlsx").write_bytes(packed.getvalue())
    assert "far too large when unpacked" in check([tmp_path / "mine.xlsx"]).problems[0]


# --- the decks folder ----------------------------------------------------------------------------------------------


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    decks = tmp_path / "decks"
    decks.mkdir()
    book(decks / "ours.xlsx", [*GOOD, bug("Bug", 1)])
    book(decks / "data_sprint.xlsx", GOOD)
    book(decks / "data_action.xlsx", [bug("Bug", 2)])
    (decks / "plain.toml").write_bytes((files("games.scrumkin") / "data" / "deck.toml").read_bytes())
    (decks / "broken.toml").write_text("[[sprint]]\n")
    (decks / "notes.txt").write_text("Not a deck.")
    (tmp_path / "secret.toml").write_bytes((decks / "plain.toml").read_bytes())
    return decks


def loaded(folder: Path, name: str) -> Deck:
    return DECK.validate_json(DeckFolder(folder).load(name))


def test_decks_by_name(folder: Path) -> None:
    """A TOML file, a spreadsheet, or the published game's two spreadsheets; upper and lower case don't matter."""
    assert DeckFolder(folder).names == ["broken", "data", "ours", "plain"]
    assert len(loaded(folder, "plain").sprint) == 88
    assert len(loaded(folder, "OURS").sprint) == 24
    assert [card.bugs for card in loaded(folder, "data").action] == [2]
    assert loaded(folder, "data").name == "data"


@pytest.mark.parametrize(
    "name",
    ["nothing", "", "../secret", "plain.toml", "/etc/passwd", "..", "a" * 100, "plain\x00", "ours/../plain", "~"],
)
def test_no_paths_from_chat(folder: Path, name: str) -> None:
    """What is typed is only ever a name and never leads out of the folder."""
    with pytest.raises(
        ValueError, match=r"^there is no deck with that name. Decks: standard, broken, data, ours, plain\.$"
    ):
        DeckFolder(folder).load(name)


def test_a_broken_deck(folder: Path) -> None:
    """The error states the first problem and how to see the others."""
    with pytest.raises(ValueError, match=r"^the deck broken can’t be played: broken.toml, line 1: effect is missing"):
        DeckFolder(folder).load("broken")


@pytest.mark.parametrize("where", [None, "nowhere"])
def test_no_folder(tmp_path: Path, where: str | None) -> None:
    """Without a decks folder there is only the standard deck."""
    decks = DeckFolder(tmp_path / where if where else None)
    assert decks.names == []
    with pytest.raises(ValueError, match=r"Decks: standard\.$"):
        decks.load("data")


def test_report_of_an_empty_deck() -> None:
    """It doesn't fail."""
    assert next(DeckReport(Deck("none", (), ()), ()).lines()) == "Sprint cards: 0, with shield: 0"
