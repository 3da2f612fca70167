"""One table, played by people who also ask, refuse, mistype and press old buttons; everything they see is written down.

A session follows from its game and its number alone: the same code writes the same transcript.
"""

import hashlib
import random
import secrets
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from unittest.mock import patch

from bot.kernel.messages import Act, Person, Pressed, Reply, Request, Said, Typed
from bot.kernel.service import GameService
from bot.kernel.store import Store
from bot.kernel.table.buttons import as_command
from bot.kernel.table.journal import Standing
from bot.kernel.table.pace import LIVE
from games import GAMES
from games.chance import Chance
from games.contract import AnyGame, Option, suggested
from storage import open_store
from tests.bot.harness import ManualClock
from tests.recorded.transcript import Transcript

ROOMS = ("test:lounge", "test:kitchen")
NAMES = ("Anna", "Ben", "Cleo Day", "Dan", "Eve")
MAX_REQUESTS = 240
# without history and stats, which start another process each time
LINES = (
    "board", "chart", "status", "log", "rules", "help", "verify", "export", "undo", "leave", "join",
    "bot", "start", "end", "resume", "again", "watch", "link",
)  # fmt: skip
MORE_LINES = (
    "view text", "view picture", "view text me", "pace live 5", "pace async 2d 9-17 Europe/Berlin", "pace off",
    "pace now", "more", "more 5", "more 999", "cover ben", "cover Cleo Day", "host ben", "host me", "remind 30m",
    "remind off", "help undo", "rules 1", "new sprint", "new chess", "new", "bot clever", "join 22222222", "roll",
    "vote yes", "go S3", "rol", "/scrum table undo", "play 1 on ben", "pass", 'note "Went well" It worked.', "ready",
    "move a1 b2", "hand",
)  # fmt: skip


class Chat:
    """A platform that writes down every message."""

    def __init__(self, transcript: Transcript) -> None:
        self._transcript = transcript
        self.latest: dict[str, Reply] = {}
        self.buttons: list[Act] = []  # of all messages so far

    async def post(self, room: str, reply: Reply, request: Request | None, before: str) -> str:
        self._transcript.message(room, reply, request, before)
        self.latest[room] = reply
        self.buttons += reply.acts
        return f"message {self._transcript.lines}"


