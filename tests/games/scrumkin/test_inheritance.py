"""From a race to the team: what happened as questions, and the team's own cards in the deck."""

import json

from games import GAMES
from games.api import defaults
from games.chance import Chance
from games.inheritance import TeamCard
from games.scrumkin.deck import effect_of, standard, with_team_cards
from games.scrumkin.inheritance import _shield
from games.scrumkin.model import Countered, Finished
from tests.contract.play import play

GAME = GAMES["scrumkin"]
OWN = (TeamCard("impediment", "The Long Build", "An hour, then red."), TeamCard("tool", "Two Screens"))


def test_the_most_costly_card_of_each_team_and_the_shield() -> None:
    """In whole games: at most one question a team and one for a shield, none of them twice, nobody named."""
    shields = 0
    for number in range(6):
        played = play(GAME, number, 4, defaults(GAME), sense=0.8)
        asked = json.loads(GAME.inheritance(played.events)["prompts"])
        costly = [question for question in asked if " cost a team " in question]
        kept = [question for question in asked if " away in time" in question]
        assert len(set(costly)) == len(costly) <= 4
        assert len(kept) <= 1
        assert len(costly) + len(kept) == len(asked)
        assert all(question.endswith("?") and "\ue000" not in question for question in asked)
        shields += len(kept)
    assert shields


def test_a_shield_against_something_good_saved_nobody() -> None:
    """Only one against a card that costs more than it brings is asked about."""
    cards = standard().sprint
    good = next(card for card in cards if sum(effect_of(card.effect).values) > 0)
    shield = next(card for card in cards if card.shield)
    started = GAME.start(2, defaults(GAME), Chance(bytes(32)))
    end = Finished("competitive", (0,), 3, 4)
    countered = Countered(0, shield, good, 1)
    assert list(_shield([*started, countered, end])) == []


def test_a_game_that_was_broken_off_leaves_nothing() -> None:
    """Its story has no end."""
    played = play(GAME, 1, 3, defaults(GAME), sense=0.8)
    assert GAME.inheritance(played.events[:-1]) == {}


def test_cards_of_the_team_are_in_the_deck() -> None:
    """Behind the sprint cards, with modest values; action cards are still found by their numbers."""
    deck = with_team_cards(standard(), OWN)
    count = len(standard().sprint)
    assert [(card.number, card.title, card.effect) for card in deck.sprint[count:]] == [
        (count + 1, "The Long Build", "-1"),
        (count + 2, "Two Screens", "+1 +1"),
    ]
    assert all(deck.action_card(card.number) == card for card in deck.action)
    assert len(deck.action) == len(standard().action)


def test_without_cards_the_deck_is_the_same() -> None:
    """Nothing is numbered anew."""
    assert with_team_cards(standard(), ()) is standard()


def test_a_game_with_cards_of_the_team_is_played_to_its_end() -> None:
    """And its events hold everything that is needed to tell it again."""
    cards = json.dumps([{"kind": card.kind, "title": card.title, "text": card.text} for card in OWN])
    played = play(GAME, 4, 3, {**defaults(GAME), "cards": cards}, sense=0.9)
    assert GAME.result(played.last) is not None
    assert "The Long Build" in GAME.events.dump_json(played.events[0]).decode()
