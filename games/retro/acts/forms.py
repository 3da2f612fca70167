"""What a form asks for. One submission is one move, all of it or nothing."""

from collections.abc import Iterator, Sequence

from games.language import Text, lazy, t
from games.memories import ACTION_LIMIT
from games.parts import Field, Form
from games.retro.acts.commands import COMMANDS, NO_TOPIC, number_in
from games.retro.model import (
    AGREEMENT_LIMIT,
    INSIGHT_LIMIT,
    MAX_RATING,
    NAME_LIMIT,
    SCALE,
    THANKS_LIMIT,
    UNTIL_SHOWN,
    WORD_LIMIT,
    DiscussionTopic,
    HealthTopic,
    Phase,
    State,
    View,
)
from games.retro.player import likely_pairs
from games.retro.words.terms import HOW_ARE_YOU, ROTI, SAFETY, note_text, topic_text
from games.text import shortened, who

_ENTRY = 75  # characters of a note in a menu
_HALF = 35  # of each note of a pair
_ALIKE = 5  # pairs that look alike
_MENUS = 4  # for grouping; more columns are put together into as many
_PHASES: dict[str, tuple[Phase, ...]] = {
    "say": ("stage", "close"),
    "safety": ("stage",),
    "agree": ("stage", "close"),
    "keep": ("review",),
    "note": UNTIL_SHOWN,
    "rate": ("reflect",),
    "group": ("group",),
    "vote": ("vote",),
    "insight": ("discuss",),
    "topic": ("discuss",),
    "title": ("group", "vote", "discuss"),
    "action": ("discuss", "actions"),
    "edit": ("discuss", "actions"),
    "card": ("reflect", "actions"),
    "thanks": ("close",),
    "hide": ("group", "vote", "discuss", "actions", "close"),
    "lead": ("stage", "review", "reflect", "group", "vote", "discuss", "actions", "close"),
}
_OF_FACILITATOR = frozenset({"topic", "edit", "hide", "lead"})
_TITLES = {command.name: command.form for command in COMMANDS}
_NOTES = {
    "note": lazy("One idea a line: each line becomes a note."),
    "group": lazy("Which belong together?"),
    "vote": lazy("Several dots on one topic are fine."),
    "rate": lazy("Only totals are shown."),
    "safety": lazy("Only totals are shown."),
    "hide": lazy("Its text is erased for everybody, and can’t be brought back."),
    "edit": lazy("What you leave empty stays as it is."),
}
_SEND = {"note": lazy("Add notes"), "edit": lazy("Save")}
_SAFETY = {SCALE[0]: lazy("I keep quiet"), SCALE[-1]: lazy("I can say anything")}


def form(view: View, command: str) -> Form | None:
    """The form of a command as this seat gets it; None if it can't be used now.

    A word after the command says what it is about: `edit 2`, `keep 1`.
    """
    name, _, about = command.partition(" ")
    state, seat = view.state, view.seat
    if seat is None or state.phase not in _PHASES.get(name, ()):
        return None
    if name in _OF_FACILITATOR and seat != state.facilitator:
        return None
    fields = tuple(_fields(state, seat, name, number_in(about)))
    return Form(_title(state, name), fields, _note(state, name), str(_SEND.get(name, ""))) if fields else None


def _title(state: State, name: str) -> str:
    if name == "say" and state.phase == "close":
        return str(RATE_IT)
    return str(ADD_AN_ACTION if name == "action" and state.phase == "actions" else _TITLES[name])


RATE_IT, ADD_AN_ACTION = lazy("Rate it"), lazy("Add an action")


def _note(state: State, name: str) -> str:
    return t("Only totals are shown.") if name == "say" and state.phase == "close" else str(_NOTES.get(name, ""))


def _fields(state: State, seat: int, name: str, about: int) -> Iterator[Field]:  # noqa: C901  a case for each command
    match name:
        case "say":
            yield from _check_in(state, seat) if state.phase == "stage" else _closing(state, seat)
        case "safety":
            yield from _safety(state, seat)
        case "agree":
            yield Field("text", t("What do you agree on?"), t("We start on time"), required=True, limit=AGREEMENT_LIMIT)
        case "note":
            columns = state.columns[: len(state.columns) - bool(state.health)]
            yield from (Field(str(at), str(each.title), str(each.hint)) for at, each in enumerate(columns, start=1))
        case "rate":
            yield from _health(state, seat)
        case "group":
            yield from _grouping(state)
        case "vote":
            yield from _voting(state, seat)
        case "card":
            yield from _card()
        case "insight":
            yield Field("text", t("What do you understand now?"), required=True, limit=INSIGHT_LIMIT)
        case "thanks":
            yield from _thanking(state, seat, required=True)
        case "topic" | "hide" | "lead":
            yield from _leading(state, seat, name)
        case _:
            yield from _naming(state, about) if name == "title" else _actions(state, name, about)


