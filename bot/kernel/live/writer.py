"""Changing a table: decide, store, adopt. In order for each table; when another process was quicker, decide again."""

import logging
from collections.abc import Callable, Sequence
from typing import Any

from bot.kernel.live.cache import TableCache
from bot.kernel.live.schedule import AUTOMATIC, REMINDER, SLEEP, Schedule
from bot.kernel.live.table import LiveTable
from bot.kernel.live.work import Thinker
from bot.kernel.messages import Called, Request, TimePassed, Typed
from bot.kernel.ports import Clock
from bot.kernel.store import AlreadyHandled, Append, Conflict, Effect, Job, Seating, Store, StoredEvent, Timer
from bot.kernel.table import texts
from bot.kernel.table.journal import Draft, Standing, decode, encode, hashed_payload
from bot.kernel.table.model import ClockSet, PaceChosen, Refused, Table, TimeGiven
from bot.kernel.table.pace import Pace, next_reminder
from games.chance import Chance
from games.contract import AnyGame, IllegalMove, erased, natures, suggested
from games.language import ENGLISH, speaking
from games.values import replace, value

# --- erasing ---------------------------------------------------------------------------------------------------------


async def _erased_by(
    draft: Draft, rows: tuple[StoredEvent, ...], live: LiveTable, store: Store
) -> tuple[tuple[int, str], ...]:
    """The sequences of events of which something is erased from now on, and what is left of each.

    `rows`: the draft's own events; some may have to be erased at once.
    """
    game, nature = draft.standing.game, natures(draft.standing.game)
    if not nature.sealed:  # nearly every game
        return ()
    erasing = [
        (_first_of(draft) + index, event) for index, event in enumerate(draft.events) if event.kind in nature.erases
    ]
    at_the_end = nature.veiled if draft.standing.table.phase == "over" else frozenset[str]()
    if not erasing and not at_the_end:
        return ()
    everything = (*await store.events(live.id), *rows)
    kept = ((row, _kept(row, erasing, at_the_end, game)) for row in everything if row.kind in nature.sealed)
    return tuple((row.sequence, left) for row, left in kept if left != row.payload)


def _first_of(draft: Draft) -> int:
    """The sequence of the draft's first event."""
    return draft.standing.sequence - len(draft.events) + 1


def _kept(row: StoredEvent, erasing: Sequence[tuple[int, Any]], at_the_end: frozenset[str], game: AnyGame) -> str:
    """The part of a sealed event that is left after later ones that erase something of its kind."""
    erases = natures(game).erases
    later = [event for sequence, event in erasing if sequence > row.sequence and row.kind in erases[event.kind]]
    payload = row.payload
    for event in later:
        payload = encode(erased(game, decode(row.kind, payload, game), event), game)
    return hashed_payload(row.kind, payload, game) if row.kind in at_the_end else payload


# --- automatic -------------------------------------------------------------------------------------------------------


def _waits_for_a_thinker(draft: Draft) -> bool:
    """True if a slow automatic player moves next: what has happened so far is stored and shown first."""
    return (
        bool(draft.events) and draft.standing.game.bots.thinks and bool(draft.standing.table.people) and _plays(draft)
    )


def _plays(draft: Draft) -> bool:
    return not draft.standing.table.resting and _next_automatic(draft) is not None


@value
class _PlayedOn:
    people: tuple[Seating, ...]  # at the table, without the moves that were prepared and are made now
    more: bool  # automatic players continue after a pause


async def play_on(
    draft: Draft, people: tuple[Seating, ...], thinker: Thinker, pace: Callable[[Table], Pace]
) -> _PlayedOn:
    """Let automatic players move, and make the moves that people have prepared, until a person is awaited.

    They play at most one round at a time, so that a room can follow even when only they have something to do. At a
    table that every person has left, they wait. A meeting that nobody leads moves on once everybody is done.
    """
    if not draft.standing.table.people or draft.standing.table.resting:
        return _PlayedOn(people, more=False)
    with speaking(ENGLISH):  # what they say is stored as it was written, and told in the language of whoever reads it
        return await _played_on(draft, people, thinker, pace)


