"""The settings of a table before it starts, as the fields of a form: what is played, with how many, and how fast.

The same fields serve the lobby's Settings form and any form that opens a table. A game says which of its options are
`main`; the others are typed: `/scrum options window=30`.
"""

from collections.abc import Iterator, Mapping

from bot.kernel.table import refusals, texts
from bot.kernel.table.model import PaceChosen, Refused
from bot.kernel.table.pace import LIVE, OFF, Pace, pace_of, read_pace
from bot.kernel.table.rules import read_options
from games.contract import AnyGame, Option, OptionValue, is_meeting
from games.parts import Field
from games.text import capitalized
from games.values import replace, value

BOTS, LEVEL, PACE = "bots", "level", "pace"  # names of fields; all others are those of options
_OWN_WORDS = "own-words"  # in place of a choice that the host has worded themselves
_MAX_LISTED = 25  # values of a number that is chosen from a list


@value
class Settings:
    """What a table starts with, as far as the form asks for it."""

    options: Mapping[str, OptionValue]
    people: int = 1  # seats that automatic players can't have
    bots: int = 0
    level: str = ""  # of the automatic players; empty: the usual one
    pace: Pace | None = None  # None: it isn't asked for


# --- fields ----------------------------------------------------------------------------------------------------------


def fields(game: AnyGame, now: Settings, zone: str = "") -> tuple[Field, ...]:
    """The fields, filled in with what is chosen now. `zone`: the time zone of whoever fills them in."""
    return (*_options(game, now.options), *_bots(game, now), *_pace(now.pace, zone))


def _options(game: AnyGame, now: Mapping[str, OptionValue]) -> Iterator[Field]:
    for option in (each for each in game.options if each.main):
        field = _of_option(option, now.get(option.name, option.default))
        worded = _worded(game, option, now)
        yield _with_own_words(field, worded) if worded else field


def _of_option(option: Option, chosen: OptionValue) -> Field:
    label, filled = capitalized(texts.option_name(option.name)), (str(chosen),)
    if option.cards:
        return Field(
            option.name,
            label,
            options=tuple((choice, str(card.title)) for choice, card in zip(option.choices, option.cards, strict=True)),
            notes=tuple(", ".join(map(str, card.asks or [part.title for part in card.parts])) for card in option.cards),
            groups=tuple(capitalized(str(card.purposes[0])) if card.purposes else "" for card in option.cards),
            which=str(texts.WHICH_OCCASION),
            filled=filled,
            required=True,
        )
    if option.choices:
        titles = tuple((choice, capitalized(title)) for choice, title in option.titled.items())
        return Field(
            option.name, label, options=titles, notes=tuple(map(str, option.notes)), filled=filled, required=True
        )
    hint = f"{option.description}."
    if option.maximum - option.minimum < _MAX_LISTED:
        numbers = sorted({*([0] if option.unset else []), *range(option.minimum, option.maximum + 1)})
        listed = tuple((str(number), capitalized(option.title_of(number))) for number in numbers)
        return Field(option.name, label, hint, options=listed, filled=filled, required=True)
    number = Field(option.name, label, hint, text=str(chosen), required=True, limit=len(str(option.maximum)))
    return replace(number, kind="number", minimum=0 if option.unset else option.minimum, maximum=option.maximum)


def _worded(game: AnyGame, option: Option, now: Mapping[str, OptionValue]) -> str:
    """The host's own words in place of a choice of this option; empty if it is one of the choices."""
    own = next((each for each in game.options if each.name == option.own), None)
    words = now.get(own.name, own.default) if own else ""
    return str(words) if own and words != own.default else ""


def _with_own_words(field: Field, words: str) -> Field:
    label = texts.your_own(words.replace(",", ", ").replace("_", " "))
    return replace(
        field,
        options=((_OWN_WORDS, label), *field.options),
        notes=("", *field.notes),
        groups=("", *field.groups) if field.groups else (),
        filled=(_OWN_WORDS,),
    )


def _bots(game: AnyGame, now: Settings) -> Iterator[Field]:
    """Automatic players; at a meeting they only rehearse, so nobody chooses them there."""
    if is_meeting(game):
        return
    most = game.seats.stop - 1 - now.people
    counts = tuple((str(count), str(count or texts.NO_PLAYERS)) for count in range(max(most, now.bots) + 1))
    yield Field(BOTS, str(texts.AUTOMATIC_PLAYERS), options=counts, filled=(str(now.bots),), required=True)
    if game.bots.levels:
        levels = tuple((level, capitalized(texts.level_name(level))) for level in game.bots.levels)
        chosen = now.level or game.bots.levels[0]
        notes = tuple(map(str, game.bots.notes))
        yield Field(LEVEL, str(texts.THEIR_LEVEL), options=levels, notes=notes, filled=(chosen,), required=True)


def _pace(now: Pace | None, zone: str) -> Iterator[Field]:
    if now is None:
        return
    usual = {"live": LIVE, "async": pace_of(read_pace("async", "", zone), OFF), "off": OFF}
    paces = {**usual, form_of(now): now}
    yield Field(
        PACE,
        str(texts.REMINDERS),
        options=tuple((form, str(texts.PACES[form])) for form in paces),
        notes=tuple(texts.pace_note(each.seconds, each.opens, each.closes, each.zone) for each in paces.values()),
        filled=(form_of(now),),
        required=True,
    )


def form_of(pace: Pace) -> str:
    """The word with which people choose such a pace: live, async or off."""
    return "off" if not pace.seconds else "async" if pace.is_async else "live"


# --- reading ---------------------------------------------------------------------------------------------------------


def option_words(game: AnyGame, entered: Mapping[str, str], now: Mapping[str, OptionValue]) -> str:
    """The chosen options as they would be typed, those that stay left out: `difficulty=relaxed board=long`.

    Whoever picks one of the choices again gives up their own words.
    """
    words: dict[str, str] = {}
    for option in game.options:
        chosen = entered.get(option.name, "").strip()
        worded = _worded(game, option, now)
        if option.main and chosen and chosen != _OWN_WORDS and (worded or chosen != str(now.get(option.name))):
            words[option.name] = chosen
            if worded:
                words[option.own] = str(next(each.default for each in game.options if each.name == option.own))
    return " ".join(f"{name}={chosen}" for name, chosen in words.items())


def read(
    game: AnyGame, entered: Mapping[str, str], now: Settings, zone: str = ""
) -> tuple[Settings, PaceChosen | None]:
    """The settings with what was entered, and the pace if that changes. What isn't entered stays as it is."""
    options = read_options(game, option_words(game, entered, now.options), now.options)
    form = entered.get(PACE, "")
    pace = None
    if form and now.pace is not None and form != form_of(now.pace):
        if form not in texts.PACES:
            raise Refused(refusals.not_a_choice(PACE, form, tuple(texts.PACES)), PACE)
        pace = read_pace(form, "", zone)
    return replace(now, options=options, bots=_count(game, entered, now), level=_level(game, entered, now)), pace


def _count(game: AnyGame, entered: Mapping[str, str], now: Settings) -> int:
    word = entered.get(BOTS, "")
    if not word:
        return now.bots
    count = int(word) if word.isascii() and word.isdigit() and len(word) < 4 else -1
    if not 0 <= count <= game.seats.stop - 1 - now.people:
        raise Refused(refusals.full_house(game), BOTS)
    return count


def _level(game: AnyGame, entered: Mapping[str, str], now: Settings) -> str:
    level = entered.get(LEVEL, "").lower()
    if level and level not in game.bots.levels:
        raise Refused(refusals.unknown_level(level, game), LEVEL)
    return level or now.level
