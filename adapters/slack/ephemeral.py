"""Private replies: ephemeral messages, through the delivery's response_url or by user id."""

import logging
import time
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from slack_sdk.webhook.async_client import AsyncWebhookClient

from adapters.slack import message
from adapters.slack.identifiers import SlackRoom
from adapters.slack.rich_text import Block
from adapters.slack.web_api import FAILURES, WebApi, error_code, library_log
from bot.messages import Reply
from bot.ports import RoomUnreachable

log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Recipient:
    """The person to reply to privately, and how."""

    slack_room: SlackRoom
    user: str
    answers: str = ""  # the delivery's response_url: works where the bot isn't a member, five times in 30 minutes
    ephemeral: bool = False  # they pressed a button of a private reply, which is now out of date


class EphemeralReplies:
    def __init__(self, web: WebApi) -> None:
        self._web = web

    async def answer(self, recipient: Recipient, replies: list[Reply], buttons: Sequence[Block] = ()) -> None:
        """Send all replies; the first replaces the private message whose button was pressed."""
        if recipient.ephemeral and not replies:
            await self._respond(recipient, {"delete_original": True})
        for number, reply in enumerate(replies):
            content = message.private(reply, time.time()).content
            content["blocks"] += buttons
            replace = recipient.ephemeral and number == 0
            if not await self._respond(recipient, {**content, "replace_original": replace}):
                await self._post(recipient, content)

    async def _respond(self, recipient: Recipient, body: dict[str, Any]) -> bool:
        if not recipient.answers:
            return False
        thread = {"thread_ts": recipient.slack_room.thread} if recipient.slack_room.thread and "text" in body else {}
        client = AsyncWebhookClient(recipient.answers, session=self._web.session, logger=library_log)
        try:
            answer = await client.send_dict({"response_type": "ephemeral", **thread, **body})
        except FAILURES as error:
            log.info("could not use a response_url: %s", error_code(error))
            return False
        return answer.status_code == 200

    async def _post(self, recipient: Recipient, content: dict[str, Any]) -> None:
        try:
            client = await self._web.client(recipient.slack_room.team)
            await client.chat_postEphemeral(**recipient.slack_room.arguments, user=recipient.user, **content)
        except (*FAILURES, RoomUnreachable) as error:  # the App Home shows it too
            log.warning("could not deliver a private reply: %s", error_code(error))
