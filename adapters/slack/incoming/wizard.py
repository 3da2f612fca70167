"""A wizard form that leads to a move step by step: what, then where, then an argument if one is needed.

It doesn't depend on any game. The first menu has everybody's private panel as groups of options, laid out by role; the
acts of a group are told apart by the spots to click for them, and their label is what their labels have in common.
"""

import json
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from adapters.layout import Limits, asked_for, brief, command_name, command_of, is_query, laid_out
from adapters.slack import texts as ui_texts
from adapters.slack.identifiers import SlackRoom
from adapters.slack.outgoing.acts import (
    ANSWER,
    ANSWER_LIMIT,
    ASKS,
    ID_LIMIT,
    LABEL_LIMIT,
    MAX_OPTIONS,
    TEXT_LIMIT,
    TYPED,
    WIZARD,
    Block,
    FormContext,
    elements,
    form,
    plain,
    plain_text,
    preformatted,
    section,
    text_input,
)
from adapters.slack.outgoing.message import ALT_LIMIT, BOARD, private_part
from bot.kernel.messages import Act, Page
from games.language import speaking, spoken
from games.text import clean, clean_lines, shortened

LIMITS = Limits(buttons=MAX_OPTIONS, menus=MAX_OPTIONS, entries=MAX_OPTIONS)  # of the groups in one menu
_PICK = "pick"  # prefix of the menus' block_ids and action_ids
_MORE = ">"  # prefix of the value of an option that leads to another menu; any other value is a button
_VALUE_LIMIT = 150  # of an option in a menu
_GAP = "…"


@dataclass(frozen=True, slots=True)
class _Branch:
    """An option of a menu, and the acts that remain after it."""

    value: str
    label: str
    acts: tuple[Act, ...]

    @property
    def is_final(self) -> bool:
        return len(self.acts) == 1


@dataclass(frozen=True, slots=True)
class _Menu:
    branches: tuple[_Branch, ...]
    picked: _Branch | None


@dataclass(frozen=True, slots=True)
class _WizardState:
    """The choices so far, menu by menu, and what was typed; `blocks` are the inputs, for error messages."""

    context: FormContext
    picks: tuple[str, ...]
    answer: str
    blocks: tuple[str, ...]
    line: str = ""  # a typed command instead

    @property
    def button(self) -> str:
        """The chosen button; empty while there is something left to choose."""
        last = self.picks[-1] if self.picks else _MORE
        return "" if last.startswith(_MORE) else last.partition(ASKS)[0]

    @property
    def lacks_question(self) -> bool:
        """True if the form was sent before it could show the input for the act's argument."""
        return ASKS in self.picks[-1] and ANSWER not in self.blocks


def read_submission(view: dict[str, Any], changed: str = "") -> _WizardState:
    """Read the form, up to the menu that was just `changed`: the menus below it no longer apply."""
    values = view["state"]["values"]
    blocks = [block["block_id"] for block in view["blocks"] if block["type"] == "input" and block["block_id"] != TYPED]
    picks: list[str] = []
    for block in blocks:
        options = [entered["selected_option"] for entered in values.get(block, {}).values() if _is_option(entered)]
        picks += [option["value"] for option in options]
        if not options or block == changed:
            break
    typed = values.get(ANSWER, {}).get(ANSWER, {}).get("value") or ""
    context = FormContext(**json.loads(view["private_metadata"]))
    line = clean(values.get(TYPED, {}).get(TYPED, {}).get("value") or "", ANSWER_LIMIT)
    return _WizardState(context, tuple(picks), clean_lines(typed, ANSWER_LIMIT), tuple(blocks), line)


def _is_option(entered: dict[str, Any]) -> bool:
    return entered.get("selected_option") is not None


def wizard_form(
    context: FormContext, page: Page | None, picks: Sequence[str] = (), note: str = "", picture: str = ""
) -> Block:
    """The form after these picks, with a note on top if there is one; `picture` is the file with the board."""
    with speaking(page.reply.language if page is not None else spoken()):
        return _wizard_form(context, page, picks, note, picture)


