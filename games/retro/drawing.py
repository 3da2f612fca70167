"""The board and the votes, as a text board and as alt text."""

from collections.abc import Iterator, Sequence
from functools import partial

from games.dates import in_brief
from games.graphics.drawing import ALT_LIMIT, WIDTH, Drawing, bar, columns, fit, in_rows
from games.retro.chart_picture import chart_picture
from games.retro.model import PHASES, DiscussionTopic, EarlierAction, State, View
from games.retro.narration import TITLES, count, worth_the_time
from games.retro.picture import picture
from games.text import listing, shortened

_MAX_TEXT = 1700  # characters of a text board: what fits in one message
_MARKS = {"": "[ ]", "done": "[x]", "keep": "[>]", "drop": "[-]"}
_STATES = {"": "open", "done": "done", "keep": "still open", "drop": "dropped"}
_DOT = "●"


def draw(view: View, names: Sequence[str]) -> Drawing:
    state = view.table
    return Drawing(partial(_text, state, names), partial(_alt, state, names), partial(picture, view, names))


# --- the text board ------------------------------------------------------------------------------------------------


def _text(state: State, names: Sequence[str]) -> str:
    """Give each note as many lines as fit in a message."""
    for rows in (5, 3, 2, 1):
        lines = [line.rstrip() for line in (*_head(state, names), *_body(state, names, rows))]
        text = "\n".join(fit(line, WIDTH).rstrip() for line in lines)
        if len(text) <= _MAX_TEXT:
            break
    return text


def _head(state: State, names: Sequence[str]) -> Iterator[str]:
    yield state.title
    if state.phase == "over":
        yield TITLES["over"]
        return
    place = PHASES.index(state.phase) + 1
    yield f"{place}/{len(PHASES)} {TITLES[state.phase]} · {names[state.facilitator]} facilitates"


def _body(state: State, names: Sequence[str], rows: int) -> Iterator[str]:
    if state.phase == "stage":
        yield from _stage(state, names)
        return
    if state.phase == "reflect":
        yield from _questions(state)
        for number, column in enumerate(state.columns, start=1):
            yield from ("", f"{number} {column.title}", *(wrapped(column.hint, "  ", 2) if column.hint else ()))
        return
    if state.poll:
        yield from _poll(state)
    yield from _agreed(state, names)
    yield from _current_topic(state)
    for index, column in enumerate(state.columns):
        yield from ("", column.title, "─" * min(WIDTH, max(3, columns(column.title))))
        topics = [topic for topic in state.topics if state.note(topic.key).column == index]
        for topic in topics:
            yield from _topic(state, topic, names, rows)


def _stage(state: State, names: Sequence[str]) -> Iterator[str]:
    yield ""
    for seat, name in enumerate(names):
        yield f"{fit(name, 14)} {state.words.get(seat, '…')}"
    if state.earlier:
        yield from ("", "Last time")
        for number, action in enumerate(state.earlier, start=1):
            yield from wrapped(_earlier(action), f"{number} {_MARKS[action.mark]} ", 3)


def _earlier(action: EarlierAction) -> str:
    return f"{action.what} (by {in_brief(action.due)})" if action.due else action.what


def _questions(state: State) -> Iterator[str]:
    if state.questions:
        yield from ("", "From your last game")
        for question in state.questions:
            yield from wrapped(question, "? ", 4)


def _agreed(state: State, names: Sequence[str]) -> Iterator[str]:
    if state.actions:
        yield from ("", "Actions")
        for number, action in enumerate(state.actions, start=1):
            due = f" by {in_brief(action.due)}" if action.due else ""
            yield from wrapped(f"{fit(names[action.owner], 12).rstrip()}{due}: {action.what}", f"{number} ", 4)


def _current_topic(state: State) -> Iterator[str]:
    topic = state.current_topic
    if topic is not None:
        yield from ("", f"Topic {state.topic} of {len(state.agenda)}")
        yield from wrapped(state.note(topic.key).text, "▶ ", 5)


