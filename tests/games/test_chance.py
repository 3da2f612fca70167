"""Chance is fair and repeatable, and keeps its seed secret."""

import hashlib
import hmac
from collections import Counter
from itertools import permutations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.chance import (
    DICE,
    SEED_BYTES,
    Chance,
    Draw,
    SharedChance,
    commitment,
    dice_draws,
    draw_names,
    number,
    shuffle_draws,
    throws_after,
)

SEED = bytes(range(32))
seeds = st.binary(min_size=SEED_BYTES, max_size=SEED_BYTES)


def chi_square(counts: Counter[int], cells: int) -> float:
    expected = counts.total() / cells
    return sum((counts[cell] - expected) ** 2 / expected for cell in range(cells))


@given(seed=seeds, n=st.integers(0, 10_000), below=st.integers(1, 10_000))
def test_a_draw_is_in_range_and_repeatable(seed: bytes, n: int, below: int) -> None:
    """Everybody who knows the seed gets the same number."""
    value = number(seed, n, below)
    assert 0 <= value < below
    assert value == number(seed, n, below)


def test_a_draw_is_computed_as_documented() -> None:
    """Draw n comes from HMAC-SHA-256(seed, n), with n as eight bytes: anybody can compute it with other tools."""
    digest = hmac.new(SEED, (7).to_bytes(8, "big"), hashlib.sha256).digest()
    assert number(SEED, 7, 6) == int.from_bytes(digest, "big") % 6


def test_draws_have_no_modulo_bias() -> None:
    """Digests above the last multiple of the range are hashed again instead of being reduced."""
    below = (1 << 255) + 1  # nearly half of all digests are above the only multiple
    rejected = 0
    for n in range(40):
        digest = hmac.digest(SEED, n.to_bytes(8, "big"), "sha256")
        while int.from_bytes(digest, "big") >= below:
            digest = hmac.digest(SEED, digest, "sha256")
            rejected += 1
        assert number(SEED, n, below) == int.from_bytes(digest, "big")
    assert rejected > 10


@pytest.mark.parametrize("below", [0, -1])
def test_there_must_be_a_number_to_draw(below: int) -> None:
    """An empty range is an error."""
    with pytest.raises(ValueError, match="cannot draw"):
        number(SEED, 0, below)


@pytest.mark.parametrize(("below", "limit"), [(2, 11), (6, 21), (24, 50), (100, 149)])
def test_draws_are_evenly_distributed(below: int, limit: float) -> None:
    """Over 20,000 draws, chi-square stays below the limit that one seed in a thousand would exceed."""
    counts = Counter(number(SEED, n, below) for n in range(20_000))
    assert chi_square(counts, below) < limit


def test_consecutive_draws_are_independent() -> None:
    """Pairs of dice are evenly distributed too."""
    chance = Chance(SEED)
    counts = Counter(6 * (pair[0] - 1) + pair[1] - 1 for pair in (chance.dice(2) for _ in range(10_000)))
    assert chi_square(counts, 36) < 67


def test_shuffles_are_evenly_distributed() -> None:
    """All 24 orders of four cards come up about equally often."""
    chance = Chance(SEED)
    orders = {order: index for index, order in enumerate(permutations("abcd"))}
    counts = Counter(orders[chance.shuffled("abcd")] for _ in range(12_000))
    assert chi_square(counts, 24) < 50


@given(seed=seeds, count=st.integers(0, 60))
def test_shuffle_draws_inverts_shuffled(seed: bytes, count: int) -> None:
    """The draws behind a shuffle can be recovered from its outcome."""
    chance = Chance(seed)
    cards = tuple(f"card {index}" for index in range(count))
    after = chance.shuffled(cards)
    assert sorted(after) == sorted(cards)
    draws = shuffle_draws(cards, after)
    assert len(draws) == chance.drawn == max(0, count - 1)
    assert [draw.value for draw in draws] == [number(seed, n, draw.below) for n, draw in enumerate(draws)]


@pytest.mark.parametrize("after", [("a", "b"), ("a", "b", "b"), ("a", "b", "d"), ("a", "b", "c", "c")])
def test_a_forged_shuffle_is_detected(after: tuple[str, ...]) -> None:
    """A shuffle can't lose, duplicate or replace a card."""
    with pytest.raises(ValueError, match="keeps the same cards"):
        shuffle_draws(("a", "b", "c"), after)


@given(seed=seeds, count=st.integers(0, 12), sides=st.integers(2, 20))
def test_dice_draws_inverts_dice(seed: bytes, count: int, sides: int) -> None:
    """The draws behind a throw can be recovered from its faces."""
    faces = Chance(seed).dice(count, sides)
    assert dice_draws(faces, sides) == tuple(Draw(sides, number(seed, n, sides), DICE, n + 1) for n in range(count))
    assert all(1 <= face <= sides for face in faces)


@given(seed=seeds, drawn=st.integers(0, 1000))
def test_draws_continue_where_they_stopped(seed: bytes, drawn: int) -> None:
    """A table that is loaded again continues with the draw after its last."""
    whole = Chance(seed, drawn)
    first = [whole.below(6) for _ in range(6)]
    parts = [Chance(seed, drawn + n).below(6) for n in range(6)]
    assert first == parts
    assert whole.drawn == drawn + 6


