"""A form that leads to a move step by step: what, then where to, then what only the person can say.

It knows no game. The person's own choices are told apart by their commands and by the spots that one would click for
them; what a menu says of several choices is what their labels have in common.
"""

import json
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from adapters.slack import words
from adapters.slack.choices import (
    ANSWER,
    ANSWER_LIMIT,
    ASKS,
    GUIDE,
    ID_LIMIT,
    LABEL_LIMIT,
    MAX_OPTIONS,
    Asking,
    form,
    is_look,
    text_input,
    verb,
)
from adapters.slack.message import aside
from adapters.slack.rich import Block, elements, plain, section, spelled
from bot.messages import Choice, Page
from games.text import clean

PICK = "pick"  # how the block_ids and actions of its menus begin
ON = ">"  # before the value of an option that leads to another menu; any other value is a button
VALUE_LIMIT = 150  # of an option in a menu
GAP = "…"


@dataclass(frozen=True, slots=True)
class Way:
    """An option of a menu, and the choices that are left behind it."""

    value: str
    label: str
    choices: tuple[Choice, ...]

    @property
    def ends(self) -> bool:
        return len(self.choices) == 1


@dataclass(frozen=True, slots=True)
class Menu:
    ways: tuple[Way, ...]
    picked: Way | None


@dataclass(frozen=True, slots=True)
class Filled:
    """What was chosen so far, menu by menu, and what was typed; `blocks` are the inputs, for what is wrong."""

    asking: Asking
    picks: tuple[str, ...]
    answer: str
    blocks: tuple[str, ...]

    @property
    def button(self) -> str:
        """Empty while there is something left to choose."""
        last = self.picks[-1] if self.picks else ON
        return "" if last.startswith(ON) else last.partition(ASKS)[0]

    @property
    def lacks_question(self) -> bool:
        """The choice asks for words, and the form was sent before it could show the field for them."""
        return ASKS in self.picks[-1] and ANSWER not in self.blocks


def filled_in(view: dict[str, Any], changed: str = "") -> Filled:
    """What a form says; up to the menu that was just `changed`, because those below it are about something else."""
    values = view["state"]["values"]
    blocks = [block["block_id"] for block in view["blocks"] if block["type"] == "input"]
    picks: list[str] = []
    for block in blocks:
        options = [entered["selected_option"] for entered in values.get(block, {}).values() if _is_option(entered)]
        picks += [option["value"] for option in options]
        if not options or block == changed:
            break
    typed = values.get(ANSWER, {}).get(ANSWER, {}).get("value") or ""
    asking = Asking(**json.loads(view["private_metadata"]))
    return Filled(asking, tuple(picks), clean(typed, ANSWER_LIMIT), tuple(blocks))


def _is_option(entered: dict[str, Any]) -> bool:
    return entered.get("selected_option") is not None


def guide(asking: Asking, page: Page | None, picks: Sequence[str] = (), note: str = "") -> Block:
    """The form for somebody who has picked so far; above everything a note, if there is one."""
    if page is None:
        return form(GUIDE, asking, section(elements(words.NO_TABLE, ()), "told"), send=False)
    told = section(elements(page.reply.text, page.reply.names), "told")
    held = [block for at, look in enumerate(page.held) for block in aside(look, f"look:{at}")]
    found = _menus(_moves(page), page.reply.names, picks)
    if not found:
        return form(GUIDE, asking, [*told, *section(elements(words.NOTHING_NOW, ()), "nothing"), *held], send=False)
    if sum(menu.picked is not None for menu in found) < len(picks):
        note = words.WENT_ON
    noted = section(elements(note, ()), "note")
    blocks = [_menu(menu, at, page.sequence, found[at - 1] if at else None) for at, menu in enumerate(found)]
    return form(GUIDE, asking, [*noted, *told, *blocks, *_question(found[-1].picked), *held])


def _moves(page: Page) -> list[Choice]:
    """What this person may do; what can be looked at stands in the form anyway."""
    return [choice for choice in page.reply.choices if not is_look(choice)] if page.seat is not None else []


# --- ways ----------------------------------------------------------------------------------------------------------