def _poll(state: State) -> Iterator[str]:
    worth = worth_the_time(state.poll)
    if worth:
        yield from ("", worth)
        yield from (f"{value} {bar(given, given)} {given}" for value, given in enumerate(state.poll) if given)


def _topic(state: State, topic: DiscussionTopic, names: Sequence[str], rows: int) -> Iterator[str]:
    dots = f"{_DOT}{topic.votes} " if topic.votes else ""
    for number in topic.notes:
        note = state.note(number)
        by = "" if note.by is None else f" ({fit(names[note.by], 12).rstrip()})"
        first = number == topic.key
        yield from wrapped(
            f"{dots if first else ''}{note.text}{by}", f"{number:>2} " if first else f"  +{number} ", rows
        )


def wrapped(text: str, lead: str, most: int) -> Iterator[str]:
    """The text after its lead, in at most `most` rows."""
    room = WIDTH - len(lead)
    rows = in_rows(text, room)
    if len(rows) > most:
        rows[most - 1 :] = [fit(" ".join(rows[most - 1 :]), room).rstrip()]
    for index, row in enumerate(rows or [""]):
        yield (" " * len(lead) if index else lead) + row


# --- the alt text --------------------------------------------------------------------------------------------------


def _alt(state: State, names: Sequence[str]) -> str:
    return shortened(" ".join(_sentences(state, [fit(name, 16).rstrip() for name in names])), ALT_LIMIT)


def _sentences(state: State, names: Sequence[str]) -> Iterator[str]:
    lead = "" if state.phase == "over" else f" {names[state.facilitator]} facilitates."
    yield f"Retrospective, {state.title}. {TITLES[state.phase]}.{lead}"
    if state.phase == "stage":
        if state.words:
            yield f"Checked in: {listing([f'{names[seat]} {word}' for seat, word in sorted(state.words.items())])}."
        for number, earlier in enumerate(state.earlier, start=1):
            yield f"Action {number} from last time: {earlier.what}, {_STATES[earlier.mark]}."
        return
    if state.phase == "reflect":
        yield from state.questions
        yield f"Columns: {listing([column.title for column in state.columns])}."
        return
    worth = worth_the_time(state.poll)
    if worth:
        yield f"{worth}."
    for number, action in enumerate(state.actions, start=1):
        due = f", by {in_brief(action.due)}" if action.due else ""
        yield f"Action {number} for {names[action.owner]}: {action.what}{due}."
    topic = state.current_topic
    if topic is not None:
        yield f"Topic {state.topic} of {len(state.agenda)}: {state.note(topic.key).text}."
    yield f"{count(len(state.notes), 'note')}."
    for index, column in enumerate(state.columns):
        found = [_in_words(state, each) for each in state.topics if state.note(each.key).column == index]
        yield f"{column.title}: {'; '.join(found) if found else 'nothing'}."


def _in_words(state: State, topic: DiscussionTopic) -> str:
    dots = f", {count(topic.votes, 'dot')}" if topic.votes else ""
    texts = " with ".join(f"{number} {state.note(number).text}" for number in topic.notes)
    return f"{texts}{dots}"


# --- the chart -----------------------------------------------------------------------------------------------------


def chart(view: View, names: Sequence[str]) -> Drawing | None:
    """The dots on each topic; None until they are counted."""
    del names
    state = view.table
    if not state.votes_shown:
        return None
    return Drawing(partial(_chart, state), partial(_chart_in_words, state), partial(chart_picture, state))


def _chart(state: State) -> str:
    lines = ["Dots"]
    for topic in sorted(state.topics, key=lambda topic: -topic.votes):
        lines += list(wrapped(state.note(topic.key).text, f"{topic.votes:>3} ", 2))
    text = "\n".join(lines)
    return text if len(text) <= _MAX_TEXT else text[:_MAX_TEXT].rpartition("\n")[0]


def _chart_in_words(state: State) -> str:
    known = {topic.key: topic for topic in state.topics}
    found = [f"{known[key].votes} for {state.note(key).text}" for key in state.agenda]
    return shortened(f"Dots: {'; '.join(found)}.", ALT_LIMIT)
