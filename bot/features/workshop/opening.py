"""Opening a workshop, its next round, and the retrospectives after it: one table per team."""

import base64
import hmac
import json
import secrets
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress

from bot.features.workshop import texts
from bot.features.workshop.book import WorkshopBook, dice_of, digest
from bot.features.workshop.model import MAX_TEAMS, OpenedWorkshop, Team, Workshop, WorkshopForm, WorkshopStore
from bot.features.workshop.places import opening_threads
from bot.features.workshop.team_tables import (
    WorkshopJoined,
    at_table,
    closing,
    feature,
    from_desk,
    playing_at,
    tell_rooms,
    workshop_of,
)
from bot.kernel.calls import Context
from bot.kernel.live.cache import new_id
from bot.kernel.live.table import LiveTable
from bot.kernel.messages import Called, Request, Response, Suggestion
from bot.kernel.opening import ID_LENGTH, Opening, named_game, open_table, seats_again, show_in_all
from bot.kernel.pages import suggest_options
from bot.kernel.store import Job, Seating
from bot.kernel.table import model as tables
from bot.kernel.table import refusals
from bot.kernel.table.catalogue import ARGUMENT_LIMIT, about
from bot.kernel.table.model import Refused
from bot.kernel.table.rules import read_options
from games.chance import commitment
from games.contract import AnyGame
from games.language import Lazy, lazy
from games.text import NAME_LIMIT, clean
from games.values import replace

# --- opening ---------------------------------------------------------------------------------------------------------

ENTRANCE_BYTES, KEY_BYTES = 9, 24
_GOOD_SIZE = 5  # people in a team, where the game takes as many
_TITLE_LIMIT = 80

_Plan = Callable[[LiveTable | None], Opening]


async def open_workshop(context: Context, form: WorkshopForm, request: str, key: str = "") -> OpenedWorkshop:
    """Open all tables in rooms of their own, and then the workshop itself.

    A second attempt takes over the tables of the first one, if that didn't get to its end. What nobody takes over is
    closed after a while.
    """
    if context.web is None:
        raise Refused(texts.NO_WEB)
    key = key or secrets.token_urlsafe(KEY_BYTES)
    workshop = _planned(form, context.clock.now(), key)
    requests = [f"{request}:{number}" for number in range(1, form.teams + 1)]
    first = await opened_by(context, requests[0])
    if first is not None and (known := await _opened_before(context, first, key)):
        return known
    room = context.web.new_room()
    await close_unclaimed_later(context, room, requests)
    if workshop.same_dice:
        workshop = replace(workshop, seed=context.new_seed())
    for number, each in enumerate(requests):
        name = team_name(form.names[number] if number < len(form.names) else "", number + 1)
        workshop = await with_team(context, workshop, name, each, "" if number else room)
        workshop = workshop if number else await _taken_over(context, workshop)
    await context.part(WorkshopBook).add(workshop, *opening_threads(context, workshop))
    context.schedule.wake()
    return OpenedWorkshop(workshop.id, workshop.entrance, key)


async def opened_by(context: Context, request: str) -> LiveTable | None:
    table = await context.store.handled(request)
    return await context.tables.find_current(table) if table else None


async def _opened_before(context: Context, first: LiveTable, key: str) -> OpenedWorkshop | None:
    """The workshop of this table, for whoever has its key; None if it isn't open yet. Refused if it can't be any more.

    Its key is stored nowhere.
    """
    workshop = await context.store.part(WorkshopStore).workshop(workshop_of(first.standing.table))
    if workshop is not None and workshop.desk == digest(key):
        return OpenedWorkshop(workshop.id, workshop.entrance, key)
    if workshop is not None or first.standing.table.phase == "over":
        raise Refused(texts.OPENED_ALREADY)
    return None


async def _taken_over(context: Context, workshop: Workshop) -> Workshop:
    """The workshop with the id and the dice of its first table, which an earlier attempt may have opened."""
    first = await context.tables.find_current(workshop.teams[0].table)
    if first is None or not (named := workshop_of(first.standing.table)):
        raise Refused(texts.OPENED_ALREADY)
    return replace(workshop, id=named, seed=first.seed if workshop.same_dice else b"")


def key_after(key: str, request: str) -> str:
    """The key after the desk was handed over: the same one for the same request, so that it can be asked for again.

    Others who have the old key don't know the request.
    """
    made = hmac.digest(key.encode("utf-8", "replace"), f"hand over {request}".encode(), "sha256")
    return base64.urlsafe_b64encode(made[:KEY_BYTES]).decode()


def entrance_after(key: str, request: str) -> str:
    """The link to the seats that this request makes: the same one if it is given again."""
    made = hmac.digest(key.encode("utf-8", "replace"), f"entrance {request}".encode(), "sha256")
    return base64.urlsafe_b64encode(made[:ENTRANCE_BYTES]).decode()


def team_name(name: str, number: int) -> str:
    return clean(name, NAME_LIMIT) or texts.team(number)


