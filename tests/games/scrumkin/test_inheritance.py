"""What a game passes on as questions, and a team's own cards in the deck."""

import json

from games import GAMES
from games.chance import Chance
from games.contract import defaults
from games.memories import TeamCard
from games.scrumkin.deck import effect_of, standard, with_team_cards
from games.scrumkin.memories import _shield
from games.scrumkin.model import Countered, Finished
from games.testing.play import play

GAME = GAMES["scrumkin"]
OWN = (TeamCard("impediment", "The Long Build", "An hour, then red."), TeamCard("tool", "Two Screens"))


def test_questions_about_costly_cards_and_a_shield() -> None:
    """In whole games there is at most one question per team and one about a shield, none twice, without names."""
    shields = 0
    for number in range(6):
        played = play(GAME, number, 4, defaults(GAME), sense=0.8)
        asked = json.loads(GAME.memories.inheritance(played.events)["prompts"])
        costly = [question for question in asked if " cost a team " in question]
        kept = [question for question in asked if " away in time" in question]
        assert len(set(costly)) == len(costly) <= 4
        assert len(kept) <= 1
        assert len(costly) + len(kept) == len(asked)
        assert all(question.endswith("?") and "\ue000" not in question for question in asked)
        shields += len(kept)
    assert shields


def test_no_question_about_a_shield_against_a_good_card() -> None:
    """Only shields against cards that cost more than they add are worth a question."""
    cards = standard().sprint
    good = next(card for card in cards if sum(effect_of(card.effect).values) > 0)
    shield = next(card for card in cards if card.shield)
    started = GAME.start(2, defaults(GAME), Chance(bytes(32)))
    end = Finished("competitive", (0,), 3, 4)
    countered = Countered(0, shield, good, 1)
    assert list(_shield([*started, countered, end])) == []


def test_an_abandoned_game_passes_no_prompts_on() -> None:
    """Only finished games do; what the room has read of remarks, it has read."""
    played = play(GAME, 1, 3, defaults(GAME), sense=0.8)
    assert GAME.memories.inheritance(played.events[:-1]).keys() == {"known"}


def test_team_cards_are_added_to_the_deck() -> None:
    """After the other sprint cards, with modest values; action cards are still found by number."""
    deck = with_team_cards(standard(), OWN)
    count = len(standard().sprint)
    assert [(card.number, card.title, card.effect) for card in deck.sprint[count:]] == [
        (count + 1, "The Long Build", "-1"),
        (count + 2, "Two Screens", "+1 +1"),
    ]
    assert all(deck.action_card(card.number) == card for card in deck.action)
    assert len(deck.action) == len(standard().action)


def test_without_team_cards_the_deck_is_unchanged() -> None:
    """The standard deck itself is used."""
    assert with_team_cards(standard(), ()) is standard()


def test_a_game_with_team_cards_can_be_played() -> None:
    """To the end, and its first event contains the cards."""
    cards = json.dumps([{"kind": card.kind, "title": card.title, "text": card.text} for card in OWN])
    played = play(GAME, 4, 3, {**defaults(GAME), "cards": cards}, sense=0.9)
    assert GAME.result(played.last) is not None
    assert "The Long Build" in GAME.events.dump_json(played.events[0]).decode()
