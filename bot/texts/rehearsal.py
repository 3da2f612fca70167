"""What the people say with whom a trainer rehearses a workshop."""

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


def open_at(desk: str, entrance: str, *, kept: bool) -> str:
    return (
        f"Your desk: {desk}\nThe entrance: {entrance}\n"
        "Automatic people are coming in. Press Start at the desk when you’re ready.\n"
        f"Ctrl-C ends the rehearsal; {'its tables are kept' if kept else 'nothing is kept'}."
    )
