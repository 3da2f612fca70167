"""The retrospective: a team looks back and decides what to change, with anonymous notes and hidden votes."""

from games.base import BaseGame, read_lessons, read_rules
from games.debrief import Kit
from games.retro import commands as queries
from games.retro import commands as reading
from games.retro import commands as words_
from games.retro import debrief, folding, phrases, player
from games.retro import events as veils
from games.retro import memories as figures
from games.retro import memories as highlights
from games.retro import memories as inheritance
from games.retro import memories as reviewing
from games.retro import phrases as own_notes
from games.retro import phrases as prompting
from games.retro import rules as law
from games.retro import rules as opening
from games.retro import rules as views
from games.retro import words as narration
from games.retro.events import EVENTS, Event
from games.retro.memories import report
from games.retro.model import State, View
from games.retro.moves import Move
from games.retro.pictures import text as drawing

# aliases, because the contract has attributes with the names of these modules


class Retro(BaseGame[State, Move, Event, View]):
    key = "retro"
    title = "Retrospective"
    summary = "Look back together: anonymous notes, dot votes, timeboxed discussions and a few actions"
    goal = "Leave with a few actions that the whole team believes in."
    seats = range(2, 21)
    noun = "retrospective"
    players = "people"
    options = opening.OPTIONS
    commands = words_.COMMANDS
    rules = read_rules("games.retro")
    lessons = read_lessons("games.retro")
    events = EVENTS
    gives_time = True
    inherits: tuple[str, ...] = ("prompts", "actions", "cards", "notes", "agreement", "check_ins", "health", "formats")
    inheritable: tuple[str, ...] = ("prompts", "actions", "cards", "agreement", "check_ins", "health", "formats")

    start = staticmethod(opening.start)
    moves = staticmethod(law.moves)
    public_moves = staticmethod(law.public_moves)
    awaits = staticmethod(law.awaits)
    leads = staticmethod(law.leads)
    decide = staticmethod(law.decide)
    evolve = staticmethod(folding.evolve)
    draws = staticmethod(folding.draws)
    veil = staticmethod(veils.veil)
    view = staticmethod(views.view)
    imagine = staticmethod(views.imagine)
    erased = staticmethod(veils.erased)
    arrival = staticmethod(law.arrival)
    result = staticmethod(law.result)
    deadline = staticmethod(law.deadline)
    read = staticmethod(reading.read)
    phrase = staticmethod(phrases.phrase)
    narrate = staticmethod(narration.narrate)
    prompt = staticmethod(prompting.prompt)
    receipt = staticmethod(own_notes.receipt)
    answer = staticmethod(queries.answer)
    draw = staticmethod(drawing.draw)
    chart = staticmethod(drawing.chart)
    suggest = staticmethod(player.suggest)
    inheritance = staticmethod(inheritance.inheritance)
    report = staticmethod(report)
    agreements = staticmethod(reviewing.agreements)
    review = staticmethod(reviewing.review)
    highlights = staticmethod(highlights.highlights)
    tally = staticmethod(figures.tally)
    figures = staticmethod(figures.figures)
    glance = staticmethod(debrief.glance)
    happened = staticmethod(debrief.happened)

    @property
    def kit(self) -> Kit:
        return debrief.kit()
