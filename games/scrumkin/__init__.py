"""Scrumkin by Timothée Bourguignon and contributors: hidden hands, good and bad practices, one race or one team."""

from games.contract import About, Game
from games.language import lazy
from games.parts import Bots, Clock, Debrief, Memories, Proof, Secrets, Shows, Statistics
from games.rulebook import read_lessons, read_rules
from games.scrumkin import commands as verbs
from games.scrumkin import folding, player, remarks, words
from games.scrumkin import memories as past
from games.scrumkin import rules as law
from games.scrumkin.model import EVENTS, MOVES, Event, Move, State, View
from games.scrumkin.pictures import text
from games.scrumkin.pictures.cards import BADGES

# modules that are called like an attribute below have another name here


class Scrumkin(Game[State, Move, Event, View]):
    key = "scrumkin"
    about = About(
        lazy("Scrumkin"),
        lazy("Burn down your backlog with good practices and bless the others with bad ones, or win as one team"),
        goal=lazy(
            "Empty your backlog before the others do. In collaborative mode, empty all of them within ten sprints."
        ),
    )
    seats = range(2, 5)
    options = law.OPTIONS
    commands = verbs.COMMANDS
    rules = read_rules("games.scrumkin")
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
    narrate = staticmethod(words.narrate)
    prompt = staticmethod(words.prompt)
    board = staticmethod(text.board)

    proof = Proof(MOVES, folding.randomness, luck=True)
    secrets = Secrets(law.imagine, verbs.public_moves)
    bots = Bots(player.suggest, player.LEVELS, player.NOTES)
    clock = Clock(law.deadline)
    shows = Shows(
        text.chart,
        words.cards,
        words.every_card,
        text.motions,
        text.answer,
        badges=BADGES,
        pictured=words.pictured,
        gist=words.gist,
        remark=remarks.remark,
    )
    lessons = read_lessons("games.scrumkin")
    memories = Memories(
        inherits=("cards", "known"),
        inheritable=("prompts", "known"),
        inheritance=past.inheritance,
        records=past.records,
        highlights=past.highlights,
    )
    debrief = Debrief(past.kit, past.glance, past.course, past.happened)
    statistics = Statistics(past.tally, past.figures)
