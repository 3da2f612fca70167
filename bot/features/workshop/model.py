"""Data of workshops: forms in, the entrance and the desk out; and their records."""

from collections.abc import Callable, Mapping
from dataclasses import field
from typing import Literal, Protocol

from bot.kernel.messages import Page, Person
from bot.kernel.store import Job
from games.contract import OptionValue
from games.graphics.drawing import Drawing
from games.values import replace, value

# --- workshop messages -----------------------------------------------------------------------------------------------


@value
class WorkshopForm:
    """The choices of a trainer who opens a workshop."""

    game: str
    teams: int = 4
    size: int = 0  # the most people in a team; 0: as many as play well
    options: str = ""  # as for `new`: `hours=250`
    title: str = ""
    trainer: str = ""
    names: tuple[str, ...] = ()  # of teams; the others are called Team 3
    chooses: bool = False
    attendance: bool = False
    same_dice: bool = False
    channel: str = ""  # the room below which teams get threads


@value
class OpenedWorkshop:
    """The secrets of a workshop, for its trainer alone."""

    id: str
    entrance: str
    key: str  # of the desk

    def __repr__(self) -> str:
        return f"OpenedWorkshop(id={self.id!r})"


_WorkshopPhase = Literal["open", "started", "ended"]


@value
class TeamDoor:
    """A team as the entrance shows it."""

    name: str
    people: tuple[str, ...]  # names of those who sit there
    free: int  # seats that somebody could take now


@value
class Entrance:
    """The entrance as somebody with the link sees it before they have a seat."""

    title: str
    trainer: str
    game: str
    game_title: str
    summary: str
    phase: _WorkshopPhase
    chooses: bool
    attendance: bool  # names and times are kept: people have to be told before they come in
    teams: tuple[TeamDoor, ...]
    fingerprint: str = ""  # of the dice that all teams share
    room: str = ""  # where the person who asks has a place already
    team: int | None = None  # and in which team


@value
class Placed:
    """The place of somebody from now on."""

    room: str
    team: int
    seated: bool  # else they watch: no seat is free


# --- the desk ------------------------------------------------------------------------------------------------------


@value
class SuggestedHint:
    key: str
    text: str


@value
class TeamCard:
    """A team as the desk shows it: what everybody may see, and nothing else."""

    name: str
    room: str
    table: str
    page: Page  # the public one, without its story
    glance: tuple[tuple[str, str], ...] = ()  # how far it is: ("Day", "3 of 10"), ("Hours left", "210")
    waiting: float = 0.0  # seconds for which the table has waited for people
    stuck: bool = False  # for too long
    question: str = ""  # the oldest question to the trainer that has no answer yet
    asked_by: str = ""
    hints: tuple[SuggestedHint, ...] = ()  # hints that fit what is going on there


@value
class Desk:
    """All tables of a workshop at a glance, those that need the trainer first."""

    id: str
    entrance: str = field(repr=False)
    title: str
    trainer: str
    game: str
    game_title: str
    phase: _WorkshopPhase
    round: int
    paused: bool
    until: float | None  # when the shared clock runs out
    chooses: bool
    attendance: bool
    same_dice: bool
    size: int
    options: Mapping[str, OptionValue]
    teams: tuple[TeamCard, ...]  # by number
    order: tuple[int, ...]  # indices of teams: questions and stuck ones first
    needs: tuple[str, ...] = ()  # what the trainer should know before starting: "Team 4 has 1 person: a bot joins."
    fingerprint: str = ""
    seed: str = field(default="", repr=False)  # of the round's dice, once no table of it is running


@value
class Attendance:
    """Somebody on the attendance sheet."""

    name: str
    team: str
    arrived: float


# --- afterwards ----------------------------------------------------------------------------------------------------


@value
class TeamReport:
    """One team's page of the report."""

    name: str
    people: tuple[str, ...]
    result: str
    figures: tuple[tuple[str, str], ...]
    highlights: tuple[str, ...]
    actions: tuple[str, ...] = ()  # actions that its retrospective agreed on


@value
class DebriefQuestion:
    stage: str  # "What happened?", "So what?", "Now what?"
    text: str
    why: str = ""  # what happened at these tables that makes it worth asking


@value
class Comparison:
    """All teams side by side, and what to talk about."""

    title: str
    game_title: str
    teams: tuple[TeamReport, ...]
    columns: tuple[str, ...]  # names of figures, for a table; a team may lack one
    questions: tuple[DebriefQuestion, ...]
    notes: tuple[str, ...] = ()  # about the comparison itself: luck, small numbers, teams that are still playing
    charts: tuple[Drawing, ...] = ()


