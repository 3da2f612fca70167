"""Where `docs/new-game.md` explains what a check asks for: each broken promise names its section."""

from games.values import value

PAGE = "docs/new-game.md"


@value
class Section:
    """A heading of the page. Called with a sentence, it adds where to read on."""

    title: str

    def __call__(self, sentence: str) -> str:
        return f"{sentence} See “{self.title}” in {PAGE}."


COURSE = Section("The course of a game")
MOVES = Section("Moves")
PLAYERS = Section("Automatic players")
CLOCKS = Section("Clocks")
EVENTS = Section("Events")
CHANCE = Section("Chance")
SECRETS = Section("Secrets")
WORDS = Section("Words")
BOARDS = Section("Boards")
PICTURES = Section("Pictures")
CLICKS = Section("Clicking on the picture")
PIECES = Section("Pieces that move")
DESCRIPTION = Section("The description")
INHERITANCE = Section("Inheritance")
EXPORTS = Section("What stays hidden for good")
FIGURES = Section("Figures")
DEBRIEFING = Section("What trainers see")

SECTIONS = (
    COURSE,
    MOVES,
    PLAYERS,
    CLOCKS,
    EVENTS,
    CHANCE,
    SECRETS,
    WORDS,
    BOARDS,
    PICTURES,
    CLICKS,
    PIECES,
    DESCRIPTION,
    INHERITANCE,
    EXPORTS,
    FIGURES,
    DEBRIEFING,
)
