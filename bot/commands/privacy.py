"""Being forgotten: a person's name and id leave every table."""

from contextlib import AsyncExitStack

from bot.commands.calls import Call, Context
from bot.messages import Reply, Response, answered
from bot.texts import personal


async def forget(context: Context, call: Call) -> Response:
    """In the store and in memory."""
    if call.argument("sure").lower() != "me":
        return answered(Reply(personal.SURE_TO_FORGET, private=True))
    person = call.person.id
    known = [live for live in context.tables.known_tables() if any(each.person == person for each in live.people)]
    async with AsyncExitStack() as stack:
        for live in known:  # nobody who is changing these tables may write the person back
            await stack.enter_async_context(live.lock)
        forgotten = await context.store.forget(person)
        for live in known:
            await context.tables.reload(live)
    return Response("done", (Reply(personal.forgotten(len(forgotten)), private=True),))
