"""Stored events: one JSON text each, chained by hashes.

Every hash covers its event and the hash before, so the last one stands for the whole game. It is shown when the game
ends: nobody, the operator included, can change an earlier event and still arrive at the same last hash.
"""

import hashlib
from collections import deque
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import field
from typing import Any

from bot.kernel.store import Effect, StoredEvent
from bot.kernel.table import model as tables
from bot.kernel.table import rules
from bot.kernel.table.model import PREFIX, key
from games import GAMES
from games.chance import Chance, SharedChance, throws_after
from games.contract import AnyGame, Phrase, is_meeting, natures, states_of
from games.graphics.drawing import Drawing
from games.language import ENGLISH, speaking
from games.values import replace, value

# --- journal ---------------------------------------------------------------------------------------------------------

_MAX_UNDO_POINTS = 16  # events of the game
_UNDONE = "table.undone"


@value
class UndoPoint:
    """The state before an event of the game that can still be undone."""

    sequence: int  # of the event before
    state: Any
    seat: int | None  # whose move the event begins, if it begins one


@value
class Remark:
    """A line that a game adds below an event; it is said when it is shown."""

    sequence: int  # of the event
    line: str  # in English, so that nothing is said twice
    before: Any  # the state, as after it
    event: Any
    after: Any


@value
class Standing:
    """A table at one moment: the fold of all its events."""

    sequence: int
    hash: str
    drawn: int
    table: tables.Table
    state: Any  # the game's own state; None before it starts
    game: AnyGame = field(compare=False, repr=False)
    at: float = 0.0  # when the last event happened
    touched: float = 0.0  # when somebody last used the table; a reminder doesn't count
    undo_points: tuple["UndoPoint", ...] = ()  # the latest events that can be undone
    throws: tuple[tuple[str, int], ...] = ()  # by purpose, where dice are shared: how many there were
    remarked: tuple[Remark, ...] = ()  # the game's, each below an event
    # what the room (None) or a seat may do now, once somebody has asked in this language: see `buttons.available`
    offered: dict[tuple[str, int | None], tuple[Phrase, ...]] = field(default_factory=dict, compare=False, repr=False)
    # by language and move, if alike for all
    phrases: dict[str, dict[Any, Phrase]] = field(default_factory=dict, compare=False, repr=False)
    views: dict[int | None, Any] = field(default_factory=dict, compare=False, repr=False)

    @property
    def remarks(self) -> tuple[tuple[int, str], ...]:
        """The game's remarks, each with the sequence of the event it stands below."""
        said = ((each, self.game.shows.remark(each.before, each.event, each.after)) for each in self.remarked)
        return tuple((each.sequence, line) for each, line in said if line)

    def view(self, seat: int | None) -> Any:
        """The part of the game that the room (None) or a seat may see."""
        if seat not in self.views:
            self.views[seat] = self.game.view(self.state, seat)
        return self.views[seat]

    @property
    def playing(self) -> bool:
        return self.table.phase == "playing"

    @property
    def arrival(self) -> Any:
        """The move with which one more person joins the running game; None if nobody can."""
        running = self.playing and self.state is not None and not self.table.resting
        return self.game.seating.arrival(self.state) if running else None

    @property
    def finished(self) -> bool:
        """True if the game came to its end; the table may have been closed before."""
        return self.state is not None and self.game.result(self.state) is not None

    @property
    def summed_up(self) -> bool:
        """True if it is a meeting that is over, and something came of it; it may have been ended early."""
        over = self.table.phase == "over" and self.state is not None
        return over and self.game.meeting.summary(self.state, "") is not None


def first_hash(table: str) -> str:
    """The hash before a table's first event."""
    return hashlib.sha256(f"scrum-table {table}".encode()).hexdigest()