def _planned(form: WorkshopForm, now: float, key: str) -> Workshop:
    game = named_game(clean(form.game, ARGUMENT_LIMIT))
    most = game.seats.stop - 1
    size = form.size or min(_GOOD_SIZE, most)
    if not 1 <= form.teams <= MAX_TEAMS:
        raise Refused(texts.bad_teams(MAX_TEAMS))
    if not game.seats.start <= size <= most:
        raise Refused(texts.bad_size(game, game.seats.start, most))
    if form.same_dice and not game.proof.luck:
        raise Refused(texts.no_dice(game))
    return Workshop(
        id=new_id(ID_LENGTH),
        entrance=secrets.token_urlsafe(ENTRANCE_BYTES),
        desk=digest(key),
        opened=now,
        game=game.key,
        options=read_options(game, clean(form.options, ARGUMENT_LIMIT)),
        teams=(),
        size=size,
        title=clean(form.title, _TITLE_LIMIT),
        channel=form.channel,
        trainer=clean(form.trainer, NAME_LIMIT),
        chooses=form.chooses,
        attendance=form.attendance,
        same_dice=form.same_dice,
    )


async def with_team(context: Context, workshop: Workshop, name: str, request: str, room: str = "") -> Workshop:
    """The workshop with one more team, which has a table of its own; `room`: a new one by default."""
    assert context.web is not None
    opening = Opening(
        named_game(workshop.game), workshop.options, (), (), (joined(workshop, name),), not workshop.same_dice
    )
    asking = Request(request, room or context.web.new_room(), None, Called("workshop"))
    live = await opened(context, workshop, asking, lambda _: opening)
    return replace(workshop, teams=(*workshop.teams, Team(name, next(iter(live.rooms)), live.id)))


def joined(workshop: Workshop, team: str, *, meeting: bool = False) -> WorkshopJoined:
    shared = workshop.same_dice and not meeting
    return WorkshopJoined(workshop.id, team, dice_of(workshop) if shared else "")


async def opened(
    context: Context, workshop: Workshop, request: Request, plan: _Plan, rooms: Sequence[str] = ()
) -> LiveTable:
    """Open a table in the room that asks, and show it in these rooms, too."""
    seed = workshop.seed if workshop.same_dice and workshop.seed else context.new_seed()
    found = await open_table(context, request, plan, seed)
    if isinstance(found, Response):  # this order was given before
        live = await opened_by(context, request.id)
        if live is None:
            raise Refused(texts.GONE)
    else:
        live = found
    await show_in_all(context, live, rooms, request)
    await tell_rooms(context, context.rooms.announce(live, request))
    return live


async def next_table(context: Context, workshop: Workshop, team: Team, request: str) -> Team:
    """Open the same game again, with the people who played; a table that nobody used is closed first."""
    old = await context.tables.find_current(team.table)
    if old is not None and old.standing.table.phase == "lobby":
        await at_table(context, old.id, from_desk(workshop, team, f"{request}:close", "end"))
    opening = Opening(
        named_game(workshop.game), workshop.options, (), (), (joined(workshop, team.name),), not workshop.same_dice
    )
    if old is not None:
        game, table = old.standing.game, old.standing.table
        people = tuple(_moved_on(each, game, len(table.seats)) for each in players(old))
        opening = replace(opening, seats=tuple(seats_again(game, table)), people=people)
    last = await context.tables.find_current(playing_at(team))
    rooms = tuple(last.rooms) if last is not None else ()
    if team.retro and sum(each.retro == team.retro for each in workshop.teams) > 1:  # all teams talked at one table
        rooms = (team.thread,) if team.thread else ()
    live = await opened(context, workshop, from_desk(workshop, team, request), lambda _: opening, rooms)
    return replace(team, table=live.id, retro="")


def is_new(workshop: Workshop, live: LiveTable) -> bool:
    """True if a team can start its round at this table: nobody has played there, and it has the round's dice."""
    table = live.standing.table
    dice = dice_of(workshop) if workshop.same_dice else ""
    return table.phase == "lobby" and table.led and table.seed_group == dice


def players(old: LiveTable) -> list[Seating]:
    seated = old.standing.table.people
    return [replace(each, host=False) for each in old.people if each.seat is not None and each.seat in seated]


def _moved_on(seating: Seating, game: AnyGame, seats: int) -> Seating:
    assert seating.seat is not None
    return replace(seating, seat=(seating.seat + game.seating.rotates) % seats)


async def retro_table(context: Context, workshop: Workshop, team: Team, request: str) -> Team:
    """Open a retrospective about the game, for the people who played it."""

    def plan(old: LiveTable | None) -> Opening:
        meeting = about(old.standing.game) if old is not None else None
        if old is None or meeting is None:
            raise Refused(refusals.NOTHING_TO_TALK_ABOUT)
        people = tuple(replace(each, seat=seat) for seat, each in enumerate(players(old)))
        if len(people) not in meeting.seats:
            raise Refused(texts.too_few_to_talk(len(people)))
        seats = tuple(tables.SeatTaken(seat) for seat in range(len(people)))
        return Opening(meeting, read_options(meeting, ""), seats, people, (joined(workshop, team.name, meeting=True),))

    played = await context.tables.find_current(team.table)
    rooms = tuple(played.rooms) if played is not None else ()
    live = await opened(context, replace(workshop, seed=b""), from_desk(workshop, team, request), plan, rooms)
    return replace(team, retro=live.id)


