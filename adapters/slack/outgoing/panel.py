"""The private panel: what one has written, what one can do, and below a line what whoever leads can do."""

from collections.abc import Sequence
from functools import cache

from adapters.layout import Control, Limits, command_name, laid_out
from adapters.slack import texts as ui_texts
from adapters.slack.outgoing import sheets
from adapters.slack.outgoing.acts import MAX_OPTIONS, Block, control, each_form_once, menu, prose
from bot.kernel.messages import Act, Reply
from bot.kernel.table.catalogue import listed_games
from games.sheets import Sheet
from games.values import replace

_MAX_BLOCKS = 50
_LIMITS = Limits(buttons=12, menus=8, entries=MAX_OPTIONS)
_ELEMENTS = 5  # of a row: a phone shows two or three beside each other
_ELSE = "else"
_MANY = 4  # acts of one command, which become a menu


@cache
def _meetings() -> frozenset[str]:
    return frozenset(game.key for game in listed_games() if game.is_meeting)


def is_meeting(game: str) -> bool:
    """True if people meet there, so that everybody has a panel; a game has a form with its moves."""
    return game in _meetings()


def blocks(reply: Reply, prefix: str = "do") -> list[Block]:
    """The panel: everything that its reader can do, by role."""
    listed = {thing.name for thing in reply.sheet.things} if reply.sheet else set()
    free = [act for act in reply.acts if act.thing not in listed]
    mine = [act for act in free if act.role not in {"lead", "rare"}]
    lead = sorted((act for act in free if act.role == "lead"), key=lambda act: bool(act.form))
    if lead and not any(act.role == "main" for act in mine):
        lead[0] = replace(lead[0], role="main")  # nothing else is left to do, but to lead
    rare = [act for act in free if act.role == "rare"]
    shown, hidden = _rows(mine, reply, prefix)
    leading, unled = _rows(lead, reply, f"{prefix}:lead")
    other = [*hidden, *unled, *rare]
    rest = [_something_else(other, reply, prefix)] if other else []
    words = [*_words(reply), *shown]
    if leading or reply.lead is not None:
        words += [{"type": "divider"}] if words else []
        words += [*sheets.leading(reply.lead or Sheet(), reply, str(ui_texts.YOU_FACILITATE)), *leading]
    return [*words[: _MAX_BLOCKS - len(rest)], *rest]


def _words(reply: Reply) -> list[Block]:
    """What happened or is asked, and then one's own things."""
    spoken = "\n\n".join(filter(None, (reply.story, reply.situation)))
    return [*prose(spoken, reply.names, "told"), *(sheets.own(reply.sheet, reply) if reply.sheet else [])]


def _rows(acts: Sequence[Act], reply: Reply, prefix: str) -> tuple[list[Block], list[Act]]:
    """Rows of buttons and menus, and the acts that have no place in them."""
    gathered = _gathered(acts)
    layout = laid_out([act for act in acts if command_name(act) not in gathered], _LIMITS, private=True)
    menus = [*layout.menus, *map(Control, gathered.values())]
    controls = [*layout.buttons, *layout.things, *menus]
    elements = [control(each, reply, at, is_menu=each in menus) for at, each in enumerate(controls)]
    rows = [elements[at : at + _ELEMENTS] for at in range(0, len(elements), _ELEMENTS)]
    found = [{"type": "actions", "block_id": f"{prefix}:{at}", "elements": row} for at, row in enumerate(rows)]
    return found, list(layout.more)


def _gathered(acts: Sequence[Act]) -> dict[str, tuple[Act, ...]]:
    """By command: what is done to one of several things or people, which is a menu however few they are."""
    groups: dict[str, list[Act]] = {}
    for act in acts:
        if not act.form:
            groups.setdefault(command_name(act), []).append(act)
    return {
        command: tuple(group)
        for command, group in groups.items()
        if len(group) >= _MANY or (len(group) > 1 and all(act.thing or act.role == "thing" for act in group))
    }


def _something_else(acts: Sequence[Act], reply: Reply, prefix: str) -> Block:
    chosen = menu(each_form_once(acts)[:MAX_OPTIONS], reply, 0, str(ui_texts.SOMETHING_ELSE))
    return {"type": "actions", "block_id": f"{prefix}:{_ELSE}", "elements": [chosen]}