def chain(
    before: str, sequence: int, payload: str, at: float, drawn: int, *, seat: int | None = None, move: str | None = None
) -> str:
    """The hash of an event. The payload includes its kind; the seat (`-`: the clock) is hashed only with its move."""
    moved = "" if move is None else f"\n{'-' if seat is None else seat}\n{move}"
    return hashlib.sha256(f"{before}\n{sequence}\n{at!r}\n{drawn}\n{payload}{moved}".encode()).hexdigest()


def encode(event: Any, game: AnyGame | None) -> str:
    if event.kind.startswith(tables.PREFIX):
        return tables.adapter(event.kind).serializer.to_json(event).decode()
    assert game is not None
    return game.events.serializer.to_json(event).decode()


def _encode_move(move: Any, game: AnyGame) -> str:
    assert game.proof.stored_moves is not None
    return game.proof.stored_moves.serializer.to_json(move).decode()


def hashed_payload(kind: str, payload: str, game: AnyGame | None) -> str:
    """The part of a payload that its hash covers: of a sealed event, only what is public for ever.

    A hash over the rest would let people find it by trying the few values it can have.
    """
    if game is None or kind not in natures(game).sealed:
        return payload
    return encode(game.secrets.veil(decode(kind, payload, game)), game)


def decode(kind: str, payload: str | bytes, game: AnyGame | None) -> Any:
    """The event in a stored payload; ValueError if it isn't one of this game's, or of its table's."""
    if kind.startswith(tables.PREFIX):
        return tables.adapter(kind).validate_json(payload)
    if game is None:
        raise ValueError("a game event before the table was opened")
    return game.events.validate_json(payload)


def evolve(
    standing: Standing | None,
    event: Any,
    *,
    hash: str,  # noqa: A002  the field's word
    drawn: int,
    at: float,
    seat: int | None = None,
    reached: Any = None,
) -> Standing:
    """The table after one more event. `reached`: the game's state after it, where that is known already."""
    if standing is None:
        table = rules.evolve(None, event)
        return Standing(1, hash, drawn, table, None, GAMES[table.game], at, at)
    table, state, undo_points, throws = standing.table, standing.state, standing.undo_points, standing.throws
    remarked = standing.remarked
    if event.kind.startswith(tables.PREFIX):
        table = rules.evolve(table, event)
        if isinstance(event, tables.Undone):
            state, undo_points = _restored(undo_points, event.to)
    else:
        undo_points = _with_undo_point(standing, event, drawn, seat)
        if table.seed_group:
            throws = _thrown(standing, event)
        table = rules.played_on(table, turn=event.kind in natures(standing.game).begins_turn)
        state = standing.game.evolve(state, event) if reached is None else reached
        if standing.game.shows.remark(standing.state, event, state):
            remarked = _with_remark(standing, event, state)
    touched = standing.touched if isinstance(event, tables.Reminded) else at
    return Standing(
        standing.sequence + 1, hash, drawn, table, state, standing.game, at, touched, undo_points, throws, remarked
    )


def _with_remark(standing: Standing, event: Any, state: Any) -> tuple[Remark, ...]:
    """The remarks with the one below this event, unless the same was said before."""
    with speaking(ENGLISH):
        line = standing.game.shows.remark(standing.state, event, state)
    if not line or any(each.line == line for each in standing.remarked):
        return standing.remarked
    return (*standing.remarked, Remark(standing.sequence + 1, line, standing.state, event, state))


def _thrown(standing: Standing, event: Any) -> tuple[tuple[str, int], ...]:
    """The table's throws. Undoing never changes them: nothing can be undone after a draw."""
    drawn = standing.game.proof.randomness(standing.state, event)
    return tuple(throws_after(dict(standing.throws), drawn).items()) if drawn else standing.throws


def chance_at(seed: bytes, table: str, standing: Standing) -> Chance:
    """The chance that the table draws from now; `table` is its id."""
    dice, luck = standing.table.seed_group, standing.table.luck
    if dice:
        return SharedChance(key(seed, dice, luck), standing.drawn, dict(standing.throws))
    return Chance(key(seed, table, luck), standing.drawn)


