"""All teams of a workshop side by side."""

from bot.commands.calls import Context
from bot.workshop_messages import Comparison
from bot.workshop_records import Workshop


async def compare(context: Context, workshop: Workshop) -> Comparison:
    raise NotImplementedError
