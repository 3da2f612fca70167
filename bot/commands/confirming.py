"""Moves that can't be taken back: whoever makes one is asked whether they are sure.

Nothing is remembered of the question. It is a refusal with a button that says "sure", and a platform that has asked by
itself sends that button in the first place.
"""

from typing import Any

from bot.live.table import LiveTable
from bot.messages import Reply
from bot.table.buttons import available, choices
from bot.table.journal import Standing
from bot.table.model import Refused
from bot.texts import personal
from games.api import Phrase
from games.values import replace


class Unsure(Refused):
    """A grave move that needs a second yes."""

    def __init__(self, phrase: Phrase) -> None:
        super().__init__(phrase.note)
        self.phrase = phrase


def ask_twice(standing: Standing, seat: int, command: str, move: Any) -> None:
    """Refuse the move if this seat could make it, but should think twice."""
    grave = [each for each in available(standing, seat) if each.style == "danger" and each.command == command]
    for phrase in grave:
        if standing.game.read(standing.state, seat, command, phrase.arguments) == move:
            raise Unsure(phrase)


def confirmation(live: LiveTable, seat: int | None, refusal: Unsure) -> Reply:
    """What is at stake, and the button that does it nevertheless."""
    offered = zip(available(live.standing, seat), choices(live.id, live.standing, live.names, seat), strict=True)
    asked = [choice for phrase, choice in offered if phrase == refusal.phrase]
    buttons = tuple(replace(choice, button=choice.confirmed) for choice in asked)
    text = personal.sure(refusal.sentence, asked[0].command if asked else refusal.phrase.command)
    return live.reply(text, seat=seat, private=True, board=False, buttons=buttons)