class Session:
    def __init__(self, game: AnyGame, number: int, store: Store) -> None:
        self.transcript = Transcript()
        self._game = game
        self._store = store
        self._name = f"{game.key} {number}"
        self._whims = random.Random(self._name)
        self._clock = ManualClock()
        self._chat = Chat(self.transcript)
        self._service = self._new_service()
        self._asked: list[Request] = []
        self._seats = self._whims.choice([each for each in game.seats if each <= len(NAMES)])

    def _new_service(self) -> GameService:
        seed = hashlib.sha256(self._name.encode()).digest
        return GameService(
            self._store, {"test": self._chat}, clock=self._clock, new_seed=seed, pace=LIVE, put_away=90_000.0
        )

    # --- asking ----------------------------------------------------------------------------------------------------

    async def _ask(self, name: str, said: Said, room: str = ROOMS[0]) -> None:
        manages = self._whims.random() < 0.02
        await self._deliver(Request(f"delivery {len(self._asked)}", room, _person(name), said, manages))

    async def _deliver(self, request: Request) -> None:
        self._asked.append(request)
        self.transcript.request(request)
        response = await self._service.handle(request)
        self.transcript.response(response)
        for reply in response.replies:
            self._chat.buttons += reply.acts

    async def _standing(self) -> Standing | None:
        live = await self._service.tables.in_room(ROOMS[0])
        return live.standing if live else None

    # --- what people do --------------------------------------------------------------------------------------------

    async def play(self, requests: int) -> None:
        await self._open()
        while len(self._asked) < requests:
            standing = await self._standing()
            if standing is None or standing.table.phase == "over":
                await self._once_more()
            await self._whims.choices(
                [self._press, self._suggested, self._press_anything, self._type, self._wait, self._again, self._look],
                weights=[50, 25, 6, 12, 3, 1, 3],
            )[0]()
        await self._ask(NAMES[0], Typed("end sure"))
        await self._close()

    async def _open(self) -> None:
        options = [f"{each.name}={value}" for each in self._game.options if (value := self._option(each)) is not None]
        await self._ask(NAMES[0], Typed(f"new {self._game.key} {' '.join(options)}"))
        for name in NAMES[1 : self._seats]:
            # an automatic player that thinks takes long, and isn't the same each time
            joins = self._game.bots.thinks or self._whims.random() < 0.8
            await self._ask(name if joins else NAMES[0], Typed("join" if joins else "bot"))
        if self._whims.random() < 0.3:
            await self._ask(NAMES[0], Typed("link"))
            code = self.transcript.code()
            await self._ask(NAMES[1], Typed(f"join {code}"), ROOMS[1])
        await self._ask(NAMES[0], Typed("start"))

    async def _once_more(self) -> None:
        for line in ("verify", "again", "start"):
            await self._ask(NAMES[0], Typed(line))

    def _option(self, option: Option) -> str | None:
        if option.file or self._whims.random() < 0.6:
            return None
        return self._whims.choice(option.choices or (str(option.minimum), str(option.maximum)))

    async def _press(self) -> None:
        """Somebody who is awaited presses a button of the last message."""
        room = self._whims.choice([room for room in ROOMS if room in self._chat.latest])
        news = self._chat.latest[room]
        if news.acts:
            names = [each.name for each in news.awaited] or [NAMES[0]]
            await self._press_one(self._whims.choice(names), self._whims.choice(news.acts), room)

    async def _press_anything(self) -> None:
        """Anybody presses any button: somebody else's, or one that is out of date."""
        await self._press_one(self._whims.choice(NAMES), self._whims.choice(self._chat.buttons[-60:]), ROOMS[0])

    async def _press_one(self, name: str, choice: Act, room: str) -> None:
        await self._ask(name, Pressed(choice.button, "It fits." if choice.asks else ""), room)

    async def _suggested(self) -> None:
        """Somebody who is awaited makes the move of an automatic player, or any if those think for long."""
        standing = await self._standing()
        if standing is None or not standing.playing:
            return
        game, state = standing.game, standing.state
        seat = self._whims.choice(game.awaits(state))
        chance = Chance(hashlib.sha256(f"{self._name} {len(self._asked)}".encode()).digest())
        legal = game.moves(state, seat)
        move = self._whims.choice(legal) if game.bots.thinks else suggested(game, state, seat, chance)
        said = as_command(game, game.phrase(state, seat, move))
        await self._ask(await self._name_at(seat), said)

    async def _name_at(self, seat: int) -> str:
        live = await self._service.tables.in_room(ROOMS[0])
        assert live is not None
        return next((each.name for each in live.people if each.seat == seat), NAMES[-1])

    async def _type(self) -> None:
        quick = [
            each.name for each in self._game.commands if not (each.slow or (each.is_query and self._game.bots.thinks))
        ]
        # at a table without its people, only automatic players that may not think would be left
        lines = [*LINES, *MORE_LINES, *quick]
        unwanted = {"leave", "bot", "end", "cover ben", "cover Cleo Day"} if self._game.bots.thinks else {"end"}
        await self._ask(self._whims.choice(NAMES), Typed(self._whims.choice([x for x in lines if x not in unwanted])))

    async def _wait(self) -> None:
        self._clock.advance(self._whims.choice((1.0, 30.0, 400.0, 4_000.0, 100_000.0)))
        while await self._service.fire_due_timers():
            pass

    async def _again(self) -> None:
        """A request is delivered again; sometimes after a restart."""
        if self._whims.random() < 0.5:
            await self._service.close()
            self._service = self._new_service()
        await self._deliver(self._whims.choice(self._asked[-5:]))

    async def _look(self) -> None:
        """The table as a page, and what could be typed next."""
        person = _person(self._whims.choice(NAMES))
        page = await self._service.page(ROOMS[0], person, after=self._whims.choice((0, 10)))
        self.transcript.page(page)
        for line in ("", "pla", "help ", "vote "):
            self.transcript.suggestions(line, await self._service.complete(ROOMS[0], person, line))

    async def _close(self) -> None:
        await self._service.close()
        for record in await self._store.find_tables():
            stored = await self._store.table(record.id)
            assert stored is not None
            self.transcript.stored(stored)


def _person(name: str) -> Person:
    return Person(f"test:{name.lower()}", name)


async def recorded(key: str, number: int, requests: int = MAX_REQUESTS) -> Transcript:
    """Play one session on a store of its own."""
    with tempfile.TemporaryDirectory() as folder, _same_ids(f"{key} {number}"):
        store = await open_store(f"sqlite:///{Path(folder) / 'tables.db'}")
        session = Session(GAMES[key], number, store)
        await session.play(requests)
        await store.close()
    return session.transcript


@contextmanager
def _same_ids(name: str) -> Iterator[None]:
    """Table ids and codes are random, and hashes cover them."""
    with patch.object(secrets, "choice", random.Random(f"ids of {name}").choice):
        yield
