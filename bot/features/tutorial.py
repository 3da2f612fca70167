"""Learning a game alone: a real table with automatic players, shown to one person only, with a lesson now and then.

The table lives in a room of its own that no platform has (bot.kernel.live.rooms). What happens there comes back as the
private answer to the person's own request; its buttons work wherever they are pressed, and its commands wherever they
are typed, unless the person plays at the table of that room.
"""

import hashlib
import re
from collections import OrderedDict
from collections.abc import Awaitable, Sequence

from bot.kernel import changes, lobby
from bot.kernel.calls import Call, Context
from bot.kernel.changes import Change, change, pass_time
from bot.kernel.feature import Aim, Feature
from bot.kernel.live.rooms import is_private, new_private_room
from bot.kernel.live.schedule import AUTOMATIC
from bot.kernel.live.table import LiveTable
from bot.kernel.messages import Person, Reply, Request, Response, TimePassed, answered, is_private_room
from bot.kernel.opening import first_opening, named_game, open_table
from bot.kernel.store import StoredEvent
from bot.kernel.table import texts
from bot.kernel.table.buttons import MAX_IN_ROOM, acts, available
from bot.kernel.table.catalogue import GAME, OWN_COMMANDS, Invocation
from bot.kernel.table.journal import decode
from bot.kernel.table.model import PREFIX
from bot.kernel.table.narration import paragraphs
from games import GAMES
from games.contract import AnyGame, natures
from games.language import lazy, t
from games.rulebook import lessons_for
from games.values import replace, value

feature = Feature("tutorial")

_SEATS = 3  # a good size for a lesson, if the game has so many
_EASY = "beginner"  # the level of its automatic players, where there are levels
_MAX_PARAGRAPHS = 8
_IN_USE = 3600.0  # seconds since a lesson was last used; later, a room's own table comes first
_MAX_KNOWN = 10_000
# in a room without a table, these are about the lesson
_QUESTIONS = frozenset({"help", "rules", "board", "chart", "status", "log"})
_ANSWERED = frozenset({"help", "rules"})  # without a table too
# in a lesson, a legal move of this command: one that matches this pattern, and with this for what it asks
_EXAMPLE = re.compile(r"\{(?P<command>\w+)(?:\|(?P<part>[^}:]+))?(?:: (?P<asked>[^}]+))?\}")
_ASKED = re.compile(r"<[^>]*>")
_SENTENCE = re.compile(r"(?<=[.!?]) (?=[^a-z])")


# --- opening ---------------------------------------------------------------------------------------------------------


@feature.action(
    "tutorial",
    lazy("Learn a game in a few minutes, alone with automatic players"),
    replace(GAME, required=False),
    group="me",
)
async def tutorial(context: Context, call: Call) -> Response:
    """Open a table for this person alone; one that is open goes on unless they want another game."""
    current = await _lesson_of(context, call.person)
    usual = current.standing.game.key if current else next(iter(GAMES))
    game = named_game(call.argument("game", usual))
    if current is not None and current.standing.game is game:
        context.part(_Lessons).used(call.person, current)
        return answered(_shown(current, "", current.situation(), 0))
    room = next(iter(current.rooms)) if current else new_private_room()
    # without luck: the same lessons come up
    at_home = replace(call, request=replace(call.request, room=room, luck=""))
    if current is not None:
        ended = Invocation(OWN_COMMANDS["end"], {}, sure=True)
        await _also(context, replace(at_home.at(current), invocation=ended), "end", changes.end)
    return await _open_lesson(context, at_home, game)


async def _open_lesson(context: Context, call: Call, game: AnyGame) -> Response:
    opening = first_opening(call.person, game)
    request = replace(call.request, id=f"{call.request.id}:new")
    live = await open_table(context, request, lambda _: opening, _seed(game))
    if isinstance(live, Response):
        return live
    lesson = call.at(live)
    easy = Invocation(OWN_COMMANDS["bot"], {"level": _EASY} if _EASY in game.bots.levels else {})
    for number in range(_bots(game)):
        step = f"bot {number}"  # not prose
        await _also(context, replace(lesson, invocation=easy), step, lobby.seat_bot)
    return await _teach(context, live, lesson.request, change(context, lesson, changes.start), before=0)


