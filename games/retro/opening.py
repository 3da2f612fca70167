"""The beginning of a retrospective: its options, and what it takes from earlier ones."""

from games.chance import Chance
from games.contract import ChoiceCard, ChoicePart, Option, Options
from games.language import lazy, source
from games.memories import read_actions, read_asked, read_cards, read_notes, read_prompts
from games.retro.events import Event, PhaseBegan, Started, StoredColumn, StoredTopic
from games.retro.formats import OWN_TITLE, PURPOSES, Format, FormatNote, check_ins, example_notes, formats, own_columns
from games.retro.memories import read_agreement, read_formats, read_health
from games.retro.model import SAVED, Column, SavedFormat
from games.text import clean

_FORMAT, _ANY, _NONE = "format", "any", "none"  # defaults that stand for something else
_MAX_COLUMNS = 6
_SAVED_LIMIT = 24  # characters of the name of a room's own format
_MAX_SAVED = 10


def _card(form: Format) -> ChoiceCard:
    # the last column of a health check fills itself
    written = zip(form.columns, example_notes(form.key), strict=not form.topics)
    parts = tuple(ChoicePart(column.title, column.hint, tuple(map(lazy, notes))) for column, notes in written)
    purposes = tuple(PURPOSES[each] for each in form.purposes)
    return ChoiceCard(form.title, form.when, purposes, parts, tuple(topic.title for topic in form.topics))


OPTIONS: tuple[Option, ...] = (
    Option(
        "format",
        lazy("Which columns the board has; `/scrum formats` finds one"),
        next(iter(formats())),
        choices=tuple(formats()),
        notes=tuple(map(FormatNote, formats().values())),
        cards=tuple(map(_card, formats().values())),
        own="columns",
        main=True,
    ),
    Option(
        "columns",
        lazy("Your own columns instead, such as Keep,Drop,Try"),
        _FORMAT,
        choices=(_FORMAT,),
        minimum=2,
        maximum=_MAX_COLUMNS,
        free=True,
    ),
    Option("dots", lazy("Dots each of you can vote with"), 3, minimum=1, maximum=10, main=True),
    Option("reflect", lazy("Minutes for writing notes"), 5, minimum=1, maximum=60),
    Option(
        "anonymous",
        lazy("no: notes show who wrote them"),
        "yes",
        choices=("yes", "no"),
        notes=(lazy("Nobody learns who wrote a note"), lazy("Notes show who wrote them")),
        main=True,
    ),
    Option(
        "own",
        lazy("A name under which this room keeps your columns; later, own=name alone brings them back"),
        _NONE,
        choices=(_NONE,),
        minimum=1,
        maximum=1,
        free=True,
    ),
    Option("discuss", lazy("Minutes for each topic"), 5, minimum=1, maximum=60),
    Option("limit", lazy("Maximum number of actions"), 3, minimum=1, maximum=10),
    Option("checkin", lazy("The question to begin with"), _ANY, choices=(_ANY, *check_ins())),
    Option(
        "safety",
        lazy("yes: ask first, without names, how safe people feel to speak"),
        "no",
        choices=("no", "yes"),
        notes=(lazy("Begin with the check-in"), lazy("Ask first, without names, how safe people feel to speak")),
        main=True,
    ),
)


def start(seats: int, options: Options, chance: Chance) -> list[Event]:
    chosen, columns, known, unknown = _columns(options, read_formats(options.get("formats", "")))
    notes = read_notes(options.get("notes", ""))
    if notes and len(columns) < _MAX_COLUMNS:
        columns = (*columns[:-1], SAVED, columns[-1]) if chosen.topics else (*columns, SAVED)  # topics come last
    asked = read_asked(options.get("check_ins", ""))
    key = _check_in(str(options["checkin"]), asked, chance)
    started = Started(  # in English, whichever language is spoken
        seats=seats,
        title=source(chosen.title),
        columns=tuple(StoredColumn(source(each.title), source(each.hint)) for each in columns),
        dots=int(options["dots"]),
        reflect=int(options["reflect"]),
        discuss=int(options["discuss"]),
        limit=int(options["limit"]),
        anonymous=options["anonymous"] == "yes",
        questions=read_prompts(options.get("prompts", "")),
        earlier=read_actions(options.get("actions", "")),
        cards=read_cards(options.get("cards", "")),
        saved=notes,
        check_in=source(check_ins()[key]),
        asked_before=(*asked, key),
        agreement=read_agreement(options.get("agreement", "")),
        safety=options["safety"] == "yes",
        health=tuple(StoredTopic(*map(source, (each.title, each.good, each.bad))) for each in chosen.topics),
        past=read_health(options.get("health", "")),
        formats=known,
        unknown=unknown,
    )
    return [started, PhaseBegan("stage")]


def _columns(
    options: Options, saved: tuple[SavedFormat, ...]
) -> tuple[Format, tuple[Column, ...], tuple[SavedFormat, ...], str]:
    """The format, its columns, the room's formats from now on, and a name that none of them has."""
    usual = next(iter(formats().values()))  # for a format whose plugin was removed after the table was opened
    chosen, own = formats().get(str(options["format"]), usual), str(options["columns"])
    name = "" if options["own"] == _NONE else clean(str(options["own"]).replace("_", " "), _SAVED_LIMIT)
    if own != _FORMAT:
        columns = own_columns(own)
        kept = tuple(each for each in saved if each.name.casefold() != name.casefold())
        new = (SavedFormat(name, tuple(source(column.title) for column in columns)),) if name else ()
        return Format("", name or OWN_TITLE, columns), columns, (*kept, *new)[-_MAX_SAVED:], ""
    found = next((each for each in saved if name and each.name.casefold() == name.casefold()), None)
    if found is not None:
        columns = tuple(Column(title) for title in found.columns)
        return Format("", found.name, columns), columns, saved, ""
    return chosen, chosen.columns, saved, name


def _check_in(chosen: str, asked: tuple[str, ...], chance: Chance) -> str:
    """The question that was chosen, or one that the room wasn't asked lately."""
    if chosen in check_ins():
        return chosen
    latest = asked[-(len(check_ins()) // 2) :]
    # apart: it decides nothing, so the draws of a table are the same with and without it
    return chance.apart("check-in").choice([key for key in check_ins() if key not in latest])
