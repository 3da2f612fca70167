"""Chance is fair, repeatable and keeps its seed to itself."""

import hashlib
import hmac
from collections import Counter
from itertools import permutations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.chance import SEED_BYTES, Chance, Draw, commitment, dice_draws, number, shuffle_draws

SEED = bytes(range(32))
seeds = st.binary(min_size=SEED_BYTES, max_size=SEED_BYTES)


def chi_square(counts: Counter[int], cells: int) -> float:
    expected = counts.total() / cells
    return sum((counts[cell] - expected) ** 2 / expected for cell in range(cells))


@given(seed=seeds, n=st.integers(0, 10_000), below=st.integers(1, 10_000))
def test_number_is_in_range_and_repeatable(seed: bytes, n: int, below: int) -> None:
    """A draw lies in its range and is the same for everybody who knows the seed."""
    value = number(seed, n, below)
    assert 0 <= value < below
    assert value == number(seed, n, below)


def test_number_is_what_the_documentation_says() -> None:
    """Draw n comes from HMAC-SHA-256(seed, n), n as eight bytes: anybody can compute it with other tools."""
    digest = hmac.new(SEED, (7).to_bytes(8, "big"), hashlib.sha256).digest()
    assert number(SEED, 7, 6) == int.from_bytes(digest, "big") % 6


def test_number_rejects_what_would_favour_some() -> None:
    """Where 256 bits are no multiple of the range, the rest above it is hashed again instead of being folded in."""
    below = (1 << 255) + 1  # nearly half of all digests lie above the only multiple
    rejected = 0
    for n in range(40):
        digest = hmac.digest(SEED, n.to_bytes(8, "big"), "sha256")
        while int.from_bytes(digest, "big") >= below:
            digest = hmac.digest(SEED, digest, "sha256")
            rejected += 1
        assert number(SEED, n, below) == int.from_bytes(digest, "big")
    assert rejected > 10


@pytest.mark.parametrize("below", [0, -1])
def test_nothing_to_draw_from(below: int) -> None:
    """One of no numbers cannot be drawn."""
    with pytest.raises(ValueError, match="cannot draw"):
        number(SEED, 0, below)


@pytest.mark.parametrize(("below", "limit"), [(2, 11), (6, 21), (24, 50), (100, 149)])
def test_draws_are_even(below: int, limit: float) -> None:
    """Twenty thousand draws fall evenly: chi-square below what one seed in a thousand would exceed (a fixed seed)."""
    counts = Counter(number(SEED, n, below) for n in range(20_000))
    assert chi_square(counts, below) < limit


def test_neighbouring_draws_are_independent() -> None:
    """Pairs of dice fall evenly too: one throw says nothing about the next."""
    chance = Chance(SEED)
    counts = Counter(6 * (pair[0] - 1) + pair[1] - 1 for pair in (chance.dice(2) for _ in range(10_000)))
    assert chi_square(counts, 36) < 67


def test_shuffles_are_even() -> None:
    """All 24 orders of four cards come up equally often."""
    chance = Chance(SEED)
    orders = {order: index for index, order in enumerate(permutations("abcd"))}
    counts = Counter(orders[chance.shuffled("abcd")] for _ in range(12_000))
    assert chi_square(counts, 24) < 50


@given(seed=seeds, count=st.integers(0, 60))
def test_shuffle_draws_inverts_shuffled(seed: bytes, count: int) -> None:
    """From the outcome of a shuffle the draws behind it are found again."""
    chance = Chance(seed)
    cards = tuple(f"card {index}" for index in range(count))
    after = chance.shuffled(cards)
    assert sorted(after) == sorted(cards)
    draws = shuffle_draws(cards, after)
    assert len(draws) == chance.drawn == max(0, count - 1)
    assert [draw.value for draw in draws] == [number(seed, n, draw.below) for n, draw in enumerate(draws)]


@pytest.mark.parametrize("after", [("a", "b"), ("a", "b", "b"), ("a", "b", "d"), ("a", "b", "c", "c")])
def test_a_forged_shuffle_is_found(after: tuple[str, ...]) -> None:
    """A shuffle cannot lose, double or exchange a card."""
    with pytest.raises(ValueError, match="keeps the cards"):
        shuffle_draws(("a", "b", "c"), after)


@given(seed=seeds, count=st.integers(0, 12), sides=st.integers(2, 20))
def test_dice_draws_inverts_dice(seed: bytes, count: int, sides: int) -> None:
    """The faces of a throw give back its draws."""
    faces = Chance(seed).dice(count, sides)
    assert dice_draws(faces, sides) == tuple(Draw(sides, number(seed, n, sides)) for n in range(count))
    assert all(1 <= face <= sides for face in faces)


@given(seed=seeds, drawn=st.integers(0, 1000))
def test_draws_go_on_where_they_stopped(seed: bytes, drawn: int) -> None:
    """A table that was put away goes on with the draw after its last."""
    whole = Chance(seed, drawn)
    first = [whole.below(6) for _ in range(6)]
    parts = [Chance(seed, drawn + n).below(6) for n in range(6)]
    assert first == parts
    assert whole.drawn == drawn + 6


@given(seed=seeds)
def test_choice_uses_one_draw(seed: bytes) -> None:
    """Choosing one of several is one draw, and the draw is its place."""
    chance = Chance(seed)
    assert chance.choice("abcdefg") == "abcdefg"[number(seed, 0, 7)]
    assert chance.drawn == 1


@given(seed=seeds, drawn=st.integers(0, 50))
def test_apart_is_another_stream(seed: bytes, drawn: int) -> None:
    """Whims of automatic players do not touch the game's draws, and differ by purpose and by moment."""
    chance = Chance(seed, drawn)
    streams = [chance.apart("one"), chance.apart("two"), Chance(seed, drawn + 1).apart("one"), Chance(seed, drawn)]
    drawn_values = [tuple(stream.below(1 << 64) for _ in range(3)) for stream in streams]
    assert len(set(drawn_values)) == len(streams)
    assert chance.drawn == drawn
    assert chance.apart("one").below(1 << 64) == drawn_values[0][0]


@given(seed=seeds)
def test_the_seed_is_never_shown(seed: bytes) -> None:
    """Logs and tracebacks that print a Chance tell nothing about its seed."""
    assert repr(Chance(seed, 5)) == str(Chance(seed, 5)) == "Chance(drawn=5)"
    assert not hasattr(Chance(seed), "__dict__")


def test_commitment_is_sha256() -> None:
    """The fingerprint shown at the start is the SHA-256 of the seed in hexadecimal."""
    assert commitment(SEED) == "630dcd2966c4336691125448bbb25b4ff412a49c732db2c8abc1b8581bd710dd"


@pytest.mark.parametrize("length", [0, 31, 33])
def test_seed_length(length: int) -> None:
    """A seed of another length is refused, without showing it."""
    with pytest.raises(ValueError, match=f"32 bytes, not {length}"):
        Chance(b"s" * length)
