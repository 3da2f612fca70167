"""An automatic player: it looks a few sprints ahead with what lies on the table, from its own view alone.

Every player's game is a series of velocities to come. A card changes the series, and what that is worth is read off
the race: how soon one is done and how soon the others are, or, in the collaborative game, what the team leaves undone.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cache, cached_property

from games.chance import Chance
from games.scrumkin.deck import Effect
from games.scrumkin.model import SPRINTS, WORST, Counter, Drop, Laid, Move, Play, Ready, State, TakeOver, Turn, Window
from games.scrumkin.rules import kinds_left, view
from games.scrumkin.velocity import scrums_of_others

Series = tuple[float, ...]

_AHEAD = 9  # sprints; further nobody can see
_GROWTH = 0.5  # velocity that a sprint's cards to come bring on average: habits add up
_NEVER = 12.0  # sprints to go for somebody who gets nowhere
_FASTEST = 0.5  # how much holding up the fastest counts beside being quick oneself
_FIELD = 0.1  # and how much holding up the rest
_HASTE = 0.5  # items, for each team-mate beyond the first, see `_best_play`
_KEEPING = 0.25  # sprints that a counter has to win over playing the shield for oneself
_LAST_MINUTE = 6.0  # to stop somebody who is about to win
_HOPE = 0.3  # of somebody else bringing a Scrum of Scrums along


def suggest(state: State, seat: int, chance: Chance, level: str = "") -> Move:
    del level  # there is one
    table = view(state, seat).table  # it must not know more than a person in this seat
    race = _Race(table, seat)
    counter = _best_counter(race, chance)
    if counter is not None:
        return counter
    if not isinstance(table.phase, Turn):
        return Ready()
    return _best_take_over(race, table.phase) or _best_play(race, table.phase, chance)


@dataclass(frozen=True)
class _Race:
    """How things stand for one seat, and what they would be worth if a few cards lay elsewhere."""

    table: State
    seat: int

    @cached_property
    def sprints(self) -> int:
        return SPRINTS - self.table.sprint + 1 if self.table.collaborative else _AHEAD

    @cached_property
    def others(self) -> list[int]:
        return [seat for seat in range(len(self.table.players)) if seat != self.seat]

    @cached_property
    def series(self) -> list[Series]:
        """The velocities to come of every seat, without what taken-over items cost."""
        return [self._series(seat) for seat in range(len(self.table.players))]

    def _series(self, seat: int) -> Series:
        total = [_GROWTH * ahead for ahead in range(self.sprints)]
        total[0] += self.table.boost
        for laid in self.table.players[seat].game:
            for ahead, worth in enumerate(self.card(laid, seat)):
                total[ahead] += worth
        return tuple(total)

    def card(self, laid: Laid, seat: int) -> Series:
        """What a card adds in a seat's game, sprint by sprint."""
        effect = self.table.effect(laid.card)
        if effect.scrum:
            return (scrums_of_others(self.table, seat) + _HOPE,) * self.sprints
        return _values(effect, laid.age, self.sprints)

    @cached_property
    def standings(self) -> list["_Standing"]:
        players = enumerate(self.table.players)
        return [_Standing(player.backlog, player.taken, self.series[seat]) for seat, player in players]

    def worth(self, changes: dict[int, Series], taken: dict[int, int] | None = None) -> float:
        """How good things would look with these changes, in sprints (competitive) or items (collaborative)."""
        standings = list(self.standings)
        for seat, change in changes.items():
            standings[seat] = replace(standings[seat], series=_sum(standings[seat].series, change))
        for seat, count in (taken or {}).items():
            before = standings[seat]
            standings[seat] = replace(before, backlog=before.backlog + count, taken=before.taken + max(0, count))
        if self.table.collaborative:
            return -sum(each.undone for each in standings) + 0.02 * sum(each.speed for each in standings)
        mine = standings[self.seat].finish
        rest = [standings[seat].finish for seat in self.others]
        worth = _FASTEST * min(rest) + _FIELD * sum(rest) / len(rest) - mine
        if isinstance(self.table.phase, Window) and min(rest) <= 1 and min(rest) < mine:
            worth -= _LAST_MINUTE
        return worth + 0.01 * standings[self.seat].speed


@cache
def _values(effect: Effect, age: int, sprints: int) -> Series:
    return tuple(effect.at(age + ahead) for ahead in range(sprints))