def _check_in(state: State, seat: int) -> Iterator[Field]:
    if seat not in state.words:
        yield Field("answer", str(state.check_in or HOW_ARE_YOU), required=True, limit=WORD_LIMIT)


def _safety(state: State, seat: int) -> Iterator[Field]:
    if state.safety_check and not state.safety_poll and seat not in state.safety:
        options = tuple((str(each), safety_label(each)) for each in SCALE)
        yield Field("answer", str(SAFETY), options=options, required=True)


def safety_label(value: int) -> str:
    return _on_scale(value, _SAFETY.get(value, ""))


def _on_scale(value: int, meaning: Text) -> str:
    return t("{value}: {meaning}", value=value, meaning=meaning) if meaning else str(value)


# --- writing, grouping, voting ---------------------------------------------------------------------------------------


def _health(state: State, seat: int) -> Iterator[Field]:
    if not state.profile:
        given = state.answers.get(seat, {})
        yield from (_rating(at, each, given.get(at)) for at, each in enumerate(state.health, start=1))


def _rating(number: int, topic: HealthTopic, given: int | None) -> Field:
    ends = {SCALE[0]: topic.bad, SCALE[-1]: topic.good}
    options = tuple((str(each), _on_scale(each, ends.get(each, ""))) for each in SCALE)
    return Field(str(number), str(topic.title), options=options, filled=(str(given),) if given else ())


def _voting(state: State, seat: int) -> Iterator[Field]:
    """A menu for each dot, with its topic chosen already."""
    options = ((NO_TOPIC, t("No topic")), *(_option(state, topic) for topic in state.topics))
    mine = [str(topic) for topic in state.placed.get(seat, ())]
    places = [*mine, *[NO_TOPIC] * state.dots][: state.dots]
    columns = ("", *_columns_of(state, state.topics))
    for at, each in enumerate(places, start=1):
        yield Field(str(at), t("Dot {number}", number=at), options=options, filled=(each,), groups=columns)


def _columns_of(state: State, topics: Sequence[DiscussionTopic]) -> tuple[str, ...]:
    return tuple(str(state.columns[state.note(topic.key).column or 0].title) for topic in topics)


def _grouping(state: State) -> Iterator[Field]:
    """Pairs that look alike, a menu for each column that has topics, and a name."""
    if len(state.topics) < 2:
        return
    pairs = likely_pairs(state)[:_ALIKE]
    if pairs:
        options = tuple((f"{one} {other}", f"{_cut(state, other)} + {_cut(state, one)}") for one, other in pairs)
        yield Field("alike", t("These look alike"), options=options, most=len(pairs))
    for at, (title, topics) in enumerate(_by_column(state, _MENUS - bool(pairs)), start=1):
        yield Field(str(at), title, options=tuple(_option(state, each) for each in topics), most=len(topics))
    yield Field("name", t("Name (optional)"), limit=NAME_LIMIT)


def _naming(state: State, about: int) -> Iterator[Field]:
    """A menu of topics, groups first, and a name."""
    topics = sorted(state.topics, key=lambda topic: len(topic.notes) < 2)
    options = tuple(_option(state, topic) for topic in topics)
    chosen = tuple(value for value, _ in options if value == str(about))
    if options:
        columns = _columns_of(state, topics)
        yield Field("topic", t("Which topic"), options=options, filled=chosen, required=True, groups=columns)
        yield Field("name", t("What is it about, in a few words?"), required=True, limit=NAME_LIMIT)


