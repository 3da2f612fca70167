"""The automatic player: it looks a few sprints ahead, using only what its seat can see.

Each player's game is a series of coming velocities. A card changes the series; what that is worth shows in the race:
how soon this player and the others will finish or, in collaborative mode, how much the team will leave undone.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cache, cached_property

from games.chance import SEED_BYTES, Chance
from games.language import lazy
from games.scrumkin.deck import Effect
from games.scrumkin.model import (
    WORST,
    Drop,
    Laid,
    Move,
    Play,
    RaiseShield,
    Ready,
    State,
    TakeOver,
    Turn,
    Window,
    scrums_of_others,
)
from games.scrumkin.rules import kinds_left, open_games, view

_Series = tuple[float, ...]

_AHEAD = 9  # sprints to look ahead
NEVER = 12.0  # sprints to go for a player who gets nowhere
_LAST_MINUTE = 6.0  # bonus for stopping a player who is about to win
_HOPE = 0.3  # expected gain from another player joining the Team Exchange later
_TIE_BREAK = 0.001  # so that no seat is picked on


@dataclass(frozen=True)
class _Skill:
    """A level's strengths, and how it errs."""

    fastest: float = 0.5  # weight of slowing down the fastest of several opponents, compared with being fast
    duel: float = 0.5  # the same with a single opponent, where everything that hurts them helps
    field: float = 0.1  # weight of slowing down all opponents
    growth: float = 0.5  # velocity that it expects each coming sprint's cards to add on average
    keeping: float = 0.25  # sprints that countering has to gain over playing the shield as a card
    slip: float = 0.0  # sprints (competitive) or items (collaborative) by which it misjudges a play
    # Bugs hit one leader per sprint however large the team, so four players who never slip up would win nearly every
    # collaborative game: the more teammates it has, the more errors it makes
    haste: float = 0.0  # items, for each teammate beyond the first
    forgetful: int = 0  # it remembers its shields one time in this many; 0: always

    def misjudges(self, table: State) -> float:
        haste = self.haste * (len(table.players) - 2) if table.collaborative else 0.0
        return max(self.slip, haste, _TIE_BREAK)


_SKILLS = {
    "club": _Skill(haste=0.5),
    "beginner": _Skill(slip=3.0, haste=0.5, forgetful=3),
    "expert": _Skill(fastest=0.7, duel=2.0, field=0.0, growth=0.2),
}
LEVELS: tuple[str, ...] = tuple(_SKILLS)  # the same words as in Scrum Rugby; the usual one first
NOTES = (  # in their order, measured: docs/balance.md
    lazy("Plays well, and slips up in collaborative mode"),
    lazy("Loses five duels in six against a club player"),
    lazy("Never slips up, and wins five duels in eight against a club player"),
)


def suggest(state: State, seat: int, chance: Chance, level: str = "") -> Move:
    table = view(state, seat).state  # it may not know more than a person in this seat
    return _plan(Race(table, seat, _SKILLS[level or LEVELS[0]]), chance)[0]


def _plan(race: "Race", chance: Chance) -> tuple[Move, ...]:
    """The next move: a shield, items to take over, or the plays of this turn that are left; what follows may change."""
    table = race.table
    shield = _best_shield(race, chance)
    if shield is not None:
        return (shield,)
    if not isinstance(table.phase, Turn) or table.phase.seat != race.seat:
        return (Ready(),)
    taking = _best_take_over(race, table.phase)
    return (taking,) if taking else _best_plays(race, table.phase, chance)


def advice(table: State, seat: int) -> tuple["Race", tuple[Move, ...]]:
    """The race as this seat sees it, and what the expert would do in its place; `table` is what the seat can see."""
    race = Race(table, seat, _SKILLS["expert"])
    return race, _plan(race, Chance(bytes(SEED_BYTES)))


