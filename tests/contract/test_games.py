"""Every game, plugins included, and the toy keep the contract. A new game is tested here once it is in GAMES."""

import os

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from games import GAMES
from games.contract import AnyGame, OptionValue, defaults
from games.retro import Retro
from games.rugby import Rugby
from games.scrumkin import Scrumkin
from games.sprint import Sprint
from games.testing import memories, words
from games.testing.play import Playthrough, play, some_games
from games.testing.suite import OF_A_GAME, OF_ALL_GAMES, OF_INHERITANCE, OF_PICTURES, Check, CheckOfAll, hold
from tests.contract.toy import Toy

ALL: dict[str, AnyGame] = {**GAMES, "toy": Toy()}
RANDOM_GAMES = 40 if os.environ.get("SCRUM_SOAK") else 3  # set by `make soak`
# GAMES finds its classes by name, so this is where a type checker holds them against the contract
BUILT_IN: tuple[AnyGame, ...] = (Sprint(), Scrumkin(), Rugby(), Retro())


@pytest.fixture(params=ALL)
def game(request: pytest.FixtureRequest) -> AnyGame:
    return ALL[request.param]


def named(check: Check | CheckOfAll) -> str:
    return check.__name__.removeprefix("check_")


@pytest.mark.parametrize("check", [*OF_A_GAME, *OF_INHERITANCE], ids=named)
def test_contract(game: AnyGame, check: Check) -> None:
    """The promise holds in a few games of all sizes, with every option, played at random and played sensibly."""
    hold(game, check, some_games(game))


@pytest.mark.parametrize("check", OF_PICTURES, ids=named)
@pytest.mark.parametrize("key", GAMES)
def test_pictures(key: str, check: Check) -> None:
    """The promise holds in a few games of all sizes and options. The toy draws no board."""
    hold(GAMES[key], check, some_games(GAMES[key]))


@pytest.mark.parametrize("check", OF_ALL_GAMES, ids=named)
def test_contract_of_all_games_together(game: AnyGame, check: CheckOfAll) -> None:
    """What a single game need not show, a few games together do."""
    check(game, some_games(game))


@pytest.mark.parametrize("key", [game.key for game in BUILT_IN])
def test_a_game_without_its_first_event_is_damaged(key: str) -> None:
    """It says so; there is no state to fold the second event into."""
    with pytest.raises(ValueError, match="begins with Started"):
        GAMES[key].evolve(None, some_games(GAMES[key])[0].events[1])


def table_options(game: AnyGame) -> st.SearchStrategy[dict[str, OptionValue]]:
    values: dict[str, st.SearchStrategy[OptionValue]] = {
        option.name: st.sampled_from(option.choices) if option.choices else st.integers(option.minimum, option.maximum)
        for option in game.options
    }
    return st.one_of(st.just(defaults(game)), st.fixed_dictionaries(values))


@st.composite
def playthroughs(draw: st.DrawFn, key: str) -> Playthrough:
    game = ALL[key]
    seats = draw(st.sampled_from(game.seats))
    sense = draw(st.sampled_from([0.0, 0.5, 0.9]))
    return play(game, draw(st.integers(0, 2**32)), seats, draw(table_options(game)), sense=sense)


@pytest.mark.parametrize("key", ALL)
@settings(max_examples=RANDOM_GAMES, suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large])
@given(data=st.data())
def test_contract_in_random_games(key: str, data: st.DataObject) -> None:
    """All promises hold in games of any size, with any options and any seed."""
    played = data.draw(playthroughs(key))
    for check in OF_A_GAME:
        check(played.game, played)


def test_description(game: AnyGame) -> None:
    """A game describes itself completely."""
    words.check_description(game)


def test_kit(game: AnyGame) -> None:
    """What a trainer reads is complete."""
    memories.check_kit(game)


@pytest.mark.parametrize("key", [game.key for game in BUILT_IN])
def test_every_game_of_ours_has_a_kit(key: str) -> None:
    """A plugin may leave it out; these don't."""
    assert GAMES[key].debrief.kit() is not None


def test_options(game: AnyGame) -> None:
    """Values outside the bounds of an option are refused in a sentence."""
    words.check_options(game)


@pytest.mark.parametrize("key", GAMES)
def test_keys(key: str) -> None:
    """A game is listed under its own key."""
    assert GAMES[key].key == key


def test_built_in_games_come_first() -> None:
    """In the order of their list; plugins follow."""
    assert [*GAMES][: len(BUILT_IN)] == [game.key for game in BUILT_IN]
