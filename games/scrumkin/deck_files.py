"""Custom decks for Scrumkin: reading them from files and reporting what is in them.

Decks are untrusted input: everything has a limit, and nothing typed in a chat is ever used as a path.
"""

import re
import zipfile
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from io import BytesIO
from pathlib import Path
from typing import Any

from games.plugins import DECKS_GROUP, UnusablePlugin, load_packs
from games.scrumkin.deck import DECK, MAX_CARDS, MAX_PROBLEMS, STANDARD, Deck, Pile, differences, read_deck
from games.values import value

MAX_BYTES = 1_000_000  # per file
_MAX_UNPACKED = 20_000_000  # a spreadsheet is a zip archive
_MAX_ROWS = 2 * MAX_CARDS  # per sheet
_MAX_COLUMNS = 100

_NAME = re.compile(r"[a-z0-9][a-z0-9_-]{0,39}")
_CIRCLES = (1, 2, 3, 4)
_COLUMNS = (
    "Name",
    "Protect",
    *(f"Sprint{circle}Nbr" for circle in _CIRCLES),
    *(f"Effect{circle}" for circle in _CIRCLES),
    "BugCount",
    "Description",
)
_OPTIONAL = ("Protect", "BugCount", "Description")  # may be empty or missing
_NOTHING = {"", "x"}


@value
class DeckReport:
    """The findings of `deck check`."""

    deck: Deck
    problems: tuple[str, ...]

    @property
    def shields(self) -> int:
        return sum(card.shield for card in self.deck.sprint)

    def as_json(self) -> dict[str, Any]:
        return {
            "sprint_cards": len(self.deck.sprint),
            "action_cards": len(self.deck.action),
            "shields": self.shields,
            "problems": list(self.problems),
            "differences": differences(self.deck),
        }

    def lines(self) -> Iterator[str]:
        boosters = sum(card.boost > 0 for card in self.deck.action)
        yield f"Sprint cards: {len(self.deck.sprint)}, with shield: {self.shields}"
        yield f"Action cards: {len(self.deck.action)} ({boosters} boosters, {len(self.deck.action) - boosters} bugs)"
        different = differences(self.deck)
        yield "Differences from the standard deck:" if different else "The same figures as the standard deck."
        yield from (f"- {line}" for line in different)
        yield "Problems:" if self.problems else "No problems: it can be played."
        yield from (f"- {problem}" for problem in self.problems[:MAX_PROBLEMS])
        if len(self.problems) > MAX_PROBLEMS:
            yield f"- and {len(self.problems) - MAX_PROBLEMS} more"


def check(files: Sequence[Path], name: str = "") -> DeckReport:
    """Read one deck from one file or several, such as the published game's two spreadsheets."""
    pile = Pile()
    for file in files:
        _read(file, pile)
    pile.check()
    return DeckReport(pile.deck(name or files[0].stem), tuple(pile.problems))


def _read(file: Path, pile: Pile) -> None:
    try:
        with file.open("rb") as opened:
            data = opened.read(MAX_BYTES + 1)
    except OSError as fault:
        return pile.report(file.name, f"can’t read the file: {fault.strerror}.")
    if len(data) > MAX_BYTES:
        return pile.report(file.name, f"the file is too large; the limit is {MAX_BYTES // 1000} kB.")
    if file.suffix.lower() == ".xlsx":
        return _read_spreadsheet(data, file.name, pile)
    try:
        return read_deck(data.decode("utf-8-sig"), file.name, pile)
    except UnicodeDecodeError:
        return pile.report(file.name, "this is not UTF-8 text; a deck is a TOML file or a spreadsheet (.xlsx).")


# --- spreadsheets ----------------------------------------------------------------------------------------------------


