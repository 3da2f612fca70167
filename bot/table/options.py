"""The options a table is opened with, and the files that some of them name."""

import re
from collections.abc import Callable, Mapping

from bot.table.model import Refused
from bot.texts import refusals, wording
from games.api import AnyGame, OptionValue, defaults

Loader = Callable[[str], str]  # the contents of an operator's file, by its name; ValueError with a sentence


def read_options(game: AnyGame, words: str, before: Mapping[str, OptionValue] | None = None) -> dict[str, OptionValue]:
    """`hours=250 board=long` on top of the options chosen before, or of the game's defaults."""
    options = {option.name: option for option in game.options}
    values = {**defaults(game), **(before or {})}
    for word in re.sub(r"\s*=\s*", "=", words).split():
        name, equals, value = word.partition("=")
        option = options.get(name.lower())
        if option is None or not equals:
            raise Refused(refusals.unknown_option(word, game))
        try:
            values[option.name] = value.lower() if option.file else option.read(value)
        except ValueError as fault:
            raise Refused(refusals.bad_option(str(fault), opening=before is None)) from fault
    return values


def changed_options(game: AnyGame, options: Mapping[str, OptionValue]) -> list[str]:
    """The options that aren't at their defaults, as people read them."""
    known = {option.name: option for option in game.options}
    return [
        f"{name}: {known[name].title_of(value) if name in known else value}"
        for name, value in options.items()
        if name not in known or known[name].default != value
    ]


def no_files(name: str) -> str:
    raise ValueError(f"there’s no file called “{wording.short(name)}”.")


def read_files(
    game: AnyGame, options: Mapping[str, OptionValue], load: Loader, *, opening: bool = True
) -> dict[str, str]:
    """The contents of the files that options name, read once when the table is opened and stored with it."""
    files = {}
    for option in game.options:
        name = str(options[option.name])
        if option.file and name not in option.choices:
            try:
                files[option.name] = load(name)
            except ValueError as fault:
                raise Refused(refusals.bad_option(f"{option.name}: {fault}", opening=opening)) from fault
    return files