def _by_column(state: State, most: int) -> list[tuple[str, Sequence[DiscussionTopic]]]:
    found: dict[Text, list[DiscussionTopic]] = {}
    for topic in state.topics:
        found.setdefault(state.columns[state.note(topic.key).column or 0].title, []).append(topic)
    if len(found) <= most:
        return [(str(title), topics) for title, topics in found.items()]
    size = -(-len(state.topics) // most)
    parts = [state.topics[start : start + size] for start in range(0, len(state.topics), size)]
    return [(t("Notes {first} to {last}", first=part[0].key, last=part[-1].key), part) for part in parts]


def _cut(state: State, number: int) -> str:
    topic = state.topic_of(number)
    return shortened(topic_text(state, topic), _HALF) if topic else ""


def _option(state: State, topic: DiscussionTopic) -> tuple[str, str]:
    return str(topic.key), shortened(topic_text(state, topic), _ENTRY)


# --- what the team agrees on -----------------------------------------------------------------------------------------


def _people(state: State, but: int | None = None) -> tuple[tuple[str, str], ...]:
    return tuple((str(seat), who(seat)) for seat in range(state.seats) if seat != but)


def _actions(state: State, name: str, about: int) -> Iterator[Field]:
    match name:
        case "action" if len(state.actions) < state.limit:
            yield Field("task", t("What"), t("Fix the build"), required=True, limit=ACTION_LIMIT)
            yield Field("who", t("Who"), options=_people(state), required=True)
            yield Field("due", t("By when"), kind="date")
        case "edit" if state.actions:
            yield from _editing(state, about)
        case "keep":
            options = [(at, each.what) for at, each in enumerate(state.earlier, start=1)]
            yield _which("number", options, about)
            yield Field("due", t("Until when"), kind="date")


def _which(name: str, actions: Sequence[tuple[int, str]], about: int) -> Field:
    """A menu of actions, with the one chosen that it is about, or the only one."""
    options = tuple((str(at), f"{at} {shortened(what, _ENTRY)}") for at, what in actions)
    chosen = [value for value, _ in options if len(options) == 1 or value == str(about)]
    return Field(name, t("Which action"), options=options, filled=tuple(chosen), required=True)


def _editing(state: State, about: int) -> Iterator[Field]:
    which = _which("which", [(at, each.what) for at, each in enumerate(state.actions, start=1)], about)
    yield which
    action = state.actions[int(which.filled[0]) - 1] if which.filled else None
    yield Field("task", t("What"), text=action.what if action else "", limit=ACTION_LIMIT)
    yield Field("who", t("Who"), options=_people(state), filled=(str(action.owner),) if action else ())
    yield Field("due", t("By when"), kind="date", text=action.due if action else "")


def _leading(state: State, seat: int, name: str) -> Iterator[Field]:
    match name:
        case "topic":
            topics = [topic for topic in state.topics if topic != state.current_topic]
            others, columns = tuple(_option(state, topic) for topic in topics), _columns_of(state, topics)
            yield from (
                [Field("topic", t("Which topic"), options=others, required=True, groups=columns)] if others else []
            )
        case "hide":
            shown = ((at, note) for at, note in enumerate(state.board, start=1) if not note.hidden)
            notes = tuple((str(at), shortened(note_text(state, note), _ENTRY)) for at, note in shown)
            reasons = next(each for command in COMMANDS if command.name == "hide" for each in command.parameters[1:])
            if notes:
                yield Field("note", t("Which note"), options=notes, required=True)
                yield Field(
                    "reason", t("Why? Everybody reads it"), options=tuple(reasons.titled.items()), required=True
                )
        case _:
            people = tuple((f"#{value}", label) for value, label in _people(state, seat))
            yield from [Field("player", t("Who facilitates?"), options=people, required=True)] if people else []


def _card() -> Iterator[Field]:
    kind = next(each for command in COMMANDS if command.name == "card" for each in command.parameters[:1])
    yield Field("text", t("Text"), t("Its title, a colon, and its text"), required=True, limit=1000)
    yield Field("kind", t("Kind"), options=tuple(kind.titled.items()), required=True)


def _thanking(state: State, seat: int, *, required: bool = False) -> Iterator[Field]:
    if people := _people(state, seat):
        yield Field("to", t("Whom do you want to thank?"), options=people, required=required)
        yield Field("thanks", t("For what?"), required=required, limit=THANKS_LIMIT)


def _closing(state: State, seat: int) -> Iterator[Field]:
    if seat not in state.ratings:
        options = tuple((str(value), _on_scale(value, ROTI[value])) for value in range(MAX_RATING + 1))
        yield Field("value", t("Was it worth your time?"), options=options, required=True)
        yield from _thanking(state, seat)