def _read_spreadsheet(data: bytes, where: str, pile: Pile) -> None:
    try:
        from openpyxl import load_workbook  # noqa: PLC0415  an optional extra, and slow to import
    except ImportError:
        return pile.report(
            where, "openpyxl isn't installed: install Scrum Table with the extra `decks` (docs/deployment.md)."
        )
    try:
        with zipfile.ZipFile(BytesIO(data)) as archive:
            unpacked = sum(member.file_size for member in archive.infolist())
        if unpacked > _MAX_UNPACKED:
            return pile.report(where, "the spreadsheet is far too large when unpacked.")
        book = load_workbook(BytesIO(data), read_only=True, data_only=True)
        sheets = [list(_rows(sheet)) for sheet in book.worksheets[:5]]
    except Exception as fault:  # noqa: BLE001  openpyxl can raise anything for a broken file
        return pile.report(where, f"can’t read this as a spreadsheet ({type(fault).__name__}).")
    filled = [rows for rows in sheets if rows]
    if not filled:
        return pile.report(where, "the spreadsheet is empty.")
    for rows in filled:
        _read_sheet(rows, where, pile)
    return None


def _rows(sheet: Any) -> Iterator[tuple[int, tuple[object, ...]]]:
    """The non-empty rows with their numbers."""
    bounded = sheet.iter_rows(max_row=_MAX_ROWS + 1, max_col=_MAX_COLUMNS, values_only=True)
    for number, row in enumerate(bounded, start=1):
        if any(cell not in (None, "") for cell in row):
            yield number, row


def _read_sheet(rows: Sequence[tuple[int, tuple[object, ...]]], where: str, pile: Pile) -> None:
    first, header = rows[0]
    columns = {str(cell).strip().lower(): index for index, cell in enumerate(header) if cell is not None}
    missing = [name for name in _COLUMNS if name.lower() not in columns and name not in _OPTIONAL]
    if missing:
        return pile.report(f"{where}, row {first}", f"missing columns: {', '.join(missing)}.")
    for number, row in rows[1:]:
        if number > _MAX_ROWS:
            return pile.report(where, f"there are more than {_MAX_ROWS} rows; a deck has at most {MAX_CARDS} cards.")
        cells = {name: row[columns[name.lower()]] if name.lower() in columns else None for name in _COLUMNS}
        try:
            _add_row(pile, f"{where}, row {number}", cells)
        except ValueError as fault:
            pile.report(f"{where}, row {number}", str(fault))
    return None


def _add_row(pile: Pile, where: str, cells: Mapping[str, object]) -> None:
    effects = {circle: _word(cells[f"Effect{circle}"]) for circle in _CIRCLES}
    present = [circle for circle in _CIRCLES if effects[circle] not in _NOTHING]
    title, text = _text(cells["Name"]), _text(cells["Description"])
    known = {"infinite", "boost", "bug", *(f"base{circle}" for circle in _CIRCLES)}
    for circle in present:
        if effects[circle] not in known:
            raise ValueError(
                f"Effect{circle} must be base1 to base4, infinite, boost, bug or x, not “{effects[circle][:20]}”."
            )
    if not present:
        raise ValueError("the card has no effect.")
    if "bug" in effects.values():
        return pile.add_action(where, title, text, None, _whole("BugCount", cells["BugCount"]))
    if "boost" in effects.values():
        return pile.add_action(where, title, text, _whole("Sprint1Nbr", cells["Sprint1Nbr"]), None)
    if any(effects[circle] == "infinite" for circle in present[1:]):
        raise ValueError("only the top circle, the first one, can be infinite.")
    # circles are numbered from the top; the lowest is the value of the sprint in which the card is played
    values = [_value(f"Sprint{circle}Nbr", cells[f"Sprint{circle}Nbr"]) for circle in reversed(present)]
    effect = " ".join(values) + "∞" * (effects[present[0]] == "infinite")
    return pile.add_sprint(where, title, text, effect, shield=_protects(cells["Protect"]))


def _word(cell: object) -> str:
    return "" if cell is None else str(cell).strip().lower()


def _text(cell: object) -> object:
    """A cell's text. A title may look like a number; anything else that is not text is reported later."""
    return str(cell) if isinstance(cell, int | float) and not isinstance(cell, bool) else cell


