"""What a trainer orders on the desk, as the page sends it."""

from typing import Annotated

from pydantic import Field, TypeAdapter, ValidationError

from adapters.web import ui_texts
from adapters.web.middleware import HttpProblem
from adapters.web.table_opening import REFUSED, Form, Word
from adapters.web.websocket import Id
from bot.workshop_messages import (
    AddTeam,
    ContinueAll,
    Cover,
    EndWorkshop,
    GiveHint,
    HoldRetros,
    MoveSeat,
    NameTeam,
    Order,
    PauseAll,
    PlayAgain,
    RemoveBot,
    SeatBot,
    SetClock,
    StartAll,
    Tell,
)

ORDERS: dict[str, type[Order]] = {
    "start": StartAll,
    "tell": Tell,
    "hint": GiveHint,
    "pause": PauseAll,
    "continue": ContinueAll,
    "clock": SetClock,
    "move": MoveSeat,
    "cover": Cover,
    "add-bot": SeatBot,
    "remove-bot": RemoveBot,
    "name": NameTeam,
    "add-team": AddTeam,
    "retros": HoldRetros,
    "again": PlayAgain,
    "end": EndWorkshop,
}

Text = Annotated[str, Field(max_length=4000)]
Number = Annotated[int, Field(ge=0, le=10_000)]


class OrderForm(Form):
    id: Id
    order: Word
    details: dict[Word, Number | Text | None] = Field(default_factory=dict, max_length=5)


class HandOverForm(Form):
    id: Id


def order_of(form: OrderForm) -> Order:
    """HttpProblem if there is no such order, or something is missing in it."""
    if form.order not in ORDERS:
        raise HttpProblem(REFUSED, ui_texts.BAD_MESSAGE)
    adapter: TypeAdapter[Order] = TypeAdapter(ORDERS[form.order])
    try:
        return adapter.validate_python(form.details)
    except ValidationError:
        raise HttpProblem(REFUSED, ui_texts.BAD_MESSAGE) from None
