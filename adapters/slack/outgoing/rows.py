"""The acts of a message in rows: a coloured button at most, a few others, menus of things, and **More…**."""

from collections.abc import Sequence

from adapters.layout import MORE, Control, Layout, command_name, is_query, laid_out
from adapters.slack import texts as ui_texts
from adapters.slack.outgoing.acts import (
    LABEL_LIMIT,
    LIMITS,
    LINK,
    WIZARD,
    Block,
    control,
    each_form_once,
    heading,
    menu,
    plain,
    plain_text,
)
from bot.kernel.messages import SURE, Act, Reply

BUTTONS = 3  # of a message, besides **More…**
SHORT_LABEL = 30  # characters of a button, of which a phone shows no more
_MANY = 20  # moves of one command, which are easier to find step by step
_MAX_ELEMENTS = 25  # in one actions block


def actions(reply: Reply, *, typing: bool = False, guided: bool = False, prefix: str = "do") -> list[Block]:
    """The acts of a message: one coloured button at most, which comes first, and never more than three others.

    **More…** opens all that a person can do, and a line for commands if `typing`; `guided`: it is there in any case. It
    is also there if some acts may be private, which follows from the game's queries and never from what a player holds.
    """
    if reply.private:
        return _own_actions(reply, guided=guided, prefix=prefix)
    layout = laid_out(reply.acts, LIMITS, sheet=reply.sheet)
    if reply.sheet is not None:
        things, row, hidden = _meeting_rows(layout, reply)
    else:
        things, (row, hidden) = [], _game_row(layout, reply)
    wants_more = guided or typing or reply.more or hidden or bool(layout.more) or any(map(is_query, reply.acts))
    if wants_more and (things or row or layout.more):
        row.append(_more(reply))
    return _rows([things, row], prefix)


def _rows(stretches: Sequence[Sequence[Block]], prefix: str) -> list[Block]:
    rows = [each[at : at + _MAX_ELEMENTS] for each in stretches for at in range(0, len(each), _MAX_ELEMENTS)]
    return [{"type": "actions", "block_id": f"{prefix}:{at}", "elements": each} for at, each in enumerate(rows)]


def _game_row(layout: Layout, reply: Reply) -> tuple[list[Block], bool]:
    """The main act and its companions, and menus of things. True: some acts are hidden."""
    shown, menus, rest = _placed(layout, reply, BUTTONS)
    return _row(shown, menus, reply), bool(rest or menus)


def _row(buttons: Sequence[Control], menus: Sequence[Control], reply: Reply) -> list[Block]:
    """The main act first, or else what is done to things."""
    first = [each for each in buttons if each.first.role == "main"]
    controls = [*first, *menus, *(each for each in buttons if each not in first)]
    return [control(each, reply, at, is_menu=each in menus) for at, each in enumerate(controls)]


def _placed(layout: Layout, reply: Reply, places: int) -> tuple[list[Control], list[Control], list[Control]]:
    """Buttons, the main act first; menus of things; and what has no place.

    If one of the things is what to do now, and nothing else, they are buttons if they fit.
    """
    has_main = any(each.first.role == "main" for each in layout.buttons)
    if not layout.menus and not has_main and _fit([*layout.buttons, *layout.things], reply, places):
        return [*layout.buttons, *layout.things], [], []
    menus, alone = _gathered(layout, reply, least=1 if has_main else 2)
    every = [*layout.buttons, *alone]
    buttons = [each for each in every if each.form or each.first.role == "main" or _is_short(each.first, reply)]
    shown = buttons[:places]
    return shown, menus, [each for each in every if each not in shown]


def _fit(controls: Sequence[Control], reply: Reply, places: int) -> bool:
    """True if all of them are buttons that fit beside each other."""
    return len(controls) <= places and all(each.form or _is_short(each.first, reply) for each in controls)


