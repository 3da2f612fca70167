"""What only one person may see: ephemeral messages, through the delivery's own address or by name."""

import logging
import time
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from slack_sdk.webhook.async_client import AsyncWebhookClient

from adapters.slack import message
from adapters.slack.names import Place
from adapters.slack.rich import Block
from adapters.slack.web import FAULTS, Web, code, library_log
from bot.messages import Reply
from bot.ports import RoomUnreachable

log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Reader:
    """Who asked, and how to answer them alone."""

    place: Place
    user: str
    answers: str = ""  # the delivery's response_url: it works where the bot is no member, five times in half an hour
    ephemeral: bool = False  # they pressed a button of such an answer, which is out of date now


class Privately:
    def __init__(self, web: Web) -> None:
        self._web = web

    async def answer(self, reader: Reader, replies: list[Reply], buttons: Sequence[Block] = ()) -> None:
        """Everything there is to say; an answer whose button was pressed makes way for it."""
        if reader.ephemeral and not replies:
            await self._respond(reader, {"delete_original": True})
        for number, reply in enumerate(replies):
            content = message.private(reply, time.time()).content
            content["blocks"] += buttons
            replace = reader.ephemeral and number == 0
            if not await self._respond(reader, {**content, "replace_original": replace}):
                await self._post(reader, content)

    async def _respond(self, reader: Reader, body: dict[str, Any]) -> bool:
        if not reader.answers:
            return False
        thread = {"thread_ts": reader.place.thread} if reader.place.thread and "text" in body else {}
        client = AsyncWebhookClient(reader.answers, session=self._web.session, logger=library_log)
        try:
            answer = await client.send_dict({"response_type": "ephemeral", **thread, **body})
        except FAULTS as fault:
            log.info("the address of a delivery did not answer: %s", code(fault))
            return False
        return answer.status_code == 200

    async def _post(self, reader: Reader, content: dict[str, Any]) -> None:
        try:
            client = await self._web.client(reader.place.team)
            await client.chat_postEphemeral(**reader.place.where, user=reader.user, **content)
        except (*FAULTS, RoomUnreachable) as fault:  # the App Home shows it, too
            log.warning("a private answer was lost: %s", code(fault))
