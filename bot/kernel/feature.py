"""Features: slices that stand on the kernel. The kernel's own commands are declared the same way.

A feature declares its commands and jobs beside their handlers, and asks to be called at a few moments: before a table
opens or starts, with a change that is being stored, once rooms were told of it. Only what is installed counts.
"""

from collections.abc import Awaitable, Callable, Mapping
from typing import Any, Literal, TypeVar

from bot.kernel.calls import Call, Context, Need
from bot.kernel.live.table import LiveTable
from bot.kernel.live.writer import People
from bot.kernel.messages import Reply, Response, Suggestion
from bot.kernel.ports import Job, Seating
from bot.kernel.table import catalogue
from bot.kernel.table.journal import Draft
from bot.kernel.table.model import Refused, kinds
from games.contract import AnyGame, Command, CommandKind, Parameter
from games.values import value

Group = Literal["", "table", "me"]
Lane = Literal["", "outside"]  # what talks to the outside has a lane of its own: nothing else waits for it

Decide = Callable[[Draft, Call], People]  # records events in the draft; raises Refused or IllegalMove
Handle = Callable[[Context, Call], Awaitable[Response]]
Answer = Callable[[Context, Call], Awaitable[Reply]]
Carry = Callable[[Context, Job], Awaitable[None]]  # does the job, and says so to the store
Suggest = Callable[[Mapping[str, str]], list[Suggestion]]  # given the arguments typed so far

Forbid = Callable[[Call], str | None]
Effect = Callable[[LiveTable, Draft, tuple[Seating, ...]], tuple[Job, ...]]
Told = Callable[[Context, LiveTable, Draft], None]
Aside = Callable[[Draft, Call], str]
Welcome = Callable[[Context, Call], Awaitable[Response | None]]
Bring = Callable[[Context, str, AnyGame], Awaitable["Brought"]]
Status = Callable[[Context, str], Awaitable[str]]
Forget = Callable[[Context, str], Awaitable[None]]

F = TypeVar("F", bound=Callable[..., Any])


@value
class Brought:
    """What comes onto a table from its room: texts by option, and the ids of what is used up by it."""

    files: Mapping[str, str]
    uses: tuple[str, ...] = ()


@value
class Entry:
    """A command and its handler, of which there is one: a decision, an answer, or anything else."""

    command: Command
    needs: tuple[Need, ...] = ()
    decide: Decide | None = None
    answer: Answer | None = None
    handle: Handle | None = None
    suggest: Suggest | None = None  # completes the last parameter


class Feature:
    def __init__(self, name: str, *, facades: Mapping[type, type] | None = None) -> None:
        """`facades`: what adapters may ask for, and the classes that answer, each made once per service."""
        self.name = name
        self.facades = dict(facades or {})
        self.commands: dict[str, Entry] = {}
        self.jobs: dict[str, tuple[Carry, Lane]] = {}
        self.effects: dict[str, list[Effect]] = {}
        self.followers: dict[str, list[Told]] = {}
        self.hooks: dict[str, list[Any]] = {}

    # --- commands --------------------------------------------------------------------------------------------------

    def change(
        self, name: str, description: str, *parameters: Parameter, group: Group = "", needs: tuple[Need, ...] = ()
    ) -> Callable[[F], F]:
        """Declare a decision about the table, stored as one append. Needs are checked with the table it decides on."""
        return lambda decide: self._add(Command(name, description, parameters, group), decide, needs, decide=decide)

    def action(
        self,
        name: str,
        description: str,
        *parameters: Parameter,
        group: Group = "",
        needs: tuple[Need, ...] = (),
        suggest: Suggest | None = None,
    ) -> Callable[[F], F]:
        """Declare a change of several steps, or of more than one table."""
        command = Command(name, description, parameters, group)
        return lambda handle: self._add(command, handle, needs, handle=handle, suggest=suggest)

    def query(
        self,
        name: str,
        description: str,
        *parameters: Parameter,
        group: Group = "",
        needs: tuple[Need, ...] = (),
        public: bool = False,
    ) -> Callable[[F], F]:
        """Declare a question that changes nothing. The answer says whether it is private."""
        kind: CommandKind = "public query" if public else "query"
        command = Command(name, description, parameters, group, kind)
        return lambda answer: self._add(command, answer, needs, answer=answer)

    def _add(self, command: Command, handler: F, needs: tuple[Need, ...], **parts: Any) -> F:
        self.commands[command.name] = Entry(command, needs, **parts)
        return handler

    # --- what happens later ----------------------------------------------------------------------------------------

    def job(self, kind: str, lane: Lane = "") -> Callable[[F], F]:
        """Declare what carries out the jobs of this kind."""

        def add(carry: F) -> F:
            self.jobs[kind] = carry, lane
            return carry

        return add

    def after(self, *events: type) -> Callable[[F], F]:
        """Call it with a change that has one of these events: its jobs are stored in the same append."""
        return _subscribe(self.effects, events)

    def told(self, *events: type) -> Callable[[F], F]:
        """Call it once rooms were told of a change with one of these events. Nobody waits for what it starts."""
        return _subscribe(self.followers, events)

    # --- moments ---------------------------------------------------------------------------------------------------

    def forbids(self, hook: Forbid) -> Forbid:
        """Ask it before a command that `free_hand` guards: a sentence if the person may not."""
        return self._hook("forbids", hook)

    def welcomes(self, hook: Welcome) -> Welcome:
        """Ask it when somebody comes to a table, before they get a seat here; None if it isn't about that."""
        return self._hook("welcomes", hook)

    def adds_to_answer(self, hook: Aside) -> Aside:
        """Ask it after a change for one more sentence to the person who made it; empty for none."""
        return self._hook("adds_to_answer", hook)

    def brings_to_opening(self, hook: Bring) -> Bring:
        """Ask it before a table opens in a room."""
        return self._hook("brings_to_opening", hook)

    def brings_to_start(self, hook: Bring) -> Bring:
        """Ask it before a game starts in a room."""
        return self._hook("brings_to_start", hook)

    def adds_to_status(self, hook: Status) -> Status:
        """Ask it for a line about the room; empty for none."""
        return self._hook("adds_to_status", hook)

    def forgets(self, hook: Forget) -> Forget:
        """Call it with the id of somebody who wants to be forgotten, before the store forgets them."""
        return self._hook("forgets", hook)

    def _hook(self, moment: str, hook: F) -> F:
        self.hooks.setdefault(moment, []).append(hook)
        return hook


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
    """Make the commands, jobs and hooks of these features count, in this order."""
    for feature in features:
        _installed[feature.name] = feature
        for entry in feature.commands.values():
            ENTRIES[entry.command.name] = entry
            catalogue.add(entry.command)