def _menus(left: Sequence[Choice], names: Sequence[str], picks: Sequence[str]) -> list[Menu]:
    """A menu for every question that is settled, and one for the next; where all go the same way there is none."""
    menus: list[Menu] = []
    depth = 0
    said = (0, 0)
    while left:
        ways = _ways(left, depth, names, said)
        if len(ways) > 1 or ways[0].ends:
            pick = picks[len(menus)] if len(menus) < len(picks) else ""
            picked = next((way for way in ways if way.value == pick), None)
            menus.append(Menu(ways, picked))
            if picked is None or picked.ends:
                break
            left = picked.choices
        said = _shared([_words(choice, names) for choice in left])
        depth += 1
    return menus


def _ways(left: Sequence[Choice], depth: int, names: Sequence[str], said: tuple[int, int]) -> tuple[Way, ...]:
    groups: dict[str, list[Choice]] = {}
    for choice in left:
        groups.setdefault(_key(choice, depth), []).append(choice)
    return tuple(
        Way(
            _value(group[0]) if len(group) == 1 else f"{ON}{key}"[:VALUE_LIMIT],
            _label([_words(choice, names) for choice in group], said),
            tuple(group),
        )
        for key, group in groups.items()
    )


def _key(choice: Choice, depth: int) -> str:
    """What tells it from others at this step: first the command and the first spot, then spot by spot."""
    if depth >= len(choice.spots):
        return choice.button
    return f"{verb(choice)} {choice.spots[0]}" if depth == 0 else choice.spots[depth]


def _value(choice: Choice) -> str:
    return choice.button + (f"{ASKS}{choice.asks.name}" if choice.asks else "")


def _words(choice: Choice, names: Sequence[str]) -> list[str]:
    return spelled(choice.label, names).split(" ")


def _shared(labels: Sequence[list[str]]) -> tuple[int, int]:
    """With how many of the same words they all begin, and end."""
    least = min(map(len, labels))
    heads = (len({label[at] for label in labels}) == 1 for at in range(least))
    head = next((at for at, same in enumerate(heads) if not same), least)
    tails = (len({label[-1 - at] for label in labels}) == 1 for at in range(least - head))
    return head, next((at for at, same in enumerate(tails) if not same), least - head)


def _label(group: Sequence[list[str]], said: tuple[int, int]) -> str:
    """What choices have in common, without what was said by the menus above."""
    one, (head, tail) = group[0], said
    if len(group) == 1:
        return " ".join(one[head : len(one) - tail]) or " ".join(one)
    begins, ends = _shared(group)
    return " ".join([*one[head:begins], GAP, *one[len(one) - ends : len(one) - tail]])


# --- blocks --------------------------------------------------------------------------------------------------------


def _menu(menu: Menu, at: int, sequence: int, above: Menu | None) -> Block:
    """A menu whose block_id says what it is about: Slack keeps what was chosen where the id stays the same."""
    about = above.picked.value if above and above.picked else ""
    element: Block = {
        "type": "static_select",
        "action_id": f"{PICK}:{at}",
        "placeholder": plain(words.PICK, LABEL_LIMIT),
    }
    groups = _by_heading(menu, first=at == 0)
    if len(groups) == 1:
        element["options"] = groups[0]["options"]
    else:
        element["option_groups"] = groups[:MAX_OPTIONS]
    if menu.picked:
        element["initial_option"] = _option(menu.picked)
    return {
        "type": "input",
        "block_id": f"{PICK}:{sequence}:{at}:{about}"[:ID_LIMIT],
        "dispatch_action": True,
        "label": plain(words.WHAT if at == 0 else words.THEN),
        "element": element,
    }


def _by_heading(menu: Menu, *, first: bool) -> list[Block]:
    """Options in groups of at most a hundred; what comes first is headed by the commands."""
    groups: dict[str, list[Block]] = {}
    for way in menu.ways:
        groups.setdefault(verb(way.choices[0]) if first else GAP, []).append(_option(way))
    return [
        {"label": plain(heading, LABEL_LIMIT), "options": options[start : start + MAX_OPTIONS]}
        for heading, options in groups.items()
        for start in range(0, len(options), MAX_OPTIONS)
    ]


def _option(way: Way) -> Block:
    return {"text": plain(way.label, LABEL_LIMIT), "value": way.value}


def _question(picked: Way | None) -> list[Block]:
    if picked is None or not picked.ends or picked.choices[0].asks is None:
        return []
    asks = picked.choices[0].asks
    return [text_input(ANSWER, asks.name.capitalize(), asks.description, multiline=True)]
