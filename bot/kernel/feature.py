"""Features: slices that build on the kernel. The kernel's own commands are declared the same way.

A feature declares its commands and jobs beside their handlers, and asks to be called at a few moments: before a table
opens or starts, with a change that is being stored, once rooms have been told. Only installed features take part.
"""

from collections.abc import Awaitable, Callable, Coroutine, Mapping
from importlib import import_module
from pkgutil import iter_modules
from typing import Any, Generic, Literal, TypeVar

from bot.kernel.calls import Call, Context, Need
from bot.kernel.live.ending import Ending
from bot.kernel.live.schedule import Lane
from bot.kernel.live.table import Invitation, LiveTable
from bot.kernel.live.writer import People
from bot.kernel.messages import Page, Person, Reply, Request, Response, Suggestion
from bot.kernel.store import Attendance, Effect, Job, Seating
from bot.kernel.table import catalogue
from bot.kernel.table.journal import Draft
from bot.kernel.table.model import Refused, Table, TableEvents, add_events, kinds, remove_events
from bot.kernel.table.refusals import unknown_command
from games.contract import AnyGame, Command, CommandKind, Parameter
from games.language import Text, known
from games.parts import Form
from games.values import replace, value

_Group = Literal["", "table", "room", "me"]

_Decide = Callable[[Draft, Call], People]  # records events in the draft; raises Refused or IllegalMove
_Handle = Callable[[Context, Call], Awaitable[Response]]
_Answer = Callable[[Context, Call], Awaitable[Reply]]
_Ask = Callable[[Context, Call], Awaitable[Form | None]]
_Carry = Callable[[Context, Job], Awaitable[None]]  # does the job, and says so to the store
_Suggest = Callable[[str, str], list[Suggestion]]  # given the game and what was typed so far

_Forbid = Callable[[Call], str | None]
_AfterChange = Callable[[Context, LiveTable, Draft, tuple[Seating, ...]], tuple[Job | Effect, ...]]
_Told = Callable[[Context, LiveTable, Draft], None]
_Aside = Callable[[Draft, Call], str]
_End = Callable[[Context, LiveTable, str], Awaitable[Ending | None]]
_Welcome = Callable[[Context, Call], Awaitable[Response | None]]
_Guard = Callable[[Context, Request, LiveTable], Awaitable[str | None]]
_TellPrivately = Callable[[Context, LiveTable, Request, Awaitable[Response]], Awaitable[Response]]
_Aim = Callable[[Context, Request, str, LiveTable | None, bool], Awaitable["Aim | None"]]
_Invite = Callable[[Context, LiveTable, str], Awaitable[Invitation | None]]
_Bring = Callable[[Context, str, AnyGame], Awaitable["Brought"]]
_Status = Callable[[Context, str], Awaitable[str]]
_Name = Callable[[Context, str, tuple[str, ...]], Awaitable[Mapping[str, str]]]
_SuggestDay = Callable[[Context, str, str], Awaitable[str]]
_Complete = Callable[[Context, LiveTable, Person, Page], Awaitable[Page]]
_AddData = Callable[[Context, str, tuple[Attendance, ...]], Awaitable[Mapping[str, object]]]
_KnowSeed = Callable[[Context, Table], Awaitable[bool | None]]
_Speak = Callable[[Context, str], Awaitable[str]]
_Run = Callable[[Context], Coroutine[None, None, None]]

F = TypeVar("F", bound=Callable[..., Any])
H = TypeVar("H")


@value
class Brought:
    """The data that a room adds to a table: texts by option, and what is stored together with them."""

    files: Mapping[str, str]
    effects: tuple[Effect, ...] = ()


@value
class Aim:
    """The table that a command goes to, and a sentence about that for whoever gave it."""

    live: LiveTable
    note: str = ""


@value
class Entry:
    """A command's one handler: a decision, an answer, or anything else."""

    needs: tuple[Need, ...] = ()
    decide: _Decide | None = None
    answer: _Answer | None = None
    handle: _Handle | None = None
    suggest: _Suggest | None = None  # completes the last parameter
    asks: _Ask | None = None  # its form, for what was typed so far; None if it can't be used now
    refreshed: bool = True  # gets the table as it is stored now
    follows: str = ""  # the command after which it is listed

    def check(self, call: Call) -> None:
        """Raise Refused if the call lacks something that the command needs."""
        for need in self.needs:
            need(call)

    def decided(self, draft: Draft, call: Call) -> People:
        assert self.decide is not None
        self.check(call)
        return self.decide(draft, call)


@value
class _Order:
    """A command that only desks can give."""

    command: Command
    handle: _Handle


@value
class JobEntry:
    carry: _Carry
    lane: Lane


