"""The proof that a game in a file was fair and that nobody changed it.

There are three levels. 0: the events form an unbroken chain, and there is no luck to prove. 1: all draws follow from a
seed whose fingerprint was shown before the first one, for games that store no moves. 2: the rules are
re-run from the moves, the seed and the players' luck, and lead to exactly these events.
"""

import json
from collections import defaultdict, deque
from collections.abc import Iterable, Sequence
from math import sqrt
from typing import Any

from bot.features.fairness import texts as fairness
from bot.features.fairness.export import MISFITS, Export, ExportedEvent, drawn_for, event_of, listed
from bot.kernel.table import model as tables
from bot.kernel.table.journal import Standing, chain, chance_at, encode, evolve, first_hash, hashed_payload
from bot.kernel.table.model import UNREACHABLE, beacon_round, key, pin
from games.chance import SEED_BYTES, Chance, commitment, draw_names, number
from games.contract import AnyGame, IllegalMove, Option, OptionValue, natures
from games.language import lazy, t
from games.parts import Die
from games.values import value

# --- laws ------------------------------------------------------------------------------------------------------------


class _Wrong(Exception):
    """An event that can't have happened, with a sentence that says why."""


def check(standing: Standing, event: Any) -> None:
    """Raise Wrong if this can't happen at this table now."""
    over = standing.state is not None and standing.game.result(standing.state) is not None
    if over and not isinstance(event, tables.TableClosed):
        raise _Wrong(t("The game was over before it."))
    match event:
        case tables.SeatTaken() | tables.BotSeated() | tables.SeatLeft() | tables.SeatHandedOver():
            _check_seats(standing, event)
        case tables.TableOpened():
            raise _Wrong(t("The table was open already."))
        case tables.OptionsChosen() | tables.NotesBrought():
            _must(standing.table.phase == "lobby", t("Options can’t change after the start."))
        case tables.GameStarted():
            _check_start(standing)
        case tables.EndAgreed(seat=seat):
            _must(_is_person(standing.table, seat), t("Nobody sits there who could agree."))
        case tables.TableClosed(why=why):
            _must(over or why != "result", t("The game has no result yet."))
            _must(not over or why == "result", t("The game has a result."))
            agreed = why != "agreed" or set(standing.table.people) <= standing.table.ending
            _must(agreed, t("Not everyone had agreed."))
            _must(why != "trainer" or standing.table.led, t("This table has no trainer."))
        case _ if not event.kind.startswith(tables.PREFIX):
            _must(standing.playing, t("The game hasn’t started: no fingerprint was shown."))
        case _ if brought := tables.brought_with(event.kind):
            fault = brought.fault(standing, event)
            _must(not fault, fault)


def _must(condition: bool, otherwise: str) -> None:  # noqa: FBT001 - a condition reads best in front
    if not condition:
        raise _Wrong(otherwise)


def _is_person(table: tables.Table, seat: int) -> bool:
    return seat in table.people


def _check_seats(standing: Standing, event: tables.SeatEvent) -> None:
    table = standing.table
    lobby, seat, seats = table.phase == "lobby", event.seat, len(table.seats)
    is_next = seat == seats and seats + 1 < standing.game.seats.stop
    is_free = lobby and is_next
    match event:
        case tables.SeatTaken(luck=luck):
            _must(not luck or lobby, t("Luck counts between the fingerprint and the start."))
            _must(
                not (luck and table.seed_group),
                t("Luck for shared dice is added at the start, the same at all tables."),
            )
            adds_luck = lobby and bool(luck) and _is_person(table, seat)
            returns = not lobby and seat in table.automatic
            arrives = not lobby and is_next and standing.arrival is not None
            _must(is_free or adds_luck or returns or arrives, t("That seat isn’t free."))
        case tables.BotSeated():
            _must(is_free, t("That seat isn’t free."))
        case tables.SeatLeft():
            _must(lobby and 0 <= seat < seats, t("Nobody can leave that seat."))
        case tables.SeatHandedOver():
            _must(not lobby and _is_person(table, seat), t("Nobody can hand over that seat."))


def _check_start(standing: Standing) -> None:
    table = standing.table
    _must(table.phase == "lobby", t("The game had started already."))
    _must(
        len(table.seats) in standing.game.seats,
        t("The game can’t start with {players} players.", players=len(table.seats)),
    )


