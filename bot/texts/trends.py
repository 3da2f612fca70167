"""How a room's retrospectives have been going."""

from bot.texts.wording import counted

TITLE = "Retrospectives in this room"
WORTH, PEOPLE, DONE = "Worth the time", "Took part", "Actions done"


def too_few(held: int) -> str:
    done = "There hasn’t been a retrospective in this room yet" if not held else "There has been only one so far"
    return f"{done}. Trends need at least two: `/scrum new retro`."


def summary(held: int, done: int, agreed: int) -> str:
    actions = f" Of {counted(agreed, 'action')}, {done} {'is' if done == 1 else 'are'} done." if agreed else ""
    return f"The last {held} retrospectives.{actions}"


def recurring(words: list[tuple[str, int]]) -> str:
    named = ", ".join(f"{word} ({times})" for word, times in words)
    return f"Topics that come back: {named}." if words else ""
