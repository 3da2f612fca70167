"""A referee for Scrum Rugby, from its document and the decisions in its rules page: see `tests/referees/record.py`.

Cells are pairs of column and row, pieces sets of them; nothing is searched, every step is looked at as it is written.
"""

import re
from collections import Counter
from itertools import product
from typing import NamedTuple

from tests.referees.record import Deviation, Event, Export, Record

START = "2r2/r3r/2r2/1r3/r1r2/5/bob2/1b3/2b2/b3b/2b2/5 b 1"
GOAL_ROWS = (12, 1)  # Blue's and Red's

Cell = tuple[str, int]
Pieces = frozenset[Cell]
_STEP = re.compile(r"([a-e])(\d+)(?:-([a-e])(\d+)|x([a-e])(\d+)>([a-e])(\d+))")


def check(export: Export) -> list[str]:
    """Every deviation from the document, as sentences."""
    game = _Game(export)
    try:
        game.play()
    except Deviation as fault:
        game.record.found.append(str(fault))
    return game.record.found


def around(cell: Cell) -> Pieces:
    """The neighbours on the board, straight and diagonal."""
    column, row = "abcde".index(cell[0]), cell[1]
    steps = [(column + x, row + y) for x, y in product((-1, 0, 1), repeat=2) if (x, y) != (0, 0)]
    return frozenset(("abcde"[x], y) for x, y in steps if 0 <= x < 5 and 1 <= y <= 12)


class Field(NamedTuple):
    sides: tuple[Pieces, Pieces]
    ball: Cell

    @property
    def exits(self) -> Pieces:
        """Free neighbours of the ball."""
        return around(self.ball) - self.sides[0] - self.sides[1]

    def touches(self, side: int) -> bool:
        return bool(around(self.ball) & self.sides[side])

    def in_goal_of(self, side: int) -> bool:
        return self.ball[1] == GOAL_ROWS[side] and self.touches(side)

    def with_piece(self, side: int, origin: Cell, target: Cell, ball: Cell | None = None) -> "Field":
        moved = self.sides[side] - {origin} | {target}
        sides = (moved, self.sides[1]) if side == 0 else (self.sides[0], moved)
        return Field(sides, ball or self.ball)

    def blocked_scrum(self, side: int) -> bool:
        """Whether every push that the scrum demands would enclose the ball."""
        (out,) = self.exits
        pushers = around(self.ball) & self.sides[side]
        return all(not self.with_piece(side, piece, self.ball, out).exits for piece in pushers)


def read_start(position: str) -> Field:
    found: dict[str, set[Cell]] = {"b": set(), "r": set(), "o": set()}
    for row, line in zip(range(12, 0, -1), position.split(maxsplit=1)[0].split("/"), strict=True):
        spelled = re.sub(r"\d", lambda run: "." * int(run[0]), line)
        for column, letter in zip("abcde", spelled, strict=True):
            if letter != ".":
                found[letter].add((column, row))
    (ball,) = found["o"]
    return Field((frozenset(found["b"]), frozenset(found["r"])), ball)