def _protects(cell: object) -> bool:
    word = _word(cell)
    if word not in _NOTHING | {"protect"}:
        raise ValueError(f"Protect must be Protect or x, not “{word[:20]}”.")
    return word == "protect"


def _value(name: str, cell: object) -> str:
    return "n" if _word(cell) == "n" else f"{_whole(name, cell):+d}"


def _whole(name: str, cell: object) -> int:
    try:
        number = float(cell) if isinstance(cell, int | float | str) and not isinstance(cell, bool) else float("nan")
    except ValueError:
        number = float("nan")
    if not number.is_integer():
        raise ValueError(f"{name} must be a whole number, not “{_word(cell)[:20]}”.")
    return int(number)


# --- the decks of plugins --------------------------------------------------------------------------------------------


@cache
def plugin_decks() -> dict[str, Deck]:
    """The decks of installed plugins by name. Broken ones are left out; games.plugins.found says why."""
    return load_packs(DECKS_GROUP, _deck_of)


def _deck_of(name: str, toml: str) -> Deck:
    if not _NAME.fullmatch(name) or name == STANDARD:
        raise UnusablePlugin(f"A deck cannot be called {name!r}: use a to z, 0 to 9, _ and -.")
    pile = Pile()
    read_deck(toml, name, pile)
    pile.check()
    if pile.problems:
        raise UnusablePlugin(pile.problems[0])
    return pile.deck(name)


# --- the decks folder ------------------------------------------------------------------------------------------------


class DeckFolder:
    """The operator's decks: NAME.toml, NAME.xlsx, or NAME_sprint.xlsx with NAME_action.xlsx; and those of plugins."""

    def __init__(self, folder: Path | None) -> None:
        self._folder = folder

    @property
    def names(self) -> list[str]:
        return sorted({*self._in_folder(), *plugin_decks()})

    @property
    def has_spreadsheets(self) -> bool:
        return any(file.suffix.lower() == ".xlsx" for name in self._in_folder() for file in self._files(name))

    def reports(self) -> dict[str, DeckReport]:
        """The findings for every deck in the folder, by name."""
        return {name: check(self._files(name), name) for name in sorted(self._in_folder())}

    def unused(self) -> list[str]:
        """The names of files that look like a deck's, but belong to none."""
        used = {file for name in self._in_folder() for file in self._files(name)}
        return sorted(file.name for file in self._candidates() if file not in used)

    def _candidates(self) -> list[Path]:
        if self._folder is None or not self._folder.is_dir():
            return []
        return [file for file in self._folder.iterdir() if file.suffix.lower() in {".toml", ".xlsx"}]

    def _in_folder(self) -> list[str]:
        stems = {file.stem.lower() for file in self._candidates()}
        whole = {stem.removesuffix("_sprint") for stem in stems if not stem.endswith("_action")}
        return [name for name in whole if _NAME.fullmatch(name) and self._files(name)]

    def load(self, name: str) -> str:
        """The whole deck as JSON; ValueError says why it can't be played."""
        name = name.lower()
        files = self._files(name) if _NAME.fullmatch(name) else []
        if not files and name in plugin_decks():
            return DECK.dump_json(plugin_decks()[name]).decode()
        if not files:
            known = ", ".join(["standard", *self.names[:20]])
            raise ValueError(f"there is no deck with that name. Decks: {known}.")
        report = check(files, name)
        if report.problems:
            more = len(report.problems) - 1
            rest = f" (and {more} more; `scrum-table deck check` shows them)" if more else ""
            raise ValueError(f"the deck {name} can’t be played: {report.problems[0].rstrip('.')}{rest}.")
        return DECK.dump_json(report.deck).decode()

    def _files(self, name: str) -> list[Path]:
        if self._folder is None:
            return []
        for files in ((f"{name}.toml",), (f"{name}.xlsx",), (f"{name}_sprint.xlsx", f"{name}_action.xlsx")):
            paths = [self._folder / file for file in files]
            if all(path.is_file() for path in paths):
                return paths
        return []
