"""Workshops in chat: opening one, the guide for a game, and a question to the trainer."""

from collections.abc import Mapping

from bot.commands import changes
from bot.commands.calls import Call, Context
from bot.commands.opening import named_game
from bot.commands.workshops.opening import open_workshop
from bot.live.seating import seat_of
from bot.live.writer import People
from bot.messages import Reply, Response
from bot.table.journal import Draft
from bot.table.model import Refused
from bot.table.workshop_events import QuestionAsked
from bot.texts import workshops as texts
from bot.workshop_messages import WorkshopForm
from games.text import clean
from games.values import replace

MAX_QUESTION = 300  # characters
_OWN = {"teams": "", "size": "", "dice": "own", "seats": "even", "attendance": "off"}  # settings and their defaults
_OTHER = {"dice": "same", "seats": "choose", "attendance": "on"}


async def workshop(context: Context, call: Call) -> Response:
    if call.argument("what") == "guide":
        return await context.show(call, _guide(call))
    if not call.argument("game"):
        raise Refused(texts.WHICH_GAME)
    form = read_form(call.argument("game"), call.argument("settings"), call.person.name)
    opened = await open_workshop(context, form, call.request.id)
    assert context.web is not None, "a workshop isn't opened without"
    link = context.web.entrance_link(opened.entrance)
    shown = await context.show(call, Reply(texts.opened_here(named_game(form.game), form.teams, link)))
    desk = Reply(texts.desk_for_you(context.web.desk_link(opened.key)), private=True)
    return replace(shown, outcome="done", replies=(*shown.replies, desk))


def read_form(game: str, settings: str, trainer: str) -> WorkshopForm:
    """`teams=6 size=5 dice=same hours=250`: what isn't a workshop's own is left to its game."""
    words = [word.lower().partition("=") for word in settings.split()]
    own = {name: given for name, _, given in words if name in _OWN}
    usual = WorkshopForm(game)
    return WorkshopForm(
        game,
        teams=_number(own, "teams", usual.teams),
        size=_number(own, "size", usual.size),
        options=" ".join(word for word in settings.split() if word.lower().partition("=")[0] not in _OWN),
        trainer=trainer,
        chooses=_is_other(own, "seats"),
        attendance=_is_other(own, "attendance"),
        same_dice=_is_other(own, "dice"),
    )


def _number(own: Mapping[str, str], name: str, usual: int) -> int:
    given = own.get(name, str(usual))
    if not (given.isascii() and given.isdecimal() and len(given) < 4):
        raise Refused(texts.bad_setting(f"{name}={given}"))
    return int(given)


def _is_other(own: Mapping[str, str], name: str) -> bool:
    given = own.get(name, _OWN[name])
    if given not in {_OWN[name], _OTHER[name]}:
        raise Refused(texts.bad_setting(f"{name}={given}"))
    return given == _OTHER[name]


def _guide(call: Call) -> Reply:
    """How to run and debrief a game: the one that is named, else the one on the table."""
    named = call.argument("game")
    game = named_game(named) if named else call.table.standing.game
    if game.kit is None:
        raise Refused(texts.NO_GUIDE)
    return Reply(texts.guide(game.title, game.kit), private=True)


async def ask(context: Context, call: Call) -> Response:
    """A question for the desk; everybody at the table sees it, too."""
    asked = await changes.change(context, call, _ask)
    return asked if asked.outcome != "done" else replace(asked, replies=(Reply(texts.ASKED, private=True),))


def _ask(draft: Draft, call: Call) -> People:
    table = draft.standing.table
    if table.workshop is None or table.phase == "over":
        raise Refused(texts.NO_TRAINER)
    seat = seat_of(call.table, call.request)
    draft.record([QuestionAsked(seat, clean(call.argument("question"), MAX_QUESTION))])
    return None
