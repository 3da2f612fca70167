"""The Scrum Game by William Wake and Mike Cohn: one team, ten days, 300 hours."""

from games.contract import About, Game
from games.language import lazy
from games.parts import Bots, Clock, Debrief, Memories, Proof, Secrets, Shows, Statistics
from games.rulebook import read_lessons, read_rules
from games.sprint import commands as verbs
from games.sprint import debrief as training
from games.sprint import folding, player, remarks
from games.sprint import memories as past
from games.sprint import rules as law
from games.sprint.forecast import answers, weighing
from games.sprint.model import EVENTS, MOVES, Event, Move, State, View
from games.sprint.options import OPTIONS
from games.sprint.pictures import text as picture
from games.sprint.pictures.badges import BADGES, pictured
from games.sprint.words import cards, narration, prompts

# modules that are called like an attribute below have another name here


class Sprint(Game[State, Move, Event, View]):
    key = "sprint"
    about = About(
        lazy("The Scrum Game"),
        lazy("A ten-day sprint together: dice, impediments, tools, discussions and a burndown chart"),
        goal=lazy(
            "Get all the work done and everybody into Sprint Review before the last day is over; in "
            "a release, deliver 300 hours in three sprints. You win or lose together."
        ),
    )
    seats = range(2, 13)
    options = OPTIONS
    commands = verbs.COMMANDS
    rules = read_rules("games.sprint")
    events = EVENTS

    start = staticmethod(law.start)
    moves = staticmethod(law.moves)
    awaits = staticmethod(law.awaits)
    decide = staticmethod(law.decide)
    evolve = staticmethod(folding.evolve)
    result = staticmethod(law.result)
    view = staticmethod(law.view)
    read = staticmethod(verbs.read)
    phrase = staticmethod(verbs.phrase)
    narrate = staticmethod(narration.narrate)
    prompt = staticmethod(prompts.prompt)
    board = staticmethod(picture.board)

    proof = Proof(MOVES, folding.randomness, past.dice, luck=True)
    secrets = Secrets(law.imagine)
    bots = Bots(player.suggest, waits=player.waits, asks=prompts.prompt, follows=player.follows)
    clock = Clock(law.deadline)
    shows = Shows(
        picture.chart,
        cards.cards,
        cards.every_card,
        picture.motions,
        answers.answer,
        badges=BADGES,
        pictured=pictured,
        gist=prompts.gist,
        remark=remarks.remark,
        holdings=cards.holdings,
    )
    lessons = read_lessons("games.sprint")
    memories = Memories(
        inherits=("cards", "asked", "votes", "known"),
        inheritable=("prompts", "asked", "votes", "known"),
        inheritance=past.inheritance,
        records=past.records,
        highlights=past.highlights,
    )
    debrief = Debrief(training.kit, training.glance, training.course, training.happened, weighing.weigh)
    statistics = Statistics(past.tally, past.figures)
