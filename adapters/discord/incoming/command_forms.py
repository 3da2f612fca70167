"""Forms of commands as Discord's: five fields at a time, 25 entries a menu, a day from a menu or typed. A few choices
that say what they mean are radio buttons.

A field that doesn't fit into one component has several, whose names begin with its own: `3`, `3#1`.
"""

from collections import OrderedDict
from collections.abc import Iterator, Mapping, Sequence
from datetime import UTC, date, datetime, timedelta
from typing import Any

import discord
from discord import ui

from adapters.discord import texts as ui_texts
from adapters.discord.commands import MAX_PER_LEVEL
from adapters.discord.outgoing.controls import FORM_PREFIX, OPTION_LIMIT
from bot.kernel.messages import Filled
from games.dates import in_brief
from games.language import speaking, t
from games.parts import Field, Form
from games.text import shortened
from games.values import replace, value

TITLE_LIMIT, LABEL_LIMIT, DESCRIPTION_LIMIT = 45, 45, 100
_MAX_FIELDS = 5
_MAX_RADIOS = 5  # Discord takes ten; a menu is shorter
_MAX_KEPT = 1000  # people
_TYPED = "#typed"  # at the end of the name of a day that isn't in the menu
_ANOTHER_DAY = "?"
_DAYS = 14  # that the menu of a day has, weekends left out

_Part = ui.Select[Any] | ui.TextInput[Any] | ui.RadioGroup[Any]


@value
class FormPage:
    """Discord shows five fields at a time: a form with more of them is asked for page by page.

    `section`: of the entries, where they are more than a menu has. None: not chosen yet.
    """

    table: str
    command: str  # the words that the form completes: `note`, `change k3f9ab`
    page: int = 0
    section: int | None = None

    @classmethod
    def read(cls, custom_id: str, chosen: Sequence[str] = ()) -> "FormPage":
        table, command, page, section = [*custom_id.removeprefix(FORM_PREFIX).split(":"), "", "", "", ""][:4]
        return cls(table, command, _number(page) or 0, _number(chosen[0] if chosen else section))

    @property
    def custom_id(self) -> str:
        section = "" if self.section is None else f":{self.section}"
        return f"{FORM_PREFIX}{self.table}:{self.command}:{self.page}{section}"

    def fields(self, asked: Form) -> tuple[Field, ...]:
        pages = _pages(asked.fields)
        return pages[self.page] if self.page < len(pages) else ()

    @classmethod
    def having(cls, filled: Filled, asked: Form) -> "FormPage":
        """The page that asked for these fields."""
        pages = _pages(asked.fields)
        found = (at for at, page in enumerate(pages) if any(field.name in filled.fields for field in page))
        return cls(filled.table, filled.command, next(found, 0))

    def after(self, asked: Form) -> "FormPage | None":
        """The next page; None if this is the last one."""
        following = replace(self, page=self.page + 1)
        return following if following.fields(asked) else None


def _number(text: str) -> int | None:
    return int(text) if text.isdecimal() and len(text) < 3 else None


def _pages(fields: Sequence[Field]) -> list[tuple[Field, ...]]:
    """The fields of each page; those of a day, and of a long list, need more than one place."""
    pages: list[tuple[Field, ...]] = []
    free = 0
    for field in fields:
        if (size := _size(field)) > free:
            pages.append(())
            free = _MAX_FIELDS
        pages[-1] = (*pages[-1], field)
        free -= size
    chosen = any(field.options for field in fields)
    if chosen and len(pages) > 1 and not any(field.options or field.required for field in pages[-1]):
        pages.pop()  # a name that is optional means nothing without what was chosen
    return pages


