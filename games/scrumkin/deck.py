"""The cards, and reading decks in our TOML format. Decks are untrusted input."""

import re
import tomllib
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cache
from importlib.resources import files

from pydantic import TypeAdapter

from games.memories import TeamCard
from games.scrumkin.pictures.artwork import ARTWORK
from games.text import clean
from games.values import replace, value

TITLE_LIMIT = 40  # characters: a title has to fit on a button and a line of the board
TEXT_LIMIT = 240
_MIN_SPRINT_CARDS = 24  # four hands of three, and as many to draw
MAX_CARDS = 500
_MAX_VALUES = 4
MAX_PROBLEMS = 20  # listed at most
STANDARD = "standard"
_TEAM_EFFECTS = {"impediment": "-1", "tool": "+1 +1"}  # modest, so that a team's own cards don't decide a game

_VALUE = re.compile(r"(?P<value>[+-]?[0-9]|n)(?P<lasting>∞|inf)?")


@value
class Effect:
    """A card's effect on velocity, sprint by sprint, starting with the one in which it is played."""

    values: tuple[int, ...]
    lasting: bool  # the last value stays for good
    scrum: bool = False  # Team Exchange: +1 for every other player who has one in play

    def at(self, age: int) -> int:
        """The value `age` sprints after the card was played; 0 once it is gone."""
        if age < len(self.values):
            return self.values[age]
        return self.values[-1] if self.lasting else 0

    def stays(self, age: int) -> bool:
        """True if the card is still on the table `age` sprints after it was played."""
        return self.lasting or age < len(self.values)

    def __str__(self) -> str:
        words = ["n"] if self.scrum else [f"{value:+d}" if value else "0" for value in self.values]
        return " ".join(words) + "∞" * self.lasting


@value
class SprintCard:
    number: int
    title: str
    text: str
    effect: str  # as written on the card: -2 -1 0 +1∞
    shield: bool = False
    art: str = ""  # a name in ARTWORK; empty: `art_of` chooses one


@value
class ActionCard:
    number: int
    title: str
    text: str
    boost: int = 0
    bugs: int = 0
    art: str = ""


@value
class Deck:
    """A deck of cards numbered from 1: sprint cards first, then action cards."""

    name: str
    sprint: tuple[SprintCard, ...]
    action: tuple[ActionCard, ...]

    def action_card(self, number: int) -> ActionCard:
        return self.action[number - 1 - len(self.sprint)]


DECK: TypeAdapter[Deck] = TypeAdapter(Deck)


@cache
def effect_of(text: str) -> Effect:
    """Parse an effect such as `-2 -1 0 +1∞`; ValueError says what is wrong with it."""
    found = [_VALUE.fullmatch(word) for word in text.split()]
    matches = [match for match in found if match]
    values = [match["value"] for match in matches]
    if not found or len(values) < len(found) or len(found) > _MAX_VALUES:
        raise ValueError(
            f"the effect “{text[:40]}” must be 1 to {_MAX_VALUES} values from -9 to +9, such as -2 -1 0 +1∞."
        )
    lasting = [bool(match["lasting"]) for match in matches]
    if any(lasting[:-1]):
        raise ValueError(f"in the effect “{text[:40]}” only the last value may have ∞.")
    if "n" in values:
        if values != ["n"] or not lasting[-1]:
            raise ValueError(f"the effect “{text[:40]}” contains n; write Team Exchange as n∞ on its own.")
        return Effect((0,), lasting=True, scrum=True)
    return Effect(tuple(int(value) for value in values), lasting[-1])


def art_of(card: SprintCard | ActionCard) -> str:
    """The card's artwork; for cards of decks that don't name any, it follows from the effect."""
    if card.art in ARTWORK:
        return card.art
    if isinstance(card, ActionCard):
        return "bug" if card.bugs else "bolt"
    return _art_of_effect(effect_of(card.effect))


def _art_of_effect(effect: Effect) -> str:
    if effect.scrum:
        return "ring"
    first, last = effect.values[0], effect.values[-1]
    if first * last < 0:
        return "bulb" if last > 0 else "fuse"
    if effect.lasting:
        return "stairs" if last > 0 else "tower"
    return "cup" if first > 0 else "hourglass"


# --- reading ---------------------------------------------------------------------------------------------------------