def _with_undo_point(standing: Standing, event: Any, drawn: int, seat: int | None) -> tuple[UndoPoint, ...]:
    """One more undo point; none at all after a draw or when something hidden is involved or revealed."""
    nature, kind = natures(standing.game), event.kind
    if standing.state is None or drawn != standing.drawn or kind in nature.hidden or kind in nature.reveals:
        return ()
    return (*standing.undo_points[1 - _MAX_UNDO_POINTS :], UndoPoint(standing.sequence, standing.state, seat))


def _restored(undo_points: tuple[UndoPoint, ...], to: int) -> tuple[Any, tuple[UndoPoint, ...]]:
    """The state after event `to`, and the undo points up to there."""
    for index, point in enumerate(undo_points):
        if point.sequence == to:
            return point.state, undo_points[:index]
    raise ValueError(f"nothing can be undone back to event {to}")


def fold(stored: Iterable[StoredEvent], standing: Standing | None = None) -> Standing | None:
    for row in stored:
        game = standing.game if standing else None
        event = decode(row.kind, row.payload, game)
        standing = evolve(standing, event, hash=row.hash, drawn=row.drawn, at=row.at, seat=row.seat)
    return standing


def fold_table(stored: Iterable[StoredEvent]) -> tables.Table:
    """The table alone, with its seats and its phase: nothing of the game is folded."""
    table: tables.Table | None = None
    for row in stored:
        if row.kind.startswith(tables.PREFIX):
            table = rules.evolve(table, decode(row.kind, row.payload, None))
    assert table is not None, "the first event opens the table"
    return table


def effective_events(stored: Iterable[StoredEvent], game: AnyGame) -> list[Any]:
    """The game's own events, without those that were undone."""
    kept: list[tuple[int, Any]] = []
    for row in stored:
        if not row.kind.startswith(tables.PREFIX):
            kept.append((row.sequence, decode(row.kind, row.payload, game)))
        elif row.kind == _UNDONE:
            undo = decode(row.kind, row.payload, game)
            kept = [(sequence, event) for sequence, event in kept if sequence <= undo.to]
    return [event for _, event in kept]


@value
class _Move:
    """A move in a draft."""

    first: int  # the index of its first event
    seat: int | None
    move: Any  # None: not the game's own

    def stored(self, event: Any, game: AnyGame) -> tuple[int | None, str | None]:
        """The seat and move to store with the first event: none if it is sealed, so that nobody learns whose it was."""
        if event.kind in natures(game).veiled:
            return None, None
        kept = self.move is not None and game.proof.stored_moves is not None
        return self.seat, _encode_move(self.move, game) if kept else None


@value
class Clock:
    """A clock of the game that is running."""

    name: str
    left: float  # seconds


