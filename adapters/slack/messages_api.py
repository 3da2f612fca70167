"""Slack's calls that post, edit and delete messages."""

from slack_sdk.errors import SlackApiError

from adapters.slack.identifiers import SlackRoom
from adapters.slack.message import Message
from adapters.slack.web_api import WebApi, error_code, translated_errors
from bot.ports import RoomUnreachable

NOT_YET = "invalid_blocks"  # Slack's error code while it doesn't know a newly uploaded file yet
GONE = frozenset({"message_not_found", "cant_update_message", "edit_window_closed", "thread_not_found"})


class FileNotReady(RoomUnreachable):
    """Slack needs a moment before a message can show a newly uploaded file."""


class MessagesApi:
    """Every method raises RoomUnreachable if Slack doesn't accept the call."""

    def __init__(self, web: WebApi) -> None:
        self._web = web

    async def post(self, place: SlackRoom, new: Message, *, broadcast: bool = False) -> str:
        """Post to a channel or thread; returns the message's `ts`. `broadcast`: a reply that the channel sees too."""
        client = await self._web.client(place.team)
        with translated_errors("chat.postMessage"):
            answer = await client.chat_postMessage(
                **place.arguments,
                **new.content,
                reply_broadcast=True if broadcast and place.thread else None,
                unfurl_links=False,
            )
        return str(answer["ts"])

    async def say(self, place: SlackRoom, text: str) -> str:
        client = await self._web.client(place.team)
        with translated_errors("chat.postMessage"):
            return str((await client.chat_postMessage(**place.arguments, text=text))["ts"])

    async def update(self, place: SlackRoom, ts: str, new: Message, *, broadcast: bool = False) -> bool:
        """False if the message was deleted or can no longer be edited."""
        client = await self._web.client(place.team)
        also = True if broadcast else None
        with translated_errors("chat.update"):
            try:
                await client.chat_update(channel=place.channel, ts=ts, **new.content, reply_broadcast=also)
            except SlackApiError as error:
                if error_code(error) in GONE:
                    return False
                if error_code(error) == NOT_YET and new.file:
                    raise FileNotReady("chat.update: the file isn't usable yet") from error
                raise
        return True

    async def address(self, place: SlackRoom, ts: str) -> str:
        """Where a message can be opened; with a thread, that is opened beside it."""
        client = await self._web.client(place.team)
        with translated_errors("chat.getPermalink"):
            answer = await client.chat_getPermalink(channel=place.channel, message_ts=ts)
        opened = f"?thread_ts={place.thread}&cid={place.channel}" if place.thread else ""
        return f"{answer['permalink']}{opened}"

    async def delete(self, place: SlackRoom, ts: str) -> None:
        client = await self._web.client(place.team)
        with translated_errors("chat.delete"):
            await client.chat_delete(channel=place.channel, ts=ts)
