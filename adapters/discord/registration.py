"""The registration of commands: only when they have changed, and until Discord has them."""

import asyncio
import logging
from collections.abc import Sequence
from itertools import chain, repeat
from typing import Any

from discord.http import HTTPClient, Route

from adapters.discord.command_tree import SLASH, Payload, command_trees, for_guild, globally, same
from adapters.discord.gateway import FAILURES

log = logging.getLogger(__name__)

REGISTER_SECONDS = (5.0, 30.0, 120.0, 600.0)


class Registration:
    """The registration of one application's commands: everywhere, or in its test servers only."""

    def __init__(self, http: HTTPClient, application: int, guilds: Sequence[int], *, activity: bool) -> None:
        self._http = http
        self._activity = activity
        self._application = application
        self._missing: list[int | None] = [*guilds] or [None]
        self._same_everywhere = len(self._missing) == 1  # else each server has its own ids
        self.ids: dict[str, int] = {}  # of the slash commands, so that messages can mention them

    async def keep_trying(self) -> None:
        """Until the commands are registered everywhere."""
        for pause in chain(REGISTER_SECONDS, repeat(REGISTER_SECONDS[-1])):
            if not self._missing:
                return
            await asyncio.sleep(pause)
            await self.attempt()

    async def attempt(self) -> None:
        for guild in tuple(self._missing):
            try:
                self._learn(await self._synchronised(guild))
            except FAILURES as error:  # the previous commands are still there
                log.error("could not register the commands (%s), will retry: %s", _where(guild), error)  # noqa: TRY400
            else:
                self._missing.remove(guild)

    async def _synchronised(self, guild: int | None) -> list[Payload]:
        """The commands as Discord has them now."""
        found = await registered(self._http, self._application, guild)
        trees = globally(found, activity=self._activity) if guild is None else for_guild(command_trees())
        if same(trees, found):
            return found
        written: Any
        if guild is None:
            written = await self._http.bulk_upsert_global_commands(self._application, trees)
        else:
            written = await self._http.bulk_upsert_guild_commands(self._application, guild, trees)
        log.info("commands registered (%s)", _where(guild))
        return list(written)

    def _learn(self, trees: Sequence[Payload]) -> None:
        if self._same_everywhere:
            slash = [tree for tree in trees if tree.get("type", SLASH) == SLASH and "id" in tree]
            self.ids.update({tree["name"]: int(tree["id"]) for tree in slash})


async def registered(http: HTTPClient, application: int, guild: int | None) -> list[Payload]:
    """The registered commands with their translations, which the library doesn't ask for."""
    path = "/guilds/{guild_id}/commands" if guild else "/commands"
    route = Route("GET", f"/applications/{{application_id}}{path}", application_id=application, guild_id=guild)
    return list(await http.request(route, params={"with_localizations": "true"}))


def _where(guild: int | None) -> str:
    return f"server {guild}" if guild else "globally"  # not prose
