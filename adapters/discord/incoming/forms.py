"""Forms: of commands, and for the one argument that an act lacks.

The press that opens a form seats its person where seats are open; what was refused is there to be corrected.
"""

from collections.abc import Mapping
from functools import partial
from typing import Any

import discord
from discord import ui

from adapters.discord import texts as ui_texts
from adapters.discord.commands import parameter_named
from adapters.discord.incoming.command_forms import (
    DESCRIPTION_LIMIT,
    LABEL_LIMIT,
    TITLE_LIMIT,
    FormPage,
    Refusal,
    TypedBefore,
    command_form,
    sections,
    values_in,
)
from adapters.discord.outgoing.controls import read_custom_id
from adapters.layout import asked_for
from bot.kernel.messages import Filled, Person, Pressed, Reply, Request, Response, Suggestion
from bot.kernel.ports import Service
from bot.kernel.store import StoreUnavailable
from games.parts import Form
from games.text import name_of, shortened, spell
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

    def __init__(self, service: Service) -> None:
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
            return await self._service.form(person, page.table, page.command, request)
        except StoreUnavailable:
            return None


def _words(refusal: Response) -> str:
    return " ".join(spell(reply.text, partial(name_of, reply.names)) for reply in refusal.replies)


# --- the one argument that an act lacks ------------------------------------------------------------------------------

_ANSWER_LIMIT = 1000
ANSWER = "answer"  # custom_id of a field


def form(custom_id: str, title: str) -> ui.Modal:
    """Ask for the missing argument of one act; the form's custom_id is that of the button."""
    command, _, asks = read_custom_id(custom_id)[1].rpartition(".")
    modal = ui.Modal(title=shortened(title, TITLE_LIMIT), custom_id=custom_id)
    modal.add_item(_question(asks, command))
    modal.stop()  # its submission is a separate interaction, which works after a restart too
    return modal


def read_form(data: Mapping[str, Any]) -> Pressed:
    """The service's button, with what was typed for it."""
    return Pressed(read_custom_id(data["custom_id"])[0], values_in(data).get(ANSWER, ""))


def _question(asks: str, command: str) -> ui.Label[Any]:
    """A field with its whole question: if that is too long for the label, it goes below it."""
    parameter = parameter_named(asks, command)
    question = parameter.description if parameter else asks
    if len(str(question)) <= LABEL_LIMIT:
        return ui.Label(text=str(question), component=_field(ANSWER))
    below = shortened(str(question), DESCRIPTION_LIMIT)
    return ui.Label(text=asked_for(asks), description=below, component=_field(ANSWER))


def _field(custom_id: str) -> ui.TextInput[Any]:
    style = discord.TextStyle.paragraph
    return ui.TextInput(custom_id=custom_id, style=style, min_length=1, max_length=_ANSWER_LIMIT, required=True)