async def _also(context: Context, call: Call, step: str, decide: Change) -> None:
    """Make one of several changes of one request."""
    await change(context, replace(call, request=replace(call.request, id=f"{call.request.id}:{step}")), decide)


async def _lesson_of(context: Context, person: Person) -> LiveTable | None:
    """The lesson that this person is in the middle of."""
    for table in await context.store.tables_of(person.id):
        live = await context.tables.find(table)
        if live is not None and is_private(live) and (await context.tables.refreshed(live)).standing.playing:
            return live
    return None


def _bots(game: AnyGame) -> int:
    """The number of automatic players beside the learner."""
    return min(max(_SEATS, game.seats.start), game.seats.stop - 1) - 1


def _seed(game: AnyGame) -> bytes:
    """The seed, always the same, so that the same lessons come up."""
    return hashlib.sha256(f"tutorial {game.key}".encode()).digest()


# --- commands that are typed -----------------------------------------------------------------------------------------


@value
class _Used:
    table: str
    at: float
    told: bool = False  # that what they typed went elsewhere


class _Lessons:
    """The lessons that people have used in this process, so that nobody else's command needs a look into the store."""

    def __init__(self, context: Context) -> None:
        self._context = context
        self._used: OrderedDict[str, _Used] = OrderedDict()  # by person

    def used(self, person: Person, live: LiveTable) -> None:
        self._used[person.id] = _Used(live.id, self._context.clock.now())
        self._used.move_to_end(person.id)
        if len(self._used) > _MAX_KNOWN:
            self._used.popitem(last=False)

    async def of(self, person: Person, *, reads: bool) -> LiveTable | None:
        """The open lesson of this person; None if there is none, or if it isn't known without reading."""
        used = self._used.get(person.id)
        live = await self._context.tables.find(used.table) if used else None
        if live is not None and live.standing.playing:
            return live
        self._used.pop(person.id, None)
        return await _lesson_of(self._context, person) if reads else None

    def in_use(self, person: Person, live: LiveTable) -> bool:
        used = self._used.get(person.id)
        return self._context.clock.now() - max(used.at if used else 0.0, live.standing.at) < _IN_USE

    def tell_once(self, person: Person) -> bool:
        """True if the person hasn't been told since they last used their lesson."""
        used = self._used.get(person.id)
        if used is None or used.told:
            return False
        self._used[person.id] = replace(used, told=True)
        return True


@feature.aims
async def lesson_meant(
    context: Context,
    request: Request,
    name: str,
    here: LiveTable | None,
    reads: bool,  # noqa: FBT001  a hook's argument
) -> Aim | None:
    """Send a game's command to the person's lesson, unless the room's table takes it: then say so, once.

    The store is asked only where the command would be refused otherwise.
    """
    person, lessons = request.person, context.part(_Lessons)
    owners = [game for game in GAMES.values() if name in {command.name for command in game.commands}]
    asks = name in _QUESTIONS
    if person is None or is_private_room(request.room) or not (owners or (asks and here is None)):
        return None
    open_here = here is not None and here.standing.table.phase != "over"
    taken_here = here is not None and _takes(here, name, person)
    refused = not taken_here and name not in _ANSWERED
    lesson = await lessons.of(person, reads=reads and refused)
    if lesson is None or not (asks or lesson.standing.game in owners):
        return None
    if open_here and not lessons.in_use(person, lesson):
        return None
    assert here is not None or not open_here
    title = str(lesson.standing.game.about.title)
    if here is not None and taken_here and here.seat_of(person) is not None:
        return Aim(here, _went_here(title)) if reads and lessons.tell_once(person) else None
    return Aim(lesson, _went_to_lesson(title) if open_here else "")


