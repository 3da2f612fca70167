"""What a desk does at one team's table: decided, stored and announced like anybody's request."""

from collections.abc import Callable, Coroutine
from contextlib import suppress

from bot.features.workshop import texts
from bot.features.workshop.events import ExerciseEnded, ExerciseTimed, TeamNamed, TrainerSpoke, team_table
from bot.features.workshop.model import Team, Workshop
from bot.kernel import changes
from bot.kernel.calls import Context
from bot.kernel.live.schedule import game_clock
from bot.kernel.live.table import LiveTable
from bot.kernel.live.writer import People, RoomMovedOn
from bot.kernel.messages import Called, Person, Request
from bot.kernel.ports import AlreadyHandled
from bot.kernel.table import rules
from bot.kernel.table import texts as table_texts
from bot.kernel.table.journal import Draft
from bot.kernel.table.model import Continued, Paused, Refused, TableClosed
from games.chance import commitment
from games.contract import IllegalMove
from games.values import replace

Decide = Callable[[LiveTable, Draft], People]

PATIENCE = 2.0  # seconds for which an order waits until people can read of it


def playing_at(team: Team) -> str:
    """The table at which a team sits now: its game's, or that of the retrospective about it."""
    return team.retro or team.table


def from_desk(workshop: Workshop, team: Team, request: str) -> Request:
    """The trainer is nobody's person: only the desk knows who it is."""
    trainer = Person(f"workshop:{workshop.id}", workshop.trainer or texts.TRAINER)
    return Request(request, team.room, trainer, Called("workshop"), desk=True)


async def at_table(context: Context, table: str, request: Request, decide: Decide) -> bool:
    """Whether something happened; not if this request was carried out before. Refused if it can't be."""
    live = await context.tables.find_current(table)
    if live is None:
        raise Refused(table_texts.TABLE_OVER)
    with changes.about(live), suppress(AlreadyHandled):
        try:
            draft = await context.writer.write(live, request, lambda draft: decide(live, draft))
        except RoomMovedOn:
            raise Refused(table_texts.TABLE_OVER) from None
        except IllegalMove as illegal:
            raise Refused(illegal.sentence) from illegal
        if draft.events:
            await tell_rooms(context, changes.announce(context, live, request, draft))
        return bool(draft.events)
    await context.rooms.announce(live, None)  # what was in doubt then may be news now
    return False


async def tell_rooms(context: Context, telling: Coroutine[None, None, None]) -> None:
    """When all teams have news at once, a platform may take half a minute for their threads: the desk doesn't wait."""
    await context.tasks.wait_for(telling, "news from the desk", PATIENCE)


# --- decisions -----------------------------------------------------------------------------------------------------


def start(luck: str, beacon: str) -> Decide:
    """Automatic players take the seats that the game needs and nobody has."""

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
            raise Refused(table_texts.TABLE_OVER)
        draft.record([TrainerSpoke(text, to_all)])
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
            draft.record([ExerciseTimed(until, minutes)])
        return None

    return decide


def end_clock(_: LiveTable, draft: Draft) -> People:
    if draft.standing.table.phase != "over":
        draft.record([ExerciseEnded()])
    return None


def rename(name: str) -> Decide:
    def decide(_: LiveTable, draft: Draft) -> People:
        if draft.standing.table.phase != "over":
            draft.record([TeamNamed(name)])
        return None

    return decide


def close(_: LiveTable, draft: Draft) -> People:
    if draft.standing.table.phase != "over":
        closed = rules.end(draft.standing.table, None, draft.seed, may_end=True)
        draft.record([replace(each, why="trainer") if isinstance(each, TableClosed) else each for each in closed])
    return None


def seat_bot(_: LiveTable, draft: Draft) -> People:
    draft.record([rules.seat_bot(draft.standing.table, draft.standing.game, "")])
    return None


def remove_bot(live: LiveTable, draft: Draft) -> People:
    left = rules.remove_bot(draft.standing.table, None)
    draft.record([left])
    return tuple(changes.moved_up(seating, left.seat) for seating in live.people)


def move_out(person: str) -> Decide:
    """Somebody goes to another team: their seat is free for anybody, not kept for them."""

    def decide(live: LiveTable, draft: Draft) -> People:
        seat = live.seat_of(Person(person, ""))
        if seat is None:
            return None
        lobby = draft.standing.table.phase == "lobby"
        if draft.standing.table.seats[seat] == "person":
            draft.record(rules.leave(draft.standing.table, seat))
        others = [each for each in live.people if each.person != person]
        return tuple(changes.moved_up(each, seat) for each in others) if lobby else tuple(others)

    return decide


def bots_that_join(live: LiveTable) -> int:
    """How many automatic players the game needs to start."""
    return max(0, live.standing.game.seats.start - len(live.standing.table.seats))


def question_of(live: LiveTable) -> tuple[str, str]:
    """The oldest question without an answer, and who asks it; empty if there is none, or nobody there could read it."""
    kept = team_table(live.standing.table)
    for asked in kept.questions if kept and live.standing.table.phase != "over" else ():
        name = live.names[asked.seat] if asked.seat < len(live.names) else ""  # they may have left the lobby
        return asked.text, name
    return "", ""