class Moment(Generic[H]):
    """A moment at which features are called."""

    def __init__(self) -> None:
        self.hooks: list[H] = []

    def __call__(self, hook: H) -> H:
        self.hooks.append(hook)
        return hook


class Feature:
    def __init__(self, name: str, package: str = "") -> None:
        """Name a feature. `package`: where its modules are, if several; all are imported when it is installed."""
        self.name = name
        self.package = package
        # what adapters may ask for, and the classes that answer, each made once per service
        self.facades: dict[type, Callable[[Context], object]] = {}
        self.commands: dict[Command, Entry] = {}
        self.orders: dict[str, _Order] = {}
        self.events: TableEvents | None = None  # events that it adds to tables
        self.jobs: dict[str, JobEntry] = {}
        self.effects: dict[str, list[_AfterChange]] = {}  # by kind of event
        self.followers: dict[str, list[_Told]] = {}
        self.asides: dict[str, list[_Aside]] = {}
        self.runs: dict[str, _Run] = {}
        # --- moments: decorate a function with one of these, and the kernel calls it then
        self.forbids = Moment[_Forbid]()  # before commands that need a free hand: a sentence if the person may not
        self.welcomes = Moment[_Welcome]()  # somebody comes to a table; None: it isn't about that
        # a command was typed or called in a room that shows this table: the one it is for; None: that one. The last
        # argument is False if the store must not be asked
        self.aims = Moment[_Aim]()
        self.guards_opening = Moment[_Guard]()  # a table is to open instead of one that is over: a sentence if it can't
        self.brings_to_opening = Moment[_Bring]()  # before a table opens in a room
        self.invites = Moment[_Invite]()  # a table was opened in a room: the people to call, once
        self.brings_to_start = Moment[_Bring]()  # before a game starts in a room
        self.names_absent = Moment[_Name]()  # of a room's earlier meetings: who they are now, by these keys
        self.adds_to_ending = Moment[_End]()  # of a table that is over, before this room is told
        self.adds_to_data = Moment[_AddData]()  # stored about a person, who is known at these tables; as JSON
        self.adds_to_status = Moment[_Status]()  # a line about the room, or an empty one
        self.suggests_day = Moment[_SuggestDay]()  # in a room and a time zone, by which something could be done
        self.speaks = Moment[_Speak]()  # the language that a person chose; empty if none
        self.completes_page = Moment[_Complete]()  # what a person sees of a whole table
        # whether no table draws any more from the seed that this one shares; None: not known
        self.knows_seed = Moment[_KnowSeed]()
        # turns what happens at a table that only one person sees into the answer to their request
        self.tells_privately = Moment[_TellPrivately]()

    # --- commands --------------------------------------------------------------------------------------------------

    def change(
        self,
        name: str,
        description: Text,
        *parameters: Parameter,
        group: _Group = "",
        needs: tuple[Need, ...] = (),
        of_meetings: bool = False,
        grave: bool = False,
    ) -> Callable[[F], F]:
        """Declare a decision about the table, stored as one append. Needs are checked with the table it decides on."""
        command = Command(name, description, parameters, group, of_meetings=of_meetings, grave=grave)
        return lambda decide: self._add(command, decide, needs, decide=decide)

    def action(
        self,
        name: str,
        description: Text,
        *parameters: Parameter,
        group: _Group = "",
        needs: tuple[Need, ...] = (),
        suggest: _Suggest | None = None,
        refreshed: bool = True,
        of_room: bool = False,
        follows: str = "",
        form: Text = "",
        asks: _Ask | None = None,
    ) -> Callable[[F], F]:
        """Declare a change of several steps, or of more than one table.

        `refreshed`: with the table as it is stored now; else the handler finds out by itself if it has changed.
        `follows`: the command after which it is listed. `form`: the title of the form that `asks` for its arguments.
        """
        command = Command(name, description, parameters, group, of_room=of_room, form=form)
        parts = {"suggest": suggest, "refreshed": refreshed, "follows": follows, "asks": asks}
        return lambda handle: self._add(command, handle, needs, handle=handle, **parts)

    def query(
        self,
        name: str,
        description: Text,
        *parameters: Parameter,
        group: _Group = "",
        needs: tuple[Need, ...] = (),
        public: bool = False,
        of_meetings: bool = False,
    ) -> Callable[[F], F]:
        """Declare a question that changes nothing. The answer says whether it is private."""
        kind: CommandKind = "public query" if public else "query"  # not prose
        command = Command(name, description, parameters, group, kind, of_meetings=of_meetings)
        return lambda answer: self._add(command, answer, needs, answer=answer)

    def order(self, name: str, description: Text, *parameters: Parameter) -> Callable[[F], F]:
        """Declare a command that only a desk can give: no help lists it. Its handler checks the desk's key."""

        def add(handle: F) -> F:
            self.orders[name] = _Order(Command(name, description, parameters), handle)
            return handle

        return add

    def _add(self, command: Command, handler: F, needs: tuple[Need, ...], **parts: Any) -> F:
        self.commands[command] = Entry(needs, **parts)
        return handler

    # --- what happens later ----------------------------------------------------------------------------------------

    def job(self, kind: str, lane: Lane = "clock") -> Callable[[F], F]:
        """Declare the handler for jobs of this kind."""

        def add(carry: F) -> F:
            self.jobs[kind] = JobEntry(carry, lane)
            return carry

        return add

    def after(self, *events: type) -> Callable[[F], F]:
        """Call the hook with a change that has one of these events: what it returns is stored in the same append."""
        return _subscribe(self.effects, events)

    def adds_to_answer(self, *events: type) -> Callable[[F], F]:
        """Call the hook with a change that has one of these events: it returns a sentence for its author, or none."""
        return _subscribe(self.asides, events)

    def told(self, *events: type) -> Callable[[F], F]:
        """Call the hook once rooms have been told about a change with one of these events; nobody waits for it."""
        return _subscribe(self.followers, events)

    def background(self, name: str) -> Callable[[F], F]:
        """Start the function with the service; it runs until cancelled, or returns if there is nothing to do."""

        def add(run: F) -> F:
            self.runs[name] = run
            return run

        return add


