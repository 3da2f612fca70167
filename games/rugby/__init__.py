"""Scrum Rugby (Scrum by Jocly): a small rugby game for two, without dice or secrets."""

from pydantic import TypeAdapter

from games.base import BaseGame, read_lessons, read_rules
from games.debrief import Kit
from games.rugby import commands as words_
from games.rugby import memories as debrief
from games.rugby import memories as figures
from games.rugby import memories as highlights
from games.rugby import memories as records
from games.rugby import player
from games.rugby import rules as law
from games.rugby import text as drawing
from games.rugby import text as motions
from games.rugby import turns as folding
from games.rugby import words as narration
from games.rugby.model import EVENTS, MOVES, Event, Move, State, View

# aliases, because the contract has attributes with the names of these modules


class Rugby(BaseGame[State, Move, Event, View]):
    key = "rugby"
    title = "Scrum Rugby"
    summary = "Rugby on a board for two: push the ball onto the other side’s last row"
    goal = "Bring the ball to your goal row: Blue to row 12, Red to row 1."
    seats = range(2, 3)
    options = law.OPTIONS
    commands = words_.COMMANDS
    rules = read_rules("games.rugby")
    events = EVENTS
    stored_moves: TypeAdapter[Move] | None = MOVES
    lessons = read_lessons("games.rugby")
    levels: tuple[str, ...] = player.LEVELS
    thinks = True
    rotates = True
    rated = True

    start = staticmethod(law.start)
    moves = staticmethod(law.moves)
    awaits = staticmethod(law.awaits)
    decide = staticmethod(law.decide)
    evolve = staticmethod(folding.evolve)
    view = staticmethod(law.view)
    result = staticmethod(law.result)
    deadline = staticmethod(law.deadline)
    timed = staticmethod(law.timed)
    read = staticmethod(words_.read)
    phrase = staticmethod(words_.phrase)
    narrate = staticmethod(narration.narrate)
    prompt = staticmethod(narration.prompt)
    motions = staticmethod(motions.motions)
    draw = staticmethod(drawing.draw)
    answer = staticmethod(drawing.answer)
    suggest = staticmethod(player.suggest)
    records = staticmethod(records.records)
    highlights = staticmethod(highlights.highlights)
    tally = staticmethod(figures.tally)
    figures = staticmethod(figures.figures)
    glance = staticmethod(debrief.glance)
    happened = staticmethod(debrief.happened)

    @property
    def kit(self) -> Kit:
        return debrief.kit()