async def _played_on(
    draft: Draft, people: tuple[Seating, ...], thinker: Thinker, pace: Callable[[Table], Pace]
) -> _PlayedOn:
    for _ in range(3 * len(draft.standing.table.seats)):
        if (prepared := _make_prepared(draft, people)) is not None:
            people = prepared
            continue
        seat = _next_automatic(draft)
        if seat is None:
            if (onward := _onward(draft, pace)) is None:
                return _PlayedOn(people, more=False)
            draft.play(None, onward)
            continue
        standing = draft.standing
        if (move := _follows(standing, seat)) is None:
            whim, level = _whim(draft, seat), standing.table.levels[seat]
            move = await thinker.suggest(standing.game, standing.state, seat, whim, level=level)
        draft.play(seat, move)
    return _PlayedOn(people, more=_next_automatic(draft) is not None or _onward(draft, pace) is not None)


def _follows(standing: Standing, seat: int) -> Any:
    """The move of an automatic player that listens to the people at the table; None: it makes up its own mind."""
    return standing.game.bots.follows(standing.state, seat, standing.table.people)


def _whim(draft: Draft, seat: int) -> Chance:
    return draft.chance.apart(f"seat {seat} {draft.standing.sequence}")  # not prose


def hear_automatic(draft: Draft) -> None:
    """Let automatic players move that have waited for people: time is up, and only people may be missing."""
    waiting = _awaited_automatic(draft)
    with speaking(ENGLISH):
        for seat in waiting if _waits_for_people(draft.standing) else ():
            standing = draft.standing
            move = _follows(standing, seat)
            draft.play(seat, move or suggested(standing.game, standing.state, seat, _whim(draft, seat)))


def _onward(draft: Draft, pace: Callable[[Table], Pace]) -> Any:
    """The move of no seat with which a meeting goes on; None while it waits for people, or for whoever leads them."""
    standing = draft.standing
    if not standing.playing or (move := standing.game.clock.moves_on(standing.state)) is None:
        return None
    led = set(standing.game.seating.leads(standing.state)) & set(standing.table.people)
    return None if led and not pace(standing.table).is_async else move


def _make_prepared(draft: Draft, people: tuple[Seating, ...]) -> tuple[Seating, ...] | None:
    """Make a move that an awaited person has prepared, if it is legal now; everybody without it, or None."""
    standing = draft.standing
    for seating in people if standing.playing else ():
        seat = seating.seat
        if not seating.prepared or seat is None or standing.table.seats[seat] != "person":
            continue
        if seat not in standing.game.awaits(standing.state):
            continue
        if (move := _prepared(standing, seat, seating.prepared)) is not None:
            draft.play(seat, move)
            return tuple(replace(each, prepared="") if each is seating else each for each in people)
    return None


def _prepared(standing: Standing, seat: int, command: str) -> Any:
    """The prepared move, or None if it is not its time."""
    try:
        move = standing.game.read(standing.state, seat, command, {})
    except IllegalMove:
        return None
    return move if move in standing.game.moves(standing.state, seat) else None


def _next_automatic(draft: Draft) -> int | None:
    return None if _waits_for_people(draft.standing) else next(iter(_awaited_automatic(draft)), None)


def _awaited_automatic(draft: Draft) -> list[int]:
    standing = draft.standing
    automatic = standing.table.automatic
    if not automatic or not standing.playing:
        return []
    return [seat for seat in standing.game.awaits(standing.state) if seat in automatic]


def _waits_for_people(standing: Standing) -> bool:
    """True while automatic players let people go first, as in a vote."""
    return standing.playing and standing.game.bots.waits(standing.state, standing.table.people)