def _check_undo(standing: Standing, event: tables.UndoEvent) -> None:
    """Check that a move can be taken back, where it is known whose move was whose."""
    table = standing.table
    own = [point.sequence for point in standing.undo_points if point.seat == event.seat]
    asked = table.undo
    match event:
        case tables.UndoAsked(to=to):
            _must(asked is None and own[-1:] == [to], t("That move can’t be taken back."))
        case tables.UndoAgreed(seat=seat):
            _must(
                asked is not None and seat != asked.seat and _is_person(table, seat), t("There’s nothing to agree to.")
            )
        case tables.Undone(seat=seat, to=to):
            agreed = set(table.people) <= table.agreed | {seat}
            is_own = own[-1:] == [to] if asked is None else (asked.seat, asked.to) == (seat, to)
            _must(agreed and is_own, t("That move can’t be taken back."))


# --- luck ------------------------------------------------------------------------------------------------------------


def luck(dice: Iterable[Die], names: Sequence[str]) -> list[str]:
    """A line for everyone who rolled and one for all together; empty if nobody rolled."""
    by_seat: dict[int, list[Die]] = defaultdict(list)
    for die in dice:
        by_seat[die.seat].append(die)
    all_dice = [die for rolled in by_seat.values() for die in rolled]
    lines = [_line(names[seat], by_seat[seat]) for seat in sorted(by_seat) if seat < len(names)]
    return [*lines, _line(str(fairness.EVERYONE), all_dice)] if len(lines) > 1 else lines


def _line(name: str, dice: Sequence[Die]) -> str:
    shown = sum(die.shown for die in dice) / len(dice)
    expected = sum((die.sides + 1) / 2 for die in dice) / len(dice)
    spread = sqrt(sum((die.sides**2 - 1) / 12 for die in dice)) / len(dice)
    off = (shown - expected) / spread if spread else 0.0
    return fairness.luck_line(name, len(dice), shown, expected, off)


# --- referee ---------------------------------------------------------------------------------------------------------


class _Referee:
    def __init__(self, seed: bytes, table: str, opened: tables.TableOpened, game: AnyGame) -> None:
        self._seed = seed
        self._table = table
        self._chance = Chance(seed)
        self._due: deque[Any] = deque()  # what the last move leads to
        _check_options(opened.options, game)

    def check(self, row: ExportedEvent, event: Any, standing: Standing) -> None:
        """Raise Wrong if this event isn't what the rules lead to at this table."""
        if event.kind.startswith(tables.PREFIX):
            if self._due:
                raise _Wrong(t("Before it, an event of the last move is missing."))
            if row.move is not None:
                raise _Wrong(t("It can’t be a move."))
            if isinstance(event, tables.OptionsChosen):
                _check_options(event.options, standing.game)
            if isinstance(event, tables.UndoAsked | tables.UndoAgreed | tables.Undone):
                _check_undo(standing, event)
        else:
            self._check_game_event(row, event, standing)
        if row.drawn != self._chance.drawn:
            raise _Wrong(
                t(
                    "It counts {counted} draws, but by the rules there were {drawn}.",
                    counted=row.drawn,
                    drawn=self._chance.drawn,
                )
            )

    def start(self, standing: Standing) -> None:
        """Run the rules for a game that has just started at this table."""
        table, game = standing.table, standing.game
        self._chance = chance_at(self._seed, self._table, standing)
        self._due = deque(game.start(len(table.seats), table.settings, self._chance))

    def _check_game_event(self, row: ExportedEvent, event: Any, standing: Standing) -> None:
        if not self._due:
            self._make(row, standing)
        elif row.move is not None:
            raise _Wrong(t("Before it, an event of the last move is missing."))
        if not _is_due(row, event, self._due.popleft(), standing.game):
            raise _Wrong(t("The rules lead to something else here."))

    def _make(self, row: ExportedEvent, standing: Standing) -> None:
        game = standing.game
        if row.move_text is None or game.proof.stored_moves is None:
            raise _Wrong(t("No move leads to it."))
        move = game.proof.stored_moves.validate_json(row.move_text)
        try:
            events = game.decide(standing.state, row.seat, move, self._chance)
        except IllegalMove as refused:
            raise _Wrong(t("The rules don’t allow this move (see the rule “{rule}”).", rule=refused.rule)) from refused
        self._due = deque(events)


