"""Checks whether finished games had the same dice: one seed, the same luck, and equal draws as far as each went."""

from collections.abc import Iterator, Sequence
from itertools import combinations

from bot.features.fairness.export import BrokenExport, Export, drawn_for, steps
from bot.kernel.table.journal import Standing
from games.chance import Draw, draw_names
from games.language import n, t
from games.text import listing
from games.values import value

# --- shared dice -----------------------------------------------------------------------------------------------------


def lobby(commitment: str) -> str:
    return t(
        "All teams here get the same rolls and cards in the same order. They come from one "
        "secret number, the seed, which is already chosen; its fingerprint (SHA-256) is "
        "`{commitment}` at every table. When the round starts, everyone’s luck goes into it, so "
        "nobody can know or choose the dice. I show the seed when the last team is done, so that "
        "anyone can recompute everything.",
        commitment=commitment,
    )


def running(commitment: str, drawn: int, pin: str) -> str:
    """The proof while the teams play. `pin`: of this moment."""
    now = [
        t("Fingerprint of the seed: `{commitment}`, the same for all teams here.", commitment=commitment),
        n(
            "I kept it with the first message; it and everyone’s luck decide all dice and cards ({count} draw here so "
            "far).",
            "I kept it with the first message; it and everyone’s luck decide all dice and cards ({count} draws here so "
            "far).",
            drawn,
        ),
        t(
            "Each kind of roll and each deck is counted by itself, so every team gets the same third roll of a kind "
            "and the same fourth card of a deck. So a team that is ahead knows what others will roll; please keep it "
            "secret."
        ),
        t(
            "I’ll show the seed when the last team is done. Then `/scrum verify` re-runs the whole game, and "
            "`scrum-table verify FILE FILE` compares teams."
        ),
    ]
    pinned = t(
        "Pin of this moment: `{pin}`. It stands for everything up to here; compare it whenever you like: "
        "`/scrum verify {pin}`.",
        pin=pin,
    )
    return f"{' '.join(now)}\n{pinned}"


def follows(commitment: str, last_hash: str) -> str:
    """The proof at the end of a game whose seed other tables still use."""
    return t(
        "This team is done, but others still play with the same dice, and the seed would tell "
        "them what comes next. I’ll show it when the last team is done; its fingerprint is "
        "`{commitment}`, and the last hash of this game is `{last_hash}`. Then `/scrum verify` "
        "re-runs the whole game.",
        commitment=commitment,
        last_hash=last_hash,
    )


def revealed(seed: str) -> str:
    return t("All teams are done. Their seed: `{seed}`", seed=seed)


# --- several games compared -----------------------------------------------------------------------------------------

# on the command line

_OTHER_ROUND = "they aren’t tables of one round that shared their dice"  # not prose
_OTHER_SEED = "they have different fingerprints"  # not prose
_OTHER_LUCK = "they started with different luck"  # not prose


def _another_draw(name: str, one: str, other: str) -> str:
    return f"{name} is {one} in one and {other} in the other"  # not prose


def differ(one: str, other: str, difference: str) -> str:
    return f"Tables {one} and {other} didn’t have the same dice: {difference}."  # not prose


def same(throws: Sequence[tuple[str, int]]) -> str:
    drawn = [f"{count} throw{'s' * (count != 1)} for {purpose}" for purpose, count in throws if count]  # not prose
    alike = "These tables had the same dice: one seed, and the same luck."  # not prose
    if not drawn:
        return alike
    return f"{alike} At least two of them made these throws, and drew the same: {listing(drawn)}."  # not prose


# --- shared dice -----------------------------------------------------------------------------------------------------


@value
class _Game:
    """The dice of a file."""

    table: str
    dice: str
    fingerprint: str
    luck: tuple[str, ...]
    draws: dict[str, Draw]  # by name


@value
class _Likeness:
    """The result of comparing the dice of several games."""

    difference: str = ""  # the first one, as a sentence; empty: they had the same dice
    throws: tuple[tuple[str, int], ...] = ()  # by purpose: how many at least two of them have

    @property
    def sentences(self) -> str:
        return self.difference or same(self.throws)


def compare(files: Sequence[Export]) -> _Likeness:
    """Compare the dice of games of one round, or name the first difference. BrokenExport if one can't be read."""
    games = [_read(file) for file in files]
    first, *others = games
    for other in others:
        if difference := _difference(first, other):
            return _Likeness(differ(first.table, other.table, difference))
    for one, other in combinations(games, 2):
        if name := _other_draw(one, other):
            drawn = [_spelled(game.draws[name]) for game in (one, other)]
            return _Likeness(differ(one.table, other.table, _another_draw(name, *drawn)))
    return _Likeness(throws=tuple(_common(games)))


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
    return _Game(file.table, table.seed_group, table.commitment, table.luck, draws)


def _difference(first: _Game, other: _Game) -> str:
    if not first.dice or first.dice != other.dice:
        return _OTHER_ROUND
    if first.fingerprint != other.fingerprint:
        return _OTHER_SEED
    return _OTHER_LUCK if first.luck != other.luck else ""


def _other_draw(one: _Game, other: _Game) -> str:
    """The first draw that both made from as many numbers, and that is not the same; empty if there is none.

    From decks that differ by then, such as after one team has shuffled its discards, they draw different cards.
    """
    for name, draw in one.draws.items():
        found = other.draws.get(name)
        if found is not None and found.below == draw.below and found.value != draw.value:
            return name
    return ""


def _spelled(draw: Draw) -> str:
    return f"{draw.value} of 0 to {draw.below - 1}"  # not prose


def _common(games: Sequence[_Game]) -> Iterator[tuple[str, int]]:
    """The number of throws per purpose that at least two games have: those of the second longest."""
    throws = [_throws(game) for game in games]
    for purpose in dict.fromkeys(purpose for each in throws for purpose in each):
        _, second, *_ = sorted((each.get(purpose, 0) for each in throws), reverse=True)
        yield purpose, second


def _throws(game: _Game) -> dict[str, int]:
    purposes = [draw.purpose for draw in game.draws.values() if draw.part == 1]
    return {purpose: purposes.count(purpose) for purpose in purposes}