class Draft:
    """A table while a request is decided: its new events are not stored yet."""

    def __init__(
        self, table: str, standing: Standing | None, seed: bytes, at: float, clock: Clock | None = None
    ) -> None:
        """Draft changes of a table. `clock`: what a seat's next move is timed by; None: by nothing."""
        self._clock = clock
        self._before = standing.hash if standing else first_hash(table)
        self.table = table
        self.seed = seed
        self.at = at
        self.chance = Chance(seed) if standing is None else chance_at(seed, table, standing)
        self.events: list[Any] = []
        self._drawn: list[int] = []  # by event: draws made so far
        self._moves: list[_Move] = []
        self.effects: tuple[Effect, ...] = ()  # on the records of features
        self._standing = standing

    @property
    def standing(self) -> Standing:
        assert self._standing is not None, "the first event has to open the table"
        return self._standing

    def record(self, events: Sequence[Any], seat: int | None = None, move: Any = None) -> None:
        """Record these events; `seat` is whose move they are, None the clock's or nobody's."""
        self._moves.append(_Move(len(self.events), seat, move))
        drawn = self.chance.drawn
        for event, reached in zip(events, states_of(events), strict=True):
            self._standing = evolve(self._standing, event, hash="", drawn=drawn, at=self.at, seat=seat, reached=reached)
            self.events.append(event)
            self._drawn.append(drawn)
            seat = None  # only the first event of a move carries its seat

    def begin(self, started: tables.GameStarted) -> None:
        """Start the game: from here on all draws come from the seed and everybody's luck."""
        self.record([started])
        self.chance = chance_at(self.seed, self.table, self.standing)
        table, game = self.standing.table, self.standing.game
        self.record(game.start(len(table.seats), table.settings, self.chance))

    def play(self, seat: int | None, move: Any) -> None:
        """Make a move, and close the table if it was the last one. Raises IllegalMove."""
        game = self.standing.game
        move = self._timed(move) if seat is not None else move
        self.record(game.decide(self.standing.state, seat, move, self.chance), seat, move)
        if game.result(self.standing.state) is not None:
            self.record([tables.closed(self.standing.table, "result", self.seed)])

    def _timed(self, move: Any) -> Any:
        """The move with the time left on the clock, if that is still the one that runs."""
        game, clock = self.standing.game, self._clock
        deadline = game.clock.deadline(self.standing.state) if clock is not None else None
        if clock is None or deadline is None or deadline.name != clock.name:
            return move
        return game.clock.timed(move, clock.left)

    def add(self, later: "Draft") -> None:
        """Append a later draft that was stored in a transaction of its own."""
        moves, drawn = later._moves, later._drawn  # noqa: SLF001  another draft's
        self._moves += [replace(move, first=move.first + len(self.events)) for move in moves]
        self.events += later.events
        self._drawn += drawn
        self._standing = later.standing

    def caused_by(self, seat: int) -> list[Any]:
        """The events of this seat's moves and those of no seat, such as the deal at the start."""
        ends = [*(each.first for each in self._moves[1:]), len(self.events)]
        spans = zip(self._moves, ends, strict=True)
        own = [self.events[each.first : end] for each, end in spans if each.seat in {seat, None}]
        return [event for events in own for event in events]

    def written(self, request: str | None) -> tuple[StoredEvent, ...]:
        """The events as they will be stored. All events of one move share one count of draws."""
        standing, before, rows = self.standing, self._before, []
        game, sealed = standing.game, natures(standing.game).sealed
        first = standing.sequence - len(self.events) + 1
        moves = {each.first: each for each in self._moves}
        for index, (event, drawn) in enumerate(zip(self.events, self._drawn, strict=True)):
            payload = encode(event, game)
            seat, move = moves[index].stored(event, game) if index in moves else (None, None)
            hashed = encode(game.secrets.veil(event), game) if event.kind in sealed else payload
            before = chain(before, first + index, hashed, self.at, drawn, seat=seat, move=move)
            mark = None if index else request
            rows.append(StoredEvent(first + index, event.kind, payload, self.at, drawn, before, mark, seat, move))
        return tuple(rows)

    def finished(self, rows: tuple[StoredEvent, ...]) -> Standing:
        """The table once `rows` are stored."""
        return replace(self.standing, hash=rows[-1].hash if rows else self._before)


# --- recent ----------------------------------------------------------------------------------------------------------

_MAX_LOOK_BACK = 100  # moments