def _size(field: Field) -> int:
    if field.kind == "date":
        return 2
    return min(-(-len(field.options) // MAX_PER_LEVEL), _MAX_FIELDS) if field.most > 1 and field.options else 1


# --- drawing ---------------------------------------------------------------------------------------------------------


def command_form(page: FormPage, asked: Form, before: "Refusal | None" = None) -> ui.Modal:
    """`before`: what was entered and not accepted."""
    with speaking(asked.language):
        return _command_form(page, asked, before)


def _command_form(page: FormPage, asked: Form, before: "Refusal | None") -> ui.Modal:
    typed, wrong = (before.filled.fields, before.field) if before else ({}, "")
    modal = ui.Modal(title=shortened(asked.title, TITLE_LIMIT), custom_id=page.custom_id)
    fields = [_before(field, typed) for field in page.fields(asked)]
    if asked.note and sum(map(_size, fields)) < _MAX_FIELDS:
        modal.add_item(ui.TextDisplay(asked.note))
    for field in fields:
        for text, hint, part in _parts(_narrowed(field, page.section)):
            below = shortened(before.why if before and field.name == wrong else hint, DESCRIPTION_LIMIT) or None
            modal.add_item(ui.Label(text=shortened(text, LABEL_LIMIT), description=below, component=part))
    modal.stop()  # its submission is a separate interaction, which works after a restart too
    return modal


def _before(field: Field, typed: Mapping[str, str]) -> Field:
    """The field with what was entered before, or stands in it already."""
    if typed.get(field.name):
        return replace(field, filled=tuple(typed[field.name].split("\n")))
    return replace(field, filled=(field.text,)) if field.text else field


def _parts(field: Field) -> Iterator[tuple[str, str, _Part]]:
    """The components of a field, each with its label and what stands below that."""
    if field.kind == "date":
        yield from _day(field)
    elif len(field.options) > MAX_PER_LEVEL and field.most > 1:
        yield from _long_list(field)
    elif field.notes and field.required and field.most == 1 < len(field.options) <= _MAX_RADIOS:
        yield field.label, field.hint, _radios(field)
    elif 0 < len(field.options) <= MAX_PER_LEVEL:
        yield field.label, field.hint, _menu(field.name, field, field.options)
    else:
        yield field.label, field.hint, _text(field)


def _text(field: Field, name: str = "") -> ui.TextInput[Any]:
    return ui.TextInput(
        custom_id=name or field.name,
        style=discord.TextStyle.short if name else discord.TextStyle.paragraph,
        default="\n".join(field.filled) or None,
        max_length=field.limit,
        required=field.required and not name,
    )


def _radios(field: Field) -> ui.RadioGroup[Any]:
    notes = _notes(field)
    return ui.RadioGroup(
        custom_id=field.name,
        options=[
            discord.RadioGroupOption(
                label=shortened(label, OPTION_LIMIT),
                value=each,
                description=notes.get(each),
                default=each in field.filled,
            )
            for each, label in field.options
        ],
    )


def _notes(field: Field) -> dict[str, str]:
    """What each option means, by its value, where there is anything to say."""
    noted = zip(field.options, field.notes, strict=False)
    return {each: shortened(note, DESCRIPTION_LIMIT) for (each, _), note in noted if note}


def _menu(name: str, field: Field, options: Sequence[tuple[str, str]], *, whole: bool = True) -> ui.Select[Any]:
    """`whole`: it has all entries of the field."""
    required, notes = field.required and whole, _notes(field)
    return ui.Select(
        custom_id=name,
        options=[
            discord.SelectOption(
                label=shortened(label, OPTION_LIMIT),
                value=each,
                description=notes.get(each),
                default=each in field.filled,
            )
            for each, label in options
        ],
        min_values=1 if required else 0,
        max_values=min(field.most, len(options)),
        required=required,
    )


def _long_list(field: Field) -> Iterator[tuple[str, str, _Part]]:
    """A list of which several entries may be chosen, in as many menus as it needs."""
    for at in range(_size(field)):
        options = field.options[at * MAX_PER_LEVEL :][:MAX_PER_LEVEL]
        name = f"{field.name}#{at}" if at else field.name
        first = at * MAX_PER_LEVEL + 1
        label = t("{label} ({first} to {last})", label=field.label, first=first, last=first + len(options) - 1)
        yield label, field.hint if not at else "", _menu(name, field, options, whole=False)


def _day(field: Field) -> Iterator[tuple[str, str, _Part]]:
    """A menu with the next days, and a text for any other."""
    days = [*_days(datetime.now(UTC).date())]
    chosen = field.filled[0] if field.filled and field.filled[0] else ""
    if _is_day(chosen) and chosen not in dict(days):
        days = sorted([*days, (chosen, in_brief(chosen))])[: MAX_PER_LEVEL - 1]
    listed = chosen in dict(days)
    filled = (chosen,) if listed else (_ANOTHER_DAY,) if chosen else ()
    menu = replace(field, filled=filled, most=1, required=False)
    yield field.label, field.hint, _menu(field.name, menu, [*days, (_ANOTHER_DAY, str(ui_texts.ANOTHER_DAY))])
    other = replace(field, filled=() if listed else field.filled)
    yield str(ui_texts.ANOTHER_DAY), str(ui_texts.ANOTHER_DAY_HINT), _text(other, f"{field.name}{_TYPED}")


def _days(today: date) -> Iterator[tuple[str, str]]:
    tomorrow = today + timedelta(days=1)
    yield tomorrow.isoformat(), f"{ui_texts.TOMORROW} ({in_brief(tomorrow.isoformat())})"
    for ahead in range(2, _DAYS + 1):
        day = today + timedelta(days=ahead)
        if day.weekday() < 5:
            yield day.isoformat(), in_brief(day.isoformat())


def _is_day(text: str) -> bool:
    try:
        return date.fromisoformat(text).isoformat() == text
    except ValueError:
        return False


# --- sections --------------------------------------------------------------------------------------------------------


def sections(page: FormPage, asked: Form) -> tuple[str, list[str]]:
    """What has to be chosen first, because a menu has fewer entries than there are: the question, and what there is."""
    field = next((each for each in page.fields(asked) if each.most == 1 and len(each.options) > MAX_PER_LEVEL), None)
    if page.section is not None or field is None:
        return "", []
    return field.which or str(ui_texts.WHICH_FIRST), [title for title, _ in _sections(field)][:MAX_PER_LEVEL]


def _narrowed(field: Field, section: int | None) -> Field:
    """The field with the entries of one section, those that every section has, and what is chosen now."""
    found = _sections(field)
    if section is None or not found or section >= len(found) or field.most > 1:
        return field
    inside = {*found[section][1], *field.filled, *_always(field)}
    kept = [at for at, (each, _) in enumerate(field.options) if each in inside]
    notes = tuple(field.notes[at] for at in kept) if field.notes else ()
    return replace(field, options=tuple(field.options[at] for at in kept), notes=notes)


def _always(field: Field) -> set[str]:
    return {each for (each, _), group in zip(field.options, field.groups, strict=False) if not group}


def _sections(field: Field) -> list[tuple[str, tuple[str, ...]]]:
    """The sections of a field's entries, none of them too long: its groups, or else their numbers."""
    if len(field.options) <= MAX_PER_LEVEL:
        return []
    room = MAX_PER_LEVEL - 1 - len(_always(field))  # with what is chosen now
    groups: dict[str, list[str]] = {}
    for at, (each, _) in enumerate(field.options):
        group = field.groups[at] if field.groups else ui_texts.ENTRIES
        if group:
            groups.setdefault(str(group), []).append(each)
    found = []
    for title, inside in groups.items():
        for start in range(0, len(inside), room):
            part = tuple(inside[start : start + room])
            last = start + len(part)
            whole = len(part) == len(inside)
            numbered = t("{label} ({first} to {last})", label=title, first=start + 1, last=last)
            found.append((title if whole else numbered, part))
    return found


# --- reading ---------------------------------------------------------------------------------------------------------


def values_in(data: Mapping[str, Any]) -> dict[str, str]:
    """What was typed or chosen, by the name of its field; several choices as lines."""
    found: dict[str, list[str]] = {}
    for row in data.get("components") or ():
        if part := row.get("component"):
            chosen = part.get("values") or filter(None, [str(part.get("value") or "")])
            name, _, typed = str(part["custom_id"]).partition("#")
            given = found.setdefault(name, [])
            if typed == _TYPED[1:]:
                given[:] = [*chosen] or [each for each in given if each != _ANOTHER_DAY]
            else:
                given.extend(chosen)
    return {name: "\n".join(given) for name, given in found.items()}


def read_fields(data: Mapping[str, Any]) -> Filled:
    page = FormPage.read(data["custom_id"])
    return Filled(page.table, page.command, values_in(data))


@value
class Refusal:
    """A form that was refused: what was entered, and what has to be changed, if that is one of its fields."""

    filled: Filled
    field: str = ""
    why: str = ""


class TypedBefore:
    """What people entered into a form that was refused, so that they can correct it: the last form of each person.

    In memory only, and until it is accepted: nothing that is stored says who wrote what.
    """

    def __init__(self) -> None:
        self._refused: OrderedDict[str, Refusal] = OrderedDict()

    def keep(self, person: str, refusal: Refusal) -> None:
        self._refused[person] = refusal
        self._refused.move_to_end(person)
        if len(self._refused) > _MAX_KEPT:
            self._refused.popitem(last=False)

    def forget(self, person: str) -> None:
        self._refused.pop(person, None)

    def before(self, person: str, page: FormPage) -> Refusal | None:
        found = self._refused.get(person)
        same = found is not None and (found.filled.table, found.filled.command) == (page.table, page.command)
        return found if same else None
