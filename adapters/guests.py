"""People whom a chat platform vouches for, so that they play at the web table as themselves in one of its rooms.

Each platform whose client can show our pages (an Activity in Discord, a tab in Microsoft Teams) has a door: it turns a
proof that the page got from the client into a guest. What the page itself says about who it is counts for nothing.
"""

from collections.abc import Mapping
from typing import Protocol, runtime_checkable

from games.values import value


@value
class Guest:
    person: str  # `discord:42`, the same as in the chat
    name: str  # as the platform shows it; data, never markup
    room: str  # `discord:7`, the same as in the chat
    locale: str = ""  # their language, if the platform knows it


class NotAdmitted(Exception):
    """The proof doesn't hold; with a sentence for whoever looks at the page."""


class Unreachable(Exception):
    """The platform gave no answer, so nobody knows; perhaps later."""


class Door(Protocol):
    """The way in from one platform."""

    async def admit(self, proof: Mapping[str, str]) -> Guest:
        """Whom the proof is about. NotAdmitted if it doesn't hold, Unreachable if that can't be found out."""


@runtime_checkable
class Roster(Protocol):
    """A chat platform that knows who is in a conversation, and whose app a tab belongs to."""

    @property
    def application(self) -> str:
        """The app's id, as in the manifest."""

    @property
    def tenants(self) -> tuple[str, ...]:
        """The organisations whose people it serves."""

    async def member(self, room: str, person: str) -> str | None:
        """The name under which a person is in a room; None if they aren't. Unreachable if that can't be found out."""
