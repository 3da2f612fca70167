"""Orders of the desk, each carried out once: given again, it answers what it answered the first time.

What an order changes about the workshop and that it was given are stored together; its answer follows once all teams
have it. If the process dies in between, giving the order again does what is missing: requests to tables have ids made
of the order's own. What a later order has changed since stays as it is.
"""

from collections.abc import Awaitable, Callable

from bot.features.workshop import texts
from bot.features.workshop.book import Changed, WorkshopBook
from bot.features.workshop.model import Member, Order, Workshop
from bot.features.workshop.team_tables import feature
from bot.kernel.calls import Call, Context
from bot.kernel.messages import Reply, Response
from bot.kernel.table.model import Refused
from games.contract import Parameter
from games.values import replace

Answer = tuple[str, ...]  # what came of it, and what did not work, a sentence per team
_Carry = Callable[[Context, Call, Workshop], Awaitable[Answer]]
_Alter = Callable[[Workshop, tuple[Member, ...]], Changed]  # raises Refused
_Effect = Callable[[Workshop], object]  # what about a workshop an order is about


def order(name: str, description: str, *parameters: Parameter) -> Callable[[_Carry], _Carry]:
    """Declare what the desk of a workshop does with this command; nothing any more once the workshop is over."""

    def add(carry: _Carry) -> _Carry:
        @feature.order(name, description, *parameters)
        async def handle(context: Context, call: Call) -> Response:
            workshop = await context.part(WorkshopBook).led_from(call.request.desk)
            given = workshop.order(call.request.id)
            if given is None and workshop.phase == "ended":
                raise Refused(texts.ENDED)
            if given is None or not given.answer:
                return _response(await _remembered(context, call, workshop, await carry(context, call, workshop)))
            return _response(given.answer)

        return carry

    return add


def _response(answer: Answer) -> Response:
    return Response("done", tuple(Reply(each, private=True) for each in answer))


async def settled(
    context: Context, call: Call, workshop: Workshop, effect: _Effect, alter: _Alter
) -> tuple[Workshop, bool]:
    """The workshop once the order has altered it, which happens once, and whether that still holds.

    It doesn't if a later order has changed the same since.
    """

    async def change(stored: Workshop, members: tuple[Member, ...]) -> Changed | None:
        if stored.order(call.request.id) is not None:
            return None
        if stored.phase == "ended":
            raise Refused(texts.ENDED)
        changed = alter(stored, members)
        given = Order(call.request.id, str(effect(changed.workshop)))
        return replace(changed, workshop=changed.workshop.with_order(given))

    now = await context.part(WorkshopBook).change(workshop.id, change)
    given = now.order(call.request.id)
    return now, given is not None and str(effect(now)) == given.effect


async def _remembered(context: Context, call: Call, workshop: Workshop, answer: Answer) -> Answer:
    """The answer, stored; an earlier one if the same order was given twice at once."""
    found = answer

    async def remember(stored: Workshop, _: tuple[Member, ...]) -> Changed | None:
        nonlocal found
        given = stored.order(call.request.id) or Order(call.request.id)
        found = given.answer or answer
        return None if given.answer else Changed(stored.with_order(replace(given, answer=answer)))

    await context.part(WorkshopBook).change(workshop.id, remember)
    return found
