"""What somebody types after /scrum: for which table it is, and the few commands about where tables are shown."""

import re
from dataclasses import dataclass, replace

from adapters.slack import finding, ui_texts
from adapters.slack.ephemeral import EphemeralReplies, Recipient
from adapters.slack.finding import TableFinder
from adapters.slack.identifiers import SlackRoom
from adapters.slack.posting import Posts
from adapters.slack.reference import Style
from bot.messages import Reply, Request, Typed

NEW, THREAD = "new", "thread"
# a view of Slack's own; the others are commands of the table
_VIEW = re.compile("(?:table )?view (thread|channel)", re.IGNORECASE)

# whatever tables there are in its threads: workshops are opened in the channel, and a code says which table is meant
_OF_CHANNEL = re.compile("(?:table )?workshop\\b|join (?!luck ).", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Routed:
    """A request in its room, and where the person who typed it reads."""

    request: Request
    recipient: Recipient


class TypedCommands:
    def __init__(self, finder: TableFinder, posts: Posts, ephemeral: EphemeralReplies) -> None:
        self._finder = finder
        self._posts = posts
        self._ephemeral = ephemeral

    async def route(self, request: Request, recipient: Recipient, said: Typed) -> Routed | None:
        """The request for the table that is meant; None if it has been answered. May raise RoomUnreachable."""
        line = " ".join(said.line.split())
        first, _, rest = line.partition(" ")
        if view := _VIEW.fullmatch(line):
            await self._choose_view(recipient, "thread" if view[1].lower() == THREAD else "channel")
        elif first.lower() == THREAD and rest:
            return await self._in_new_thread(request, recipient, Typed(rest, said.mentions))
        elif first.lower() == THREAD:
            await self._reply(recipient, ui_texts.THREAD_USAGE)
        elif _OF_CHANNEL.match(line):
            return Routed(request, recipient)
        elif first.lower() != NEW:
            return await self._at_its_table(request, recipient, line)
        elif await self._finder.is_taken(recipient.slack_room):
            return await self._in_new_thread(request, recipient, said)
        else:
            return Routed(request, recipient)
        return None

    async def _at_its_table(self, request: Request, recipient: Recipient, line: str) -> Routed | None:
        assert request.person is not None
        found = await self._finder.rooms_for(recipient.slack_room, request.person)
        if len(found) > 1:
            asked = [Reply(ui_texts.WHICH_TABLE, private=True)]
            await self._ephemeral.answer(recipient, asked, finding.question(line, found))
            return None
        return Routed(replace(request, room=found[0].room.name), recipient) if found else Routed(request, recipient)

    async def _in_new_thread(self, request: Request, recipient: Recipient, said: Typed) -> Routed:
        channel = recipient.slack_room
        thread = SlackRoom(channel.team, channel.channel, await self._posts.say(channel, ui_texts.THREAD))
        return Routed(replace(request, room=thread.name, said=said), recipient)

    async def _choose_view(self, recipient: Recipient, style: Style) -> None:
        self._posts.choose_style(recipient.slack_room, style)
        await self._reply(recipient, ui_texts.VIEWS[style])

    async def _reply(self, recipient: Recipient, text: str) -> None:
        await self._ephemeral.answer(recipient, [Reply(text, private=True)])
