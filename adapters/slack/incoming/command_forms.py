"""The form of a command: texts, days, menus, ticks and radio buttons, filled in as far as is known."""

import json
import re
from collections.abc import Sequence
from typing import Any

from adapters.fields import is_day
from adapters.slack import texts as ui_texts
from adapters.slack.outgoing.acts import (
    CANVAS,
    FORM,
    LABEL_LIMIT,
    LIST,
    MAX_OPTIONS,
    SAVING,
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
from games.language import speaking
from games.parts import Field, Form
from games.text import shortened

_TIME = re.compile(r"([01]\d|2[0-3]):[0-5]\d")
_MAX_TICKS = 5  # and radio buttons; Slack takes ten, but a menu is shorter
_NOTE_LIMIT = 75
_SHORT = 100  # characters that fit into a line
_MAX_PAGES = 10  # inputs of a text to copy


def command_form(context: FormContext, asked: Form) -> Block:
    """The form of a command. Its button says what it does, if that is short enough."""
    told = section(elements(asked.note, ()), "told")
    written = any(each.text or (each.filled and not each.options) for each in asked.fields if each.kind == "text")
    usual = ui_texts.SAVE if written else asked.title if len(asked.title) <= TITLE_LIMIT else ui_texts.SEND
    with speaking(asked.language):
        fields = [input_of(each) for each in asked.fields]
        return form(FORM, context, [*told, *fields], title=asked.title, submit=asked.send or usual)


_TARGETS = {
    CANVAS: (ui_texts.AS_CANVAS, ui_texts.AS_CANVAS_NOTE, ui_texts.CANVAS),
    LIST: (ui_texts.AS_LIST, ui_texts.AS_LIST_NOTE, ui_texts.LIST),
}
TARGET = "target"  # the input that says how a text is saved


def text_to_copy(context: FormContext, text: str, targets: Sequence[str] = ()) -> Block:
    """A text in inputs, in which all of it can be selected; line by line if one has no room for it.

    `targets`: it can be saved as CANVAS or LIST too.
    """
    pages = [""]
    for line in text.split("\n"):
        cut = shortened(line, TEXT_LIMIT)
        if len(pages[-1]) + len(cut) + 1 > TEXT_LIMIT:
            pages.append("")
        pages[-1] += f"{cut}\n"
    inputs = []
    for at, page in enumerate(pages[:_MAX_PAGES]):
        hint = str(ui_texts.COPY_HINT) if not at else ""
        block = text_input(f"text:{at}", str(ui_texts.SUMMARY), hint, multiline=True)
        block["element"] |= {"max_length": TEXT_LIMIT, "initial_value": page.strip("\n") or " "}
        inputs.append({**block, "optional": True})
    options = tuple((target, str(_TARGETS[target][0])) for target in targets)
    notes = tuple(str(_TARGETS[target][1]) for target in targets)
    asked = Field(TARGET, str(ui_texts.SAVE_AS), options=options, notes=notes, filled=(*targets[:1],), required=True)
    submit = ui_texts.SAVE if len(targets) > 1 else _TARGETS[(*targets, CANVAS)[0]][2]
    blocks = [*([input_of(asked)] if len(targets) > 1 else []), *inputs]
    return form(SAVING, context, blocks, title=str(ui_texts.COPY_TITLE), send=bool(targets), submit=str(submit))


def target_of(view: dict[str, Any]) -> str:
    """How the text is to be saved; if there was only one way, empty."""
    return entered(view, TARGET)


def form_context(view: dict[str, Any]) -> FormContext:
    return FormContext(**json.loads(view["private_metadata"]))


def read_form(view: dict[str, Any]) -> tuple[FormContext, dict[str, str]]:
    """The context of the form, and what was entered; several choices as lines."""
    return form_context(view), {block: entered(view, block) for block in view["state"]["values"]}


def first_field(view: dict[str, Any]) -> str:
    return str(next(block["block_id"] for block in view["blocks"] if block["type"] == "input"))


def entered(view: dict[str, Any], block: str) -> str:
    """What was entered into the input with this block_id; several choices as lines."""
    value: dict[str, Any] = next(iter(view["state"]["values"].get(block, {}).values()), {})
    chosen = value.get("selected_options") or filter(None, [value.get("selected_option")])
    plain_values = (value.get(name) for name in ("selected_date", "selected_time", "value"))
    return "\n".join(option["value"] for option in chosen) or next(filter(None, plain_values), "")


def input_of(field: Field, block_id: str = "") -> Block:
    block = {
        "type": "input",
        "block_id": block_id or field.name,
        "label": plain(field.label),
        "element": _element(field),
        "optional": not field.required,
    }
    return {**block, "hint": plain(field.hint)} if field.hint else block


def _element(field: Field) -> Block:
    """A day, a time, a number, a menu, ticks, or a text: also for options of which there are too many."""
    if field.kind == "date":
        return _day(field)
    if field.kind == "time":
        known = {"initial_time": field.text} if _TIME.fullmatch(field.text) else {}
        return {"type": "timepicker", "action_id": field.name, "placeholder": plain(str(ui_texts.PICK)), **known}
    if field.kind == "number":
        return _number(field)
    if 0 < len(field.options) <= MAX_OPTIONS:
        return _ticks(field) if _is_ticked(field) else _radios(field) if _has_radios(field) else _select(field)
    long = field.limit > _SHORT
    element: Block = text_input(field.name, field.label, "", multiline=long)["element"]
    element |= {"max_length": min(field.limit, TEXT_LIMIT)}
    typed = field.text or "\n".join(field.filled)
    return element | ({"initial_value": shortened(typed, min(field.limit, TEXT_LIMIT))} if typed else {})


def _day(field: Field) -> Block:
    known = [day for day in (*field.filled, field.text) if is_day(day)]
    element = {"type": "datepicker", "action_id": field.name, "placeholder": plain(str(ui_texts.PICK))}
    return element | ({"initial_date": known[0]} if known else {})


def _number(field: Field) -> Block:
    bounds = {"min_value": str(field.minimum), "max_value": str(field.maximum)}
    known = {"initial_value": field.text} if field.text else {}
    return {"type": "number_input", "action_id": field.name, "is_decimal_allowed": False, **bounds, **known}


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
    element = {"action_id": field.name, "placeholder": plain(str(ui_texts.PICK), LABEL_LIMIT), "options": options}
    if field.most == 1:
        return {"type": "static_select", **element, **({"initial_option": chosen[0]} if chosen else {})}
    several = {"type": "multi_static_select", **element, "max_selected_items": field.most}
    return {**several, **({"initial_options": chosen} if chosen else {})}