class _Game:
    def __init__(self, export: Export) -> None:
        self.record = Record(export)
        self.seconds = 60.0 * export["options"].get("clock", 0)
        self.left = [self.seconds, self.seconds]
        self.offered: int | None = None
        self.turns = 0
        self.seen: Counter[Field] = Counter()

    def play(self) -> None:
        started = self.record.take("started")
        self.record.same("the start", started["position"], START)
        self.record.same("the clock", 60.0 * started.get("minutes", 0), self.seconds)
        field, side = read_start(START), 0
        while (reached := self._turn(field, side)) is not None:
            field, side = reached, 1 - side
            self._next_turn(field, side)
        self.record.must(not self.record.kind, "something happens after the end")

    def _next_turn(self, field: Field, side: int) -> None:
        began = self.record.take("turn_began")
        scrum = len(field.exits) == 1
        out = "".join(map(str, next(iter(field.exits)))) if scrum else None
        shown = began["seat"], began["exit"], began["bound"]
        self.record.same("the turn", shown, (side, out, scrum and field.touches(side)))

    def _turn(self, field: Field, side: int) -> Field | None:
        """The field after it; None if the game is over."""
        scrum = len(field.exits) == 1 and field.touches(side)
        steps = 1 if scrum or self.turns == 0 else 2
        moved: Cell | None = None
        asked = False
        while steps:
            event = self.record.take("time_read", "stepped", "draw_offered", "draw_declined", "resigned", "finished")
            match event["kind"]:
                case "time_read":
                    self._read_clock(event, side)
                case "draw_offered":
                    self.record.must(event["seat"] == side and not asked, "that draw can't be offered now")
                    self.offered, asked = side, True
                case "draw_declined":
                    self.record.must(self.offered == 1 - event["seat"], "there is no offer to decline")
                    self.offered = None
                case "resigned":
                    self.record.must(event["seat"] == side, "only the side to move can resign")
                    return self._finish(1 - side, {"resigned"}, self.turns)
                case "finished":
                    return self._ended_between_steps(event, side)
                case _:
                    self.record.same("who moves", event["seat"], side)
                    field, moved = self._step(field, side, event["step"], moved, must_push=scrum)
                    steps -= 1
                    if field.in_goal_of(side) and field.exits:
                        self.turns += 1
                        return self._finish(side, {"goal"}, self.turns)
        self.turns += 1
        return self._end_of_turn(field, side)

    def _step(self, field: Field, side: int, text: str, moved: Cell | None, *, must_push: bool) -> tuple[Field, Cell]:
        match = _STEP.fullmatch(text)
        self.record.must(match is not None, f"{text} is not a step")
        assert match is not None
        found = match.groups()
        cells = [(found[at], int(found[at + 1])) for at in range(0, 8, 2) if found[at]]
        origin, target, ball = cells[0], cells[1], cells[2] if len(cells) == 3 else None
        must = self.record.must
        must(origin in field.sides[side], f"{text}: there is no piece of that side")
        must(origin != moved, f"{text}: that piece has moved already")
        must(target in around(origin), f"{text}: not a neighbouring cell")
        must(target not in field.sides[0] | field.sides[1], f"{text}: there is a piece")
        must((target == field.ball) == (ball is not None), f"{text}: the ball moves if it is stepped on")
        must(ball is None or ball in field.exits, f"{text}: the ball goes to a free neighbour")
        must(not must_push or ball is not None, f"{text}: a scrum must be pushed out")
        return field.with_piece(side, origin, target, ball), target

    def _end_of_turn(self, field: Field, side: int) -> Field | None:
        self.record.must(bool(field.exits), "the ball is enclosed")
        if field.in_goal_of(1 - side):
            return self._finish(1 - side, {"own_goal"}, self.turns)
        self.seen[field] += 1
        draws = {"repetition"} if self.seen[field] == 3 else set()
        if len(field.exits) == 1 and field.touches(1 - side) and field.blocked_scrum(1 - side):
            draws.add("scrum")
        if draws:
            return self._finish(None, draws, self.turns)
        return self._finish(None, {"stuck"}, self.turns) if self.record.kind == "finished" else field

    # --- how it ends -------------------------------------------------------------------------------------------------

    def _read_clock(self, event: Event, side: int) -> None:
        before, now = self.left[event["seat"]], event["left"]
        self.record.must(event["seat"] == side, "the clock of the other side runs")
        self.record.must(0 < now <= before, f"the clock goes from {before} to {now}")
        self.left[side] = now

    def _ended_between_steps(self, finished: Event, side: int) -> Field | None:
        """By agreement or by the clock."""
        if finished["reason"] == "time":
            self.record.must(self.seconds > 0, "there is no clock")
            return self._compare(finished, 1 - side, {"time"}, self.turns)
        self.record.must(self.offered is not None, "nobody has offered a draw")
        return self._compare(finished, None, {"agreed"}, self.turns)

    def _finish(self, winner: int | None, reasons: set[str], turns: int) -> Field | None:
        return self._compare(self.record.take("finished"), winner, reasons, turns)

    def _compare(self, finished: Event, winner: int | None, reasons: set[str], turns: int) -> Field | None:
        self.record.same("the winner", finished["winner"], winner)
        self.record.must(finished["reason"] in reasons, f"it ends by {finished['reason']}, not by {reasons}")
        self.record.same("the number of turns", finished["turns"], turns)
        return None  # there is no field to play on
