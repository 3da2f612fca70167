"""The part of somebody's page between meetings: their open actions, the next date, a note for next time."""

from collections.abc import Sequence

from adapters.slack import texts as ui_texts
from adapters.slack.identifiers import SlackRoom
from adapters.slack.outgoing.acts import THING, Block, bold, button, channel_link, option, plain, section
from adapters.slack.outgoing.rows import actions
from adapters.slack.outgoing.sheets import listed
from bot.features.meetings.records import Agenda
from bot.kernel.messages import Reply
from games.sheets import Sheet, Thing
from games.sheets import plain as plain_line

_MAX_YOURS, _MAX_OTHERS = 6, 6  # actions of a room
_MAX_ROOMS = 4
_MAX_BLOCKS = 50
_MAX_OVERFLOW = 5


def blocks(agendas: Sequence[Agenda], prefix: str) -> list[Block]:
    """The agenda of each room: one's own actions with their buttons, then those of others."""
    if not agendas:
        return []
    title = {"type": "header", "text": plain(str(ui_texts.OPEN_ACTIONS))}
    ordered = sorted(agendas, key=lambda one: not one.yours.things)  # where something of one's own is open
    shown: list[Block] = [{"type": "divider"}, title]
    for part in (_agenda(each, prefix) for each in ordered[:_MAX_ROOMS]):
        shown += part if len(shown) + len(part) <= _MAX_BLOCKS else []
    return shown


def _agenda(agenda: Agenda, prefix: str) -> list[Block]:
    at = f"{prefix}|{agenda.room}|"
    reply = Reply(acts=agenda.acts, private=True)
    yours = [
        block
        for number, thing in enumerate(agenda.yours.things[:_MAX_YOURS])
        for block in _own(thing, reply, f"{at}own:{number}")
    ]
    others = Sheet(things=agenda.others.things[:_MAX_OTHERS])
    names = {thing.name for thing in (*agenda.yours.things, *agenda.others.things)}
    of_room = tuple(act for act in agenda.acts if act.thing not in names)
    where = [*channel_link(SlackRoom.parse(agenda.room).channel), *([_following(agenda)] if agenda.following else [])]
    return [
        *section(where, f"{at}where"),
        *_heading(agenda.yours, f"{at}yours"),
        *yours,
        *(_heading(agenda.others, f"{at}others") if agenda.yours.things else []),
        *listed(others, reply, _MAX_OTHERS, f"{at}thing"),
        *actions(Reply(acts=of_room), prefix=f"{at}do"),
    ]


def _following(agenda: Agenda) -> Block:
    return {"type": "text", "text": f"  {ui_texts.following(agenda.following)}"}


def _heading(sheet: Sheet, block_id: str) -> list[Block]:
    return section([bold(sheet.title)], block_id) if sheet.things and sheet.title else []


def _own(thing: Thing, reply: Reply, block_id: str) -> list[Block]:
    """One's own action: what is done first with it is a button, the rest a menu."""
    acts = [act for act in reply.acts if act.thing == thing.name]
    line = {"type": "section", "block_id": block_id, "text": plain(plain_line(thing.text))}
    if not acts:
        return [line]
    options = [option(act, reply, of_thing=True) for act in acts[1:]][:_MAX_OVERFLOW]
    more = [{"type": "overflow", "action_id": f"{THING}:0", "options": options}] if options else []
    return [line, {"type": "actions", "block_id": f"{block_id}:do", "elements": [button(acts[0], reply, 0), *more]}]
