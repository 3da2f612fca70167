"""The cards: what a deck is made of, and how a deck of our own form (TOML) is read. A deck is untrusted input."""

import re
import tomllib
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cache
from importlib.resources import files

from pydantic import TypeAdapter

from games.inheritance import TeamCard
from games.text import clean

TITLE_LIMIT = 40  # characters: a title has to fit a button and a line of the board
TEXT_LIMIT = 240
FEWEST_SPRINT_CARDS = 24  # four hands of three, and something to draw
MAX_CARDS = 500
MAX_VALUES = 4
MAX_PROBLEMS = 20  # that are told; whoever has more starts with these
STANDARD = "standard"
_TEAM_EFFECTS = {"impediment": "-1", "tool": "+1 +1"}  # modest: a team's own cards decide no game

_VALUE = re.compile(r"(?P<value>[+-]?[0-9]|n)(?P<lasting>∞|inf)?")


@dataclass(frozen=True, slots=True)
class Effect:
    """What a card does to the velocity, sprint by sprint from the one in which it is played."""

    values: tuple[int, ...]
    lasting: bool  # the last value stays for good
    scrum: bool = False  # Scrum of Scrums: +1 for every other player who has one in play

    def at(self, age: int) -> int:
        """The value in the card's so-many-th sprint, 0 once it is gone."""
        if age < len(self.values):
            return self.values[age]
        return self.values[-1] if self.lasting else 0

    def stays(self, age: int) -> bool:
        """Whether the card is still on the table in its so-many-th sprint."""
        return self.lasting or age < len(self.values)

    def __str__(self) -> str:
        words = ["n"] if self.scrum else [f"{value:+d}" if value else "0" for value in self.values]
        return " ".join(words) + "∞" * self.lasting


@dataclass(frozen=True, slots=True)
class SprintCard:
    number: int
    title: str
    text: str
    effect: str  # as it is written: -2 -1 0 +1∞
    shield: bool = False


@dataclass(frozen=True, slots=True)
class ActionCard:
    number: int
    title: str
    text: str
    boost: int = 0
    bugs: int = 0


@dataclass(frozen=True, slots=True)
class Deck:
    """Cards are numbered from 1: sprint cards first, action cards behind them."""

    name: str
    sprint: tuple[SprintCard, ...]
    action: tuple[ActionCard, ...]

    def action_card(self, number: int) -> ActionCard:
        return self.action[number - 1 - len(self.sprint)]


DECK: TypeAdapter[Deck] = TypeAdapter(Deck)


@cache
def effect_of(text: str) -> Effect:
    """`-2 -1 0 +1∞`; ValueError holds a sentence."""
    found = [_VALUE.fullmatch(word) for word in text.split()]
    values = [match["value"] for match in found if match]
    if not found or len(values) < len(found) or len(found) > MAX_VALUES:
        raise ValueError(f"the effect “{text[:40]}” is not 1 to {MAX_VALUES} values from -9 to +9 such as -2 -1 0 +1∞.")
    lasting = [bool(match and match["lasting"]) for match in found]
    if any(lasting[:-1]):
        raise ValueError(f"in the effect “{text[:40]}” only the last value can have ∞.")
    if "n" in values:
        if values != ["n"] or not lasting[-1]:
            raise ValueError(f"the effect “{text[:40]}” has an n; Scrum of Scrums is written n∞ and nothing else.")
        return Effect((0,), lasting=True, scrum=True)
    return Effect(tuple(int(value) for value in values), lasting[-1])


# --- reading -------------------------------------------------------------------------------------------------------


@dataclass(slots=True)
class Pile:
    """Cards as they are read from files, and what is wrong with those that cannot be used."""

    sprint: list[SprintCard] = field(default_factory=list)
    action: list[ActionCard] = field(default_factory=list)
    problems: list[str] = field(default_factory=list)

    def fault(self, where: str, sentence: str) -> None:
        self.problems.append(f"{where}: {sentence}" if where else sentence)

    def add_sprint(self, where: str, title: object, text: object, effect: object, *, shield: object = False) -> None:
        try:
            written = str(effect_of(_words("effect", effect, 40)))
            card = SprintCard(0, _title(title), _text(text), written, _yes_or_no("shield", shield))
        except ValueError as fault:
            return self.fault(where, str(fault))
        return self.sprint.append(card)

    def add_action(self, where: str, title: object, text: object, boost: object, bugs: object) -> None:
        try:
            card = ActionCard(0, _title(title), _text(text), _number("boost", boost, 9), _number("bugs", bugs, 20))
        except ValueError as fault:
            return self.fault(where, str(fault))
        if bool(card.boost) == bool(card.bugs):
            return self.fault(where, "an action card has either a boost or bugs.")
        return self.action.append(card)

    def deck(self, name: str) -> Deck:
        """All of it, numbered. Whether it can be played with, `check` says."""
        sprint = [
            SprintCard(number, card.title, card.text, card.effect, card.shield)
            for number, card in enumerate(self.sprint, start=1)
        ]
        action = [
            ActionCard(number, card.title, card.text, card.boost, card.bugs)
            for number, card in enumerate(self.action, start=1 + len(sprint))
        ]
        return Deck(name, tuple(sprint), tuple(action))

    def check(self) -> None:
        """What the deck as a whole lacks."""
        if not FEWEST_SPRINT_CARDS <= len(self.sprint) <= MAX_CARDS:
            self.fault("", f"a deck has {FEWEST_SPRINT_CARDS} to {MAX_CARDS} sprint cards, not {len(self.sprint)}.")
        if len(self.action) > MAX_CARDS:
            self.fault("", f"a deck has at most {MAX_CARDS} action cards, not {len(self.action)}.")
        if not any(card.bugs for card in self.action):
            self.fault("", "there is no bug card; at least one action card has to bring bugs.")
        effects = [effect_of(card.effect) for card in self.sprint]
        if self.sprint and not any(effect.lasting and effect.values[-1] > 0 for effect in effects):
            self.fault("", "no sprint card brings velocity for good (such as +1∞), so nobody would ever finish.")


