"""The commands that every table has, whatever its game."""

from games import GAMES
from games.api import Command, Parameter
from games.values import replace

GAME = Parameter(
    "game", "Which game", kind="choice", choices=tuple(GAMES), titles=tuple(game.title for game in GAMES.values())
)
LUCK = Parameter("luck", "A word of yours that dice and cards will depend on", required=False, rest=True, lead="luck")
TABLE_COMMANDS: tuple[Command, ...] = (
    Command(
        "new",
        "Open a table in this room",
        (
            GAME,
            Parameter("options", "Game options, such as hours=250", required=False, rest=True),
        ),
    ),
    Command(
        "join",
        "Take a seat, or return to yours; with a code, show another room’s table here",
        (Parameter("code", "The code from `link` in the other room, or of a workshop", required=False), LUCK),
    ),
    Command("leave", "Give up your seat; during a game, an automatic player takes over"),
    Command(
        "bot",
        "Seat an automatic player; off removes one",
        (
            Parameter("level", "How strong it plays, if the game has levels; or off", required=False),
            Parameter("player", "Which one leaves, after off", kind="player", required=False),
        ),
    ),
    Command(
        "options",
        "Change the game’s options before it starts",
        (Parameter("options", "For example hours=250", rest=True),),
        group="table",
    ),
    Command("start", "Start the game", (LUCK,)),
    Command("board", "Show the board"),
    Command("chart", "Show the chart, for example the burndown", group="table"),
    Command("status", "Show whose turn it is and who sits where"),
    Command("log", "Show what has happened so far", group="table"),
    Command(
        "rules", "Show the rules, or one section", (Parameter("topic", "Which section", required=False, rest=True),)
    ),
    Command(
        "help",
        "Show what you can do now and all other commands, or explain one command",
        (Parameter("command", "A command, such as undo", required=False, rest=True),),
    ),
    Command("verify", "See how the dice are kept fair, and check a finished game", group="table"),
    Command(
        "view",
        "Show boards as pictures (dark or light) or as text, for the whole table or just for you",
        (
            Parameter(
                "form",
                "picture, text, dark or light",
                kind="choice",
                choices=("picture", "text", "dark", "light"),
                titles=("Picture", "Text", "Dark picture", "Light picture"),
            ),
            Parameter(
                "whose",
                "table or me",
                kind="choice",
                choices=("table", "me"),
                required=False,
                titles=("The whole table", "Just me"),
            ),
        ),
        group="table",
    ),
    Command(
        "pace",
        "Set when players are reminded: live (minutes), async (working hours), or off",
        (
            Parameter(
                "form",
                "live, async or off",
                kind="choice",
                choices=("live", "async", "off"),
                titles=("Live: minutes", "Async: hours or days", "Off: no reminders"),
            ),
            Parameter("settings", "For example 5, or 24h 9-17 Europe/Berlin", required=False, rest=True),
        ),
        group="table",
    ),
    Command(
        "more",
        "Add time to every clock",
        (Parameter("minutes", "How many minutes; 2 by default", required=False),),
        group="table",
    ),
    Command(
        "cover",
        "Let an automatic player stand in for somebody who is away",
        (Parameter("player", "Who is away", kind="player"),),
        group="table",
    ),
    Command(
        "nudge",
        "Remind somebody that the table is waiting for them",
        (Parameter("player", "Who should play", kind="player"),),
        group="table",
    ),
    Command(
        "host",
        "Make somebody else host, or become host if the host has left",
        (Parameter("player", "The new host, or me", kind="player"),),
        group="table",
    ),
    Command("undo", "Take back your last move if the others agree, or agree to somebody else’s undo"),
    Command("again", "Play again with the same game, options and players"),
    Command("talk", "Talk about what you just played: a retrospective with the same people and its questions"),
    Command("resume", "Reopen a table that was put away", group="table"),
    Command(
        "link",
        "Get a code that shows this table in another room; off stops showing it here",
        (Parameter("off", "off", "choice", ("off",), required=False, titles=("Stop showing this table here",)),),
        group="table",
    ),
    Command(
        "formats",
        "Find a format for a retrospective, by a word or an occasion",
        (Parameter("word", "For example conflict, release or celebration", required=False, rest=True),),
        group="table",
    ),
    Command("watch", "Get a link for watching this table in a browser", group="table"),
    Command(
        "actions",
        "Show this room’s open actions; settle one, move it, give it to somebody, or get a file",
        (
            Parameter(
                "what",
                "done 2, drop 2, reopen 2, move 2 Friday, give 2 Anna, markdown, csv or calendar",
                required=False,
                rest=True,
            ),
        ),
    ),
    Command(
        "workshop",
        "Run a game with several teams: new sprint teams=6; guide shows how to debrief one",
        (
            Parameter(
                "what",
                "new or guide",
                kind="choice",
                choices=("new", "guide"),
                titles=("Open a workshop", "How to run and debrief a game"),
            ),
            replace(GAME, required=False),
            Parameter("settings", "For example teams=6 size=5 dice=same hours=250", required=False, rest=True),
        ),
        group="table",
    ),
    Command(
        "ask",
        "At a workshop: ask the trainer something",
        (Parameter("question", "What you would like to know", rest=True),),
        group="table",
    ),
    Command("trends", "Show how this room’s retrospectives have been going", group="table"),
    Command(
        "save",
        "Save a note for this room’s next retrospective, without your name",
        (Parameter("text", "What should come up", required=False, rest=True),),
        group="table",
    ),
    Command(
        "every",
        "Let a retrospective open by itself: 2 weeks on Friday 15:00; off ends it",
        (Parameter("when", "2 weeks on Friday 15:00, or off", required=False, rest=True),),
        group="table",
    ),
    Command("skip", "Leave out the next retrospective that opens by itself", group="table"),
    Command("history", "Show which games were played in this room", group="table"),
    Command("stats", "Show statistics for all games in this room", group="table"),
    Command(
        "export",
        "Get a finished game as a file",
        (
            Parameter(
                "form",
                "json, csv or markdown",
                kind="choice",
                choices=("json", "csv", "markdown"),
                required=False,
                titles=("JSON: everything, to verify", "CSV: for a spreadsheet", "Markdown: to read"),
            ),
        ),
        group="table",
    ),
    Command(
        "name",
        "Change your name at this table",
        (Parameter("name", "What the table should call you", rest=True),),
        group="me",
    ),
    Command(
        "remind",
        "Set when I remind you at this table: after 30m, 2h or 1d, off, or on",
        (Parameter("when", "30m, 2h, 1d, off or on", rest=True),),
        group="me",
    ),
    Command(
        "prepare",
        "Give a command in advance, for when it’s your turn; off cancels it",
        (Parameter("what", "For example roll, or off", required=False),),
        group="me",
    ),
    Command("missed", "Show what happened since your last move", group="me"),
    Command("rating", "Show your rating in this room, and how your last games moved it", group="me"),
    Command(
        "tutorial",
        "Learn a game in a few minutes, alone with automatic players",
        (replace(GAME, required=False),),
        group="me",
    ),
    Command(
        "forget",
        "Delete your name and ID from everything I have stored",
        (Parameter("sure", "me, to confirm", required=False),),
        group="me",
    ),
    Command("end", "End the table: the host can at once, others if everybody agrees"),
)