def _wizard_form(context: FormContext, page: Page | None, picks: Sequence[str], note: str, picture: str) -> Block:
    if page is None:
        nothing = section(elements(str(ui_texts.NO_TABLE), ()), "told")
        return form(WIZARD, context, nothing, title=str(ui_texts.NO_TABLE_TITLE), send=False)
    told = section(elements(page.reply.situation, page.reply.names), "told")
    typed = _command_line(context)
    held = [block for at, held_reply in enumerate(page.held) for block in private_part(held_reply, f"look:{at}")]
    board = board_part(page, picture)
    found = _menus(_moves(page), page.reply.names, picks)
    if not found:
        nothing = section(elements(str(ui_texts.NOTHING_NOW), ()), "nothing")
        shown = [*told, *nothing, *board, *held, *typed]
        return form(
            WIZARD, context, shown, title=str(ui_texts.WIZARD_TITLE), send=bool(typed), submit=str(ui_texts.DO_IT)
        )
    if sum(menu.picked is not None for menu in found) < len(picks):
        note = str(ui_texts.OUT_OF_DATE)
    noted = section(elements(note, ()), "note")
    above = [None, *found]
    blocks = [{**_menu(menu, at, page, above[at]), **_optional(typed)} for at, menu in enumerate(found)]
    asked = _question(found[-1].picked)
    shown = [*noted, *told, *board, *blocks, *asked, *held, *typed]
    return form(WIZARD, context, shown, title=str(ui_texts.WIZARD_TITLE), submit=str(ui_texts.DO_IT))


def with_form(page: Page, picks: Sequence[str]) -> Act | None:
    """The act that was picked last, if it has a form of its own."""
    button = picks[-1].partition(ASKS)[0] if picks else ""
    return next((act for act in page.reply.acts if act.form and act.button == button), None)


def _command_line(context: FormContext) -> list[Block]:
    """An input for a command, for threads, where slash commands don't work."""
    if context.at_home or not SlackRoom.parse(context.room).thread:
        return []
    return [{**text_input(TYPED, str(ui_texts.COMMAND), str(ui_texts.COMMAND_HINT), multiline=False), "optional": True}]


def _optional(typed: Sequence[Block]) -> Block:
    """The marking of an optional menu: nobody has to choose something if they can type a command instead."""
    return {"optional": True} if typed else {}


def board_part(page: Page, picture: str) -> list[Block]:
    """The board that the acts are about: the picture that the room shows, else the text board."""
    if page.board is None:
        return []
    if not picture:
        return [preformatted(shortened(page.board.text, TEXT_LIMIT), BOARD)]
    alt = shortened(page.board.alt, ALT_LIMIT)
    return [{"type": "image", "block_id": BOARD, "slack_file": {"id": picture}, "alt_text": alt}]


def _moves(page: Page) -> list[Act]:
    """The person's moves by role, without queries: the form shows their answers anyway."""
    moves = [act for act in page.reply.acts if not is_query(act)] if page.seat is not None else []
    return list(laid_out(moves, LIMITS, private=True).in_order)


# --- branches ------------------------------------------------------------------------------------------------------


def _menus(left: Sequence[Act], names: Sequence[str], picks: Sequence[str]) -> list[_Menu]:
    """A menu for every pick and one for the next question, skipping questions with a single branch."""
    menus: list[_Menu] = []
    depth = 0
    shown = (0, 0)
    while left:
        branches = _branches(left, depth, names, shown)
        if len(branches) > 1 or branches[0].is_final:
            pick = picks[len(menus)] if len(menus) < len(picks) else ""
            picked = next((branch for branch in branches if branch.value == pick), None)
            menus.append(_Menu(branches, picked))
            if picked is None or picked.is_final:
                break
            left = picked.acts
        shown = _shared([_words(act, names) for act in left])
        depth += 1
    return menus


def _branches(left: Sequence[Act], depth: int, names: Sequence[str], shown: tuple[int, int]) -> tuple[_Branch, ...]:
    groups: dict[str, list[Act]] = {}
    for act in left:
        groups.setdefault(_key(act, depth), []).append(act)
    return tuple(
        _Branch(
            _value(group[0]) if len(group) == 1 else f"{_MORE}{key}"[:_VALUE_LIMIT],
            _label([_words(act, names) for act in group], shown),
            tuple(group),
        )
        for key, group in groups.items()
    )


