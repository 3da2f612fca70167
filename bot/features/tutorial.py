"""Learning a game alone: a real table with automatic players, shown to one person only, with a lesson now and then.

The table lives in a room of its own that no platform has (bot.kernel.live.rooms). What happens there comes back as the
private answer to the person's own request; its buttons work wherever they are pressed.
"""

import hashlib
from collections.abc import Awaitable, Sequence

from bot.kernel import changes, lobby
from bot.kernel.calls import Call, Context
from bot.kernel.changes import Change, change, pass_time
from bot.kernel.feature import Feature
from bot.kernel.live.rooms import is_private, new_private_room
from bot.kernel.live.schedule import AUTOMATIC
from bot.kernel.live.table import LiveTable
from bot.kernel.messages import Person, Reply, Request, Response, TimePassed, answered
from bot.kernel.opening import first_opening, named_game, open_table
from bot.kernel.store import StoredEvent
from bot.kernel.table import texts
from bot.kernel.table.catalogue import GAME
from bot.kernel.table.journal import decode
from bot.kernel.table.model import PREFIX
from bot.kernel.table.narration import paragraphs
from games import GAMES
from games.contract import AnyGame, natures
from games.values import replace

feature = Feature("tutorial")

_SEATS = 3  # a good size for a lesson, if the game has so many
_MAX_PARAGRAPHS = 8


@feature.action(
    "tutorial", "Learn a game in a few minutes, alone with automatic players", replace(GAME, required=False), group="me"
)
async def tutorial(context: Context, call: Call) -> Response:
    """Open a table for this person alone; one that is open goes on unless they want another game."""
    current = await _lesson_of(context, call.person)
    usual = current.standing.game.key if current else next(iter(GAMES))
    game = named_game(call.argument("game", usual))
    if current is not None and current.standing.game is game:
        return answered(current.reply(situation=current.situation(), seat=0, private=True))
    room = next(iter(current.rooms)) if current else new_private_room()
    # without luck: the same lessons come up
    at_home = replace(call, request=replace(call.request, room=room, luck=""))
    if current is not None:
        await _also(context, at_home.at(current), "end", changes.end)
    return await _open_lesson(context, at_home, game)


async def _open_lesson(context: Context, call: Call, game: AnyGame) -> Response:
    opening = first_opening(call.person, game)
    request = replace(call.request, id=f"{call.request.id}:new")
    live = await open_table(context, request, lambda _: opening, _seed(game))
    if isinstance(live, Response):
        return live
    lesson = call.at(live)
    for number in range(_bots(game)):
        await _also(context, lesson, f"bot {number}", lobby.seat_bot)
    return await _teach(context, live, lesson.request, change(context, lesson, changes.start), before=0)


async def _also(context: Context, call: Call, step: str, decide: Change) -> None:
    """Make one of several changes of one request."""
    await change(context, replace(call, request=replace(call.request, id=f"{call.request.id}:{step}")), decide)


async def _lesson_of(context: Context, person: Person) -> LiveTable | None:
    """The lesson that this person is in the middle of."""
    for table in await context.store.tables_of(person.id):
        live = await context.tables.find(table)
        if live is not None and is_private(live) and live.standing.table.phase != "over":
            return live
    return None


def _bots(game: AnyGame) -> int:
    """The number of automatic players beside the learner."""
    return min(max(_SEATS, game.seats.start), game.seats.stop - 1) - 1


def _seed(game: AnyGame) -> bytes:
    """The seed, always the same, so that the same lessons come up."""
    return hashlib.sha256(f"tutorial {game.key}".encode()).digest()


@feature.tells_privately
async def tell_learner(context: Context, live: LiveTable, request: Request, doing: Awaitable[Response]) -> Response:
    return await _teach(context, live, request, doing)


async def _teach(
    context: Context, live: LiveTable, request: Request, doing: Awaitable[Response], before: int | None = None
) -> Response:
    """Do what is asked, let automatic players move without a pause, and narrate it with the lessons in it."""
    before = live.standing.sequence if before is None else before
    response = await doing
    while waiting := [timer for timer in live.timers if timer.name.startswith(AUTOMATIC)]:
        said = TimePassed(live.id, waiting[0].name)
        clock = Request(f"timer:{live.id}:{said.timer}", request.room, None, said)
        await pass_time(context, live, clock, said)
    if live.standing.sequence == before:
        return response
    assert request.person is not None
    rows = await context.store.events(live.id)
    return Response("done", (_narrated(live, rows, before, request.person, response.replies),))


def _narrated(
    live: LiveTable, rows: Sequence[StoredEvent], before: int, person: Person, asides: Sequence[Reply] = ()
) -> Reply:
    """The story since event `before`, the lessons that go with it, and what to do next.

    A sealed event doesn't say whose it is; the person's own were narrated to them in `asides`.
    """
    game = live.standing.game
    known = {row.kind for row in rows[:before]}
    new = {row.kind for row in rows[before:]} - known
    lessons = [lesson.text for lesson in game.lessons if lesson.after in new or (not lesson.after and not before)]
    # how the table was set up is not part of the lesson
    news = [row for row in rows[before:] if before or not row.kind.startswith(PREFIX)]
    sealed = natures(game).sealed
    events = [decode(row.kind, row.payload, game) for row in news if row.kind not in sealed]
    own = [aside.text for aside in asides] if sealed else []
    seat = live.seat_of(person)
    story = "\n".join([*own, *paragraphs(events, game, seat)[-_MAX_PARAGRAPHS:]])
    taught = "\n\n".join(filter(None, [story, *map(texts.lesson, lessons)]))
    situation = texts.LESSON_OVER if live.standing.table.phase == "over" else live.situation()
    return live.reply(taught, situation, seat=seat, private=True)
