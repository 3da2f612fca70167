"""A retrospective to take away: what was written, chosen and agreed on, as Markdown and as CSV.

Built from veiled events, so it reveals nothing that the board didn't. Seats are marks (see games.text): the caller
replaces them with names, in a CSV with quotes doubled.
"""

import csv as separated
import io
import re
from collections.abc import Iterator, Sequence
from typing import Literal

from games.dates import shown
from games.retro.events import Event
from games.retro.folding import evolve
from games.retro.model import Action, DiscussionTopic, Note, State
from games.retro.narration import count, worth_the_time
from games.text import who

_HEAD = ("what", "number", "column", "text", "dots", "topic", "person", "due", "state")
_MARKUP = re.compile(r"([\\`*_\[\]<>|#~!])")
_MARKS = {"done": "done", "keep": "open", "": "open", "drop": "dropped"}


def _state(events: Sequence[Event]) -> State:
    state: State | None = None
    for event in events:
        state = evolve(state, event)
    if state is None:
        raise ValueError("a retrospective that has not started has no summary")
    return state


def report(events: Sequence[Event], form: Literal["markdown", "csv"]) -> str:
    return markdown(events) if form == "markdown" else csv(events)


# --- Markdown ------------------------------------------------------------------------------------------------------


def markdown(events: Sequence[Event]) -> str:
    state = _state(events)
    parts = [[f"# Retrospective: {_plain(state.title)}"], _actions(state), _earlier(state), _topics(state)]
    parts += [_column(state, index) for index in range(len(state.columns))] if state.notes_shown else []
    parts += [_people(state), _cards(state)]
    return "\n\n".join("\n".join(lines) for lines in parts if lines) + "\n"


def _plain(text: str) -> str:
    """Escape Markdown: what people wrote is plain text, whatever it looks like."""
    return _MARKUP.sub(r"\\\1", text)


def _actions(state: State) -> list[str]:
    return ["## Actions", "", *(f"- [ ] {_action(action)}" for action in state.actions)] if state.actions else []


def _action(action: Action) -> str:
    due = f", by {_plain(shown(action.due))}" if action.due else ""
    return f"{_plain(action.what)} ({who(action.owner)}{due})"


def _earlier(state: State) -> list[str]:
    rows = [
        f"- [{'x' if action.mark == 'done' else ' '}] {_plain(action.what)} ({_MARKS[action.mark]})"
        for action in state.earlier
    ]
    return ["## Actions from last time", "", *rows] if rows else []


def _topics(state: State) -> list[str]:
    if not state.votes_shown:
        return []
    known = {topic.key: topic for topic in state.topics}
    rows = [
        f"{place}. {_plain(state.note(key).text)} ({count(known[key].votes, 'dot')})"
        for place, key in enumerate(state.agenda, start=1)
    ]
    return ["## Topics", "", *rows]


def _column(state: State, index: int) -> list[str]:
    rows = [
        f"- {_plain(note.text)}{_signed(note)}{_dots(state, number)}"
        for number, note in enumerate(state.notes, start=1)
        if note.column == index
    ]
    return [f"## {_plain(state.columns[index].title)}", "", *(rows or ["Nothing."])]


def _signed(note: Note) -> str:
    return "" if note.by is None else f" ({who(note.by)})"


def _dots(state: State, number: int) -> str:
    topic = state.topic_of(number)
    return f" ({count(topic.votes, 'dot')})" if topic and topic.key == number and topic.votes else ""


def _people(state: State) -> list[str]:
    words = [f"- {who(seat)}: {_plain(word)}" for seat, word in sorted(state.words.items())]
    worth = worth_the_time(state.poll)
    rated = [f"{worth}, {count(sum(state.poll), 'answer')}."] if worth else []
    return [*(["## Check-in", "", *words] if words else []), *([""] if words and rated else []), *rated]


def _cards(state: State) -> list[str]:
    rows = [f"- {card.kind}: {_plain(card.title)}. {_plain(card.text)}".rstrip() for card in state.cards if card]
    return ["## Cards for the next game", "", *rows] if rows else []


# --- CSV -----------------------------------------------------------------------------------------------------------


def csv(events: Sequence[Event]) -> str:
    state = _state(events)
    out = io.StringIO()
    writer = separated.writer(out, quoting=separated.QUOTE_ALL, lineterminator="\r\n")
    writer.writerow(_HEAD)
    writer.writerows([_cell(value) for value in row] for row in _rows(state))
    return out.getvalue()


def _cell(value: object) -> str:
    """Stop a spreadsheet from taking a text for a formula."""
    text = str(value)
    return f"'{text}" if text[:1] in {"=", "+", "-", "@", "\t"} else text


def _rows(state: State) -> Iterator[tuple[object, ...]]:
    for number, note in enumerate(state.notes if state.notes_shown else (), start=1):
        topic = state.topic_of(number) or DiscussionTopic((number,))
        assert note.column is not None
        by = "" if note.by is None else who(note.by)
        dots = topic.votes if state.votes_shown and topic.key == number else ""
        yield "note", number, state.columns[note.column].title, note.text, dots, topic.key, by, "", ""
    for number, action in enumerate(state.actions, start=1):
        yield "action", number, "", action.what, "", "", who(action.owner), action.due, "open"
    for number, earlier in enumerate(state.earlier, start=1):
        yield "earlier action", number, "", earlier.what, "", "", "", earlier.due, _MARKS[earlier.mark]
    for number, card in enumerate(state.cards, start=1):
        if card is not None:
            yield card.kind, number, "", f"{card.title}: {card.text}".rstrip(": "), "", "", "", "", ""
    for value, given in enumerate(state.poll):
        yield "answers", value, "", "", given, "", "", "", ""