def _key(act: Act, depth: int) -> str:
    """The key that distinguishes an act at this step: first the command and the first spot, then each further spot."""
    if depth >= len(act.spots):
        return act.button
    return f"{command_name(act)} {act.spots[0]}" if depth == 0 else act.spots[depth]


def _value(act: Act) -> str:
    return act.button + (f"{ASKS}{act.asks.name}" if act.asks else "")


def _words(act: Act, names: Sequence[str]) -> list[str]:
    return plain_text(act.label, names).split(" ")


def _shared(labels: Sequence[list[str]]) -> tuple[int, int]:
    """The number of words that all labels have in common at the start, and at the end."""
    least = min(map(len, labels))
    heads = (len({label[at] for label in labels}) == 1 for at in range(least))
    head = next((at for at, same in enumerate(heads) if not same), least)
    tails = (len({label[-1 - at] for label in labels}) == 1 for at in range(least - head))
    return head, next((at for at, same in enumerate(tails) if not same), least - head)


def _label(group: Sequence[list[str]], shown: tuple[int, int]) -> str:
    """The words that the labels have in common, without those shown by the menus above."""
    one, (head, tail) = group[0], shown
    if len(group) == 1:
        return " ".join(one[head : len(one) - tail]) or " ".join(one)
    begins, is_final = _shared(group)
    return " ".join([*one[head:begins], _GAP, *one[len(one) - is_final : len(one) - tail]])


# --- blocks --------------------------------------------------------------------------------------------------------


def _menu(menu: _Menu, at: int, page: Page, above: _Menu | None) -> Block:
    """A menu; what there is alone is chosen already.

    Its block_id depends on the pick above, because Slack keeps a chosen option while the id is the same.
    """
    about = above.picked.value if above and above.picked else ""
    element: Block = {
        "type": "static_select",
        "action_id": f"{_PICK}:{at}",
        "placeholder": plain(str(ui_texts.PICK), LABEL_LIMIT),
    }
    groups = _by_heading(menu, page.game, first=at == 0)
    if len(groups) == 1:
        element["options"] = groups[0]["options"]
    else:
        element["option_groups"] = groups[:MAX_OPTIONS]
    picked = menu.branches[0] if len(menu.branches) == 1 else menu.picked
    if picked:
        element["initial_option"] = _option(picked)
    return {
        "type": "input",
        "block_id": f"{_PICK}:{page.sequence}:{at}:{about}"[:ID_LIMIT],
        "dispatch_action": True,
        "label": plain(str(ui_texts.WHAT if at == 0 else ui_texts.THEN)),
        "element": element,
    }


def _by_heading(menu: _Menu, game: str, *, first: bool) -> list[Block]:
    """Options in groups of at most a hundred; in the first menu, grouped by role and by what their command is for."""
    groups: dict[str, list[Block]] = {}
    for branch in menu.branches:
        groups.setdefault(_heading(branch.acts[0], game) if first else _GAP, []).append(_option(branch))
    return [
        {"label": plain(heading, LABEL_LIMIT), "options": options[start : start + MAX_OPTIONS]}
        for heading, options in groups.items()
        for start in range(0, len(options), MAX_OPTIONS)
    ]


def _heading(act: Act, game: str) -> str:
    command = command_of(command_name(act), game)
    return str(ui_texts.HEADINGS.get(act.role) or (brief(command, LABEL_LIMIT) if command else ui_texts.WHAT))


def _option(branch: _Branch) -> Block:
    return {"text": plain(branch.label, LABEL_LIMIT), "value": branch.value}


def _question(picked: _Branch | None) -> list[Block]:
    if picked is None or not picked.is_final or picked.acts[0].asks is None:
        return []
    asks = picked.acts[0].asks
    return [text_input(ANSWER, asked_for(asks.name), str(asks.description), multiline=True)]
