"""What people read who come to a retrospective before it starts."""

from collections.abc import Mapping

from games.chance import SEED_BYTES, Chance
from games.dates import in_brief
from games.language import n, t
from games.memories import OpenAction
from games.retro.events import Started
from games.retro.folding import evolve
from games.retro.formats import OWN_TITLE
from games.retro.model import State
from games.retro.opening import start
from games.retro.words.terms import joined
from games.sheets import Passage, Sheet, line
from games.text import listing, shortened, who

_TOPICS = 4  # that a team gets through
_REST = 5 + 5 + 3 + 5 + 2  # minutes: to check in, group, vote, agree on actions and close
_REVIEW = 5  # the same, for last time's actions
_OWN_COLUMNS = 80  # characters of all their titles


def lobby(settings: Mapping[str, str | int], seats: int) -> Sheet:
    """Its format, how long it takes, whether notes have names, who is here, and what is still open from last time."""
    started = start(max(seats, 1), settings, Chance(bytes(SEED_BYTES)))[0]
    assert isinstance(started, Started)
    names = t("Notes have no names.") if started.anonymous else t("Notes show who wrote them.")
    about = [
        n("About {count} minute.", "About {count} minutes.", _minutes(started)),
        names,
        _open(started.earlier),
        _saved(started.saved),
    ]
    here = (
        t("Here: {names}.", names=listing([who(seat) for seat in range(seats)])) if seats else t("Nobody is here yet.")
    )
    return Sheet(
        t("Retrospective: {format}", format=_format(evolve(None, started))),
        passages=(Passage((line(" ".join(filter(None, about))),)),),
        progress=line(here),
    )


def _format(state: State) -> str:
    """Its name; without one, the columns of the host's own."""
    if state.title != OWN_TITLE:
        return str(state.title)
    return shortened(joined(str(column.title) for column in state.columns), _OWN_COLUMNS)


def _minutes(started: Started) -> int:
    minutes = _REST + started.reflect + _TOPICS * started.discuss + _REVIEW * bool(started.earlier)
    return 5 * round(minutes / 5)


def _open(earlier: tuple[OpenAction, ...]) -> str:
    if not earlier:
        return ""
    days = {action.agreed for action in earlier}
    if len(days) > 1 or "" in days:
        return n("{count} action is open.", "{count} actions are open.", len(earlier))
    day = in_brief(days.pop())
    return n("{count} action is open from {day}.", "{count} actions are open from {day}.", len(earlier), day=day)


def _saved(notes: tuple[str, ...]) -> str:
    if not notes:
        return ""
    return n("{count} note is written already.", "{count} notes are written already.", len(notes))