# --- the service ---------------------------------------------------------------------------------------------------


class Workshops(Protocol):
    """Workshops, for adapters. Each raises Refused with a sentence, and StoreUnavailable.

    `request` is an id: the same one when something is asked for again; then what is missing is done, and nothing twice.

    What a trainer does at the desk is a request like any other, with the desk's key: see orders.py.
    """

    async def open_workshop(self, form: WorkshopForm, request: str, key: str = "") -> OpenedWorkshop:
        """`key`: of its desk, from somebody who can give the same one when the form is sent again; nobody else may be
        able to guess it. Without one, the desk gets a key that nobody can be told again."""

    async def entrance(self, link: str, person: Person | None) -> Entrance | None:
        """The page behind the link to the seats; None if the link is unknown or no longer valid."""

    async def take_place(self, link: str, person: Person, team: int | None, request: str, luck: str = "") -> Placed:
        """Seat somebody, evenly or in the team that they chose. Whoever has a place gets the same one again."""

    async def desk(self, key: str) -> Desk | None:
        """The desk with this key; None if the key is unknown or no longer valid."""

    async def hand_over(self, key: str, request: str) -> OpenedWorkshop:
        """Make a new key for the desk; the old one is no longer valid."""

    async def compare(self, key: str) -> Comparison:
        """All teams side by side."""

    async def attendance(self, key: str) -> tuple[Attendance, ...]: ...

    def follow_workshop(self, workshop: str, changed: Callable[[], None]) -> Callable[[], None]:
        """Call `changed` whenever the workshop itself changes, by its id; its tables are followed by theirs."""


# --- workshop records ------------------------------------------------------------------------------------------------

MAX_TEAMS = 30
MAX_ORDERS = 100  # that a workshop remembers, so that none is carried out twice
_FOLLOWED_AS = "workshop:"


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
class Order:
    """An order that was given from the desk. Nothing in it names a person."""

    id: str  # of the request
    effect: str = ""  # what it has changed about the workshop; a later order may have changed it again
    answer: tuple[str, ...] = ()  # what the desk read; empty: it isn't done yet


@value
class Workshop:
    """A workshop; `id` appears in games and their exports; `entrance` and the desk's key only in links."""

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
    renewed: bool = False  # the link to the seats is no longer the first one: pages of teams don't let strangers in
    changed: float = 0.0  # when it was last changed
    orders: tuple[Order, ...] = ()  # the latest ones, each when it began
    version: int = 0  # counts its changes, and those of its members

    def order(self, request: str) -> Order | None:
        """The order that this request gave before, as far as it is remembered."""
        return next((each for each in self.orders if each.id == request), None)

    def with_order(self, order: Order) -> "Workshop":
        if self.order(order.id) is None:
            return replace(self, orders=(*self.orders, order)[-MAX_ORDERS:])
        return replace(self, orders=tuple(order if each.id == order.id else each for each in self.orders))

    def __repr__(self) -> str:
        return f"Workshop(id={self.id!r}, game={self.game!r}, teams={len(self.teams)})"  # not prose; no links, no seed


def followed_as(workshop: str) -> str:
    """The name under which changes of a workshop are reported, where those of a table are reported by its id."""
    return f"{_FOLLOWED_AS}{workshop}"


class WorkshopStore(Protocol):
    """The store for workshops. Every method may raise StoreUnavailable. Changes are reported under `followed_as`."""

    async def put_workshop(
        self,
        workshop: Workshop,
        joined: tuple[Member, ...] = (),
        left: tuple[str, ...] = (),
        jobs: tuple[Job, ...] = (),
    ) -> None:
        """Store a workshop: new if its version is 0 (Conflict if its id or a link is taken), else changed since it was
        read with this version (Conflict if somebody else was quicker). Its version is one higher afterwards.

        `joined`: members who are new or have changed; `left`: people who are members no longer; `jobs`: to be done
        later because of this. All of it or nothing.
        """

    async def workshop(self, workshop: str) -> Workshop | None: ...

    async def workshop_behind(self, link: str) -> Workshop | None:
        """The workshop with this `entrance`, or with this `desk`; the caller checks which of them it is."""

    async def memberships(self, person: str) -> tuple[tuple[str, Member], ...]:
        """The ids of a person's workshops, and who they are there."""

    async def members(self, workshop: str) -> tuple[Member, ...]:
        """The members in the order of their teams, and in a team in the order in which they came to the workshop."""