def _takes(live: LiveTable, name: str, person: Person) -> bool:
    """True if the table's game takes this command from this person now."""
    command = next((each for each in live.standing.game.commands if each.name == name), None)
    if command is None or not live.standing.playing:
        return False
    return live.seat_of(person) is not None or command.kind == "public query"


def _went_here(title: str) -> str:
    return t(
        "This went to this room’s table. Your tutorial of {title} is still open: `/scrum tutorial` shows it.",
        title=title,
    )


def _went_to_lesson(title: str) -> str:
    return t("This went to your tutorial of {title}, not to this room’s table.", title=title)


# --- teaching --------------------------------------------------------------------------------------------------------


@feature.tells_privately
async def tell_learner(context: Context, live: LiveTable, request: Request, doing: Awaitable[Response]) -> Response:
    return await _teach(context, live, request, doing)


async def _teach(
    context: Context, live: LiveTable, request: Request, doing: Awaitable[Response], before: int | None = None
) -> Response:
    """Do what is asked, let automatic players move without a pause, and narrate it with the lessons in it."""
    before = live.standing.sequence if before is None else before
    assert request.person is not None
    context.part(_Lessons).used(request.person, live)
    response = await doing
    while waiting := [timer for timer in live.timers if timer.name.startswith(AUTOMATIC)]:
        said = TimePassed(live.id, waiting[0].name)
        clock = Request(f"timer:{live.id}:{said.timer}", request.room, None, said)
        await pass_time(context, live, clock, said)
    if live.standing.sequence == before:
        return response
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
    known_lessons = lessons_for(game.lessons, live.standing.table.options)
    lessons = [lesson.text for lesson in known_lessons if lesson.after in new or (not lesson.after and not before)]
    # how the table was set up is not part of the lesson
    news = [row for row in rows[before:] if before or not row.kind.startswith(PREFIX)]
    sealed = natures(game).sealed
    events = [decode(row.kind, row.payload, game) for row in news if row.kind not in sealed]
    own = [aside.text for aside in asides] if sealed else []
    seat = live.seat_of(person)
    story = "\n".join([*own, *paragraphs(events, game, seat)[-_MAX_PARAGRAPHS:]])
    possible = [act.command for act in acts(live.id, live.seen_by(seat), live.names, seat)]
    told = (texts.lesson(_with_examples(str(lesson), possible)) for lesson in lessons)
    taught = "\n\n".join(filter(None, [story, *told]))
    over = live.standing.table.phase == "over"
    return _shown(live, taught, str(texts.LESSON_OVER) if over else live.situation(), seat)


def _shown(live: LiveTable, taught: str, situation: str, seat: int | None) -> Reply:
    """The lesson with what to do next; where there are very many moves, first the piece, as in a room."""
    shown = live.reply(taught, situation, seat=seat, private=True)
    narrows = any(phrase.narrowed_by for phrase in available(live.standing, seat))
    if len(shown.acts) <= MAX_IN_ROOM or not narrows:
        return shown
    offered = acts(live.id, live.standing, live.names, None)
    return replace(shown, acts=tuple(act for act in offered if act.role != "rare"))


def _with_examples(lesson: str, possible: Sequence[str]) -> str:
    """The lesson with a legal move in place of each example; without the sentence if there is none."""
    left = list(possible)
    return " ".join(sentence for each in _SENTENCE.split(lesson) if (sentence := _with_example(each, left)) is not None)


def _with_example(sentence: str, left: list[str]) -> str | None:
    """The sentence with its examples; those about the same card or piece come last in what is left."""
    for hole in _EXAMPLE.finditer(sentence):
        found = (line for line in left if line.split(" ")[0] == hole["command"] and re.search(hole["part"] or "", line))
        line = next((line for line in found if hole["asked"] or not _ASKED.search(line)), None)
        if line is None:
            return None
        left.sort(key=lambda other: other.split(" ")[1:2] == line.split(" ")[1:2])
        sentence = sentence.replace(hole[0], f"`/scrum {_ASKED.sub(hole['asked'] or '', line)}`")
    return sentence
