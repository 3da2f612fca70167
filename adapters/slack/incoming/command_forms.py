"""The form of a command: texts, days, menus, ticks and radio buttons, filled in as far as is known."""

import json
from datetime import date
from typing import Any

from adapters.slack import texts as ui_texts
from adapters.slack.outgoing.acts import (
    CANVAS,
    FORM,
    LABEL_LIMIT,
    MAX_OPTIONS,
    TEXT_LIMIT,
    TITLE_LIMIT,
    Block,
    FormContext,
    elements,
    form,
    plain,
    section,
    text_input,
)
from games.parts import Field, Form
from games.text import shortened

_MAX_TICKS = 5  # and radio buttons; Slack takes ten, but a menu is shorter
_NOTE_LIMIT = 75
_SHORT = 100  # characters that fit into a line
_MAX_PAGES = 10  # inputs of a text to copy


def command_form(context: FormContext, asked: Form) -> Block:
    """The form of a command. Its button says what it does, if that is short enough."""
    fits = len(asked.title) <= TITLE_LIMIT
    told = section(elements(asked.note, ()), "told")
    heading = [] if fits else section(elements(asked.title, ()), "heading")
    fields = [_field(each) for each in asked.fields]
    written = any(each.text or (each.filled and not each.options) for each in asked.fields if each.kind == "text")
    usual = ui_texts.SAVE if written else asked.title if fits else ui_texts.SEND
    title = asked.title if fits else ui_texts.APP
    return form(FORM, context, [*heading, *told, *fields], title=title, submit=asked.send or usual)


def text_to_copy(context: FormContext, text: str, *, savable: bool = False) -> Block:
    """A text in inputs, in which all of it can be selected; line by line if one has no room for it.

    `savable`: it can be saved as a canvas too.
    """
    pages = [""]
    for line in text.split("\n"):
        cut = shortened(line, TEXT_LIMIT)
        if len(pages[-1]) + len(cut) + 1 > TEXT_LIMIT:
            pages.append("")
        pages[-1] += f"{cut}\n"
    inputs = []
    for at, page in enumerate(pages[:_MAX_PAGES]):
        block = text_input(f"text:{at}", ui_texts.SUMMARY, ui_texts.COPY_HINT if not at else "", multiline=True)
        block["element"] |= {"max_length": TEXT_LIMIT, "initial_value": page.strip("\n") or " "}
        inputs.append({**block, "optional": True})
    return form(CANVAS, context, inputs, title=ui_texts.COPY_TITLE, send=savable, submit=ui_texts.CANVAS)


def form_context(view: dict[str, Any]) -> FormContext:
    return FormContext(**json.loads(view["private_metadata"]))


def read_form(view: dict[str, Any]) -> tuple[FormContext, dict[str, str]]:
    """The context of the form, and what was entered; several choices as lines."""
    entered = {name: _entered(values[name]) for name, values in view["state"]["values"].items()}
    return form_context(view), entered


def first_field(view: dict[str, Any]) -> str:
    return str(next(block["block_id"] for block in view["blocks"] if block["type"] == "input"))


def _entered(value: dict[str, Any]) -> str:
    chosen = value.get("selected_options") or filter(None, [value.get("selected_option")])
    return "\n".join(option["value"] for option in chosen) or value.get("selected_date") or value.get("value") or ""


def _field(field: Field) -> Block:
    block = {
        "type": "input",
        "block_id": field.name,
        "label": plain(field.label),
        "element": _element(field),
        "optional": not field.required,
    }
    return {**block, "hint": plain(field.hint)} if field.hint else block


def _element(field: Field) -> Block:
    """A day, a menu, ticks, or a text: also for options of which there are too many."""
    if field.kind == "date":
        return _day(field)
    if 0 < len(field.options) <= MAX_OPTIONS:
        return _ticks(field) if _is_ticked(field) else _radios(field) if _has_radios(field) else _select(field)
    long = field.limit > _SHORT
    element: Block = text_input(field.name, field.label, "", multiline=long)["element"]
    element |= {"max_length": min(field.limit, TEXT_LIMIT)}
    typed = field.text or "\n".join(field.filled)
    return element | ({"initial_value": shortened(typed, min(field.limit, TEXT_LIMIT))} if typed else {})


def _day(field: Field) -> Block:
    known = [day for day in (*field.filled, field.text) if _is_day(day)]
    element = {"type": "datepicker", "action_id": field.name, "placeholder": plain(ui_texts.PICK)}
    return element | ({"initial_date": known[0]} if known else {})


def _is_day(text: str) -> bool:
    try:
        date.fromisoformat(text)
    except ValueError:
        return False
    return len(text) == len("2026-11-20")


def _is_ticked(field: Field) -> bool:
    """True for a few options, all of which may be chosen, or none."""
    several = field.most > 1 or not field.required
    return several and len(field.options) <= min(field.most, _MAX_TICKS)


def _has_radios(field: Field) -> bool:
    """True for a few options of which one is chosen, and which say what they mean."""
    return bool(field.notes) and field.most == 1 and len(field.options) <= _MAX_TICKS


def _options(field: Field) -> list[Block]:
    notes = field.notes or ("",) * len(field.options)
    return [
        {
            "text": plain(label, LABEL_LIMIT),
            "value": value,
            **({"description": plain(note, _NOTE_LIMIT)} if note else {}),
        }
        for (value, label), note in zip(field.options, notes, strict=True)
    ]


def _radios(field: Field) -> Block:
    options = _options(field)
    chosen = [option for option in options if option["value"] in field.filled]
    element = {"type": "radio_buttons", "action_id": field.name, "options": options}
    return element | ({"initial_option": chosen[0]} if chosen else {})


def _ticks(field: Field) -> Block:
    options = _options(field)
    chosen = [option for option in options if option["value"] in field.filled]
    element = {"type": "checkboxes", "action_id": field.name, "options": options}
    return element | ({"initial_options": chosen} if chosen else {})


def _select(field: Field) -> Block:
    options = _options(field)
    chosen = [option for option in options if option["value"] in field.filled]
    element = {"action_id": field.name, "placeholder": plain(ui_texts.PICK, LABEL_LIMIT), "options": options}
    if field.most == 1:
        return {"type": "static_select", **element, **({"initial_option": chosen[0]} if chosen else {})}
    several = {"type": "multi_static_select", **element, "max_selected_items": field.most}
    return {**several, **({"initial_options": chosen} if chosen else {})}
