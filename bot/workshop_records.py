"""What is stored about a workshop: its teams, who is in which, and what its desk has set."""

from collections.abc import Mapping
from typing import Literal, Protocol

from games.api import OptionValue
from games.values import value

MAX_TEAMS = 30
FOLLOWED_AS = "workshop:"


@value
class Team:
    name: str
    room: str  # a page of its own; its table may be shown in other rooms too
    table: str  # where it plays now, or has played last
    retro: str = ""  # the table of its retrospective after that, if there is one
    thread: str = ""  # the room in the workshop's channel that shows its table, too


@value
class Member:
    """Somebody who has come by the workshop's link. Their name and the time are stored for an attendance sheet only."""

    person: str
    team: int  # its index
    luck: str = ""  # what they add to the dice that all teams share, as a hash
    name: str = ""
    arrived: float = 0.0


@value
class Workshop:
    """`id` appears in games and their exports; `entrance` and the desk's key only in links."""

    id: str
    entrance: str  # the secret of the link that seats people
    desk: str  # SHA-256 of the key in the link to the desk
    opened: float
    game: str
    options: Mapping[str, OptionValue]
    teams: tuple[Team, ...]
    size: int  # the most people in a team
    title: str = ""
    channel: str = ""  # the room below which its teams have threads; empty: they meet on their pages only
    trainer: str = ""  # what the teams call whoever runs it
    chooses: bool = False  # people choose their team; else they are seated evenly
    attendance: bool = False
    same_dice: bool = False
    round: int = 1
    seed: bytes = b""  # of this round's tables, if they share their dice
    luck: str = ""  # what everybody has added to it, as hashes with spaces between, once the round has started
    beacon: str = ""  # as in GameStarted
    phase: Literal["open", "started", "ended"] = "open"
    paused: bool = False
    until: float | None = None  # when the shared clock runs out
    changed: float = 0.0  # when it was last changed
    version: int = 0  # counts its changes, and those of its members

    def __repr__(self) -> str:
        return f"Workshop(id={self.id!r}, game={self.game!r}, teams={len(self.teams)})"  # no links, never the seed


def followed_as(workshop: str) -> str:
    """The name under which changes of a workshop are reported, where those of a table are reported by its id."""
    return f"{FOLLOWED_AS}{workshop}"


class WorkshopRecords(Protocol):
    """Every method may raise StoreUnavailable. What changes is reported to other processes, `followed_as`."""

    async def put_workshop(
        self, workshop: Workshop, joined: tuple[Member, ...] = (), left: tuple[str, ...] = ()
    ) -> None:
        """A new one if its version is 0 (Conflict if its id or a link is taken), else one that was changed since it was
        read with this version (Conflict if somebody else was quicker). Its version is one higher afterwards.

        `joined`: members who are new or have changed; `left`: people who are members no longer. All of it or nothing.
        """

    async def workshop(self, workshop: str) -> Workshop | None: ...

    async def workshop_behind(self, link: str) -> Workshop | None:
        """The one with this `entrance`, or with this `desk`; the caller looks which of them it is."""

    async def members(self, workshop: str) -> tuple[Member, ...]:
        """In the order of their teams, and in a team in the order in which they came to the workshop."""
