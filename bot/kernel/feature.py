"""Every command and who handles it: what it is, what it needs, what it does. The only table of its kind."""

from collections.abc import Awaitable, Callable

from bot.features import facilitation_ as facilitation
from bot.features import help as help_pages
from bot.features import linked_rooms, privacy
from bot.features import tutorial_ as tutorial
from bot.features.history import files as formats
from bot.features.history import history, ratings
from bot.features.meetings import actions, saving, trends
from bot.features.meetings import recurring_ as recurring
from bot.features.workshop import chat
from bot.kernel import calls as needs
from bot.kernel import changes, game_queries, opening
from bot.kernel import opening as lobby
from bot.kernel import queries_ as queries
from bot.kernel.calls import Call, Context, Need
from bot.kernel.changes import Change
from bot.kernel.live.writer import People
from bot.kernel.messages import Reply, Response
from bot.kernel.table.catalogue import OWN_COMMANDS
from bot.kernel.table.journal import Draft
from games.contract import Command, CommandKind
from games.values import value

Handler = Callable[[Context, Call], Awaitable[Response]]
Query = Callable[[Context, Call], Awaitable[Reply]]


@value
class Entry:
    kind: CommandKind
    handle: Handler


def change(decide: Change, *needed: Need) -> Entry:
    """A decision about the table, stored as one append. What it needs is checked with the table that it decides on."""

    def decide_if_possible(draft: Draft, call: Call) -> People:
        for need in needed:
            need(call)
        return decide(draft, call)

    async def handle(context: Context, call: Call) -> Response:
        return await changes.change(context, call, decide_if_possible)

    return Entry("change", handle)


def action(handle: Handler, *needed: Need) -> Entry:
    """A change of several steps, or of more than one table."""
    return Entry("change", _checked(handle, needed))


def query(answer: Query, *needed: Need, kind: CommandKind = "query") -> Entry:
    """Changes nothing. The answer says whether it is private."""

    async def handle(context: Context, call: Call) -> Response:
        return await context.show(call, await answer(context, call), call.live)

    return Entry(kind, _checked(handle, needed))


def public_query(answer: Query, *needed: Need) -> Entry:
    return query(answer, *needed, kind="public query")


def _checked(handle: Handler, needed: tuple[Need, ...]) -> Handler:
    async def checked(context: Context, call: Call) -> Response:
        call = await up_to_date(context, call)
        for need in needed:
            need(call)
        return await handle(context, call)

    return checked


async def up_to_date(context: Context, call: Call) -> Call:
    """With the table the room shows now: another process may have gone on, or opened the next one."""
    return call if call.live is None else call.at(await context.tables.current(call.live, call.request.room))


REGISTRY: dict[str, Entry] = {
    # opening, sitting down, starting, ending
    "new": action(opening.new),
    "again": action(opening.once_more),
    "talk": action(opening.talk),
    "resume": action(opening.resume),
    "join": action(chat.join),
    "leave": change(changes.leave, needs.seat),
    "bot": change(lobby.seat_bot, needs.table, needs.free_hand),
    "options": action(lobby.choose_options, needs.table, needs.free_hand, needs.say),
    "start": Entry("change", changes.start_game),
    "end": change(changes.end, needs.table),
    # what you see
    "board": public_query(queries.board, needs.table),
    "chart": public_query(queries.chart, needs.table),
    "status": query(queries.status, needs.table),
    "log": query(queries.log_page, needs.table),
    "missed": query(queries.missed, needs.table, needs.seat),
    "verify": public_query(queries.fairness, needs.table),
    "view": change(changes.choose_view, needs.table),
    "watch": query(linked_rooms.watch, needs.table),
    "link": action(linked_rooms.link, needs.table),
    # help
    "rules": query(help_pages.rules),
    "formats": query(help_pages.formats),
    "help": query(help_pages.help_page),
    "tutorial": action(tutorial.tutorial),
    # keeping the table going
    "pace": change(facilitation.set_pace, needs.open_table, needs.say),
    "name": change(facilitation.rename, needs.open_table),
    "remind": change(facilitation.set_reminder, needs.open_table, needs.seat),
    "prepare": change(facilitation.prepare, needs.open_table, needs.seat),
    "more": change(facilitation.give_time, needs.open_table, needs.say, needs.running_game),
    "cover": change(facilitation.cover, needs.open_table, needs.say, needs.running_game),
    "nudge": change(facilitation.nudge, needs.open_table, needs.say, needs.running_game),
    "host": change(facilitation.change_host, needs.open_table),
    "undo": change(facilitation.undo, needs.table),
    # looking back
    "actions": Entry("change", actions.actions),
    "workshop": Entry("change", chat.workshop),
    "ask": action(chat.ask, needs.table, needs.seat),
    "trends": public_query(trends.trends),
    "save": Entry("change", saving.save),
    "every": Entry("change", recurring.every),
    "skip": Entry("change", recurring.skip),
    "history": public_query(history.history),
    "stats": public_query(history.stats),
    "rating": query(ratings.own_rating),
    "export": public_query(formats.export_file, needs.table, needs.finished_game),
    "forget": action(privacy.forget),
}
GAME_COMMANDS: dict[CommandKind, Entry] = {
    "change": change(changes.move),
    "query": query(game_queries.private_query, needs.table),
    "public query": public_query(game_queries.public_query, needs.table),
}
assert REGISTRY.keys() == OWN_COMMANDS.keys(), "every command of the table's own has one handler"


def entry_for(command: Command) -> Entry:
    """The table's own commands by name, those of a game by what they are."""
    return REGISTRY[command.name] if OWN_COMMANDS.get(command.name) is command else GAME_COMMANDS[command.kind]