@dataclass(frozen=True)
class _Standing:
    backlog: int
    taken: int
    series: Series

    @cached_property
    def speed(self) -> float:
        return sum(self.series)

    @cached_property
    def finish(self) -> float:
        """Sprints until the backlog is empty; the last one in parts, so that a little more speed shows."""
        left = float(self.backlog)
        for ahead, speed in enumerate(self.series):
            if speed > 0 and speed >= left:
                return ahead + left / speed
            left -= max(0.0, speed)
        return _NEVER + left / 10

    @cached_property
    def undone(self) -> float:
        """Items left when the team's time is up."""
        left, taken = float(self.backlog), float(self.taken)
        for speed in self.series:
            real = speed - taken
            done = min(max(0.0, real), left)
            left += -real if real < WORST else -done
            taken = max(0.0, taken - done)
        return left


def _sum(one: Sequence[float], other: Sequence[float]) -> Series:
    return tuple(a + b for a, b in zip(one, other, strict=True))


def _minus(series: Series) -> Series:
    return tuple(-value for value in series)


# --- shields -------------------------------------------------------------------------------------------------------


def _best_counter(race: _Race, chance: Chance) -> Move | None:
    """A shield is worth raising where it wins more than the same card would in one's own game."""
    table = race.table
    shields = [card for card in table.players[race.seat].hand if table.card(card).shield]
    if not shields:
        return None
    cheapest = min(shields, key=lambda card: sum(race.card(Laid(card), race.seat)))
    instead = max(race.worth({seat: race.card(Laid(cheapest), seat)}) for seat in _playable(race))
    options = [
        (race.worth({target: _minus(race.card(laid, target))}), chance.below(1000), laid.card, target)
        for target, player in enumerate(table.players)
        for laid in player.game
    ]
    if not options:
        return None
    worth, _, against, target = max(options)
    return Counter(cheapest, against, target) if worth > instead + _KEEPING else None


def _playable(race: _Race) -> list[int]:
    """Where a shield could be played as a plain card instead: for oneself, together for anybody."""
    return [race.seat, *race.others] if race.table.collaborative else [race.seat]


# --- plays ---------------------------------------------------------------------------------------------------------


def _best_take_over(race: _Race, turn: Turn) -> Move | None:
    """Help out where the team then leaves less undone."""
    table = race.table
    if not table.collaborative or turn.took:
        return None
    neediest = max(race.others, key=lambda seat: table.players[seat].backlog)
    most = min(table.players[neediest].backlog, 10 - table.players[race.seat].backlog // 2)
    best, best_count = race.worth({}) + 0.5, 0
    for count in range(1, most + 1):
        worth = race.worth({}, {race.seat: count, neediest: -count})
        if worth > best:
            best, best_count = worth, count
    return TakeOver(best_count, neediest) if best_count else None


def _best_play(race: _Race, turn: Turn, chance: Chance) -> Move:
    """The pair of plays after which things look best; the first of it. The second is thought over again.

    Bugs hit one leader a sprint however many share the work, so a team of four that forecasts without a slip wins
    every collaborative game. With more team-mates to keep an eye on, an automatic player judges more hastily.
    """
    hand = race.table.players[race.seat].hand
    single = len(turn.played) == 1 or len(hand) == 1
    haste = _HASTE * (len(race.table.players) - 2) if race.table.collaborative else 0.0

    def looks(pair: Sequence[Move]) -> float:
        slip = chance.below(2001) / 1000 - 1  # also what decides between equals, so that no seat is picked on
        return race.worth(_changes(race, pair)) + slip * max(haste, 0.001)

    return max(_pairs(race, turn, single=single), key=looks)[0]


def _pairs(race: _Race, turn: Turn, *, single: bool) -> Iterator[tuple[Move, ...]]:
    first: list[Move] = []
    hand = race.table.players[race.seat].hand
    kinds = kinds_left(race.table, turn)
    ways: dict[str, list[Move]] = {
        "own": [Play(card, race.seat) for card in hand],
        "other": [Play(card, other) for card in hand for other in race.others],
        "drop": [Drop(card) for card in hand],
    }
    for index, kind in enumerate(kinds):
        first = ways[kind]
        if single:
            yield from ((move,) for move in first)
            continue
        for other in kinds[index + 1 :]:
            yield from ((one, two) for one in first for two in ways[other] if _card(one) != _card(two))


def _card(move: Move) -> int:
    assert isinstance(move, Play | Drop)
    return move.card


def _changes(race: _Race, pair: Sequence[Move]) -> dict[int, Series]:
    changes: dict[int, Series] = {}
    for move in pair:
        if isinstance(move, Play):
            added = race.card(Laid(move.card), move.target)
            changes[move.target] = _sum(changes[move.target], added) if move.target in changes else added
    return changes