@dataclass(slots=True)
class Pile:
    """Cards read from files so far, and the problems found in them."""

    sprint: list[SprintCard] = field(default_factory=list)
    action: list[ActionCard] = field(default_factory=list)
    problems: list[str] = field(default_factory=list)

    def report(self, where: str, problem: str) -> None:
        self.problems.append(f"{where}: {problem}" if where else problem)

    def add_sprint(
        self, where: str, title: object, text: object, effect: object, *, shield: object = False, art: object = None
    ) -> None:
        try:
            written = str(effect_of(_string("effect", effect, 40)))
            card = SprintCard(0, _title(title), _text(text), written, _boolean("shield", shield), _art(art))
        except ValueError as fault:
            return self.report(where, str(fault))
        return self.sprint.append(card)

    def add_action(
        self, where: str, title: object, text: object, boost: object, bugs: object, *, art: object = None
    ) -> None:
        try:
            effects = _number("boost", boost, 9), _number("bugs", bugs, 20)
            card = ActionCard(0, _title(title), _text(text), *effects, _art(art))
        except ValueError as fault:
            return self.report(where, str(fault))
        if bool(card.boost) == bool(card.bugs):
            return self.report(where, "an action card needs either a boost or bugs.")
        return self.action.append(card)

    def deck(self, name: str) -> Deck:
        """The deck, with its cards numbered; `check` finds out whether it is playable."""
        sprint = [replace(card, number=number) for number, card in enumerate(self.sprint, start=1)]
        action = [replace(card, number=number) for number, card in enumerate(self.action, start=1 + len(sprint))]
        return Deck(name, tuple(sprint), tuple(action))

    def check(self) -> None:
        """Report the problems of the deck as a whole."""
        if not _MIN_SPRINT_CARDS <= len(self.sprint) <= MAX_CARDS:
            self.report("", f"a deck needs {_MIN_SPRINT_CARDS} to {MAX_CARDS} sprint cards, not {len(self.sprint)}.")
        if len(self.action) > MAX_CARDS:
            self.report("", f"a deck can have at most {MAX_CARDS} action cards, not {len(self.action)}.")
        if not any(card.bugs for card in self.action):
            self.report("", "there is no bug card; add at least one action card with bugs.")
        effects = [effect_of(card.effect) for card in self.sprint]
        if self.sprint and not any(effect.lasting and effect.values[-1] > 0 for effect in effects):
            self.report("", "no sprint card adds velocity for good (such as +1∞), so nobody would ever finish.")


def _string(name: str, value: object, limit: int) -> str:
    if not isinstance(value, str):
        # ValueError rather than TypeError: for the author of the file both are the same kind of mistake
        raise ValueError(f"{name} is missing." if value is None else f"{name} must be text, not {_kind(value)}.")  # noqa: TRY004
    text = clean(value, 10 * limit)
    if not text:
        raise ValueError(f"{name} is empty.")
    if len(text) > limit:
        raise ValueError(f"{name} has {len(text)} characters; the limit is {limit}.")
    return text


def _title(value: object) -> str:
    return _string("title", value, TITLE_LIMIT)


def _text(value: object) -> str:
    return "" if value is None or value == "" else _string("text", value, TEXT_LIMIT)


def _art(value: object) -> str:
    if value is None:
        return ""
    if not isinstance(value, str) or value not in ARTWORK:
        raise ValueError(f"art must be one of {', '.join(ARTWORK)}.")
    return value


def _number(name: str, value: object, maximum: int) -> int:
    if value is None:
        return 0
    if isinstance(value, bool) or not isinstance(value, int) or not 0 <= value <= maximum:
        raise ValueError(f"{name} must be a number from 1 to {maximum}.")
    return value


def _boolean(name: str, value: object) -> bool:
    if value is not True and value is not False:
        raise ValueError(f"{name} must be true or false.")
    return value


def _kind(value: object) -> str:
    names = {int: "a number", float: "a number", bool: "true or false", list: "a list"}
    return names.get(type(value), "something else")


_HEADER = re.compile(r"[ \t]*\[\[[ \t]*(sprint|action)[ \t]*\]\]")
# The parser needs the square of their number for each key and table. A deck needs none.
_DOTTED = re.compile(r"\.[ \t]*[\w\"'-]")
_MAX_DOTS = 50  # in a line; a text may have some
_KEYS = {"sprint": {"title", "text", "effect", "shield", "art"}, "action": {"title", "text", "boost", "bugs", "art"}}


