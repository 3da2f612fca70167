"""The commands of the retrospective."""

from games.api import Command, Parameter
from games.inheritance import CARD_KINDS
from games.retro.model import REASONS

COMMANDS: tuple[Command, ...] = (
    Command(
        "say",
        "Answer the question: how you are, what became of an action (1 done), how it was (0 to 5)",
        (Parameter("answer", "One word, or 1 done, or 0 to 5", rest=True),),
        dated=True,
    ),
    Command(
        "note",
        "Write a note; nobody sees it until all notes are shown",
        (
            Parameter("column", "The start of its title, or its number"),
            Parameter("text", "What you want to say", rest=True),
        ),
        several=True,
        elsewhere="save",
    ),
    Command(
        "change",
        "Change a note of yours before notes are shown; the code came with it, in private",
        (Parameter("code", "The note’s code"), Parameter("text", "What it should say instead", rest=True)),
    ),
    Command(
        "withdraw",
        "Take back a note of yours before notes are shown",
        (Parameter("code", "The note’s code"),),
    ),
    Command(
        "rate",
        "Answer a topic of a health check, from 1 (bad) to 5 (good)",
        (
            Parameter("topic", "Its number, or the start of its title"),
            Parameter("value", "1 to 5", lead="as"),
        ),
        several=True,
    ),
    Command(
        "scale",
        "Show what the ends of the scale mean for a topic of a health check",
        (Parameter("topic", "Its number, or the start of its title", rest=True),),
        kind="query",
    ),
    Command(
        "group",
        "Put two notes together; with a single number, take that note out of its group",
        (
            Parameter("note", "Its number"),
            Parameter("other", "The number of the note it belongs with", required=False, lead="with"),
        ),
        drag="note",
    ),
    Command(
        "title",
        "Give a group of notes a name",
        (
            Parameter("topic", "The number of any of its notes"),
            Parameter("name", "What it is about, in a few words", rest=True),
        ),
    ),
    Command(
        "hide",
        "Hide a note that hurts somebody, for good (facilitator)",
        (
            Parameter("note", "Its number"),
            Parameter(
                "reason",
                "person, tone or private",
                "choice",
                REASONS,
                required=False,
                titles=("It’s about a person", "Its tone hurts", "It’s private or confidential"),
            ),
        ),
        grave=True,
    ),
    Command(
        "vote",
        "Put a dot on a topic, or take it back",
        (
            Parameter("topic", "The number of any of its notes"),
            Parameter(
                "take", "back: take your dot back", "choice", ("back",), required=False, titles=("Take my dot back",)
            ),
        ),
        several=True,
    ),
    Command(
        "insight",
        "Write down what you understand now about the topic under discussion",
        (Parameter("text", "In a sentence", rest=True),),
        several=True,
    ),
    Command(
        "action",
        "Agree on an action",
        (
            Parameter("owner", "Who takes care of it", kind="player"),
            Parameter("what", "What to do, and by when: fix the build by Friday", rest=True),
        ),
        several=True,
        dated=True,
    ),
    Command(
        "keep",
        "Keep an action from last time open, with a new date",
        (
            Parameter("number", "The number of the action"),
            Parameter("due", "By when: Friday, 12 Dec, in two weeks", required=False, rest=True, lead="by"),
        ),
        dated=True,
    ),
    Command("ready", "Say you’re done; once everybody is, the meeting moves on"),
    Command(
        "next",
        "Move on (facilitator)",
        (
            Parameter(
                "skip",
                "phase: skip the remaining topics",
                "choice",
                ("phase",),
                required=False,
                titles=("Skip the remaining topics",),
            ),
        ),
    ),
    Command("back", "Go back to the topic or phase before (facilitator)"),
    Command("longer", "More time: the facilitator grants it, everybody else asks for it"),
    Command(
        "card",
        "Write a card for your next game, without your name",
        (
            Parameter("kind", "impediment or tool", kind="choice", choices=CARD_KINDS, titles=("Impediment", "Tool")),
            Parameter("text", "Its title, a colon, and its text", rest=True),
        ),
        several=True,
    ),
    Command(
        "agree",
        "Add a line to your working agreement; 1 drop takes the first one out",
        (Parameter("text", "What you agree on", rest=True),),
    ),
    Command(
        "safety",
        "Say without your name how safe you feel to speak, from 1 to 5; show ends the check (facilitator)",
        (Parameter("answer", "1 to 5, or show"),),
    ),
    Command("anonymous", "Make notes anonymous from now on (facilitator)"),
    Command(
        "thanks",
        "Thank somebody, at the end",
        (Parameter("player", "Whom", kind="player"), Parameter("text", "What for", rest=True)),
        several=True,
    ),
    Command(
        "lead",
        "Hand the facilitation over to somebody else",
        (Parameter("player", "Who facilitates from now on", kind="player"),),
    ),
)
