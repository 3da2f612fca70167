"""A rehearsal: the names and questions of its simulated people, and what the command line prints."""

# the first ones sit in different teams
NAMES = (
    *("Amara", "Bruno", "Chiara", "Dmitri", "Elif", "Farid", "Greta", "Hiro", "Ines", "Jonas", "Kavya", "Liam"),
    *("Mei", "Noor", "Olga", "Pablo", "Quinn", "Rosa", "Sven", "Tara", "Umar", "Vera", "Wanda", "Xavi"),
    *("Yara", "Zoe", "Aiko", "Björn", "Carla", "Diego", "Emma", "Femi", "Gita", "Hugo", "Ivy", "Jan", "Kofi"),
)
QUESTIONS = (
    "May we change who does what?",
    "Do we have to decide together, or does whoever is next decide?",
    "What happens if we don’t finish in time?",
)


TITLE = "Rehearsal"


def open_at(desk: str, entrance: str, *, starts: bool, kept: bool) -> str:
    then = "The game starts by itself." if starts else "Press Start all teams at the desk when you’re ready."
    return (
        f"Your desk: {desk}\nThe entrance: {entrance}\n"
        f"Simulated people are coming in. {then}\n"
        f"Ctrl-C ends the rehearsal; {'its tables are kept' if kept else 'nothing is kept'}."
    )
