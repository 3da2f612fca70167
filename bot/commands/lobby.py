"""Commands that prepare a game: automatic players and options."""

from bot.commands import changes, needs
from bot.commands.calls import Call, Context
from bot.live.seating import find_player
from bot.live.writer import People
from bot.messages import Response
from bot.table import rules
from bot.table.journal import Draft
from bot.table.options import read_files, read_options

OFF = "off"


def seat_bot(draft: Draft, call: Call) -> People:
    """Seat an automatic player; `off`: remove one."""
    level = call.argument("level").lower()
    if level == OFF:
        return _remove_bot(draft, call)
    draft.record([rules.seat_bot(draft.standing.table, draft.standing.game, level)])
    return None


def _remove_bot(draft: Draft, call: Call) -> People:
    needs.say(call)
    named = call.argument("player")
    left = rules.remove_bot(draft.standing.table, find_player(call.table, None, named) if named else None)
    draft.record([left])
    return tuple(changes.moved_up(seating, left.seat) for seating in call.table.people)


async def choose_options(context: Context, call: Call) -> Response:
    """Change some options; the others stay. Files that options name are read now, as when a table opens."""

    def decide(draft: Draft, call: Call) -> People:
        needs.say(call)
        game, table = draft.standing.game, draft.standing.table
        options = read_options(game, call.argument("options"), table.options)
        inherited = {name: text for name, text in table.files.items() if name not in options}
        files = {**read_files(game, options, context.load, opening=False), **inherited}
        draft.record([rules.choose_options(table, options, files)])
        return None

    return await changes.change(context, call, decide)
