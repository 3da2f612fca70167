"""Something that is made in Slack once, whoever asks for it and however often: a canvas, the rows of a list."""

import logging
import time
from collections.abc import Awaitable, Callable
from enum import StrEnum

from slack_sdk.errors import SlackApiError

from adapters.slack.identifiers import PLATFORM
from adapters.slack.web_api import FAILURES, error_code
from bot.kernel.ports import RoomUnreachable
from bot.kernel.store import Installations

log = logging.getLogger(__name__)

_CLAIM_SECONDS = 120.0  # longer than a call can take


class Outcome(StrEnum):
    SAVED = "saved"
    THERE = "there"  # it was saved before
    UNSURE = "unsure"  # nobody knows
    WAIT = "wait"  # somebody tries right now
    REFUSED = "refused"  # and may be tried again


class _Kept(StrEnum):
    """What is stored about it."""

    STARTED = "started"
    SAVED = "saved"


async def save_once(store: Installations, word: str, make: Callable[[], Awaitable[None]]) -> tuple[Outcome, str]:
    """Make what this word stands for, unless it is there; returns Slack's code for a refusal, too.

    A claim keeps two processes apart. It is noted before Slack is asked, so that nothing is made again if the process
    ends or Slack's answer is lost; only if Slack refused, somebody may try again. May raise StoreUnavailable.
    """
    now = time.time()
    claimed = await store.use_once(f"{PLATFORM} {word}", now, now + _CLAIM_SECONDS)
    known = await store.installation(PLATFORM, word)
    if known is not None:
        return (Outcome.THERE if known == _Kept.SAVED.encode() else Outcome.UNSURE), ""
    if not claimed:
        return Outcome.WAIT, ""
    await store.put_installation(PLATFORM, word, _Kept.STARTED.encode())
    try:
        await make()
    except (*FAILURES, RoomUnreachable) as error:
        log.warning("could not save a %s: %s", word.partition(" ")[0], error_code(error))
        if not _is_refusal(error):
            return Outcome.UNSURE, ""
        await store.drop_installation(PLATFORM, word)
        return Outcome.REFUSED, error_code(error)
    await store.put_installation(PLATFORM, word, _Kept.SAVED.encode())
    return Outcome.SAVED, ""


def _is_refusal(error: Exception) -> bool:
    """True if nothing was made for certain: Slack said so, or wasn't asked."""
    if isinstance(error, SlackApiError):
        return bool(isinstance(error.response.data, dict) and error.response.data.get("error"))
    return isinstance(error, RoomUnreachable)
