"""Opening forms: the press seats its person where seats are open, and what was refused is there to be corrected."""

from collections.abc import Callable
from functools import partial

from discord import ui

from adapters.discord import texts as ui_texts
from adapters.discord.incoming.command_forms import FormPage, Refusal, TypedBefore, command_form, sections
from bot.kernel.messages import Filled, Person, Reply, Request, Response, Suggestion
from bot.kernel.ports import Service
from bot.kernel.store import StoreUnavailable
from games.parts import Form
from games.text import name_of, spell
from games.values import value


@value
class Question:
    """What has to be chosen before a form can be opened, because its menus have no room for everything."""

    custom_id: str
    text: str
    choices: tuple[str, ...]

    @property
    def reply(self) -> Reply:
        lines = tuple(Suggestion(str(at), title) for at, title in enumerate(self.choices))
        return Reply(self.text, private=True, lines=lines)


class Forms:
    """The forms of commands. `service`: which knows what they ask for."""

    def __init__(self, service: Callable[[], Service]) -> None:
        self._service = service
        self._typed = TypedBefore()

    async def opened(self, press: Request, page: FormPage) -> ui.Modal | Question | None:
        """A page of the form, with what was typed before; None if this person can't use it now."""
        assert press.person is not None
        asked = await self._asked(press.person, page, press)
        if asked is None or not page.fields(asked):
            return None
        which, first = sections(page, asked)
        if first:
            return Question(page.custom_id, which, tuple(first))
        return command_form(page, asked, self._typed.before(press.person.id, page))

    async def rest(self, request: Request, response: Response) -> tuple[str, str] | None:
        """A button that opens the form again with what was typed, or the next page of a form that has several.

        Discord closes a form when it is sent; what is wrong stands in its field once it is opened again.
        """
        person, filled = request.person, request.said
        assert person is not None
        assert isinstance(filled, Filled)
        asked = await self._asked(person, FormPage(filled.table, filled.command), request)
        if asked is None:
            return None
        page = FormPage.having(filled, asked)
        if response.outcome in {"refused", "failed"}:
            self._typed.keep(person.id, Refusal(filled, response.field, _words(response)))
            return str(ui_texts.AGAIN), page.custom_id
        self._typed.forget(person.id)
        following = page.after(asked)
        return (str(ui_texts.MORE_FIELDS), following.custom_id) if following else None

    async def _asked(self, person: Person, page: FormPage, request: Request) -> Form | None:
        """What the form asks for. The press that opens it seats its person, a submission does not."""
        try:
            return await self._service().form(person, page.table, page.command, request)
        except StoreUnavailable:
            return None


def _words(refusal: Response) -> str:
    return " ".join(spell(reply.text, partial(name_of, reply.names)) for reply in refusal.replies)
