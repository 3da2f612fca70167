"""Scrum Rugby (Scrum by Jocly): a small rugby game for two, without dice or secrets."""

from games.contract import About, Game
from games.language import lazy
from games.parts import Bots, Clock, Debrief, Memories, Proof, SeatRules, Shows, Statistics
from games.rugby import commands as verbs
from games.rugby import memories as past
from games.rugby import player, turns, words
from games.rugby import rules as law
from games.rugby.model import EVENTS, MOVES, Event, Move, State, View
from games.rugby.pictures import text
from games.rugby.pictures.board import BADGES
from games.rulebook import read_lessons, read_rules

# modules that are called like an attribute below have another name here


class Rugby(Game[State, Move, Event, View]):
    key = "rugby"
    about = About(
        lazy("Scrum Rugby"),
        lazy("Rugby on a board for two: push the ball onto the other side’s last row"),
        goal=lazy("Bring the ball to your goal row: Blue to row 12, Red to row 1."),
    )
    seats = range(2, 3)
    options = law.OPTIONS
    commands = verbs.COMMANDS
    rules = read_rules("games.rugby")
    events = EVENTS

    start = staticmethod(law.start)
    moves = staticmethod(law.moves)
    awaits = staticmethod(law.awaits)
    decide = staticmethod(law.decide)
    evolve = staticmethod(turns.evolve)
    result = staticmethod(law.result)
    view = staticmethod(law.view)
    read = staticmethod(verbs.read)
    phrase = staticmethod(verbs.phrase)
    narrate = staticmethod(words.narrate)
    prompt = staticmethod(words.prompt)
    board = staticmethod(text.board)

    proof = Proof(MOVES)
    bots = Bots(player.suggest, player.LEVELS, player.NOTES, thinks=True)
    clock = Clock(law.deadline, law.timed)
    shows = Shows(motions=text.motions, answer=text.answer, badges=BADGES, gist=words.gist)
    seating = SeatRules(rotates=True)
    lessons = read_lessons("games.rugby")
    memories = Memories(records=past.records, highlights=past.highlights, rated=True)
    debrief = Debrief(past.kit, past.glance, happened=past.happened)
    statistics = Statistics(past.tally, past.figures)
