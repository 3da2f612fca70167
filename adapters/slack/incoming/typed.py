"""Lines typed after /scrum: which table they are for, and the few commands about where tables are shown."""

import re
from dataclasses import dataclass, replace

from adapters.slack import texts as ui_texts
from adapters.slack.home.people import PersonalWishes
from adapters.slack.identifiers import SlackRoom
from adapters.slack.incoming import rooms as finding
from adapters.slack.incoming.rooms import TableFinder
from adapters.slack.outgoing.live_message import Style
from adapters.slack.outgoing.posting import Posts
from adapters.slack.outgoing.private import EphemeralReplies, Recipient
from bot.kernel.messages import Person, Reply, Request, Response, Typed, answered
from bot.kernel.opening import first_opening, named_game
from bot.kernel.ports import Service
from bot.kernel.store import StoreUnavailable
from bot.kernel.table import texts as notices
from bot.kernel.table.catalogue import OWN_COMMANDS, parse
from bot.kernel.table.model import Refused
from games.text import NAME_LIMIT, clean

NEW, THREAD = "new", "thread"
# a view of Slack's own; the others are commands of the table
_VIEW = re.compile("(?:table )?view (thread|channel)", re.IGNORECASE)
_OPENING = (f"{NEW} ", "join ")  # what a thread can begin with: a table, or that of another room
_CODE = re.compile("join (?!luck ).", re.IGNORECASE)  # it says which table is meant


@dataclass(frozen=True, slots=True)
class _Routed:
    """A request in its room, and where the person who typed it reads."""

    request: Request
    recipient: Recipient
    line: str = ""  # the `ts` of a message that was posted for it, and has to go if nothing comes of it


def _is_of_channel(line: str) -> bool:
    """Whether it is for the channel itself, whatever tables there are in its threads."""
    name, *_ = line.lower().removeprefix("table ").split(" ")
    command = OWN_COMMANDS.get(name)
    return _CODE.match(line) is not None or (command is not None and command.of_room)


def _can_open(request: Request, said: Typed) -> bool:
    """False if it is a table that nobody can open, such as one of an unknown game."""
    assert request.person is not None
    try:
        invocation = parse(said.line, None, ())
        if invocation.command.name == NEW:
            game = named_game(invocation.arguments["game"])
            first_opening(request.person, game, invocation.arguments.get("options", ""))
    except Refused:
        return False
    return True


class TypedCommands:
    def __init__(self, finder: TableFinder, posts: Posts, ephemeral: EphemeralReplies) -> None:
        self._finder = finder
        self._posts = posts
        self._ephemeral = ephemeral

    async def route(self, request: Request, recipient: Recipient, said: Typed) -> _Routed | None:
        """The request for the table that is meant; None if it has been answered. May raise RoomUnreachable."""
        line = " ".join(said.line.split())
        first, _, rest = line.partition(" ")
        if view := _VIEW.fullmatch(line):
            await self._choose_view(recipient, "thread" if view[1].lower() == THREAD else "channel")
        elif first.lower() == THREAD and rest.lower().startswith(_OPENING):
            return await self._in_new_thread(request, recipient, Typed(rest, said.mentions))
        elif first.lower() == THREAD:
            await self._reply(recipient, str(ui_texts.THREAD_USAGE))
        elif _is_of_channel(line):
            return _Routed(request, recipient)
        elif first.lower() != NEW:
            return await self._at_its_table(request, recipient, line)
        elif await self._finder.is_taken(recipient.slack_room):
            return await self._in_new_thread(request, recipient, said)
        else:
            return _Routed(request, recipient)
        return None

    async def _at_its_table(self, request: Request, recipient: Recipient, line: str) -> _Routed | None:
        assert request.person is not None
        found = await self._finder.rooms_for(recipient.slack_room, request.person)
        if len(found) > 1:
            asked = [Reply(str(ui_texts.WHICH_TABLE), private=True)]
            await self._ephemeral.answer(recipient, asked, finding.question(line, found))
            return None
        return _Routed(replace(request, room=found[0].room.name), recipient) if found else _Routed(request, recipient)

    async def _in_new_thread(self, request: Request, recipient: Recipient, said: Typed) -> _Routed:
        """The request in a new thread, whose first message becomes the table's card.

        Nobody sees anything of a table that can't be opened: the channel, where the request goes then, refuses it too.
        """
        if not _can_open(request, said):
            return _Routed(replace(request, said=said), recipient)
        channel = recipient.slack_room
        line = await self._posts.say(channel, str(ui_texts.OPENING))
        thread = SlackRoom(channel.team, channel.channel, line)
        return _Routed(replace(request, room=thread.name, said=said), recipient, line)

    async def _choose_view(self, recipient: Recipient, style: Style) -> None:
        self._posts.choose_style(recipient.slack_room, style)
        await self._reply(recipient, str(ui_texts.VIEWS[style]))

    async def _reply(self, recipient: Recipient, text: str) -> None:
        await self._ephemeral.answer(recipient, [Reply(text, private=True)])


# --- own settings ----------------------------------------------------------------------------------------------------

_GROUPS = ("/scrum", "scrum", "me")  # words that may stand before a command
_RENAME = "name"
_FORGET = ("forget", "me")


class OwnSettings:
    """The service's requests, with a chosen name kept for all tables."""

    def __init__(self, service: Service, wishes: PersonalWishes) -> None:
        self._service = service
        self._wishes = wishes

    async def handle(self, request: Request) -> Response:
        words = _words(request.said.line) if isinstance(request.said, Typed) else []
        if request.person is not None and words[:1] == [_RENAME] and len(words) > 1:
            try:
                return await self._rename(request, request.person, " ".join(words[1:]))
            except StoreUnavailable:
                return Response("failed", (_unreachable(),), "database")
        response = await self._service.handle(request)
        if request.person is not None and tuple(map(str.lower, words)) == _FORGET and response.outcome == "done":
            await self._wishes.forget(request.person.id)
        return response

    async def call(self, person: str, *, turns: bool) -> list[Reply]:
        """Set whether to send a message when it is their turn; returns what they have to know about that."""
        try:
            await self._wishes.put(person, replace(await self._wishes.of(person), turns=turns))
        except StoreUnavailable:
            return [_unreachable()]
        return []

    async def _rename(self, request: Request, person: Person, wanted: str) -> Response:
        """Keep the name for the next tables, and change it at the ones where the person sits."""
        name = clean(wanted.strip('"“”'), NAME_LIMIT)
        await self._wishes.put(person.id, replace(await self._wishes.of(person.id), name=name))
        for number, seated in enumerate(await self._service.tables_of(person)):
            for room in seated.rooms[:1]:
                said = Typed(f"{_RENAME} {name}")
                await self._service.handle(Request(f"{request.id}:{number}", room, person, said))
        return answered(Reply(ui_texts.renamed(name), private=True))


def _unreachable() -> Reply:
    return Reply(str(notices.DATABASE_UNREACHABLE), private=True)


def _words(line: str) -> list[str]:
    words = line.split()
    while len(words) > 1 and words[0].lower() in _GROUPS and words != [*_FORGET]:
        words = words[1:]
    return [words[0].lower(), *words[1:]] if words else []