def read_deck(source: str, where: str, pile: Pile) -> None:
    """Add the cards in a TOML text to the pile; problems name the file as `where`."""
    for number, line in enumerate(source.split("\n"), start=1):
        if sum(1 for _ in _DOTTED.finditer(line)) > _MAX_DOTS:
            return pile.report(f"{where}, line {number}", "there are too many dots.")
    try:
        data = tomllib.loads(source)
    except (tomllib.TOMLDecodeError, RecursionError) as fault:
        return pile.report(where, f"this is not valid TOML: {fault}.")
    lines: dict[str, list[int]] = {"sprint": [], "action": []}
    for number, line in enumerate(source.split("\n"), start=1):
        if header := _HEADER.match(line):
            lines[header[1]].append(number)
    for kind in ("sprint", "action"):
        rows = data.get(kind, [])
        if not isinstance(rows, list):
            pile.report(where, f"write cards as [[{kind}]], with two brackets.")
            continue
        for index, row in enumerate(rows[: MAX_CARDS + 1]):
            at = f"{where}, line {lines[kind][index]}" if index < len(lines[kind]) else where
            _add(pile, at, kind, row)
    if unknown := sorted(data.keys() - {"name", "sprint", "action"}):
        pile.report(where, f"unknown key {unknown[0][:40]!r}; a deck has name, sprint and action.")
    return None


def _add(pile: Pile, where: str, kind: str, row: object) -> None:
    if not isinstance(row, dict):
        pile.report(where, f"write cards as [[{kind}]], with two brackets.")
    elif unknown := sorted(row.keys() - _KEYS[kind]):
        pile.report(where, f"unknown key {unknown[0][:40]!r} in a card of this kind.")
    elif kind == "sprint":
        shield = row.get("shield", False)
        pile.add_sprint(where, row.get("title"), row.get("text"), row.get("effect"), shield=shield, art=row.get("art"))
    else:
        boost, bugs = row.get("boost"), row.get("bugs")
        pile.add_action(where, row.get("title"), row.get("text"), boost, bugs, art=row.get("art"))


# --- the standard deck -----------------------------------------------------------------------------------------------


@cache
def standard() -> Deck:
    pile = Pile()
    read_deck((files(__package__) / "data" / "deck.toml").read_text("utf-8"), "deck.toml", pile)
    pile.check()
    if pile.problems:
        raise ValueError(pile.problems[0])
    return pile.deck(STANDARD)


@cache
def first_edition() -> Deck:
    """The standard deck of tables that were opened before some of its cards got other words."""
    found = tomllib.loads((files(__package__) / "data" / "first-edition.toml").read_text("utf-8"))["sprint"]
    before = {row["number"]: (row["title"], row["text"], row["art"]) for row in found}
    deck = standard()
    sprint = list(deck.sprint)
    for number, (title, text, art) in before.items():
        sprint[number - 1] = replace(sprint[number - 1], title=title, text=text, art=art)
    return replace(deck, sprint=tuple(sprint))


def with_team_cards(deck: Deck, own: Sequence[TeamCard]) -> Deck:
    """Add a team's own cards: its tools as good practices, its impediments as bad ones."""
    if not own:
        return deck
    pile = Pile(list(deck.sprint), list(deck.action))
    for card in own[: MAX_CARDS - len(deck.sprint)]:
        pile.add_sprint("", card.title, card.text, _TEAM_EFFECTS[card.kind])
    return pile.deck(deck.name)


def figures_of(deck: Deck) -> Counter[str]:
    """The number of cards of each kind, to compare decks by."""
    sprint = Counter(card.effect + " with shield" * card.shield for card in deck.sprint)
    action = Counter(f"{card.bugs} bugs" if card.bugs else f"boost {card.boost:+d}" for card in deck.action)
    return sprint + action


def differences(deck: Deck) -> list[str]:
    """The differences between a deck and the standard one, one line per kind of card."""
    ours, theirs = figures_of(standard()), figures_of(deck)
    return [
        f"cards with {kind}: {theirs[kind]}, standard deck: {ours[kind]}"
        for kind in sorted(ours | theirs)
        if ours[kind] != theirs[kind]
    ]