def _subscribe(subscribers: dict[str, list[Any]], events: tuple[type, ...]) -> Callable[[F], F]:
    def add(hook: F) -> F:
        for kind in kinds(*events):
            subscribers.setdefault(kind, []).append(hook)
        return hook

    return add


# --- installed features --------------------------------------------------------------------------------------------

table_feature = Feature("table")  # the kernel's own commands

_installed: dict[str, Feature] = {}
ENTRIES: dict[str, Entry] = {}  # by the command's name


def install(*features: Feature) -> None:
    """Add the commands, events, jobs and hooks of these features, in this order."""
    for feature in features:
        _installed[feature.name] = feature
        for module in iter_modules(import_module(feature.package).__path__) if feature.package else ():
            import_module(f"{feature.package}.{module.name}")
        for command, entry in feature.commands.items():
            ENTRIES[command.name] = entry
            catalogue.add(command, entry.follows)
        if feature.events is not None:
            add_events(feature.events)


def uninstall(feature: Feature) -> None:
    for command in _installed.pop(feature.name).commands:
        del ENTRIES[command.name]
        catalogue.remove(command.name)
    if feature.events is not None:
        remove_events(feature.events)


def order(name: str) -> _Order:
    """The desk's order with this name; Refused if there is none."""
    for feature in _installed.values():
        if name in feature.orders:
            return feature.orders[name]
    raise Refused(unknown_command(name, ()))


def facade(kind: type) -> Callable[[Context], object]:
    """The factory of the facade that an adapter asks for."""
    return next(each.facades[kind] for each in _installed.values() if kind in each.facades)


def jobs() -> dict[str, JobEntry]:
    """The handlers of jobs by kind."""
    return {kind: entry for feature in _installed.values() for kind, entry in feature.jobs.items()}


def _all(moment: Callable[[Feature], Moment[H]]) -> list[H]:
    return [hook for feature in _installed.values() for hook in moment(feature).hooks]


def with_free_hand(call: Call) -> None:
    """Need: no feature forbids the call."""
    for forbid in _all(lambda feature: feature.forbids):
        if sentence := forbid(call):
            raise Refused(sentence)


async def opening_allowed(context: Context, request: Request, old: LiveTable) -> None:
    """Raise Refused if a feature reserves the room for something else."""
    for guard in _all(lambda feature: feature.guards_opening):
        if sentence := await guard(context, request, old):
            raise Refused(sentence)


async def told_privately(context: Context, live: LiveTable, request: Request, doing: Awaitable[Response]) -> Response:
    for tell in _all(lambda feature: feature.tells_privately):
        return await tell(context, live, request, doing)
    return await doing


async def aimed(
    context: Context, request: Request, name: str, here: LiveTable | None, *, reads: bool = True
) -> Aim | None:
    """The table that this command is for, if that isn't the room's or if there is something to say about it."""
    for aim in _all(lambda feature: feature.aims):
        if (found := await aim(context, request, name, here, reads)) is not None:
            return found
    return None


async def welcomed(context: Context, call: Call) -> Response | None:
    """The answer of the first feature that welcomes somebody to a table."""
    for welcome in _all(lambda feature: feature.welcomes):
        if (response := await welcome(context, call)) is not None:
            return response
    return None