def _is_due(row: ExportedEvent, event: Any, due: Any, game: AnyGame) -> bool:
    """True if the rules lead to this event. One older than a field lacks it, and so has its default."""
    text = encode(due, game)
    return row.text == text or (event == due and (row.payload or {}).items() <= json.loads(text).items())


def _check_options(options: dict[str, OptionValue], game: AnyGame) -> None:
    known = {option.name: option for option in game.options}
    for name, chosen in options.items():
        if name not in known or not _is_possible(known[name], chosen):
            raise _Wrong(t("The option {option} can’t have this value.", option=name[:40]))


def _is_possible(option: Option, value: OptionValue) -> bool:
    try:
        return option.file or option.read(str(value)) == value
    except ValueError:
        return False


# --- verify ----------------------------------------------------------------------------------------------------------

WRONG_HASH = lazy("Its hash doesn’t match its contents and the hash before it.")


@value
class Verdict:
    """The result of `verify`: all correct, or the first event that is wrong or missing."""

    events: int
    draws: int
    commitment: str
    last_hash: str
    wrong: int | None = None
    fault: str = ""
    level: int = 0
    lucky: bool = False  # dice or cards decide
    luck: int = 0  # how often players added luck
    beacon: str = ""
    whole: bool = False  # played until its result, not ended before
    dice: str = ""  # their name, if several tables share them
    pins: tuple[str, ...] = ()  # by event, from the first

    @property
    def sentences(self) -> str:
        """The findings for people: what this game proves and what it doesn't."""
        if self.wrong is not None:
            return fairness.verify_failed(self.wrong, self.fault)
        if self.level == 0:
            return fairness.chain_holds(self.events, self.last_hash)
        if self.level == 1:
            return fairness.draws_follow(self.events, self.draws, self.commitment, self.last_hash)
        found = [fairness.rules_hold(self.events, self.last_hash)]
        if self.lucky:
            beacon = beacon_round(self.beacon)
            found.append(fairness.luck_holds(self.draws, self.commitment, self.luck, beacon, shared=bool(self.dice)))
        return " ".join(found if self.whole else [*found, str(fairness.ENDED_EARLY)])


def verify(game: Export) -> Verdict:
    """Recompute every hash and every draw and, where the moves are there, re-run the rules."""
    checker = _Checker(game)
    for row in game.events:
        try:
            checker.check(row)
        except _Wrong as fault:
            return checker.verdict(checker.checked + 1, str(fault))
        except MISFITS:
            return checker.verdict(checker.checked + 1, t("It doesn’t follow from the events before it."))
    return checker.closing()


