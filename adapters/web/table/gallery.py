"""A gallery of what a host can choose: the cards of an option's choices."""

from adapters.web import texts as ui_texts
from adapters.web.middleware import HttpProblem
from adapters.web.table.serialization import Data
from bot.kernel.table.catalogue import listed_games
from games.contract import ChoiceCard, Option


def of(key: str) -> Data:
    """The gallery of a game; HttpProblem if it has none."""
    option = next((each for game in listed_games() if game.key == key for each in game.options if each.cards), None)
    if option is None:
        raise HttpProblem(404, ui_texts.MISSING)
    return {"option": option.name, "own": option.own, "cards": _cards(option)}


def _cards(option: Option) -> list[Data]:
    return [{"value": choice, **_card(card)} for choice, card in zip(option.choices, option.cards, strict=True)]


def _card(card: ChoiceCard) -> Data:
    return {
        "title": card.title,
        "when": card.when,
        "purposes": card.purposes,
        "parts": [{"title": part.title, "hint": part.hint, "examples": part.examples} for part in card.parts],
        "asks": card.asks,
    }
