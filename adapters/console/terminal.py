"""Lines typed at a terminal, with a history and completions. A script needs none of this, so it doesn't load it."""

from collections.abc import AsyncGenerator, AsyncIterator, Iterable

from prompt_toolkit import PromptSession
from prompt_toolkit.completion import CompleteEvent, Completer, Completion
from prompt_toolkit.document import Document
from prompt_toolkit.history import InMemoryHistory
from prompt_toolkit.patch_stdout import patch_stdout

from adapters.console.table import ROOM, ConsoleTable, read_line
from bot.kernel.service import GameService
from bot.kernel.table.catalogue import command_words


async def typed_lines(table: ConsoleTable, service: GameService) -> AsyncIterator[str]:
    completer = _TypedCompleter(table, service)
    session: PromptSession[str] = PromptSession(
        history=InMemoryHistory(), completer=completer, complete_while_typing=False
    )
    while True:
        try:
            with patch_stdout(raw=True):
                yield await session.prompt_async(lambda: table.prompt)
        except (EOFError, KeyboardInterrupt):
            return


class _TypedCompleter(Completer):
    """A completer of commands and their arguments on Tab, from what is legal now."""

    def __init__(self, table: ConsoleTable, service: GameService) -> None:
        self._table = table
        self._service = service

    def get_completions(self, document: Document, complete_event: CompleteEvent) -> Iterable[Completion]:
        del document, complete_event
        return ()  # completions come from get_completions_async

    async def get_completions_async(
        self, document: Document, complete_event: CompleteEvent
    ) -> AsyncGenerator[Completion, None]:
        del complete_event
        line = read_line(document.text_before_cursor, command_words())
        if line is None:
            return
        said = line.said if line.speaker else document.text_before_cursor.lstrip()
        prefix = "" if said.endswith(" ") else said.rpartition(" ")[2]
        for found in await self._service.complete(ROOM, self._table.person(line.speaker), said):
            yield Completion(found.value, start_position=-len(prefix), display_meta=found.label)
