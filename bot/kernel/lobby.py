"""Before a game starts: automatic players, and the settings, which are typed or chosen in one form."""

from bot.kernel import changes
from bot.kernel.calls import Call, Context, at_table, with_say
from bot.kernel.feature import table_feature, with_free_hand
from bot.kernel.live.seating import find_player
from bot.kernel.live.table import LiveTable
from bot.kernel.live.writer import People
from bot.kernel.messages import Reply, Response, answered
from bot.kernel.store import Seating
from bot.kernel.table import refusals, rules, settings, texts
from bot.kernel.table.journal import Draft, Standing
from bot.kernel.table.model import Refused
from bot.kernel.table.rules import read_files, read_options
from bot.kernel.table.settings import Settings
from games.contract import AnyGame, Parameter
from games.language import lazy
from games.parts import Form
from games.values import replace

# --- automatic players -----------------------------------------------------------------------------------------------

_OFF = "off"


@table_feature.change(
    "bot",
    lazy("Seat an automatic player; off removes one"),
    Parameter("level", lazy("How strong it plays, if the game has levels; or off"), required=False),
    Parameter("player", lazy("Which one leaves, after off"), kind="player", required=False),
    group="table",
    needs=(
        at_table,
        with_free_hand,
    ),
)
def seat_bot(draft: Draft, call: Call) -> People:
    """Seat an automatic player; `off`: remove one."""
    level = call.argument("level")
    first, _, unknown = level.partition(" ")  # a name that nobody has was read as a part of the level
    if first.lower() == _OFF:
        return _remove_bot(draft, call, call.argument("player") or unknown)
    draft.record([rules.seat_bot(draft.standing.table, draft.standing.game, level.lower())])
    return None


def _remove_bot(draft: Draft, call: Call, named: str) -> People:
    with_say(call)
    return _without_bot(draft, call.table.people, find_player(call.table, None, named) if named else None)


def _without_bot(draft: Draft, people: tuple[Seating, ...], seat: int | None = None) -> tuple[Seating, ...]:
    """Remove an automatic player; everybody behind it moves up."""
    left = rules.remove_bot(draft.standing.table, seat)
    draft.record([left])
    return tuple(changes.moved_up(seating, left.seat) for seating in people)


# --- settings --------------------------------------------------------------------------------------------------------


async def _settings_form(_: Context, call: Call) -> Form | None:
    """The form for the host; None for anybody else, and after the start: then they only read the settings."""
    if call.live is None or not _may_change(call):
        return None
    standing = call.live.standing
    fields = settings.fields(standing.game, _now(call.live, standing), call.zone)
    return Form(str(texts.SETTINGS), fields, send=str(texts.CHANGE_SETTINGS))


@table_feature.action(
    "options",
    lazy("Show the settings, or change them before the start"),
    Parameter("options", lazy("For example hours=250"), required=False, rest=True),
    group="table",
    needs=(at_table,),
    form=texts.SETTINGS,
    asks=_settings_form,
)
async def choose_options(context: Context, call: Call) -> Response:
    """Change what was typed, or entered into the form, as one change; the rest stays.

    Files that options name are read now, as when a table opens.
    """
    if not call.invocation.arguments:
        return answered(_shown(call))

    def decide(draft: Draft, call: Call) -> People:
        with_free_hand(call)
        if not _may_choose(call):
            raise Refused(refusals.ONLY_HOST_CHOOSES)
        game, table = draft.standing.game, draft.standing.table
        now = _now(call.table, draft.standing)
        chosen, pace = settings.read(game, call.invocation.arguments, now, call.zone)
        options = read_options(game, call.argument("options"), chosen.options)
        inherited = {name: text for name, text in table.files.items() if name not in options}
        files = {**read_files(game, options, context.load, opening=False), **inherited}
        seated = (chosen.bots, chosen.level if chosen.bots else now.level) != (now.bots, now.level)
        if options != table.options or not (seated or pace) or table.phase != "lobby":
            draft.record([rules.choose_options(table, options, files)])
        if pace:
            draft.record([pace])
        return _with_bots(draft, call.table.people, now, chosen) if seated else None

    return await changes.change(context, call, decide)


def _with_bots(draft: Draft, people: tuple[Seating, ...], now: Settings, chosen: Settings) -> People:
    """Seat or remove automatic players; at another level, all of them are seated again."""
    kept = min(now.bots, chosen.bots) if chosen.level == now.level else 0
    for _ in range(now.bots - kept):
        people = _without_bot(draft, people)
    for _ in range(chosen.bots - kept):
        draft.record([rules.seat_bot(draft.standing.table, draft.standing.game, chosen.level)])
    return people


def _may_choose(call: Call) -> bool:
    return call.leads or call.request.manages_room


def _may_change(call: Call) -> bool:
    table = call.table.standing.table
    return table.phase == "lobby" and not table.led and _may_choose(call)


def _now(live: LiveTable, standing: Standing) -> Settings:
    table, automatic = standing.table, standing.table.automatic
    level = table.levels[automatic[-1]] if automatic else ""
    usual = next(iter(standing.game.bots.levels), "")
    pace = live.pace_of(table)
    return Settings(table.options, len(table.seats) - len(automatic), len(automatic), level or usual, pace)


def _shown(call: Call) -> Reply:
    """The options with their values, and how to change them."""
    live = call.table
    game, table = live.standing.game, live.standing.table
    lines = [texts.option_line(each, table.options.get(each.name, each.default)) for each in game.options]
    may_change = _may_change(call)
    how = str(texts.HOST_CAN_CHANGE if table.phase == "lobby" and not table.led else texts.SETTLED)
    if may_change:
        how = texts.how_to_change(example) if (example := _example(game)) else str(texts.PRESS_TO_CHANGE)
    text = "\n".join([*(lines or [str(texts.NO_OPTIONS)]), how])
    reply = live.reply(text, seat=live.seat_of(call.person), private=True, board=False)
    offered = tuple(act for act in reply.acts if act.opens == call.name) if may_change else ()
    return replace(reply, heading=str(texts.SETTINGS), acts=offered)


def _example(game: AnyGame) -> str:
    """An option that isn't in the form, as it is typed; empty if there is none."""
    typed = [each for each in game.options if not (each.main or each.file or each.free)]
    return f"{typed[-1].name}={typed[-1].choices[-1] if typed[-1].choices else typed[-1].default}" if typed else ""