def _words(name: str, value: object, limit: int) -> str:
    if not isinstance(value, str):
        # ValueError, not TypeError: to whoever wrote the file it is one kind of mistake
        raise ValueError(f"{name} is missing." if value is None else f"{name} is a text, not {_kind(value)}.")  # noqa: TRY004
    words = clean(value, 10 * limit)
    if not words:
        raise ValueError(f"{name} is empty.")
    if len(words) > limit:
        raise ValueError(f"{name} has {len(words)} characters; {limit} fit.")
    return words


def _title(value: object) -> str:
    return _words("title", value, TITLE_LIMIT)


def _text(value: object) -> str:
    return "" if value is None or value == "" else _words("text", value, TEXT_LIMIT)


def _number(name: str, value: object, most: int) -> int:
    if value is None:
        return 0
    if isinstance(value, bool) or not isinstance(value, int) or not 0 <= value <= most:
        raise ValueError(f"{name} is a number from 1 to {most}.")
    return value


def _yes_or_no(name: str, value: object) -> bool:
    if value is not True and value is not False:
        raise ValueError(f"{name} is true or false.")
    return value


def _kind(value: object) -> str:
    names = {int: "a number", float: "a number", bool: "true or false", list: "a list"}
    return names.get(type(value), "something else")


_HEADER = re.compile(r"^\s*\[\[\s*(sprint|action)\s*\]\]", re.MULTILINE)
_KEYS = {"sprint": {"title", "text", "effect", "shield"}, "action": {"title", "text", "boost", "bugs"}}


def read_deck(source: str, where: str, pile: Pile) -> None:
    """Add the cards of a TOML text to the pile; `where` names the file in what is wrong with it."""
    try:
        data = tomllib.loads(source)
    except (tomllib.TOMLDecodeError, RecursionError) as fault:
        return pile.fault(where, f"this is not TOML: {fault}.")
    lines: dict[str, list[int]] = {"sprint": [], "action": []}
    for header in _HEADER.finditer(source):
        lines[header[1]].append(1 + source.count("\n", 0, header.start(1)))
    for kind in ("sprint", "action"):
        rows = data.get(kind, [])
        if not isinstance(rows, list):
            pile.fault(where, f"cards are written as [[{kind}]], with two brackets.")
            continue
        for index, row in enumerate(rows[: MAX_CARDS + 1]):
            at = f"{where}, line {lines[kind][index]}" if index < len(lines[kind]) else where
            _add(pile, at, kind, row)
    if unknown := sorted(data.keys() - {"name", "sprint", "action"}):
        pile.fault(where, f"a deck has name, sprint and action, but no {unknown[0][:40]}.")
    return None


def _add(pile: Pile, where: str, kind: str, row: object) -> None:
    if not isinstance(row, dict):
        pile.fault(where, f"cards are written as [[{kind}]], with two brackets.")
    elif unknown := sorted(row.keys() - _KEYS[kind]):
        pile.fault(where, f"a card of this kind has no {unknown[0][:40]!r}.")
    elif kind == "sprint":
        shield = row.get("shield", False)
        pile.add_sprint(where, row.get("title"), row.get("text"), row.get("effect"), shield=shield)
    else:
        pile.add_action(where, row.get("title"), row.get("text"), row.get("boost"), row.get("bugs"))


# --- the standard deck ---------------------------------------------------------------------------------------------


@cache
def standard() -> Deck:
    pile = Pile()
    read_deck((files(__package__) / "data" / "deck.toml").read_text("utf-8"), "deck.toml", pile)
    pile.check()
    if pile.problems:
        raise ValueError(pile.problems[0])
    return pile.deck(STANDARD)


def with_team_cards(deck: Deck, own: Sequence[TeamCard]) -> Deck:
    """What a team wrote down is mixed in: tools as good practices, impediments as bad ones."""
    if not own:
        return deck
    pile = Pile(list(deck.sprint), list(deck.action))
    for card in own[: MAX_CARDS - len(deck.sprint)]:
        pile.add_sprint("", card.title, card.text, _TEAM_EFFECTS[card.kind])
    return pile.deck(deck.name)


def figures_of(deck: Deck) -> Counter[str]:
    """How many cards of each kind there are: what two decks can be compared by."""
    sprint = Counter(card.effect + " with shield" * card.shield for card in deck.sprint)
    action = Counter(f"{card.bugs} bugs" if card.bugs else f"boost {card.boost:+d}" for card in deck.action)
    return sprint + action


def differences(deck: Deck) -> list[str]:
    """In a line each, how a deck differs from the standard one."""
    ours, theirs = figures_of(standard()), figures_of(deck)
    return [
        f"{theirs[kind]} cards with {kind}, the standard deck has {ours[kind]}"
        for kind in sorted(ours | theirs)
        if ours[kind] != theirs[kind]
    ]
