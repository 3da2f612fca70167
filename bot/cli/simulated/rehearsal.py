"""Simulated people: teams for a trainer to rehearse with, and for load tests.

They are people to the service: each has a seat, and what they do is a request like anybody's. Only what they choose
comes from the game's automatic player.
"""

import argparse
import asyncio
import hashlib
import random
from collections.abc import Sequence
from contextlib import suppress
from itertools import count

from bot.features.workshop.model import OpenedWorkshop, WorkshopForm, Workshops
from bot.kernel.live.schedule import SystemClock
from bot.kernel.live.table import LiveTable
from bot.kernel.live.work import Tasks, Thinker
from bot.kernel.messages import Called, Person, Pressed, Request, Response, Said, Typed
from bot.kernel.ports import Clock
from bot.kernel.service import GameService
from bot.kernel.store import StoreUnavailable
from bot.kernel.table.buttons import as_command
from bot.kernel.table.model import Refused
from games.chance import Chance
from games.values import value

# --- rehearsal -------------------------------------------------------------------------------------------------------

# the first ones sit in different teams
_NAMES = (
    *("Amara", "Bruno", "Chiara", "Dmitri", "Elif", "Farid", "Greta", "Hiro", "Ines", "Jonas", "Kavya", "Liam"),
    *("Mei", "Noor", "Olga", "Pablo", "Quinn", "Rosa", "Sven", "Tara", "Umar", "Vera", "Wanda", "Xavi"),
    *("Yara", "Zoe", "Aiko", "Björn", "Carla", "Diego", "Emma", "Femi", "Gita", "Hugo", "Ivy", "Jan", "Kofi"),
)
_QUESTIONS = (
    "May we change who does what?",
    "Do we have to decide together, or does whoever is next decide?",
    "What happens if we don’t finish in time?",
)


_TITLE = "Rehearsal"


def open_at(desk: str, entrance: str, *, starts: bool, kept: bool) -> str:
    then = "The game starts by itself." if starts else "Press Start all teams at the desk when you’re ready."
    return (
        f"Your desk: {desk}\nThe entrance: {entrance}\n"
        f"Simulated people are coming in. {then}\n"
        f"Ctrl-C ends the rehearsal; {'its tables are kept' if kept else 'nothing is kept'}."
    )


# --- rehearsal -------------------------------------------------------------------------------------------------------

_SLOW = 3.0  # times as long as the others
_ARRIVAL_SECONDS = 8.0  # in which people come in
ASKS_AFTER, STUCK_AFTER = range(4, 10), range(6, 14)  # moves
PREFIX = "rehearsal:"
_TURN = "rehearsal: turn"


@value
class Manners:
    """The way a team plays."""

    pace: float  # seconds between two of its moves
    asks_after: int | None = None  # moves; then somebody asks the trainer
    stuck_after: int | None = None  # moves; then nobody moves until something happens at their table


def manners(teams: int, pace: float, whims: random.Random) -> list[Manners]:
    """The manners of teams: one asks a question, one gets stuck, a quarter of the others is slow."""
    found = [Manners(pace * (_SLOW if number % 4 == 2 else 1.0)) for number in range(teams)]
    if teams > 0:
        found[0] = Manners(pace, asks_after=whims.choice(ASKS_AFTER))
    if teams > 1:
        found[1] = Manners(pace, stuck_after=whims.choice(STUCK_AFTER))
    whims.shuffle(found)
    return found


class Team:
    """The people in one room, one of whom does something at a time."""

    def __init__(self, service: GameService, thinker: Thinker, room: str, ways: Manners, seed: str) -> None:
        self._service = service
        self._thinker = thinker
        self.room = room
        self._ways = ways
        self._seed = seed
        self._whims = random.Random(seed)  # noqa: S311  no secrets  # nosec B311
        self._numbers = count(1)
        self._moves = 0
        self._stuck_at: int | None = None  # the table's last event then

    async def play(self, clock: Clock) -> None:
        """Runs until cancelled."""
        while True:
            await clock.sleep(self._ways.pace * self._whims.uniform(0.5, 1.5))
            try:
                await self.act()
            except StoreUnavailable:
                continue  # as people do: they try again

    async def act(self) -> bool:
        """Let somebody act; True if there was something to do and it was done."""
        live = await self._service.tables.in_room(self.room)
        if live is None or not live.standing.playing or live.standing.table.resting:
            return False
        mover = self._mover(live)
        if mover is None or self._is_stuck(live):
            return False
        if self._moves == self._ways.asks_after:
            self._moves += 1
            question = self._whims.choice(_QUESTIONS)
            return (await self._ask(mover[1], Typed(f"ask {question}"))).outcome == "done"
        done = await self._move(live, *mover)
        self._moves += done
        return done

    def _mover(self, live: LiveTable) -> tuple[int, Person] | None:
        """The person of ours whom the game waits for: real people may sit here, too."""
        seats = set(live.standing.game.awaits(live.standing.state)) & set(live.standing.table.people)
        ours = [each for each in live.people if each.seat in seats and each.person.startswith(PREFIX)]
        chosen = self._whims.choice(ours) if ours else None
        return None if chosen is None or chosen.seat is None else (chosen.seat, Person(chosen.person, chosen.name))

    def _is_stuck(self, live: LiveTable) -> bool:
        if self._moves != self._ways.stuck_after:
            return False
        if self._stuck_at is None:
            self._stuck_at = live.standing.sequence
        if self._stuck_at == live.standing.sequence:
            return True
        self._moves += 1  # somebody has helped
        return False

    async def _move(self, live: LiveTable, seat: int, person: Person) -> bool:
        standing = live.standing
        game, state = standing.game, standing.state
        chance = Chance(hashlib.sha256(f"{self._seed} {live.id} {standing.sequence}".encode()).digest())
        move = await self._thinker.suggest(game, state, seat, chance, level=standing.table.levels[seat])
        phrase = game.phrase(state, seat, move)
        response = await self._ask(person, as_command(game, phrase))
        if response.outcome == "refused" and phrase.grave and response.replies[0].acts:
            response = await self._ask(person, Pressed(response.replies[0].acts[0].button))  # they are sure
        return response.outcome == "done"

    async def _ask(self, person: Person, said: Said) -> Response:
        request = f"{PREFIX}{self.room}:{self._seed}:{next(self._numbers)}"
        return await self._service.handle(Request(request, self.room, person, said))


