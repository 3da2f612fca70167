"""The whole contract suite as a class that pytest collects: a plugin tests its game with two lines."""

from collections.abc import Callable, Mapping, Sequence
from itertools import chain
from typing import Any, ClassVar

from games.contract import AnyGame, natures
from games.testing import memories, pictures, rules, secrets, words
from games.testing.play import CLICKS, EXPORTS, SECRETS, Playthrough, some_games

Check = Callable[[AnyGame, Playthrough], Any]
CheckOfAll = Callable[[AnyGame, Sequence[Playthrough]], None]


def check_secrets_were_compared(game: AnyGame, games: Sequence[Playthrough]) -> None:
    """A game with `hidden` events really hides something, so that the checks of secrets mean something."""
    compared = any(secrets.check_narration_keeps_secrets(game, played) for played in games)
    assert compared == bool(natures(game).hidden), SECRETS(
        "`hidden` must name the kinds of events with something secret in them, and only those; "
        "random games have no two such events that look alike to others."
    )


def check_hidden_things_are_dealt_again(game: AnyGame, games: Sequence[Playthrough]) -> None:
    """A game with `hidden` events imagines other hidden things, for the room and for seats."""
    found: set[str] = set()
    for played in games:
        found |= secrets.imagined_differently(game, played)
        if len(found) == 2:
            break
    for whose in ("room", "seat"):
        assert (whose in found) == bool(natures(game).hidden), SECRETS(
            f"`imagine` must deal again what is hidden from a {whose} if, and only if, `hidden` names kinds of events."
        )


def check_something_can_be_clicked(game: AnyGame, games: Sequence[Playthrough]) -> None:
    """Some move can be made by clicking on a picture, unless the board is a page."""
    if pictures.has_a_page(game, games[0]):
        return
    clicked = any(pictures.check_spots_are_in_the_picture(game, played) for played in games)
    assert clicked, CLICKS("At least one move must have `spots` in its phrase: people of the web table click there.")


def check_sealed_kinds_are_veiled(game: AnyGame, games: Sequence[Playthrough]) -> None:
    """`sealed` names exactly the kinds of events that `veil` changes."""
    kinds = {event.kind for played in games for event in played.events if game.secrets.veil(event) != event}
    assert kinds == natures(game).sealed, EXPORTS(
        f"`veil` changes the kinds {sorted(kinds)}; `sealed` must name just these."
    )


OF_ACTIVITIES: tuple[Check, ...] = (
    rules.check_ends,
    rules.check_somebody_is_awaited,
    rules.check_listed_moves_are_accepted,
    rules.check_other_moves_are_refused,
    rules.check_replay,
    rules.check_evolve,
    rules.check_same_seed,
    secrets.check_views_are_pure,
    secrets.check_revealing,
    words.check_words,
    words.check_wild_words,
    words.check_sentences,
    words.check_drawings,
    words.check_quiet_events,
    pictures.check_spots_are_in_the_picture,
    pictures.check_spots_distinguish_moves,
    pictures.check_pictures_stand_in_a_page,
    pictures.check_pieces_have_their_own_names,
)
# an empty part is checked, too: a game that draws without a proof, or hides something and imagines nothing, is found
OF_PARTS: Mapping[str, tuple[Check, ...]] = {
    "proof": (rules.check_stored_moves, rules.check_randomness, pictures.check_dice),
    "secrets": (
        rules.check_public_moves,
        secrets.check_imagined_states_look_alike,
        secrets.check_narration_keeps_secrets,
    ),
    "bots": (rules.check_automatic_player, rules.check_thinking_elsewhere),
    "clock": (rules.check_clock,),
    "shows": (words.check_shown_cards, words.check_cards, pictures.check_motions, pictures.check_badges),
    "memories": (words.check_highlights,),
    "debrief": (memories.check_debriefing, memories.check_debriefing_keeps_secrets),
    "statistics": (rules.check_tally,),
}
OF_A_GAME: tuple[Check, ...] = (*OF_ACTIVITIES, *chain.from_iterable(OF_PARTS.values()))
OF_PICTURES: tuple[Check, ...] = (
    pictures.check_board_has_a_picture,
    pictures.check_pictures,
    pictures.check_names_are_in_the_picture,
    pictures.check_pictures_are_the_same_again,
    pictures.check_pictures_keep_secrets,
    pictures.check_quiet_events_change_no_picture,
)
OF_INHERITANCE: tuple[Check, ...] = (
    memories.check_veil,
    memories.check_veiled_games_replay,
    memories.check_inheritance,
    memories.check_inherits_with_care,
    memories.check_debriefing_needs_no_sealed_thing,
)
OF_ALL_GAMES: tuple[CheckOfAll, ...] = (
    check_secrets_were_compared,
    check_hidden_things_are_dealt_again,
    check_something_can_be_clicked,
    check_sealed_kinds_are_veiled,
    words.check_commands_are_reached,
    words.check_every_kind_happens,
)


def hold(game: AnyGame, check: Check, games: Sequence[Playthrough]) -> None:
    """Run a check over each of the games; a failure says in which game it was found."""
    for played in games:
        try:
            check(game, played)
        except Exception as fault:
            fault.add_note(f"Found in {played.name} (games.testing.play).")
            raise


class GameContract:
    """Derive a class whose name begins with Test, and set `game`: pytest runs the whole suite over it."""

    game: ClassVar[AnyGame]

    def test_description(self) -> None:
        """Names, options, commands, rules and kinds of events are complete, and every platform takes them."""
        words.check_description(self.game)

    def test_kit(self) -> None:
        """What trainers read is complete, if there is something for them to read."""
        memories.check_kit(self.game)

    def test_options(self) -> None:
        """Values outside the bounds of an option are refused."""
        words.check_options(self.game)


def _add(check: Callable[..., Any], run: Callable[[AnyGame], None]) -> None:
    def test(self: GameContract) -> None:
        run(self.game)

    test.__name__ = f"test_{check.__name__.removeprefix('check_')}"
    test.__doc__ = check.__doc__
    setattr(GameContract, test.__name__, test)


def _over_each(check: Check) -> Callable[[AnyGame], None]:
    return lambda game: hold(game, check, some_games(game))


def _over_all(check: CheckOfAll) -> Callable[[AnyGame], None]:
    return lambda game: check(game, some_games(game))


for each in (*OF_A_GAME, *OF_PICTURES, *OF_INHERITANCE):
    _add(each, _over_each(each))
for every in OF_ALL_GAMES:
    _add(every, _over_all(every))
