"""Events at a team's table because it belongs to a workshop, and how a desk makes it happen.

A desk's requests are decided, stored and announced like anybody's.
"""

from collections.abc import Callable, Coroutine
from contextlib import suppress
from typing import Any, Literal

from bot.features.workshop import texts
from bot.features.workshop.model import Team, Workshop
from bot.kernel import changes
from bot.kernel.calls import Call, Context
from bot.kernel.feature import ENTRIES, Feature
from bot.kernel.live.schedule import game_clock
from bot.kernel.live.table import LiveTable
from bot.kernel.live.writer import People, RoomMovedOn
from bot.kernel.messages import Called, Person, Request
from bot.kernel.store import AlreadyHandled, Seating
from bot.kernel.table import catalogue, refusals, rules
from bot.kernel.table.journal import Draft, Standing
from bot.kernel.table.model import Continued, Paused, Refused, Table, TableEvents
from games.chance import commitment
from games.contract import IllegalMove
from games.language import t
from games.values import replace, value

feature = Feature("workshop", package=__package__)

# --- events ----------------------------------------------------------------------------------------------------------


@value
class WorkshopJoined:
    """The table is a team's table in a workshop; recorded right after it was opened."""

    workshop: str  # its id, which gives no access
    team: str
    dice: str = ""  # tables with the same word draw the same; empty: this one has its own dice
    kind: Literal["table.workshop_joined"] = "table.workshop_joined"


@value
class _TeamNamed:
    team: str
    kind: Literal["table.team_named"] = "table.team_named"
    calls_nobody = True


@value
class _TrainerSpoke:
    """A message to everybody at the table; it answers what was asked, unless it was said to all teams."""

    text: str
    to_all: bool = False
    kind: Literal["table.trainer_spoke"] = "table.trainer_spoke"
    begins_turn = calls_nobody = True


@value
class QuestionAsked:
    """Somebody asks the trainer."""

    seat: int
    text: str
    kind: Literal["table.question_asked"] = "table.question_asked"
    unseen = True


@value
class _ExerciseTimed:
    """The clock that all teams of a workshop share."""

    until: float | None  # None: it no longer runs
    minutes: int = 0  # from now
    kind: Literal["table.exercise_timed"] = "table.exercise_timed"
    begins_turn = calls_nobody = True


@value
class _ExerciseEnded:
    """The shared clock has run out."""

    kind: Literal["table.exercise_ended"] = "table.exercise_ended"
    begins_turn = calls_nobody = True


# --- what they mean --------------------------------------------------------------------------------------------------


@value
class _TeamTable:
    """Data of a table that only its workshop needs."""

    workshop: str  # its id
    questions: tuple[QuestionAsked, ...] = ()  # questions that the trainer hasn't answered


def _team_table(table: Table) -> _TeamTable | None:
    """The workshop's data of a table; None if it belongs to no workshop."""
    return table.parts.get(feature.name)


def workshop_of(table: Table) -> str:
    """The id of the table's workshop; empty if it belongs to none."""
    kept = _team_table(table)
    return kept.workshop if kept else ""


def _fold(table: Table, event: Any) -> Table:
    match event:
        case WorkshopJoined(workshop=workshop, team=team, dice=dice):
            return _keep(replace(table, led=True, team=team, seed_group=dice), _TeamTable(workshop))
        case _TeamNamed(team=team):
            return replace(table, team=team) if table.led else table
        case _ExerciseTimed(until=until):
            return replace(table, exercise=until)
    kept = _team_table(table)
    if kept is not None and isinstance(event, QuestionAsked):
        return _keep(table, replace(kept, questions=(*kept.questions, event)))
    if kept is not None and isinstance(event, _TrainerSpoke) and not event.to_all:
        return _keep(table, replace(kept, questions=()))
    return table


def _keep(table: Table, kept: _TeamTable) -> Table:
    return replace(table, parts={**table.parts, feature.name: kept})


def narrate(event: Any) -> str | None:
    match event:
        case _TeamNamed(team=team):
            return texts.team_named(team)
        case _TrainerSpoke(text=text, to_all=to_all):
            return texts.trainer_spoke(text, to_all=to_all)
        case QuestionAsked(seat=seat, text=text):
            return texts.question_asked(seat, text)
        case _ExerciseTimed(minutes=minutes):
            return texts.clock_set(minutes)
        case _ExerciseEnded():
            return str(texts.TIME_IS_UP)
    return None  # the lobby names the team


def fault(standing: Standing, event: Any) -> str:
    """The reason why a table can't join now: draws depend on the workshop, so it must come before anybody's luck."""
    if not isinstance(event, WorkshopJoined):
        return ""
    if standing.sequence != 1:
        return t("A table joins a workshop when it is opened, or never.")
    shares = standing.game.proof.luck and bool(standing.table.commitment)
    return "" if shares or not event.dice else t("Without a fingerprint there are no dice to share.")


feature.events = TableEvents(
    (WorkshopJoined, _TeamNamed, _TrainerSpoke, QuestionAsked, _ExerciseTimed, _ExerciseEnded), _fold, narrate, fault
)


# --- requests from the desk ------------------------------------------------------------------------------------------

Decide = Callable[[LiveTable, Draft], People]

PATIENCE = 2.0  # seconds for which an order waits until people can read of it


def playing_at(team: Team) -> str:
    """The table at which a team sits now: its game's, or that of the retrospective about it."""
    return team.retro or team.table


def is_first_there(workshop: Workshop, number: int) -> bool:
    """True if no team before this one sits at the same table, as in a retrospective of all teams."""
    return all(playing_at(team) != playing_at(workshop.teams[number]) for team in workshop.teams[:number])


