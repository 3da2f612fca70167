"""The Scrum Game by William Wake and Mike Cohn: one team, ten days, 300 hours."""

# the contract has attributes of the same names as these two modules
from games.api import BaseGame
from games.rulebook import read_lessons, read_rules
from games.sprint import commands as words
from games.sprint import drawing, figures, folding, inheritance, narration, outlook, player, records
from games.sprint import rules as law
from games.sprint.model import EVENTS


class Sprint(BaseGame):
    key = "sprint"
    title = "The Scrum Game"
    summary = "Together through a ten-day sprint: dice, impediments, tools, discussions and a burndown chart"
    seats = range(2, 13)
    options = law.OPTIONS
    commands = words.COMMANDS
    rules = read_rules("games.sprint")
    events = EVENTS
    hidden = frozenset({"voted"})
    quiet = frozenset({"voted"})
    revealing = frozenset({"tool_accepted", "tool_refused", "discussion_closed"})  # how everybody voted
    lessons = read_lessons("games.sprint")
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
    answer = staticmethod(outlook.answer)
    suggest = staticmethod(player.suggest)
    inheritance = staticmethod(inheritance.inheritance)
    records = staticmethod(records.records)
    dice = staticmethod(figures.dice)
    tally = staticmethod(figures.tally)
    figures = staticmethod(figures.figures)