def timers_after(
    live: LiveTable, draft: Draft, people: Sequence[Seating], pause: float | None, fired: str = ""
) -> tuple[Timer, ...]:
    """The timers of the table from now on.

    One that is already running keeps running. `pause`: seconds until automatic players continue. `fired`: the timer
    that was just due.
    """
    standing = draft.standing
    if standing.table.phase == "over":
        return ()
    running = [timer for timer in live.timers if timer.name != fired or timer.due > draft.at]
    timers = []
    if standing.playing and not standing.table.resting:
        timers += _deadline(live, draft, running)
        if pause is not None:
            timers.append(Timer(live.id, f"{AUTOMATIC} {standing.sequence}", draft.at + pause, draft.at))
        remind_at = next_reminder(standing, people, live.pace_of(standing.table), draft.at)
        timers += _lazy(live, draft, running, REMINDER, remind_at)
    if not standing.table.asleep:
        timers += _lazy(live, draft, running, SLEEP, live.sleeps_at(standing))
    return tuple(timers)


def _deadline(live: LiveTable, draft: Draft, running: Sequence[Timer]) -> list[Timer]:
    deadline = draft.standing.game.clock.deadline(draft.standing.state)
    if deadline is None:
        return []
    stopped = draft.standing.table.stopped
    if stopped is not None and stopped.clock == deadline.name:
        return []
    pace = live.pace_of(draft.standing.table)
    new = Timer(live.id, deadline.name, pace.clock(deadline.seconds, draft.at), draft.at)
    clock = next((timer for timer in running if timer.name == deadline.name), new)
    if any(isinstance(event, PaceChosen) for event in draft.events):  # the clock starts again at the new pace
        keeps = deadline.fixed and not pace.is_async  # else a new pace would be a way to more time
        clock = replace(new, due=min(clock.due, new.due)) if keeps else new
    left = live.standing.table.paused.left if live.standing.table.paused else None
    if left is not None:  # it resumes where it was when the trainer paused the table
        clock = replace(new, due=draft.at + left)
    settings = [each for each in draft.events if isinstance(each, ClockSet) and each.clock == deadline.name]
    if settings:
        clock = replace(clock, due=draft.at + settings[-1].left)
    more = sum(60.0 * event.minutes for event in draft.events if isinstance(event, TimeGiven))
    return [replace(clock, due=clock.due + more)]


def _lazy(live: LiveTable, draft: Draft, running: Sequence[Timer], name: str, due: float | None) -> list[Timer]:
    """A timer that every move postpones. It is left as it is, so that a move need not store it: if it fires too early,
    it is set again."""
    if due is None:
        return []
    early = [timer for timer in running if timer.name.startswith(f"{name} ") and timer.due <= due]
    return early[:1] or [Timer(live.id, f"{name} {draft.standing.sequence}", due, draft.at)]


# --- writer ----------------------------------------------------------------------------------------------------------

log = logging.getLogger(__name__)

MAX_ATTEMPTS = 8  # at one request, when other processes keep getting in first
_THINKING_SECONDS = 20.0  # after a crash while an automatic player was thinking, it starts again then

People = tuple[Seating, ...] | None  # everybody at the table from now on; None: no change
_Decision = Callable[[Draft], People]  # records events in the draft; raises Refused or IllegalMove


_Effects = Callable[[LiveTable, Draft, tuple[Seating, ...]], tuple[Job | Effect, ...]]


class RoomMovedOn(Exception):
    """Raised if the table is over and the room shows the next one: what was typed is meant for that one."""


@value
class _Decided:
    draft: Draft
    people: People
    pause: float | None  # seconds until automatic players go on, if they do
    version: int  # of the table that this was decided on
    thinks: bool = False  # an automatic player that takes long answers it

    @property
    def empty(self) -> bool:
        return not self.draft.events and self.people is None