def _is_short(act: Act, reply: Reply) -> bool:
    """True if it can be a button; the answer to whether somebody is sure is one, however long."""
    return act.button.endswith(SURE) or len(plain_text(act.label, reply.names)) <= SHORT_LABEL


def _gathered(layout: Layout, reply: Reply, least: int) -> tuple[list[Control], list[Control]]:
    """Menus of what is done to things, one for each command with so many at least; and what remains beside them."""
    groups: dict[str, list[Act]] = {}
    for each in layout.things:
        if not each.form:
            groups.setdefault(command_name(each.first), []).extend(each.acts)
    several = {name: group for name, group in groups.items() if len(group) >= least or not _is_short(group[0], reply)}
    alone = [each for each in layout.things if each.form or command_name(each.first) not in several]
    return [*layout.menus, *(Control(tuple(group)) for group in several.values())], alone


def _meeting_rows(layout: Layout, reply: Reply) -> tuple[list[Block], list[Block], bool]:
    """Things above the row, unless something is to be done that stands alone. True: some acts are hidden."""
    hidden = len(layout.buttons) > BUTTONS or bool(layout.menus)
    menus = [control(each, reply, at, is_menu=True) for at, each in enumerate(layout.menus)]
    things = [*menus, *(control(each, reply, at) for at, each in enumerate(layout.things, start=len(menus)))]
    if any(each.first.role == "main" for each in layout.buttons):
        hidden, things = hidden or bool(things), []  # what most should do stands alone
    row = [control(each, reply, at) for at, each in enumerate(layout.buttons[:BUTTONS], start=len(things))]
    return things, _with_ways_out(row, reply), hidden


def _own_actions(reply: Reply, *, guided: bool, prefix: str) -> list[Block]:
    """What one person can do: a few buttons, a menu for the things of each command, and one for all the rest."""
    beside = {card.spot for card in reply.hand}
    acts = [act for act in reply.acts if act.thing not in beside]
    rare = [act for act in acts if act.role == "rare" and not act.button.endswith(SURE)]  # else it is the question
    layout = laid_out([act for act in acts if act not in rare], LIMITS, private=True)
    shown, menus, left = _placed(layout, reply, BUTTONS + 1)
    rest = [*(act for each in left for act in each.acts), *layout.more, *rare]
    row = _row(shown, [each for each in menus if not _is_long(each)], reply)
    long = [_step_by_step(each, reply) for each in menus if _is_long(each)]
    if long and not any(act.role == "main" for act in acts):
        row = [{**long[0], "style": "primary"}, *row, *long[1:]]
    else:
        row += long
    if rest:
        row.append(menu(each_form_once(rest), reply, len(row), str(ui_texts.SOMETHING_ELSE)))
    if guided:
        row.append(_more(reply))
    return _rows([row], prefix)


def _is_long(each: Control) -> bool:
    """True if a menu has too many acts, each with several steps, such as a piece and a target."""
    return len(each.acts) > _MANY and all(len(act.spots) > 1 for act in each.acts)


def _step_by_step(each: Control, reply: Reply) -> Block:
    """A button that leads to one of many acts, step by step in a form."""
    name, words = command_name(each.first), plain(heading(each.first, reply), LABEL_LIMIT)
    return {**_more(reply), "action_id": f"{WIZARD}:{name}", "text": words}


def _more(reply: Reply) -> Block:
    return {"type": "button", "action_id": WIZARD, "text": plain(str(MORE)), "value": reply.table or WIZARD}


def _with_ways_out(row: list[Block], reply: Reply) -> list[Block]:
    """The row of a meeting's message, with the board where a place is left."""
    if reply.sheet is None:
        return row
    links = [
        {"type": "button", "action_id": f"{LINK}:{at}", "text": plain(link.label, LABEL_LIMIT), "url": link.url}
        for at, link in enumerate(reply.links)
        if link.url
    ]
    return [*row, *links][:BUTTONS]
