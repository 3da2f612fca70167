"""My Game: take stones from a heap; whoever takes the last one wins."""

from bot.cli.skeleton.mygame import commands as words
from bot.cli.skeleton.mygame import drawing, narration, player
from bot.cli.skeleton.mygame import rules as law
from bot.cli.skeleton.mygame.model import EVENTS, Event, Move, State, View
from games.base import BaseGame, read_lessons, read_rules


class MyGame(BaseGame[State, Move, Event, View]):
    contract = 1  # the version of the contract that this game was written for: games.api.CONTRACT_VERSION
    key = "mygame"
    title = "My Game"
    summary = "Take one to three stones; whoever takes the last one wins"
    seats = range(2, 5)
    options = law.OPTIONS
    commands = words.COMMANDS
    rules = read_rules("bot.cli.skeleton.mygame")  # data/rules.md
    lessons = read_lessons("bot.cli.skeleton.mygame")  # data/lessons.md, for the tutorial
    events = EVENTS

    start = staticmethod(law.start)
    moves = staticmethod(law.moves)
    awaits = staticmethod(law.awaits)
    decide = staticmethod(law.decide)
    evolve = staticmethod(law.evolve)
    view = staticmethod(law.view)
    result = staticmethod(law.result)
    read = staticmethod(words.read)
    phrase = staticmethod(words.phrase)
    narrate = staticmethod(narration.narrate)
    prompt = staticmethod(narration.prompt)
    draw = staticmethod(drawing.draw)
    suggest = staticmethod(player.suggest)