def effects_of(
    context: Context, live: LiveTable, draft: Draft, people: tuple[Seating, ...]
) -> tuple[Job | Effect, ...]:
    """The jobs and effects of features that are stored with a change."""
    found = _subscribed(lambda feature: feature.effects, draft)
    return tuple(each for effect in found for each in effect(context, live, draft, people))


def added_to_answer(draft: Draft, call: Call) -> tuple[Reply, ...]:
    sentences = [aside(draft, call) for aside in _subscribed(lambda feature: feature.asides, draft)]
    return tuple(Reply(sentence, private=True) for sentence in sentences if sentence)


def rooms_were_told(context: Context, live: LiveTable, draft: Draft) -> None:
    for follow in _subscribed(lambda feature: feature.followers, draft):
        follow(context, live, draft)


def _subscribed(subscribers: Callable[[Feature], dict[str, list[H]]], draft: Draft) -> list[H]:
    """The subscribers to the draft's events, each once."""
    kinds = {event.kind for event in draft.events}
    wanted = [
        known for feature in _installed.values() if (known := subscribers(feature)) and not kinds.isdisjoint(known)
    ]
    return list(dict.fromkeys(hook for known in wanted for kind in known if kind in kinds for hook in known[kind]))


async def brought_to_opening(context: Context, room: str, game: AnyGame) -> Brought:
    return await _brought(_all(lambda feature: feature.brings_to_opening), context, room, game)


async def invitation_to(context: Context, live: LiveTable, room: str) -> Invitation | None:
    """The invitation in the first message of a table; those who are there need none."""
    for invite in _all(lambda feature: feature.invites):
        if (found := await invite(context, live, room)) is not None:
            here = {each.person for each in live.people}
            return replace(found, people=tuple(person for person in found.people if person.id not in here))
    return None


async def brought_to_start(context: Context, room: str, game: AnyGame) -> Brought:
    return await _brought(_all(lambda feature: feature.brings_to_start), context, room, game)


async def _brought(hooks: list[_Bring], context: Context, room: str, game: AnyGame) -> Brought:
    found = [await bring(context, room, game) for bring in hooks]
    files = {name: text for brought in found for name, text in brought.files.items()}
    return Brought(files, tuple(effect for brought in found for effect in brought.effects))


async def data_about(context: Context, person: str) -> dict[str, object]:
    """Everything that features have stored about a person, by what it is."""
    tables = await context.store.attendances(person)
    found: dict[str, object] = {}
    for hook in _all(lambda feature: feature.adds_to_data):
        found |= await hook(context, person, tables)
    return found


async def status_of(context: Context, room: str) -> list[str]:
    lines = [await hook(context, room) for hook in _all(lambda feature: feature.adds_to_status)]
    return [line for line in lines if line]


async def prepare(context: Context, live: LiveTable, room: str) -> None:
    """Let features add what people are about to read: names of those who aren't there, the end of a summary or game."""
    standing = live.standing
    over = standing.table.phase == "over"
    keys = standing.game.meeting.absent(standing.state) if standing.state is not None else ()
    names: dict[str, str] = {}
    for name in _all(lambda feature: feature.names_absent) if keys else ():
        names |= await name(context, room, keys)
    live.absent = names
    live.watched_at = context.web.watch_link(live.id) if context.web is not None else ""
    for end in _all(lambda feature: feature.adds_to_ending) if over and live.ending is None else ():
        if live.ending is None and (ending := await end(context, live, room)) is not None:
            live.end_with(ending)


async def suggested_day(context: Context, room: str, zone: str) -> str:
    """The day by which something that is agreed on now could be done; empty if no feature knows one."""
    for hook in _all(lambda feature: feature.suggests_day):
        if day := await hook(context, room, zone):
            return day
    return ""


async def language_of(context: Context, person: Person, room: str) -> str:
    """The language in which somebody is answered: as they chose, as their platform says, or as the room speaks."""
    for hook in _all(lambda feature: feature.speaks):
        if chosen := await hook(context, person.id):
            return chosen
    return known(person.locale) or await context.tables.language_of(room)


async def completed(context: Context, live: LiveTable, person: Person, page: Page) -> Page:
    for hook in _all(lambda feature: feature.completes_page):
        page = await hook(context, live, person, page)
    return page


async def seed_is_done(context: Context, table: Table) -> bool:
    """True if no table draws from this table's seed any more."""
    if not table.seed_group:
        return table.phase == "over"
    answers = [await hook(context, table) for hook in _all(lambda feature: feature.knows_seed)]
    return any(answers)


def background() -> dict[str, _Run]:
    """The background functions by name."""
    return {name: run for feature in _installed.values() for name, run in feature.runs.items()}