@dataclass(frozen=True)
class Race:
    """The race as one seat sees it, and what changes to it would be worth."""

    table: State
    seat: int
    skill: _Skill

    @cached_property
    def sprints(self) -> int:
        """The number of sprints to look ahead: never beyond the last, where the smallest backlog or nobody wins."""
        left = self.table.limit - self.table.sprint + 1
        if self.table.collaborative:
            return left
        return min(left, _AHEAD) if self.table.limit else _AHEAD

    @cached_property
    def others(self) -> list[int]:
        return [seat for seat in range(len(self.table.players)) if seat != self.seat]

    @cached_property
    def series(self) -> list[_Series]:
        """The coming velocities of every seat, without the penalty for taken-over items."""
        return [self._series(seat) for seat in range(len(self.table.players))]

    def _series(self, seat: int) -> _Series:
        total = [self.skill.growth * ahead for ahead in range(self.sprints)]
        total[0] += self.table.boost
        for laid in self.table.players[seat].game:
            for ahead, worth in enumerate(self.card(laid, seat)):
                total[ahead] += worth
        return tuple(total)

    def card(self, laid: Laid, seat: int) -> _Series:
        """The velocity that a card in a seat's game adds, sprint by sprint."""
        effect = self.table.effect(laid.card)
        if effect.scrum:
            return (scrums_of_others(self.table, seat) + _HOPE,) * self.sprints
        return _values(effect, laid.age, self.sprints)

    @cached_property
    def _prospects(self) -> list["Prospect"]:
        players = enumerate(self.table.players)
        return [Prospect(player.backlog, player.taken, self.series[seat]) for seat, player in players]

    def after(self, changes: dict[int, _Series], taken: dict[int, int] | None = None) -> list["Prospect"]:
        """Everybody's prospects after these changes; `taken`: items that seats get, or lose."""
        prospects = list(self._prospects)
        for seat, change in changes.items():
            prospects[seat] = replace(prospects[seat], series=_sum(prospects[seat].series, change))
        for seat, count in (taken or {}).items():
            before = prospects[seat]
            prospects[seat] = replace(before, backlog=before.backlog + count, taken=before.taken + max(0, count))
        return prospects

    def worth(self, changes: dict[int, _Series], taken: dict[int, int] | None = None) -> float:
        """The value of the race after these changes, in sprints (competitive) or items (collaborative)."""
        prospects = self.after(changes, taken)
        if self.table.collaborative:
            return -sum(each.undone for each in prospects) + 0.02 * sum(each.speed for each in prospects)
        mine = prospects[self.seat].finish
        rest = [prospects[seat].finish for seat in self.others]
        weight = self.skill.duel if len(rest) == 1 else self.skill.fastest
        worth = weight * min(rest) + self.skill.field * sum(rest) / len(rest) - mine
        if isinstance(self.table.phase, Window) and min(rest) <= 1 and min(rest) < mine:
            worth -= _LAST_MINUTE
        return worth + 0.01 * prospects[self.seat].speed


@cache
def _values(effect: Effect, age: int, sprints: int) -> _Series:
    return tuple(effect.at(age + ahead) for ahead in range(sprints))


@dataclass(frozen=True)
class Prospect:
    """One player's backlog and coming velocities."""

    backlog: int
    taken: int
    series: _Series

    @cached_property
    def speed(self) -> float:
        return sum(self.series)

    @cached_property
    def finish(self) -> float:
        """Sprints until the backlog is empty, with a fraction for the last one so that any extra speed counts."""
        left = float(self.backlog)
        for ahead, speed in enumerate(self.series):
            if speed > 0 and speed >= left:
                return ahead + left / speed
            left -= max(0.0, speed)
        return NEVER + left / 10

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


def _sum(one: Sequence[float], other: Sequence[float]) -> _Series:
    return tuple(a + b for a, b in zip(one, other, strict=True))


def _minus(series: _Series) -> _Series:
    return tuple(-value for value in series)


# --- shields ---------------------------------------------------------------------------------------------------------


def _best_shield(race: Race, chance: Chance) -> Move | None:
    """The best card to counter, if that gains more than playing the shield as a plain card."""
    table = race.table
    shields = [card for card in table.players[race.seat].hand if table.card(card).shield]
    if not shields or (race.skill.forgetful and chance.below(race.skill.forgetful)):
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
    return RaiseShield(cheapest, against, target) if worth > instead + race.skill.keeping else None


def _playable(race: Race) -> list[int]:
    """The games in which a shield could be played as a plain card: its own or, in collaborative mode, any."""
    return [race.seat, *race.others] if race.table.collaborative else [race.seat]


# --- plays -----------------------------------------------------------------------------------------------------------


def _best_take_over(race: Race, turn: Turn) -> Move | None:
    """Take over as many items as leave the team with the least undone."""
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


def _best_plays(race: Race, turn: Turn, chance: Chance) -> tuple[Move, ...]:
    """The best pair of plays; the second is decided again when its time comes."""
    hand = race.table.players[race.seat].hand
    single = len(turn.played) == 1 or len(hand) == 1
    misjudged = race.skill.misjudges(race.table)

    def appeal(pair: Sequence[Move]) -> float:
        slip = chance.below(2001) / 1000 - 1
        return race.worth(changes(race, pair), _fixed(race, pair)) + slip * misjudged

    return max(_pairs(race, turn, single=single), key=appeal)


def _pairs(race: Race, turn: Turn, *, single: bool) -> Iterator[tuple[Move, ...]]:
    first: list[Move] = []
    hand = race.table.players[race.seat].hand
    kinds = kinds_left(race.table, turn)
    ways: dict[str, list[Move]] = {
        "own": [Play(card, race.seat) for card in hand],
        "other": [Play(card, other) for card in hand for other in open_games(race.table, race.seat)],
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


def _fixed(race: Race, pair: Sequence[Move]) -> dict[int, int]:
    """The bug that each drop takes off the leader's backlog, where dropping is allowed against bugs only."""
    dropped = race.table.collaborative and any(isinstance(move, Drop) for move in pair)
    return {race.table.leader: -1} if dropped else {}


def changes(race: Race, pair: Sequence[Move]) -> dict[int, _Series]:
    """The velocities that these plays add, by seat."""
    found: dict[int, _Series] = {}
    for move in pair:
        if isinstance(move, Play):
            added = race.card(Laid(move.card), move.target)
            found[move.target] = _sum(found[move.target], added) if move.target in found else added
    return found