@given(seed=seeds)
def test_a_choice_is_one_draw(seed: bytes) -> None:
    """The draw is the index of the chosen item."""
    chance = Chance(seed)
    assert chance.choice("abcdefg") == "abcdefg"[number(seed, 0, 7)]
    assert chance.drawn == 1


@given(seed=seeds, drawn=st.integers(0, 50))
def test_apart_is_an_independent_stream(seed: bytes, drawn: int) -> None:
    """Automatic players don't use up the game's draws; their own differ by purpose and by moment."""
    chance = Chance(seed, drawn)
    streams = [chance.apart("one"), chance.apart("two"), Chance(seed, drawn + 1).apart("one"), Chance(seed, drawn)]
    drawn_values = [tuple(stream.below(1 << 64) for _ in range(3)) for stream in streams]
    assert len(set(drawn_values)) == len(streams)
    assert chance.drawn == drawn
    assert chance.apart("one").below(1 << 64) == drawn_values[0][0]


@given(seed=seeds)
def test_the_seed_is_never_printed(seed: bytes) -> None:
    """Logs and tracebacks that print a Chance don't reveal its seed."""
    assert repr(Chance(seed, 5)) == str(Chance(seed, 5)) == "Chance(drawn=5)"
    assert not hasattr(Chance(seed), "__dict__")


def test_the_commitment_is_the_sha256_of_the_seed() -> None:
    """In hexadecimal."""
    assert commitment(SEED) == "630dcd2966c4336691125448bbb25b4ff412a49c732db2c8abc1b8581bd710dd"


@pytest.mark.parametrize("length", [0, 31, 33])
def test_a_seed_of_the_wrong_length_is_refused(length: int) -> None:
    """And the error doesn't show it."""
    with pytest.raises(ValueError, match=f"32 bytes, not {length}") as refusal:
        Chance(b"s" * length)
    assert "ss" not in str(refusal.value)


# --- dice that several tables share ----------------------------------------------------------------------------------


def test_a_shared_draw_is_computed_as_documented() -> None:
    """It comes from HMAC-SHA-256(key, its name), which says purpose, throw and part, each counted from 1."""
    rolled = SharedChance(SEED, throws={"progress": 4}).dice(3, purpose="progress")
    digest = hmac.new(SEED, b"draw progress 5 2", hashlib.sha256).digest()
    assert rolled[1] == 1 + int.from_bytes(digest, "big") % 6 == 1 + number(SEED, "progress 5 2", 6)


def test_a_team_that_draws_more_still_rolls_the_same() -> None:
    """It shuffles, turns cards and rolls for something else in between; of more dice, the first ones are the same."""
    one, other = SharedChance(SEED), SharedChance(SEED)
    rolled = [one.dice(2, purpose="movement") for _ in range(3)]
    other.shuffled("abcdefgh")
    first = other.dice(2, purpose="movement")
    other.dice(5, purpose="progress")
    other.choice("abc", "tools")
    second, third = other.dice(4, purpose="movement"), other.dice(2, purpose="movement")
    assert rolled == [first, second[:2], third]


OPERATIONS = st.lists(
    st.tuples(st.sampled_from(["dice", "shuffled", "choice"]), st.sampled_from("abc"), st.integers(1, 6)), max_size=20
)


def drawn_by(chance: Chance, operations: list[tuple[str, str, int]]) -> list[Draw]:
    """What is drawn, as a game's events would record it."""
    draws: list[Draw] = []
    for operation, purpose, count in operations:
        items = tuple(range(6)) if operation == "choice" else tuple(range(count))
        match operation:
            case "dice":
                draws += dice_draws(chance.dice(count, purpose=purpose), purpose=purpose)
            case "shuffled":
                draws += shuffle_draws(items, chance.shuffled(items, purpose), purpose)
            case _:
                draws.append(Draw(6, chance.choice(items, purpose), purpose))
    return draws


@given(seed=seeds, one=OPERATIONS, other=OPERATIONS)
def test_the_same_throw_is_the_same_for_everybody(
    seed: bytes, one: list[tuple[str, str, int]], other: list[tuple[str, str, int]]
) -> None:
    """Whatever two tables draw, in whatever order: draws of the same name, from as many numbers, are equal."""
    tables = []
    for operations in (one, other):
        draws = drawn_by(SharedChance(seed), operations)
        tables.append(dict(zip(draw_names({}, draws), draws, strict=True)))
        assert len(tables[-1]) == len(draws)
    for name in tables[0].keys() & tables[1].keys():
        first, second = tables[0][name], tables[1][name]
        assert first.below != second.below or first == second


@given(seed=seeds, operations=OPERATIONS, stop=st.integers(0, 20))
def test_shared_chance_goes_on_where_the_recorded_draws_end(
    seed: bytes, operations: list[tuple[str, str, int]], stop: int
) -> None:
    """So a table that is replayed from its events draws what it would have drawn without a break."""
    before = drawn_by(SharedChance(seed), operations[:stop])
    resumed = SharedChance(seed, len(before), throws_after({}, before))
    assert [*before, *drawn_by(resumed, operations[stop:])] == drawn_by(SharedChance(seed), operations)


@given(seed=seeds, operations=OPERATIONS)
def test_purposes_make_no_difference_where_dice_are_not_shared(
    seed: bytes, operations: list[tuple[str, str, int]]
) -> None:
    """Draw n is draw n, as it has always been."""
    draws = drawn_by(Chance(seed), operations)
    assert [draw.value for draw in draws] == [number(seed, n, draw.below) for n, draw in enumerate(draws)]