class Rehearsal:
    """Workshops whose teams play by themselves."""

    def __init__(self, service: GameService, *, clock: Clock | None = None, pace: float = 3.0, seed: str = "") -> None:
        self._service = service
        self._clock = clock or SystemClock()
        self._pace = pace
        self._seed = seed or f"{random.SystemRandom().getrandbits(64):x}"
        self._thinker = Thinker()
        self._tasks = Tasks()
        self._opened: set[str] = set()  # workshops whose people come in

    async def __call__(self, form: WorkshopForm, request: str, key: str = "", *, start: bool = False) -> OpenedWorkshop:
        """Open the workshop; its people come in from now on. `start`: by itself, once everybody is there."""
        opened = await self._service.feature(Workshops).open_workshop(form, request, key)
        if opened.id in self._opened:
            return opened
        self._opened.add(opened.id)
        desk = await self._service.feature(Workshops).desk(opened.key)
        assert desk is not None
        people = visitors(opened.id, desk.size * len(desk.teams))
        self._tasks.start(self._come_in(opened, people, start=start), _TURN)
        self._tasks.start(self._accompany(opened, len(desk.teams)), "rehearsal: teams")
        return opened

    async def _accompany(self, opened: OpenedWorkshop, teams: int) -> None:
        """Let every team play until the workshop ends, also those that the trainer adds."""
        ways = manners(teams, self._pace, random.Random(self._seed))  # noqa: S311  no secrets  # nosec B311
        changed, playing = asyncio.Event(), list[asyncio.Task[None]]()
        unfollow = self._service.feature(Workshops).follow_workshop(opened.id, changed.set)
        try:
            while desk := await self._service.feature(Workshops).desk(opened.key):
                if desk.phase == "ended":
                    for each in playing:
                        each.cancel()
                    return
                for number, card in list(enumerate(desk.teams))[len(playing) :]:
                    own = ways[number] if number < len(ways) else Manners(self._pace)
                    team = Team(self._service, self._thinker, card.room, own, f"{self._seed} {number}")
                    playing.append(self._tasks.start(team.play(self._clock), _TURN))
                await changed.wait()
                changed.clear()
        finally:
            unfollow()

    async def _come_in(self, opened: OpenedWorkshop, people: Sequence[Person], *, start: bool) -> None:
        """Let people come in one after the other; the last one is late."""
        pause = min(0.5, self._pace, _ARRIVAL_SECONDS / len(people))
        for person in people[:-1]:
            await self._clock.sleep(pause)
            await self._comes(opened, person)
        if start:
            await self._service.handle(_start(opened))  # or the trainer does
        await self._clock.sleep(max(5.0, 10 * self._pace))
        await self._comes(opened, people[-1])

    async def _comes(self, opened: OpenedWorkshop, person: Person) -> None:
        with suppress(Refused, StoreUnavailable):  # the trainer may have ended it already
            await self._service.feature(Workshops).take_place(opened.entrance, person, None, f"{person.id}:come")

    @property
    def turns(self) -> int:
        """The number of teams and latecomers that wait for their time."""
        return self._tasks.count(_TURN)

    async def aclose(self) -> None:
        await self._tasks.close()
        self._thinker.close()


def _start(opened: OpenedWorkshop) -> Request:
    trainer = Person(f"{PREFIX}{opened.id}", "")
    return Request(f"{PREFIX}{opened.id}:start", "", trainer, Called("start"), desk=opened.key)


def visitors(workshop: str, people: int) -> list[Person]:
    names = _NAMES
    return [Person(f"{PREFIX}{workshop}:{number}", names[number % len(names)]) for number in range(people)]


def form_of(args: argparse.Namespace) -> WorkshopForm:
    return WorkshopForm(
        args.game,
        teams=args.teams,
        size=args.size,
        options=" ".join(args.option),
        title=_TITLE,
        same_dice=args.same_dice,
    )