class _Checker:
    def __init__(self, game: Export) -> None:
        self._game = game
        self._seed = _seed(game.seed)
        self._hash = first_hash(game.table)
        self._draws = 0
        self._standing: Standing | None = None
        self._referee: _Referee | None = None
        self._level = 0
        self._beacon = ""
        self._whole = False
        self._pins: list[str] = []
        self.checked = 0

    def verdict(self, wrong: int | None = None, fault: str = "") -> Verdict:
        table = self._standing.table if self._standing else None
        public = 1 if self._beacon not in {"", UNREACHABLE} else 0
        return Verdict(
            events=self.checked,
            draws=self._draws,
            commitment=table.commitment if table else "",
            last_hash=self._hash,
            wrong=wrong,
            fault=fault,
            level=self._level,
            lucky=self._standing is not None and self._standing.game.proof.luck,
            luck=len(table.luck) - public if table else 0,
            beacon=self._beacon,
            whole=self._whole,
            dice=table.seed_group if table else "",
            pins=tuple(self._pins),
        )

    def closing(self) -> Verdict:
        standing = self._standing
        if standing is None or standing.table.phase != "over":
            return self.verdict(self.checked + 1, t("The game isn’t over in this file; it can be verified once it is."))
        if standing.drawn != self._draws:
            return self.verdict(
                self.checked,
                t(
                    "It counts {counted} draws, but the events contain {drawn}.",
                    counted=standing.drawn,
                    drawn=self._draws,
                ),
            )
        declared = (self._game.game, self._game.seats, self._game.options)
        if declared != (standing.game.key, len(standing.table.seats), dict(standing.table.options)):
            return self.verdict(1, t("The header of the file contradicts the events."))
        return self.verdict()

    def check(self, row: ExportedEvent) -> None:
        digest = self._check_row(row)
        event = event_of(row, self._standing)
        self._check_seed(event)
        if self._standing is not None:
            check(self._standing, event)
            if self._referee is not None:
                self._referee.check(row, event, self._standing)
            self._check_draws(row, event, self._standing)
        self._standing = evolve(self._standing, event, hash=digest, drawn=row.drawn, at=row.at, seat=row.seat)
        self._note(event, self._standing)
        self._hash = digest
        self._pins.append(pin(self._seed, digest))
        self.checked += 1

    def _check_row(self, row: ExportedEvent) -> str:
        """The hash of an event, if it is the next one of the chain."""
        if row.sequence != self.checked + 1:
            raise _Wrong(t("It’s numbered {sequence}.", sequence=row.sequence))
        if self._standing is not None and self._standing.table.phase == "over":
            raise _Wrong(t("The table had already been closed."))
        if row.payload is None or row.hash is None:
            raise _Wrong(f"Its contents are {self._game.why_hidden}")  # not prose: a file on the command line
        covered = self._covered(row)
        digest = chain(self._hash, row.sequence, covered, row.at, row.drawn, seat=row.seat, move=row.move_text)
        if digest != row.hash:
            raise _Wrong(str(WRONG_HASH))
        return digest

    def _covered(self, row: ExportedEvent) -> str:
        """The part of an event that its hash covers: not a text that may be erased later."""
        kind = str((row.payload or {}).get("kind"))
        game = self._standing.game if self._standing else None
        erasable = game is not None and kind in natures(game).erasable
        return hashed_payload(kind, row.text, game) if erasable else row.text

    def _check_seed(self, event: Any) -> None:
        shows = isinstance(event, tables.TableOpened | tables.GameStarted)
        if shows and event.commitment != commitment(self._seed):
            raise _Wrong(t("The seed doesn’t match the fingerprint shown here."))
        if isinstance(event, tables.TableClosed) and event.seed != self._seed_at_the_end:
            raise _Wrong(t("It contains a different seed."))

    @property
    def _seed_at_the_end(self) -> str:
        """The seed in the closing event: nothing where other tables may still draw from it."""
        shared = self._standing is not None and self._standing.table.seed_group
        return "" if shared else self._seed.hex()

    def _check_draws(self, row: ExportedEvent, event: Any, standing: Standing) -> None:
        draws = drawn_for(event, standing)
        if "draws" in row.model_fields_set and row.draws != listed(draws, standing):
            raise _Wrong(t("The draws beside it aren’t the ones in it."))
        table = standing.table
        draws_from = key(self._seed, table.seed_group or self._game.table, table.luck)
        names: Sequence[int | str] = range(self._draws, self._draws + len(draws))
        if table.seed_group:
            names = draw_names(dict(standing.throws), draws)
        for draw, name in zip(draws, names, strict=True):
            if draw.value != number(draws_from, name, draw.below):
                if table.luck:
                    raise _Wrong(t("Draw {number} doesn’t follow from the seed and the luck.", number=self._draws + 1))
                raise _Wrong(t("Draw {number} doesn’t follow from the seed.", number=self._draws + 1))
            self._draws += 1

    def _note(self, event: Any, standing: Standing) -> None:
        match event:
            case tables.TableOpened():
                self._level = 1 if standing.game.proof.luck else 0
                if standing.game.proof.stored_moves is not None:
                    self._level = 2
                    self._referee = _Referee(self._seed, self._game.table, event, standing.game)
            case tables.GameStarted(beacon=beacon):
                self._beacon = beacon
                if self._referee is not None:
                    self._referee.start(standing)
            case tables.TableClosed(why=why):
                self._whole = why == "result"


def _seed(text: str | None) -> bytes:
    """The seed; all zeros if there is none: then nothing matches, and `verify` reports the first event that should."""
    try:
        seed = bytes.fromhex(text or "")
    except ValueError:
        seed = b""
    return seed if len(seed) == SEED_BYTES else bytes(SEED_BYTES)
