"""The retrospective: a team looks back and decides what to change, with anonymous notes and hidden votes."""

from collections.abc import Mapping
from types import MappingProxyType

from games.base import BaseGame

# aliases, because the contract has attributes with the names of these modules
from games.retro import commands as words
from games.retro import drawing, figures, folding, highlights, inheritance, narration, player, reviewing
from games.retro import rules as law
from games.retro.events import EVENTS, Event
from games.retro.model import Move, State, View
from games.retro.summary import report
from games.rulebook import read_lessons, read_rules


class Retro(BaseGame[State, Move, Event, View]):
    key = "retro"
    title = "Retrospective"
    summary = "Look back together: anonymous notes, dot votes, timeboxed discussions and a few actions"
    goal = "Leave with a few actions that the whole team believes in."
    seats = range(2, 21)
    options = law.OPTIONS
    commands = words.COMMANDS
    rules = read_rules("games.retro")
    lessons = read_lessons("games.retro")
    events = EVENTS
    hidden = frozenset({"note_written", "card_written", "dot_put", "dot_taken", "rated"})
    quiet = frozenset({*hidden, "said_ready", "longer_asked"})
    turns: frozenset[str] | None = frozenset({"started", "phase_began", "topic_opened", "finished"})
    milestones = frozenset({"finished"})
    revealing = frozenset({"notes_shown", "votes_shown", "finished"})
    sealed = hidden
    erases: Mapping[str, frozenset[str]] = MappingProxyType(
        {"notes_shown": frozenset({"note_written"}), "votes_shown": frozenset({"dot_put", "dot_taken"})}
    )
    gives_time = True
    inherits: tuple[str, ...] = ("prompts", "actions", "cards", "notes")
    inheritable: tuple[str, ...] = ("prompts", "actions", "cards")

    start = staticmethod(law.start)
    moves = staticmethod(law.moves)
    awaits = staticmethod(law.awaits)
    leads = staticmethod(law.leads)
    decide = staticmethod(law.decide)
    evolve = staticmethod(folding.evolve)
    draws = staticmethod(folding.draws)
    veil = staticmethod(folding.veil)
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
    suggest = staticmethod(player.suggest)
    inheritance = staticmethod(inheritance.inheritance)
    report = staticmethod(report)
    agreements = staticmethod(reviewing.agreements)
    review = staticmethod(reviewing.review)
    highlights = staticmethod(highlights.highlights)
    tally = staticmethod(figures.tally)
    figures = staticmethod(figures.figures)
