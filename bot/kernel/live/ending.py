"""The end of a meeting: what features add to its summary."""

from bot.kernel.messages import Act, Person
from games.sheets import Passage, Sheet, line
from games.values import replace, value


@value
class Ending:
    """What a feature adds to the summary of a meeting that is over."""

    following: str = ""  # what comes next, in a line below it
    acts: tuple[Act, ...] = ()  # in place of the table's own
    files: tuple[tuple[str, str], ...] = ()
    pings: tuple[Person, ...] = ()  # people who took something on: called once


def completed(summary: Sheet, ending: Ending) -> Sheet:
    """The summary with what comes next."""
    following = (Passage((line(ending.following),)),) if ending.following else ()
    return replace(summary, passages=(*summary.passages, *following))