class TableWriter:
    def __init__(
        self,
        store: Store,
        tables: TableCache,
        schedule: Schedule,
        thinker: Thinker,
        clock: Clock,
        *,
        pause: float,
        effects: _Effects,
    ) -> None:
        """Set up the writer. `pause`: seconds between rounds of automatic players. `effects`: stored with a change."""
        self._effects = effects
        self._store = store
        self._tables = tables
        self._schedule = schedule
        self._thinker = thinker
        self._clock = clock
        self._pause = pause

    async def write(self, live: LiveTable, request: Request, decision: _Decision) -> Draft:
        """Decide and store; returns the draft. Refused or IllegalMove if not allowed, AlreadyHandled if done before."""
        async with live.lock:
            for attempt in range(MAX_ATTEMPTS):
                if attempt and await self._room_moved_on(live, request):
                    raise RoomMovedOn
                if (decided := await self._attempt(live, request, decision)) is not None:
                    if decided.thinks:
                        await self._think(live, decided.draft)
                    return decided.draft
        raise Refused(texts.TOO_BUSY)

    async def _attempt(self, live: LiveTable, request: Request, decision: _Decision) -> _Decided | None:
        """Decide and store once; None if another process was quicker: this one has caught up with it."""
        try:
            decided = await self._decide(live, decision)
        except (Refused, IllegalMove):
            if await self._tables.refresh(live):
                return None
            if await self._store.handled(request.id):
                raise AlreadyHandled from None
            raise
        if decided.people == live.people and not decided.draft.events:  # it was done before, without an event
            return None if await self._tables.refresh(live) else decided
        try:
            if not decided.empty or isinstance(request.said, TimePassed):
                await self._store_decided(live, request, decided)
        except (Conflict, AlreadyHandled) as overtaken:
            await self._tables.reload(live)
            if isinstance(overtaken, AlreadyHandled):
                raise
            return None
        return decided

    async def _decide(self, live: LiveTable, decision: _Decision) -> _Decided:
        version = live.version
        now = self._clock.now()
        draft = Draft(live.id, live.standing, live.seed, now, live.clock(now))
        people = decision(draft)
        if _waits_for_a_thinker(draft):
            return _Decided(draft, people, _THINKING_SECONDS, version, thinks=True)
        everybody = live.people if people is None else people
        after = await play_on(draft, everybody, self._thinker, live.pace_of)
        if after.people is not everybody:
            people = after.people
        return _Decided(draft, people, self._pause if after.more else None, version)

    async def _think(self, live: LiveTable, draft: Draft) -> None:
        """Let automatic players that take long answer what was just stored, and add that to the draft.

        If it can't be stored, the timer that was set for them tries again.
        """
        try:
            answer = await self._decide(live, lambda _: None)
            await self._store_decided(live, None, answer)
        except Conflict:
            await self._tables.reload(live)
        except Exception:
            log.exception("the automatic players of table %s didn't answer", live.id)
        else:
            draft.add(answer.draft)

    async def _store_decided(self, live: LiveTable, request: Request | None, decided: _Decided) -> None:
        draft, people = decided.draft, decided.people
        fired = request.said.timer if request is not None and isinstance(request.said, TimePassed) else ""
        everybody = live.people if people is None else people
        timers = timers_after(live, draft, everybody, decided.pause, fired)
        rows = draft.written(request.id if request is not None else None)
        if not rows and people is None and timers == live.timers:
            return
        changed = None if timers == live.timers else timers
        erased = await _erased_by(draft, rows, live, self._store)
        effects = self._effects(live, draft, everybody)
        change = Append(
            live.id,
            rows,
            people=people,
            timers=changed,
            erased=erased,
            jobs=tuple(each for each in effects if isinstance(each, Job)),
            effects=(*draft.effects, *(each for each in effects if not isinstance(each, Job))),
            version=decided.version,
        )
        await self._store.append(change)
        live.version = decided.version + 1
        live.adopt(draft.finished(rows), rows, draft.events)
        if erased:
            live.changes.forget_erased()
        live.people = everybody
        if timers != live.timers:
            live.timers = timers
            self._schedule.wake()
        self._tables.changed(live.id)

    async def _room_moved_on(self, live: LiveTable, request: Request) -> bool:
        if live.standing.table.phase != "over" or not isinstance(request.said, Typed | Called):
            return False
        return await self._tables.in_room(request.room) is not live
