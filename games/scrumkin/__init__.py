"""Scrumkin by Timothée Bourguignon and contributors: hidden hands, good and bad practices, one race or one team."""

from pydantic import TypeAdapter

from games.base import BaseGame, read_lessons, read_rules
from games.debrief import Kit
from games.scrumkin import commands as scrumkin_commands
from games.scrumkin import folding, player
from games.scrumkin import memories as debrief
from games.scrumkin import memories as figures
from games.scrumkin import memories as highlights
from games.scrumkin import memories as inheritance
from games.scrumkin import memories as records
from games.scrumkin import rules as scrumkin_rules
from games.scrumkin import text as drawing
from games.scrumkin import text as motions
from games.scrumkin import words as narration
from games.scrumkin import words as shown_cards
from games.scrumkin.model import EVENTS, MOVES, Event, Move, State, View

# renamed, because the contract has attributes called `commands` and `rules`


class Scrumkin(BaseGame[State, Move, Event, View]):
    key = "scrumkin"
    title = "Scrumkin"
    summary = "Burn down your backlog with good practices and bless the others with bad ones, or win as one team"
    goal = "Empty your backlog before the others do. In collaborative mode, empty all of them within ten sprints."
    seats = range(2, 5)
    options = scrumkin_rules.OPTIONS
    commands = scrumkin_commands.COMMANDS
    rules = read_rules("games.scrumkin")
    events = EVENTS
    stored_moves: TypeAdapter[Move] | None = MOVES
    lessons = read_lessons("games.scrumkin")
    luck = True
    levels: tuple[str, ...] = player.LEVELS
    inherits: tuple[str, ...] = ("cards",)
    inheritable: tuple[str, ...] = ("prompts",)

    start = staticmethod(scrumkin_rules.start)
    moves = staticmethod(scrumkin_rules.moves)
    public_moves = staticmethod(scrumkin_commands.public_moves)
    awaits = staticmethod(scrumkin_rules.awaits)
    decide = staticmethod(scrumkin_rules.decide)
    evolve = staticmethod(folding.evolve)
    draws = staticmethod(folding.draws)
    view = staticmethod(scrumkin_rules.view)
    imagine = staticmethod(scrumkin_rules.imagine)
    result = staticmethod(scrumkin_rules.result)
    deadline = staticmethod(scrumkin_rules.deadline)
    read = staticmethod(scrumkin_commands.read)
    phrase = staticmethod(scrumkin_commands.phrase)
    narrate = staticmethod(narration.narrate)
    prompt = staticmethod(narration.prompt)
    motions = staticmethod(motions.motions)
    draw = staticmethod(drawing.draw)
    chart = staticmethod(drawing.chart)
    cards = staticmethod(shown_cards.cards)
    every_card = staticmethod(shown_cards.every_card)
    answer = staticmethod(drawing.answer)
    suggest = staticmethod(player.suggest)
    inheritance = staticmethod(inheritance.inheritance)
    records = staticmethod(records.records)
    highlights = staticmethod(highlights.highlights)
    tally = staticmethod(figures.tally)
    figures = staticmethod(figures.figures)
    glance = staticmethod(debrief.glance)
    course = staticmethod(debrief.course)
    happened = staticmethod(debrief.happened)

    @property
    def kit(self) -> Kit:
        return debrief.kit()