class RecentStandings:
    __slots__ = ("_standings",)

    def __init__(self) -> None:
        self._standings: deque[Standing] = deque(maxlen=_MAX_LOOK_BACK)

    def fold(self, game: AnyGame, rows: Sequence[StoredEvent], standing: Standing | None) -> Standing | None:
        """The table after these events, remembering the moments after the last move among them."""
        moves = (number for number, row in enumerate(rows, start=1) if not _is_harmless(row.kind, game))
        settled = max(max(moves, default=0), len(rows) - _MAX_LOOK_BACK)
        standing = self._after(game, rows[:settled], standing)
        for row in rows[settled:]:
            standing = self._after(game, [row], standing)
        return standing

    def _after(self, game: AnyGame, rows: Sequence[StoredEvent], standing: Standing | None) -> Standing | None:
        standing = fold(rows, standing)
        if rows and standing is not None:
            self.add(game, [row.kind for row in rows], standing)
        return standing

    def add(self, game: AnyGame, kinds: Iterable[str], standing: Standing) -> None:
        """Remember that these kinds of events led to this standing."""
        if not all(_is_harmless(kind, game) for kind in kinds):
            self._standings.clear()
        self._standings.append(standing)

    def since(self, sequence: int) -> tuple[Standing, ...]:
        """The table at this sequence and at every moment since; empty after a move, or if it is too long ago."""
        found = tuple(standing for standing in self._standings if standing.sequence >= sequence)
        return found if found and found[0].sequence == sequence else ()


def _is_harmless(kind: str, game: AnyGame) -> bool:
    """True if what was offered before may still be done: a panel of a meeting is in use until the next phase begins."""
    nature = natures(game)
    goes_on = is_meeting(game) and kind not in nature.begins_turn
    return goes_on or kind in nature.quiet or kind.startswith(PREFIX)


# --- recent changes --------------------------------------------------------------------------------------------------

_MAX_CHANGES = 8
_MAX_EVENTS = 60  # more than that nobody wants to watch


@value
class PastEvent:
    sequence: int
    event: Any
    before: Any  # the game's state before and after it
    after: Any


@value
class _Change:
    before: Standing
    rows: tuple[StoredEvent, ...]
    events: tuple[Any, ...]


class RecentChanges:
    """The changes of the table since a page was sent; none after a restart, or if that is too long ago."""

    __slots__ = ("_changes", "_drawings")

    def __init__(self) -> None:
        self._changes: deque[_Change] = deque(maxlen=_MAX_CHANGES)
        self._drawings: list[Drawing] = []

    def add(self, before: Standing, rows: Sequence[StoredEvent], events: Sequence[Any]) -> None:
        """Add the events of a change; `rows`: the same as they are stored."""
        self._changes.append(_Change(before, tuple(rows), tuple(events)))
        self._drawings = []

    def forget_erased(self) -> None:
        """Forget all before the last change, which erased something in the store, and the rows of that change."""
        last = self._changes.pop()
        self._changes.clear()
        self._changes.append(replace(last, rows=()))

    def since(self, sequence: int) -> tuple[PastEvent, ...]:
        """The events after this one; empty if they aren't all known, or some were undone."""
        changes = self._after(sequence)
        events = [event for change in changes for event in change.events]
        if len(events) > _MAX_EVENTS or any(event.kind == _UNDONE for event in events):
            return ()
        return tuple(_folded(changes))

    def rows_since(self, sequence: int) -> tuple[StoredEvent, ...]:
        """The stored rows after this one, whatever happened; empty if they aren't all known."""
        changes = self._after(sequence)
        if any(len(change.rows) != len(change.events) for change in changes):
            return ()
        return tuple(row for change in changes for row in change.rows)

    def _after(self, sequence: int) -> list[_Change]:
        changes = [change for change in self._changes if change.before.sequence >= sequence]
        return changes if changes and changes[0].before.sequence == sequence else []

    def shared(self, drawing: Drawing) -> Drawing:
        """This drawing, or one of the same things that somebody else got: it is rendered once."""
        for made in self._drawings:
            if drawing.same_as(made):
                return made
        self._drawings.append(drawing)
        return drawing


def _folded(changes: Sequence[_Change]) -> Iterator[PastEvent]:
    for change in changes:
        game, state = change.before.game, change.before.state
        for sequence, event in enumerate(change.events, start=change.before.sequence + 1):
            after = state if event.kind.startswith(PREFIX) else game.evolve(state, event)
            yield PastEvent(sequence, event, state, after)
            state = after
