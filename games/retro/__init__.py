"""The retrospective: a team looks back and decides what to change, with anonymous notes and hidden votes."""

from games.contract import About, Game
from games.language import lazy
from games.parts import Bots, Clock, Debrief, Meeting, Memories, Proof, SeatRules, Secrets, Shows, Statistics
from games.retro import debrief as training
from games.retro import folding, opening, player
from games.retro import memories as past
from games.retro import phases as course
from games.retro import rules as law
from games.retro.acts import commands as verbs
from games.retro.acts import forms, phrases, prompts
from games.retro.events import EVENTS, Event
from games.retro.model import State, View
from games.retro.moves import Move
from games.retro.pages import boards, finished, lead, lobby, own_notes, sheets, summary
from games.retro.pictures import text as picture
from games.retro.veils import erased, veil
from games.retro.words import narration
from games.rulebook import read_lessons, read_rules

# modules that are called like an attribute below have another name here


class Retro(Game[State, Move, Event, View]):
    key = "retro"
    about = About(
        lazy("Retrospective"),
        lazy("Look back together: anonymous notes, dot votes, timeboxed discussions and a few actions"),
        goal=lazy("Leave with a few actions that the whole team believes in."),
        noun=lazy("retrospective"),
        players=lazy("people"),
        join=lazy("I’m here"),
    )
    seats = range(1, 21)
    options = opening.OPTIONS
    commands = verbs.COMMANDS
    rules = read_rules("games.retro")
    events = EVENTS

    start = staticmethod(opening.start)
    moves = staticmethod(law.moves)
    awaits = staticmethod(law.awaits)
    decide = staticmethod(law.decide)
    evolve = staticmethod(folding.evolve)
    result = staticmethod(law.result)
    view = staticmethod(law.view)
    read = staticmethod(verbs.read)
    phrase = staticmethod(phrases.phrase)
    narrate = staticmethod(narration.narrate)
    prompt = staticmethod(prompts.prompt)
    board = staticmethod(picture.board)

    proof = Proof(randomness=folding.randomness)
    secrets = Secrets(law.imagine, law.public_moves, own_notes.receipt, veil, erased, own_notes.owned)
    bots = Bots(player.suggest)
    clock = Clock(law.deadline, gives_time=True, moves_on=course.moves_on)
    shows = Shows(
        picture.chart,
        form=forms.form,
        sheet=sheets.sheet,
        illustration=picture.illustration,
        past=finished.past,
        lead=lead.lead,
        lobby=lobby.lobby,
    )
    seating = SeatRules(law.leads, law.arrival, open=True, worded_alike=True, called_live=False)
    lessons = read_lessons("games.retro")
    memories = Memories(
        inherits=("prompts", "actions", "cards", "notes", "agreement", "check_ins", "health", "formats"),
        inheritable=("prompts", "actions", "cards", "agreement", "check_ins", "health", "formats"),
        inheritance=past.inheritance,
        report=past.report,
        highlights=past.highlights,
    )
    meeting = Meeting(past.agreements, past.review, boards.board, summary.summary, past.takes, past.absent)
    debrief = Debrief(training.kit, training.glance, happened=training.happened)
    statistics = Statistics(past.tally, past.figures)
