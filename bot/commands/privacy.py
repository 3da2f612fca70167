"""Being forgotten: a person's name and id leave every table and workshop."""

from bot.commands.calls import Call, Context
from bot.messages import Reply, Response, answered
from bot.texts import personal
from bot.workshop_records import FOLLOWED_AS


async def forget(context: Context, call: Call) -> Response:
    """In the store and in memory."""
    if call.argument("sure").lower() != "me":
        return answered(Reply(personal.SURE_TO_FORGET, private=True))
    forgotten = await context.store.forget(call.person.id)
    # whoever is changing one of these tables now finds its version changed, and decides again without the person
    for live in [live for live in context.tables.known_tables() if live.id in forgotten]:
        async with live.lock:
            await context.tables.reload(live)
    for table in forgotten:
        context.tables.changed(table)  # somebody may keep pictures of it, even if it isn't in memory
    workshops = sum(table.startswith(FOLLOWED_AS) for table in forgotten)
    text = personal.forgotten(len(forgotten) - workshops, workshops)
    return Response("done", (Reply(text, private=True),))
