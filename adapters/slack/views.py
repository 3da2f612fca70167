"""Views with pictures: Slack may need a moment before it accepts a file, and forms can't wait."""

from collections.abc import Awaitable, Callable

from adapters.slack.rich_text import Block
from adapters.slack.web_api import FAILURES

Send = Callable[[Block], Awaitable[object]]


async def with_or_without_pictures(view: Block, send: Send) -> None:
    """Send a view, without its pictures if Slack doesn't accept it with them."""
    try:
        await send(view)
    except FAILURES:
        plainer = without_pictures(view)
        if plainer == view:
            raise
        await send(plainer)


def without_pictures(view: Block) -> Block:
    return {**view, "blocks": [block for block in view["blocks"] if not _has_picture(block)]}


def _has_picture(block: Block) -> bool:
    return block["type"] == "image" or "accessory" in block
