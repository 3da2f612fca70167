"""The Scrum Game by William Wake and Mike Cohn: one team, ten days, 300 hours."""

from pydantic import TypeAdapter

from games.base import BaseGame, read_lessons, read_rules
from games.debrief import Kit
from games.sprint import commands as sprint_commands
from games.sprint import debrief, folding, player, weighing
from games.sprint import debrief as standing
from games.sprint import forecast as outlook
from games.sprint import memories as figures
from games.sprint import memories as highlights
from games.sprint import memories as inheritance
from games.sprint import memories as records
from games.sprint import rules as sprint_rules
from games.sprint import words as narration
from games.sprint import words as shown_cards
from games.sprint.model import EVENTS, MOVES, Event, Move, State, View
from games.sprint.pictures import text as drawing
from games.sprint.pictures import text as motions

# renamed, because the contract has attributes called `commands` and `rules`


class Sprint(BaseGame[State, Move, Event, View]):
    key = "sprint"
    title = "The Scrum Game"
    summary = "A ten-day sprint together: dice, impediments, tools, discussions and a burndown chart"
    goal = (
        "Get all the work done and everybody into Sprint Review before the last day is over. You win or lose together."
    )
    seats = range(2, 13)
    options = sprint_rules.OPTIONS
    commands = sprint_commands.COMMANDS
    rules = read_rules("games.sprint")
    events = EVENTS
    stored_moves: TypeAdapter[Move] | None = MOVES
    lessons = read_lessons("games.sprint")
    luck = True
    inherits: tuple[str, ...] = ("cards", "asked", "votes")
    inheritable: tuple[str, ...] = ("prompts", "asked", "votes")

    start = staticmethod(sprint_rules.start)
    moves = staticmethod(sprint_rules.moves)
    awaits = staticmethod(sprint_rules.awaits)
    decide = staticmethod(sprint_rules.decide)
    evolve = staticmethod(folding.evolve)
    draws = staticmethod(folding.draws)
    view = staticmethod(sprint_rules.view)
    imagine = staticmethod(sprint_rules.imagine)
    result = staticmethod(sprint_rules.result)
    deadline = staticmethod(sprint_rules.deadline)
    read = staticmethod(sprint_commands.read)
    phrase = staticmethod(sprint_commands.phrase)
    narrate = staticmethod(narration.narrate)
    prompt = staticmethod(narration.prompt)
    motions = staticmethod(motions.motions)
    draw = staticmethod(drawing.draw)
    chart = staticmethod(drawing.chart)
    cards = staticmethod(shown_cards.cards)
    every_card = staticmethod(shown_cards.every_card)
    answer = staticmethod(outlook.answer)
    suggest = staticmethod(player.suggest)
    inheritance = staticmethod(inheritance.inheritance)
    records = staticmethod(records.records)
    dice = staticmethod(figures.dice)
    highlights = staticmethod(highlights.highlights)
    tally = staticmethod(figures.tally)
    figures = staticmethod(figures.figures)
    glance = staticmethod(standing.glance)
    course = staticmethod(debrief.course)
    happened = staticmethod(debrief.happened)
    weigh = staticmethod(weighing.weigh)

    @property
    def kit(self) -> Kit:
        return debrief.kit()
