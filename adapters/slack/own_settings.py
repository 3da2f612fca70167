"""Requests about somebody's own settings on Slack: `me name`, and forgetting them with everything else."""

from dataclasses import replace

from adapters.slack import ui_texts
from adapters.slack.personal import PersonalWishes
from bot.messages import Person, Reply, Request, Response, Typed, answered
from bot.ports import Service, StoreUnavailable
from bot.texts import notices
from games.text import NAME_LIMIT, clean

GROUPS = ("/scrum", "scrum", "me")  # words that may stand before a command
RENAME = "name"
FORGET = ("forget", "me")
UNREACHABLE = Reply(notices.DATABASE_UNREACHABLE, private=True)


class OwnSettings:
    """The service's requests, with a chosen name kept for all tables."""

    def __init__(self, service: Service, wishes: PersonalWishes) -> None:
        self._service = service
        self._wishes = wishes

    async def handle(self, request: Request) -> Response:
        words = _words(request.said.line) if isinstance(request.said, Typed) else []
        if request.person is not None and words[:1] == [RENAME] and len(words) > 1:
            try:
                return await self._rename(request, request.person, " ".join(words[1:]))
            except StoreUnavailable:
                return Response("failed", (UNREACHABLE,), "database")
        response = await self._service.handle(request)
        if request.person is not None and tuple(map(str.lower, words)) == FORGET and response.outcome == "done":
            await self._wishes.forget(request.person.id)
        return response

    async def call(self, person: str, *, turns: bool) -> list[Reply]:
        """Whether to send a message when it is their turn; returns what they have to know about that."""
        try:
            await self._wishes.put(person, replace(await self._wishes.of(person), turns=turns))
        except StoreUnavailable:
            return [UNREACHABLE]
        return []

    async def _rename(self, request: Request, person: Person, wanted: str) -> Response:
        """Keep the name for the next tables, and change it at the ones where the person sits."""
        name = clean(wanted.strip('"“”'), NAME_LIMIT)
        await self._wishes.put(person.id, replace(await self._wishes.of(person.id), name=name))
        for number, seated in enumerate(await self._service.tables_of(person)):
            for room in seated.rooms[:1]:
                said = Typed(f"{RENAME} {name}")
                await self._service.handle(Request(f"{request.id}:{number}", room, person, said))
        return answered(Reply(ui_texts.renamed(name), private=True))


def _words(line: str) -> list[str]:
    words = line.split()
    while len(words) > 1 and words[0].lower() in GROUPS and words != [*FORGET]:
        words = words[1:]
    return [words[0].lower(), *words[1:]] if words else []