def uninstall(feature: Feature) -> None:
    for name in _installed.pop(feature.name).commands:
        del ENTRIES[name]
        catalogue.remove(name)


def facade(kind: type) -> type | None:
    """The class behind what an adapter asks for; None if no feature has it."""
    return next((each.facades[kind] for each in _installed.values() if kind in each.facades), None)


def job_handler(kind: str) -> Carry | None:
    return next((each.jobs[kind][0] for each in _installed.values() if kind in each.jobs), None)


def _hooks(moment: str) -> list[Any]:
    return [hook for feature in _installed.values() for hook in feature.hooks.get(moment, ())]


def forbidden(call: Call) -> None:
    """Refused if a feature forbids this."""
    for forbid in _hooks("forbids"):
        if sentence := forbid(call):
            raise Refused(sentence)


async def welcomed(context: Context, call: Call) -> Response | None:
    """The first feature's answer to somebody who comes to a table."""
    for welcome in _hooks("welcomes"):
        response: Response | None = await welcome(context, call)
        if response is not None:
            return response
    return None


def effects_of(live: LiveTable, draft: Draft, people: tuple[Seating, ...]) -> tuple[Job, ...]:
    """The jobs that a change leads to."""
    jobs: list[Job] = []
    for feature in _installed.values():
        for effect in _subscribed(feature.effects, draft):
            jobs += effect(live, draft, people)
    return tuple(jobs)


def rooms_were_told(context: Context, live: LiveTable, draft: Draft) -> None:
    for feature in _installed.values():
        for follow in _subscribed(feature.followers, draft):
            follow(context, live, draft)


def _subscribed(subscribers: Mapping[str, list[Any]], draft: Draft) -> list[Any]:
    """Those who want one of the draft's events, each once."""
    if not subscribers:
        return []
    found = {event.kind for event in draft.events} & subscribers.keys()
    return list(dict.fromkeys(hook for kind in found for hook in subscribers[kind]))


def added_to_answer(draft: Draft, call: Call) -> tuple[Reply, ...]:
    sentences = (hook(draft, call) for hook in _hooks("adds_to_answer"))
    return tuple(Reply(sentence, private=True) for sentence in sentences if sentence)


async def brought_to_opening(context: Context, room: str, game: AnyGame) -> Brought:
    return await _brought("brings_to_opening", context, room, game)


async def brought_to_start(context: Context, room: str, game: AnyGame) -> Brought:
    return await _brought("brings_to_start", context, room, game)


async def _brought(moment: str, context: Context, room: str, game: AnyGame) -> Brought:
    files: dict[str, str] = {}
    uses: list[str] = []
    for bring in _hooks(moment):
        brought = await bring(context, room, game)
        files |= brought.files
        uses += brought.uses
    return Brought(files, tuple(uses))


async def status_of(context: Context, room: str) -> list[str]:
    lines = [await hook(context, room) for hook in _hooks("adds_to_status")]
    return [line for line in lines if line]


async def forget(context: Context, person: str) -> None:
    for hook in _hooks("forgets"):
        await hook(context, person)
