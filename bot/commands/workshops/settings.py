"""The settings of a workshop as they are typed: `teams=6 size=5 dice=same hours=250`."""

from collections.abc import Mapping

from bot.messages import Suggestion
from bot.table.model import Refused
from bot.texts import workshops as texts
from bot.workshop_messages import WorkshopForm

THREADS = "threads"
# a workshop's own settings that are words, and what each means; the usual one first
_WORDS: Mapping[str, Mapping[str, str]] = {
    "dice": {"own": "Every team has its own dice and cards", "same": "All teams get the same dice and cards"},
    "seats": {"even": "People are seated evenly", "choose": "People choose their team"},
    "rooms": {THREADS: "Every team gets a thread here, too", "web": "Teams meet on their web pages only"},
    "attendance": {"off": "No attendance sheet", "on": "Names and times are kept for an attendance sheet"},
}
_NUMBERS = {"teams": ("6", "How many teams, 1 to 30"), "size": ("5", "The most people in a team")}


def read_form(game: str, settings: str, trainer: str, channel: str = "") -> WorkshopForm:
    """What isn't a workshop's own is left to its game. `channel`: where it is opened, if there can be threads there."""
    words = [word.lower().partition("=") for word in settings.split()]
    own = {name: given for name, _, given in words if _is_own(name)}
    usual = WorkshopForm(game)
    threads = not _is_other(own, "rooms")
    if threads and not channel and "rooms" in own:
        raise Refused(texts.NO_THREADS_HERE)
    return WorkshopForm(
        game,
        teams=_number(own, "teams", usual.teams),
        size=_number(own, "size", usual.size),
        options=" ".join(word for word in settings.split() if not _is_own(word.lower().partition("=")[0])),
        trainer=trainer,
        chooses=_is_other(own, "seats"),
        attendance=_is_other(own, "attendance"),
        same_dice=_is_other(own, "dice"),
        channel=channel if threads else "",
    )


def suggested() -> list[tuple[str, Suggestion]]:
    """The name of each setting, and what could be typed for it."""
    numbers = [(name, Suggestion(f"{name}={given}", text)) for name, (given, text) in _NUMBERS.items()]
    words = [
        (name, Suggestion(f"{name}={word}", text)) for name, meant in _WORDS.items() for word, text in meant.items()
    ]
    return [*numbers, *words]


def _is_own(name: str) -> bool:
    return name in _WORDS or name in _NUMBERS


def _number(own: Mapping[str, str], name: str, usual: int) -> int:
    given = own.get(name, str(usual))
    if not (given.isascii() and given.isdecimal() and len(given) < 4):
        raise Refused(texts.bad_setting(f"{name}={given}"))
    return int(given)


def _is_other(own: Mapping[str, str], name: str) -> bool:
    """Whether it is not the usual one of two words."""
    usual, other = _WORDS[name]
    given = own.get(name, usual)
    if given not in {usual, other}:
        raise Refused(texts.bad_setting(f"{name}={given}"))
    return given == other
