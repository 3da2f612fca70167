"""Whether several finished games had the same dice: one seed, the same luck, and the same draws as far as each went."""

from collections.abc import Iterator, Sequence
from itertools import combinations

from bot.table.export import BrokenExport, Export, drawn_for, steps
from bot.table.journal import Standing
from bot.texts import shared_dice
from games.chance import Draw, draw_names
from games.values import value


@value
class _Game:
    """What a file says about its dice."""

    table: str
    dice: str
    fingerprint: str
    luck: tuple[str, ...]
    draws: dict[str, Draw]  # by name


@value
class Likeness:
    """What several games have in common."""

    difference: str = ""  # the first one, as a sentence; empty: they had the same dice
    throws: tuple[tuple[str, int], ...] = ()  # by purpose: how many at least two of them have

    @property
    def sentences(self) -> str:
        return self.difference or shared_dice.same(self.throws)


def compare(files: Sequence[Export]) -> Likeness:
    """Compare the dice of games of one round, or name the first difference. BrokenExport if one can't be read."""
    games = [_read(file) for file in files]
    first, *others = games
    for other in others:
        if difference := _difference(first, other):
            return Likeness(shared_dice.differ(first.table, other.table, difference))
    for one, other in combinations(games, 2):
        if name := _other_draw(one, other):
            drawn = [_spelled(game.draws[name]) for game in (one, other)]
            return Likeness(shared_dice.differ(one.table, other.table, shared_dice.another_draw(name, *drawn)))
    return Likeness(throws=tuple(_common(games)))


def _read(file: Export) -> _Game:
    before: Standing | None = None
    draws: dict[str, Draw] = {}
    for event, after in steps(file):
        if before is not None:
            drawn = drawn_for(event, before)
            draws.update(zip(draw_names(dict(before.throws), drawn), drawn, strict=True))
        before = after
    if before is None:
        raise BrokenExport(f"The game of table {file.table} has no events.")
    table = before.table
    return _Game(file.table, table.dice, table.commitment, table.luck, draws)


def _difference(first: _Game, other: _Game) -> str:
    if not first.dice or first.dice != other.dice:
        return shared_dice.OTHER_ROUND
    if first.fingerprint != other.fingerprint:
        return shared_dice.OTHER_SEED
    return shared_dice.OTHER_LUCK if first.luck != other.luck else ""


def _other_draw(one: _Game, other: _Game) -> str:
    """The first draw that both made from as many numbers, and that is not the same; empty: there is none.

    From decks that differ by then, such as after one team has shuffled its discards, they draw different cards.
    """
    for name, draw in one.draws.items():
        found = other.draws.get(name)
        if found is not None and found.below == draw.below and found.value != draw.value:
            return name
    return ""


def _spelled(draw: Draw) -> str:
    return f"{draw.value} of 0 to {draw.below - 1}"


def _common(games: Sequence[_Game]) -> Iterator[tuple[str, int]]:
    """By purpose, how many throws at least two games have: those of the second longest."""
    throws = [_throws(game) for game in games]
    for purpose in dict.fromkeys(purpose for each in throws for purpose in each):
        _, second, *_ = sorted((each.get(purpose, 0) for each in throws), reverse=True)
        yield purpose, second


def _throws(game: _Game) -> dict[str, int]:
    purposes = [draw.purpose for draw in game.draws.values() if draw.part == 1]
    return {purpose: purposes.count(purpose) for purpose in purposes}
