"""A form for several choices of one command: a field for every column, one menu for all dots, an action and its owner.

It is opened by one button in place of theirs, and keeps what was typed if something is refused.
"""

import json
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import Any

from adapters.several import brief, command_name, command_of, differs_by, has_field_each
from adapters.slack import ui_texts
from adapters.slack.choices import (
    ANSWER,
    ANSWER_LIMIT,
    LABEL_LIMIT,
    MAX_OPTIONS,
    SEVERAL,
    FormContext,
    form,
    text_input,
)
from adapters.slack.rich_text import Block, elements, plain, plain_text, section
from bot.messages import Choice, Pressed
from games.text import clean

MAX_FIELDS = 8
WHICH = "which"  # block and action of the menu
NOTE = "note"  # block of a refusal


@dataclass(frozen=True, slots=True)
class Answers:
    """What somebody filled in; each press has the block beside which a refusal is shown."""

    context: FormContext
    presses: tuple[tuple[str, Pressed], ...]

    @property
    def keeps_nothing(self) -> bool:
        """Whether nothing was typed that would have to be kept after a refusal."""
        return all(block == WHICH for block, _ in self.presses)


def several_form(
    context: FormContext, choices: Sequence[Choice], names: Sequence[str], game: str, board: Sequence[Block] = ()
) -> Block:
    """`board`: what a menu's choices are about."""
    command = command_of(command_name(choices[0]), game)
    assert command is not None
    told = section(elements(command.description, ()), "told")
    if choices[0].asks is None:
        return form(SEVERAL, context, [*told, *board, _menu(choices, names, brief(command, LABEL_LIMIT), several=True)])
    if has_field_each(choices, game, MAX_FIELDS):
        return form(SEVERAL, context, [*told, *(_field(choice, names) for choice in choices)])
    asks = choices[0].asks
    parameter = differs_by(command.name, asks.name, game)
    which = _menu(choices, names, parameter.description if parameter else ui_texts.PICK, several=False)
    typed = text_input(ANSWER, asks.name.capitalize(), asks.description, multiline=True)
    return form(SEVERAL, context, [*told, which, typed])


def read_answers(view: dict[str, Any]) -> Answers:
    values = view["state"]["values"]
    context = FormContext(**json.loads(view["private_metadata"]))
    chosen = values.get(WHICH, {}).get(WHICH)
    if chosen is None:
        typed = ((block, clean(entered[block].get("value") or "", ANSWER_LIMIT)) for block, entered in values.items())
        return Answers(context, tuple((block, Pressed(_button(block), text)) for block, text in typed if text))
    if "selected_options" in chosen:
        buttons = [option["value"] for option in chosen["selected_options"]]
        return Answers(context, tuple((WHICH, Pressed(button)) for button in buttons))
    text = clean(values[ANSWER][ANSWER].get("value") or "", ANSWER_LIMIT)
    button = (chosen.get("selected_option") or {}).get("value", "")
    return Answers(context, ((ANSWER, Pressed(button, text)),) if text and button else ())


def left_over(view: dict[str, Any], accepted: Collection[str], refusal: str) -> Block:
    """The form without the fields that were accepted, and why the next one was not."""
    note = section(elements(refusal, ()), NOTE)
    left = [block for block in view["blocks"] if block["block_id"] not in accepted and block["block_id"] != NOTE]
    return form(SEVERAL, FormContext(**json.loads(view["private_metadata"])), [*note, *left])


def first_field(view: dict[str, Any]) -> str:
    return str(next(block["block_id"] for block in view["blocks"] if block["type"] == "input"))


def _field(choice: Choice, names: Sequence[str]) -> Block:
    label = plain_text(choice.label, names)
    return {**text_input(f"{ANSWER}:{choice.button}", label, "", multiline=True), "optional": True}


def _button(block: str) -> str:
    return block.partition(":")[2]


def _menu(choices: Sequence[Choice], names: Sequence[str], label: str, *, several: bool) -> Block:
    options = [
        {"text": plain(plain_text(choice.label, names), LABEL_LIMIT), "value": choice.button}
        for choice in choices[:MAX_OPTIONS]
    ]
    kind = "multi_static_select" if several else "static_select"
    element = {"type": kind, "action_id": WHICH, "placeholder": plain(ui_texts.PICK, LABEL_LIMIT), "options": options}
    return {"type": "input", "block_id": WHICH, "label": plain(label), "element": element}
