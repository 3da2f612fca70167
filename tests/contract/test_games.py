"""Every game at the table, and the toy, keeps the contract. A new game is in here as soon as it is in GAMES."""

from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from games import GAMES
from games.api import AnyGame, OptionValue, defaults
from tests.contract import checks, checks_secrets, checks_spots, checks_undo, checks_words
from tests.contract.play import Playthrough, play, some_games
from tests.contract.toy import Toy

Check = Callable[[AnyGame, Playthrough], Any]

ALL: dict[str, AnyGame] = {**GAMES, "toy": Toy()}

CHECKS: tuple[Check, ...] = (
    checks.check_ends,
    checks.check_somebody_is_awaited,
    checks.check_clock,
    checks.check_listed_moves_are_accepted,
    checks.check_other_moves_are_refused,
    checks.check_automatic_player,
    checks.check_thinking_elsewhere,
    checks.check_replay,
    checks.check_evolve,
    checks.check_same_seed,
    checks.check_draws,
    checks.check_tally,
    checks_secrets.check_imagined_states_look_alike,
    checks_secrets.check_views_are_pure,
    checks_secrets.check_secrets_are_not_told,
    checks_undo.check_what_was_shown_stays,
    checks_words.check_words,
    checks_words.check_wild_words,
    checks_words.check_sentences,
    checks_words.check_drawings,
    checks_words.check_quiet_events,
    checks_spots.check_spots_are_in_the_picture,
    checks_spots.check_spots_tell_moves_apart,
    checks_spots.check_pictures_stand_in_a_page,
)


@pytest.fixture(params=ALL)
def game(request: pytest.FixtureRequest) -> AnyGame:
    return ALL[request.param]


def named(check: Check) -> str:
    return check.__name__.removeprefix("check_")


@pytest.mark.parametrize("check", CHECKS, ids=named)
def test_contract(game: AnyGame, check: Check) -> None:
    """The promise holds in a few games of all sizes, with every option, played at random and played with sense."""
    for played in some_games(game):
        check(game, played)


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
@settings(max_examples=12, suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large])
@given(data=st.data())
def test_contract_at_random(key: str, data: st.DataObject) -> None:
    """All promises hold in games of any size, with any options and any seed."""
    played = data.draw(playthroughs(key))
    for check in CHECKS:
        check(played.game, played)


def test_secrets_were_compared(game: AnyGame) -> None:
    """A game that says it hides something was really held against other hidden things, so the check is not empty."""
    compared = sum(checks_secrets.check_secrets_are_not_told(game, played) for played in some_games(game))
    assert bool(compared) == bool(game.hidden)


def test_hidden_things_were_dealt_anew(game: AnyGame) -> None:
    """A game that says it hides something really imagines other hidden things, for the room and for seats."""
    counts = [checks_secrets.imagined_differently(game, played) for played in some_games(game)]
    for whose in ("room", "seat"):
        assert any(count[whose] for count in counts) == bool(game.hidden)


@pytest.mark.parametrize("key", GAMES)
def test_some_moves_can_be_undone(key: str) -> None:
    """Every game has moves that show nothing, so the check that only those can be undone is not empty."""
    game = GAMES[key]
    assert any(checks_undo.check_what_was_shown_stays(game, played) for played in some_games(game))


def test_something_can_be_clicked(game: AnyGame) -> None:
    """The games played here have moves with spots, so the checks of them are not empty."""
    assert any(checks_spots.check_spots_are_in_the_picture(game, played) for played in some_games(game))


def test_commands(game: AnyGame) -> None:
    """Each command of a game is good for something."""
    checks_words.check_commands_are_reached(game, some_games(game))


def test_every_kind_of_event_happens(game: AnyGame) -> None:
    """The games played here show every kind of event, so the checks above have seen them all."""
    kinds = set(game.events.json_schema()["discriminator"]["mapping"])
    seen = {event.kind for played in some_games(game) for event in played.events}
    assert kinds - seen == set()


def test_description(game: AnyGame) -> None:
    """A game describes itself whole."""
    checks_words.check_description(game)


def test_options(game: AnyGame) -> None:
    """The defaults of a table are allowed values, and values out of bounds are refused in a sentence."""
    checks_words.check_options(game)


@pytest.mark.parametrize("key", GAMES)
def test_keys(key: str) -> None:
    """A game is listed under its own key."""
    assert GAMES[key].key == key