def from_desk(workshop: Workshop, team: Team, request: str, command: str = "workshop", **arguments: str) -> Request:
    """A request from the desk, which is nobody's person: its key was checked, or a job acts for it."""
    trainer = Person(f"workshop:{workshop.id}", str(workshop.trainer or texts.TRAINER))
    return Request(request, team.room, trainer, Called(command, arguments), desk=workshop.desk)


def closing(workshop: str, room: str, request: str) -> Request:
    """The end of a table that no workshop has; `workshop`: the one that it was opened for."""
    return Request(request, room, Person(f"workshop:{workshop}", str(texts.TRAINER)), Called("end"), desk=workshop)


async def at_table(context: Context, table: str, request: Request, decide: Decide | None = None) -> bool:
    """True if something happened, now or when this request came before. Refused if it can't be.

    `decide`: None if the request's command is one of the table's own.
    """
    live = await context.tables.find_current(table)
    if live is None:
        raise Refused(refusals.TABLE_OVER)
    with changes.about(live), suppress(AlreadyHandled):
        try:
            decided = decide or _own_command(request)
            draft = await context.writer.write(live, request, lambda draft: decided(live, draft))
        except RoomMovedOn:
            raise Refused(refusals.TABLE_OVER) from None
        except IllegalMove as illegal:
            raise Refused(illegal.sentence) from illegal
        if draft.events:
            await tell_rooms(context, changes.announce(context, live, request, draft))
        return bool(draft.events)
    await context.rooms.announce(live, None)  # what was in doubt then may be news now
    return True


def _own_command(request: Request) -> Decide:
    said = request.said
    assert isinstance(said, Called)

    def decide(live: LiveTable, draft: Draft) -> People:
        invocation = catalogue.call(said.command, said.arguments, live.standing.game)
        return ENTRIES[said.command].decided(draft, Call(request, invocation, live))

    return decide


async def tell_rooms(context: Context, telling: Coroutine[None, None, None]) -> None:
    """Tell rooms without holding up the desk: all teams' threads at once may take a platform half a minute."""
    await context.tasks.wait_for(telling, "news from the desk", PATIENCE)  # not prose


# --- decisions -----------------------------------------------------------------------------------------------------


def start(luck: str, beacon: str) -> Decide:
    """Start the game; automatic players take the seats that it needs and nobody has."""

    def decide(_: LiveTable, draft: Draft) -> People:
        table, game = draft.standing.table, draft.standing.game
        for _missing in range(game.seats.start - len(table.seats)):
            draft.record([rules.seat_bot(draft.standing.table, game, "")])
        draft.begin(rules.start(draft.standing.table, game, commitment(draft.seed), luck, beacon))
        return None

    return decide


def tell(text: str, *, to_all: bool) -> Decide:
    def decide(_: LiveTable, draft: Draft) -> People:
        if draft.standing.table.phase == "over":
            raise Refused(refusals.TABLE_OVER)
        draft.record([_TrainerSpoke(text, to_all)])
        return None

    return decide


def pause(live: LiveTable, draft: Draft) -> People:
    if draft.standing.playing and draft.standing.table.paused is None:
        ends = None if live.pace.is_async else game_clock(live.timers)
        draft.record([Paused(None if ends is None else max(ends - draft.at, 0.0))])
    return None


def go_on(_: LiveTable, draft: Draft) -> People:
    if draft.standing.playing and draft.standing.table.paused is not None:
        draft.record([Continued()])
    return None


def set_clock(until: float | None, minutes: int) -> Decide:
    def decide(_: LiveTable, draft: Draft) -> People:
        if draft.standing.table.phase != "over":
            draft.record([_ExerciseTimed(until, minutes)])
        return None

    return decide


def end_clock(_: LiveTable, draft: Draft) -> People:
    if draft.standing.table.phase != "over":
        draft.record([_ExerciseEnded()])
    return None


def rename(name: str) -> Decide:
    def decide(_: LiveTable, draft: Draft) -> People:
        if draft.standing.table.phase != "over":
            draft.record([_TeamNamed(name)])
        return None

    return decide


def move_out(*people: str) -> Decide:
    """These people go: their seats are free for anybody, not kept for them."""

    def decide(live: LiveTable, draft: Draft) -> People:
        staying = live.people
        for person in people:
            seat = next((each.seat for each in staying if each.person == person), None)
            if seat is not None:
                staying = _without(draft, staying, person, seat)
        return staying if len(staying) < len(live.people) else None

    return decide


def _without(draft: Draft, people: tuple[Seating, ...], person: str, seat: int) -> tuple[Seating, ...]:
    """Everybody else at the table once this person has left."""
    lobby = draft.standing.table.phase == "lobby"
    if draft.standing.table.seats[seat] == "person":
        draft.record(rules.leave(draft.standing.table, seat))
    others = [each for each in people if each.person != person]
    return tuple(changes.moved_up(each, seat) for each in others) if lobby else tuple(others)


def bots_that_join(live: LiveTable) -> int:
    """The number of automatic players that the game needs to start."""
    return max(0, live.standing.game.seats.start - len(live.standing.table.seats))


def question_of(live: LiveTable) -> tuple[str, str]:
    """The oldest question without an answer, and who asks it; empty if there is none, or nobody there could read it."""
    kept = _team_table(live.standing.table)
    for asked in kept.questions if kept and live.standing.table.phase != "over" else ():
        name = live.names[asked.seat] if asked.seat < len(live.names) else ""  # they may have left the lobby
        return asked.text, name
    return "", ""
