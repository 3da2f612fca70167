"""Automatic players and queries that take long run in another process, so that no other table waits."""

import asyncio
import multiprocessing
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from typing import Any

from bot.processes import exit_with_the_program
from games import GAMES
from games.api import Answer, AnyGame
from games.chance import Chance

PROCESSES = 2


class Thinker:
    """Processes are started when a game first needs one."""

    def __init__(self) -> None:
        self._pool: ProcessPoolExecutor | None = None

    async def suggest(self, game: AnyGame, state: Any, seat: int, chance: Chance, *, level: str) -> Any:
        if not game.thinks:
            return game.suggest(state, seat, chance, level)
        return await self.elsewhere(_suggest, game.key, state, seat, chance, level)

    async def answer(
        self, game: AnyGame, view: Any, command: str, arguments: Mapping[str, str], *, names: Sequence[str]
    ) -> Answer:
        slow = game.thinks or any(each.slow for each in game.commands if each.name == command)
        if not slow:
            return game.answer(view, command, arguments, names)
        look: Answer = await self.elsewhere(_answer, game.key, view, command, dict(arguments), tuple(names))
        return look

    async def elsewhere(self, work: Callable[..., Any], *given: Any) -> Any:
        if self._pool is None:
            # spawn: a fork would copy this process with its threads and open databases
            spawn = multiprocessing.get_context("spawn")
            self._pool = ProcessPoolExecutor(PROCESSES, spawn, initializer=exit_with_the_program)
        return await asyncio.get_running_loop().run_in_executor(self._pool, work, *given)

    def close(self) -> None:
        if self._pool is not None:
            self._pool.shutdown(wait=True, cancel_futures=True)
            self._pool = None


def _suggest(key: str, state: Any, seat: int, chance: Chance, level: str) -> Any:
    return GAMES[key].suggest(state, seat, chance, level)


def _answer(key: str, view: Any, command: str, arguments: Mapping[str, str], names: Sequence[str]) -> Answer:
    return GAMES[key].answer(view, command, arguments, names)
