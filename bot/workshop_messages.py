"""What goes into and out of workshops: forms and orders in, the entrance and the desk out; and who handles them."""

from collections.abc import Callable, Mapping
from dataclasses import field
from typing import Literal, Protocol

from bot.messages import Page, Person
from games.api import OptionValue
from games.graphics.drawing import Drawing
from games.values import value


@value
class WorkshopForm:
    """What a trainer chooses when a workshop is opened."""

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


WorkshopPhase = Literal["open", "started", "ended"]


@value
class TeamDoor:
    """A team as the entrance shows it."""

    name: str
    people: tuple[str, ...]  # names of those who sit there
    free: int  # seats that somebody could take now


@value
class Entrance:
    """What somebody with the link sees before they have a seat."""

    title: str
    trainer: str
    game: str
    game_title: str
    summary: str
    phase: WorkshopPhase
    chooses: bool
    attendance: bool  # names and times are kept: people have to be told before they come in
    teams: tuple[TeamDoor, ...]
    fingerprint: str = ""  # of the dice that all teams share
    room: str = ""  # where the person who asks has a place already
    team: int | None = None  # and in which team


@value
class Placed:
    """Where somebody belongs from now on."""

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
    question: str = ""  # that somebody there has asked the trainer and that has no answer yet
    asked_by: str = ""
    hints: tuple[SuggestedHint, ...] = ()  # that fit what is going on there


@value
class Desk:
    """All tables of a workshop at a glance, those that need the trainer first."""

    id: str
    entrance: str = field(repr=False)
    title: str
    trainer: str
    game: str
    game_title: str
    phase: WorkshopPhase
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


# --- orders --------------------------------------------------------------------------------------------------------


@value
class StartAll:
    """Start every team that has people; too small ones get automatic players."""


@value
class Tell:
    """Say something to one team, or to all (None)."""

    text: str
    team: int | None = None


@value
class GiveHint:
    """Hand out one of the suggested hints, to one team or to all that it fits."""

    key: str
    team: int | None = None


@value
class PauseAll:
    """Every table waits, with its clocks."""


@value
class ContinueAll:
    """They go on."""


@value
class SetClock:
    """A clock for the whole exercise; 0 minutes: none."""

    minutes: int


@value
class MoveSeat:
    """Somebody changes teams."""

    team: int
    seat: int
    to: int


@value
class Cover:
    """An automatic player stands in for somebody who is missing."""

    team: int
    seat: int


@value
class SeatBot:
    team: int


@value
class RemoveBot:
    team: int


@value
class NameTeam:
    team: int
    name: str


@value
class AddTeam:
    pass


@value
class HoldRetros:
    """A retrospective in every team whose game is over."""


@value
class PlayAgain:
    """The next round: the same teams, new tables."""


@value
class EndWorkshop:
    """Every table that is still running is closed, and nobody comes in any more. The desk still shows what was."""


TableOrder = Tell | GiveHint | MoveSeat | Cover | SeatBot | RemoveBot | NameTeam
WorkshopOrder = StartAll | PauseAll | ContinueAll | SetClock | AddTeam | HoldRetros | PlayAgain | EndWorkshop
Order = TableOrder | WorkshopOrder


@value
class OrderDone:
    """What came of an order, in a sentence, and what did not work, a sentence a team."""

    text: str
    problems: tuple[str, ...] = ()


# --- afterwards ----------------------------------------------------------------------------------------------------


@value
class TeamReport:
    """One team's page of the report."""

    name: str
    people: tuple[str, ...]
    result: str
    figures: tuple[tuple[str, str], ...]
    highlights: tuple[str, ...]
    actions: tuple[str, ...] = ()  # that its retrospective agreed on


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
    """What an adapter may ask of workshops. Each raises Refused with a sentence, and StoreUnavailable.

    `request` is an id: the same one when an order is sent again, which then does what is missing and nothing twice.
    """

    async def open_workshop(self, form: WorkshopForm, request: str) -> OpenedWorkshop: ...

    async def entrance(self, link: str, person: Person | None) -> Entrance | None:
        """What the link to the seats shows; None: it leads nowhere (any more)."""

    async def take_place(self, link: str, person: Person, team: int | None, request: str, luck: str = "") -> Placed:
        """Seat somebody, evenly or in the team that they chose. Whoever has a place gets the same one again."""

    async def desk(self, key: str) -> Desk | None:
        """None: the key opens nothing (any more)."""

    async def order(self, key: str, order: Order, request: str) -> OrderDone: ...

    async def hand_over(self, key: str, request: str) -> OpenedWorkshop:
        """A new key for the desk; the old one opens nothing any more."""

    async def compare(self, key: str) -> Comparison:
        """All teams side by side."""

    async def attendance(self, key: str) -> tuple[Attendance, ...]: ...

    def follow_workshop(self, workshop: str, changed: Callable[[], None]) -> Callable[[], None]:
        """Call `changed` whenever the workshop itself changes, by its id; its tables are followed by theirs."""
