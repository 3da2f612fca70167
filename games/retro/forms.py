"""What the forms of the retrospective ask for; `commands.read` turns what was entered into one move."""

from collections.abc import Sequence

from games.parts import Field, Form
from games.retro.commands import COMMANDS, NO_TOPIC
from games.retro.model import NAME_LIMIT, SCALE, DiscussionTopic, HealthTopic, Phase, State, View
from games.text import shortened, who

_PHASES: dict[str, tuple[Phase, ...]] = {
    "note": ("reflect",),
    "rate": ("reflect",),
    "group": ("group",),
    "vote": ("vote",),
    "action": ("discuss", "actions"),
    "card": ("reflect", "actions"),
    "thanks": ("close",),
}
_COMMANDS = {command.name: command for command in COMMANDS}
_LABEL = 75  # characters of a note in a menu
_MENUS = 4  # for grouping; more than four columns are put together into as many
_EACH_LINE = "One idea a line: each line becomes a note."


def form(view: View, command: str) -> Form | None:
    """The form of a command as this seat gets it; None if it can't be used now."""
    state = view.state
    if view.seat is None or state.phase not in _PHASES.get(command, ()):
        return None
    fields = _fields(state, view.seat, command)
    note = _EACH_LINE if command == "note" else _COMMANDS[command].description
    return Form(_COMMANDS[command].form, fields, note) if fields else None


def _fields(state: State, seat: int, command: str) -> tuple[Field, ...]:
    match command:
        case "note":
            columns = state.columns[: len(state.columns) - bool(state.health)]
            return tuple(Field(str(at), each.title, each.hint) for at, each in enumerate(columns, start=1))
        case "rate":
            given = {} if state.profile else state.answers.get(seat, {})
            topics = () if state.profile else state.health
            return tuple(_rating(at, each, given.get(at)) for at, each in enumerate(topics, start=1))
        case "group":
            return _grouping(state)
        case "vote":
            return _voting(state, seat)
        case _:
            return _of_parameters(state, seat, command)


def _rating(number: int, topic: HealthTopic, given: int | None) -> Field:
    ends = {SCALE[0]: topic.bad, SCALE[-1]: topic.good}
    options = tuple((str(each), f"{each}: {ends[each]}" if ends.get(each) else str(each)) for each in SCALE)
    return Field(str(number), topic.title, options=options, filled=(str(given),) if given else ())


def _voting(state: State, seat: int) -> tuple[Field, ...]:
    """A menu for each dot, with its topic chosen already."""
    options = ((NO_TOPIC, "No topic"), *(_option(state, topic) for topic in state.topics))
    mine = [str(topic) for topic in state.placed.get(seat, ())]
    places = [*mine, *[NO_TOPIC] * state.dots][: state.dots]
    return tuple(Field(str(at), f"Dot {at}", options=options, filled=(each,)) for at, each in enumerate(places, 1))


def _grouping(state: State) -> tuple[Field, ...]:
    """A menu for each column that has topics, and a name."""
    if len(state.topics) < 2:
        return ()
    by_column: dict[str, list[DiscussionTopic]] = {}
    for topic in state.topics:
        by_column.setdefault(state.columns[state.note(topic.key).column or 0].title, []).append(topic)
    if len(by_column) > _MENUS:
        size = -(-len(state.topics) // _MENUS)
        parts = [list(state.topics[start : start + size]) for start in range(0, len(state.topics), size)]
        by_column = {f"Notes {part[0].key} to {part[-1].key}": part for part in parts}
    menus = [
        Field(str(at), title, options=tuple(_option(state, topic) for topic in topics), most=len(topics))
        for at, (title, topics) in enumerate(by_column.items(), start=1)
    ]
    return (*menus, Field("name", "Name (optional)", limit=NAME_LIMIT))


def _option(state: State, topic: DiscussionTopic) -> tuple[str, str]:
    return str(topic.key), f"{topic.key} {shortened(state.text_of(topic), _LABEL)}"


def _of_parameters(state: State, seat: int, command: str) -> tuple[Field, ...]:
    """What has to be typed, and what is chosen: the owner of an action, the kind of a card."""
    chosen, typed = _COMMANDS[command].parameters
    people = [other for other in range(state.seats) if command != "thanks" or other != seat]
    listed: Sequence[tuple[str, str]] = [(f"#{other}", who(other)) for other in people]
    options = tuple(chosen.titled.items() if chosen.kind == "choice" else listed)
    return (
        Field(typed.name, typed.name.capitalize(), typed.description, required=True, limit=1000),
        Field(chosen.name, chosen.description, options=options, required=True),
    )
