"""The proof that a game in a file was fair and that nobody changed it.

There are three levels. 0: the events form an unbroken chain, and there is no luck to prove. 1: all draws follow from a
seed whose fingerprint was shown before the first one, which is all that games of 0.1.0 can prove. 2: the rules are
re-run from the moves, the seed and the players' luck, and lead to exactly these events.
"""

from collections.abc import Sequence
from typing import Any

from bot.table import laws
from bot.table import model as tables
from bot.table.export import FORMAT, MISFITS, Export, ExportedEvent, drawn_for, event_of, listed
from bot.table.fairness import UNREACHABLE, beacon_round, key, pin
from bot.table.journal import Standing, chain, evolve, first_hash, hashed_payload
from bot.table.laws import Wrong
from bot.table.referee import Referee
from bot.texts import fairness
from games.chance import SEED_BYTES, commitment, draw_names, number
from games.values import value

WRONG_HASH = "Its hash doesn’t match its contents and the hash before it."


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
        """What was found, for people: what this game proves and what it doesn't."""
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
        return " ".join(found if self.whole else [*found, fairness.ENDED_EARLY])


def verify(game: Export) -> Verdict:
    """Recompute every hash and every draw and, where the moves are there, re-run the rules."""
    checker = _Checker(game)
    for row in game.events:
        try:
            checker.check(row)
        except Wrong as fault:
            return checker.verdict(checker.checked + 1, str(fault))
        except MISFITS:
            return checker.verdict(checker.checked + 1, "It doesn’t follow from the events before it.")
    return checker.closing()


class _Checker:
    def __init__(self, game: Export) -> None:
        self._game = game
        self._seed = _seed(game.seed)
        self._hash = first_hash(game.table)
        self._draws = 0
        self._standing: Standing | None = None
        self._referee: Referee | None = None
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
            lucky=self._standing is not None and self._standing.game.luck,
            luck=len(table.luck) - public if table else 0,
            beacon=self._beacon,
            whole=self._whole,
            dice=table.dice if table else "",
            pins=tuple(self._pins),
        )

    def closing(self) -> Verdict:
        standing = self._standing
        if standing is None or standing.table.phase != "over":
            return self.verdict(self.checked + 1, "The game isn’t over in this file; it can be verified once it is.")
        if standing.drawn != self._draws:
            return self.verdict(
                self.checked, f"It counts {standing.drawn} draws, but the events contain {self._draws}."
            )
        declared = (self._game.game, self._game.seats, self._game.options)
        if declared != (standing.game.key, len(standing.table.seats), dict(standing.table.options)):
            return self.verdict(1, "The header of the file contradicts the events.")
        return self.verdict()

    def check(self, row: ExportedEvent) -> None:
        digest = self._check_row(row)
        event = event_of(row, self._standing)
        self._check_seed(event)
        if self._standing is not None:
            laws.check(self._standing, event)
            if self._referee is not None:
                self._referee.check(row, event, self._standing)
            self._check_draws(row, event, self._standing)
        self._standing = evolve(self._standing, event, hash=digest, drawn=row.drawn, at=row.at, seat=row.seat)
        self._note(event, self._standing)
        self._hash = digest
        self._pins.append(pin(self._seed, digest))
        self.checked += 1

    def _check_row(self, row: ExportedEvent) -> str:
        """Its hash, if it is the next one of the chain."""
        if row.sequence != self.checked + 1:
            raise Wrong(f"It’s numbered {row.sequence}.")
        if self._standing is not None and self._standing.table.phase == "over":
            raise Wrong("The table had already been closed.")
        if row.payload is None or row.hash is None:
            raise Wrong(f"Its contents are {self._game.why_hidden}")
        covered = self._covered(row)
        digest = chain(self._hash, row.sequence, covered, row.at, row.drawn, seat=row.seat, move=row.move_text)
        if digest != row.hash:
            raise Wrong(WRONG_HASH)
        return digest

    def _covered(self, row: ExportedEvent) -> str:
        """What the hash of an event covers: not a text that may be erased later."""
        kind = str((row.payload or {}).get("kind"))
        game = self._standing.game if self._standing else None
        return hashed_payload(kind, row.text, game) if game is not None and kind in game.erasable else row.text

    def _check_seed(self, event: Any) -> None:
        shown = event.commitment if isinstance(event, tables.TableOpened | tables.GameStarted) else ""
        if shown != commitment(self._seed) and (shown or isinstance(event, tables.GameStarted)):
            raise Wrong("The seed doesn’t match the fingerprint shown here.")
        if isinstance(event, tables.TableClosed) and event.seed != self._seed_at_the_end:
            raise Wrong("It contains a different seed.")

    @property
    def _seed_at_the_end(self) -> str:
        """What the closing event shows of the seed: nothing where other tables may still draw from it."""
        shared = self._standing is not None and self._standing.table.dice
        return "" if shared else self._seed.hex()

    def _check_draws(self, row: ExportedEvent, event: Any, standing: Standing) -> None:
        draws = drawn_for(event, standing)
        if "draws" in row.model_fields_set and row.draws != listed(draws, standing):
            raise Wrong("The draws beside it aren’t the ones in it.")
        table = standing.table
        draws_from = key(self._seed, table.dice or self._game.table, table.luck)
        names: Sequence[int | str] = range(self._draws, self._draws + len(draws))
        if table.dice:
            names = draw_names(dict(standing.throws), draws)
        for draw, name in zip(draws, names, strict=True):
            if draw.value != number(draws_from, name, draw.below):
                source = "the seed and the luck" if table.luck else "the seed"
                raise Wrong(f"Draw {self._draws + 1} doesn’t follow from {source}.")
            self._draws += 1

    def _note(self, event: Any, standing: Standing) -> None:
        match event:
            case tables.TableOpened():
                self._level = 1 if standing.game.luck else 0
                if event.commitment and self._game.format != FORMAT:
                    raise Wrong(f"A game whose table was opened like this has the format “{FORMAT}”.")
                if event.commitment and standing.game.stored_moves is not None:
                    self._level = 2
                    self._referee = Referee(self._seed, self._game.table, event, standing.game)
            case tables.GameStarted(beacon=beacon):
                self._beacon = beacon
                if self._referee is not None:
                    self._referee.start(standing)
            case tables.TableClosed(why=why):
                self._whole = why == "result"


def _seed(text: str | None) -> bytes:
    """All zeros if there is none: then nothing matches, and `verify` reports the first event that should."""
    try:
        seed = bytes.fromhex(text or "")
    except ValueError:
        seed = b""
    return seed if len(seed) == SEED_BYTES else bytes(SEED_BYTES)