def fingerprint(workshop: Workshop) -> str:
    return commitment(workshop.seed) if workshop.same_dice else ""


# --- tables that nobody has ----------------------------------------------------------------------------------------

_UNCLAIMED = "workshop_unclaimed"
UNCLAIMED_SECONDS = 600.0  # after which nobody gives the order again that opened a table


async def close_unclaimed_later(context: Context, room: str, requests: Sequence[str]) -> None:
    """Before these requests open tables: if this process dies before a team has them, nobody else knows of them."""
    due = context.clock.now() + UNCLAIMED_SECONDS
    await context.store.put_job(Job(f"{_UNCLAIMED}:{requests[0]}", room, _UNCLAIMED, due, json.dumps(list(requests))))


@feature.job(_UNCLAIMED)
async def close_unclaimed(context: Context, job: Job) -> None:
    for request in json.loads(job.payload):
        await close_opened_by(context, request)
    await context.store.finish_job(job)


async def close_opened_by(context: Context, request: str) -> None:
    """End the table that this request has opened, if no team has it."""
    live = await opened_by(context, request)
    if live is None or await _is_claimed(context, live):
        return
    ending = closing(workshop_of(live.standing.table), next(iter(live.rooms), ""), f"{request}:unclaimed")
    with suppress(Refused):  # it is over
        await at_table(context, live.id, ending)


async def _is_claimed(context: Context, live: LiveTable) -> bool:
    workshop = await context.store.part(WorkshopStore).workshop(workshop_of(live.standing.table))
    return workshop is not None and any(live.id in {team.table, team.retro} for team in workshop.teams)


# --- settings --------------------------------------------------------------------------------------------------------

_THREADS = "threads"
# a workshop's own settings that are words, and what each means; the usual one first
_WORDS: Mapping[str, Mapping[str, Lazy]] = {
    "dice": {
        "own": lazy("Every team has its own dice and cards"),
        "same": lazy("All teams get the same dice and cards"),
    },
    "seats": {"even": lazy("People are seated evenly"), "choose": lazy("People choose their team")},
    "rooms": {_THREADS: lazy("Every team gets a thread here, too"), "web": lazy("Teams meet on their web pages only")},
    "attendance": {"off": lazy("No attendance sheet"), "on": lazy("Names and times are kept for an attendance sheet")},
}
_NUMBERS = {"teams": ("6", lazy("How many teams, 1 to 30")), "size": ("5", lazy("The most people in a team"))}


def read_form(game: str, settings: str, trainer: str, channel: str = "") -> WorkshopForm:
    """Read the form; other settings are the game's. `channel`: where it is opened, if there can be threads there."""
    words = [word.lower().partition("=") for word in settings.split()]
    own = {name: given for name, _, given in words if _is_own(name)}
    usual = WorkshopForm(game)
    threads = not _is_other(own, "rooms")
    if threads and not channel and "rooms" in own:
        raise Refused(texts.NO_THREADS_HERE)
    return WorkshopForm(
        game,
        teams=_number(own, "teams", usual.teams),
        size=_number(own, "size", usual.size),
        options=" ".join(word for word in settings.split() if not _is_own(word.lower().partition("=")[0])),
        trainer=trainer,
        chooses=_is_other(own, "seats"),
        attendance=_is_other(own, "attendance"),
        same_dice=_is_other(own, "dice"),
        channel=channel if threads else "",
    )


def _suggested() -> list[tuple[str, Suggestion]]:
    """The name of each setting, and the words that could be typed for it."""
    numbers = [(name, Suggestion(f"{name}={given}", str(text))) for name, (given, text) in _NUMBERS.items()]
    words = [
        (name, Suggestion(f"{name}={word}", str(text)))
        for name, meant in _WORDS.items()
        for word, text in meant.items()
    ]
    return [*numbers, *words]


def _is_own(name: str) -> bool:
    return name in _WORDS or name in _NUMBERS


def _number(own: Mapping[str, str], name: str, usual: int) -> int:
    given = own.get(name, str(usual))
    if not (given.isascii() and given.isdecimal() and len(given) < 4):
        raise Refused(texts.bad_setting(f"{name}={given}"))
    return int(given)


def _is_other(own: Mapping[str, str], name: str) -> bool:
    """True if the setting has the less usual one of its two words."""
    usual, other = _WORDS[name]
    given = own.get(name, usual)
    if given not in {usual, other}:
        raise Refused(texts.bad_setting(f"{name}={given}"))
    return given == other


def suggest_settings(key: str, typed: str) -> list[Suggestion]:
    """Words to type next after a workshop's settings: its own come first, then options of the game."""
    before, space, begun = typed.rpartition(" ")
    named = {word.partition("=")[0] for word in before.split()}
    own = [
        Suggestion(f"{before}{space}{one.value}", one.label)
        for name, one in _suggested()
        if name not in named and begun.casefold() in f"{one.value} {one.label}".casefold()
    ]
    return [*own, *suggest_options(key, typed)]
