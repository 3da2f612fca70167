"""Scrumkin by Timothée Bourguignon and contributors: hidden hands, good and bad practices, one race or one team."""

from games.api import BaseGame
from games.rulebook import read_lessons, read_rules

# the contract has attributes of the same names as these two modules
from games.scrumkin import commands as words
from games.scrumkin import drawing, figures, folding, inheritance, narration, player, records
from games.scrumkin import rules as law
from games.scrumkin.model import EVENTS


class Scrumkin(BaseGame):
    key = "scrumkin"
    title = "Scrumkin"
    summary = "Burn down your backlog with good practices, and bless the others with bad ones; or all of you together"
    seats = range(2, 5)
    options = law.OPTIONS
    commands = words.COMMANDS
    rules = read_rules("games.scrumkin")
    events = EVENTS
    hidden = frozenset({"hands_filled", "dropped"})
    quiet = frozenset({"said_ready"})
    revealing = frozenset({"played", "countered", "finished"})  # cards of hands
    lessons = read_lessons("games.scrumkin")
    inherits: tuple[str, ...] = ("cards",)
    inheritable: tuple[str, ...] = ("prompts",)

    start = staticmethod(law.start)
    moves = staticmethod(law.moves)
    awaits = staticmethod(law.awaits)
    decide = staticmethod(law.decide)
    evolve = staticmethod(folding.evolve)
    draws = staticmethod(folding.draws)
    view = staticmethod(law.view)
    imagine = staticmethod(law.imagine)
    result = staticmethod(law.result)
    deadline = staticmethod(law.deadline)
    read = staticmethod(words.read)
    phrase = staticmethod(words.phrase)
    narrate = staticmethod(narration.narrate)
    prompt = staticmethod(narration.prompt)
    draw = staticmethod(drawing.draw)
    chart = staticmethod(drawing.chart)
    answer = staticmethod(drawing.answer)
    suggest = staticmethod(player.suggest)
    inheritance = staticmethod(inheritance.inheritance)
    records = staticmethod(records.records)
    tally = staticmethod(figures.tally)
    figures = staticmethod(figures.figures)
