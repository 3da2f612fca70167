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
from games.retro.profiles import Trend, mean_of, trends
from games.retro.wording import count, note_text, worth_the_time
from games.text import who

_HEAD = ("what", "number", "column", "text", "dots", "topic", "person", "due", "state")
_MARKUP = re.compile(r"([\\`*_\[\]<>|#~!])")
_CHANGES: dict[Trend, str] = {"": "", "up": ", up", "same": ", as before", "down": ", down"}
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
    parts += [_column(state, index) for index in range(len(state.columns))] if state.shown else []
    parts += [_health(state), _agreement(state), _people(state), _thanks(state), _cards(state)]
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
    rows = []
    for place, key in enumerate(state.agenda, start=1):
        rows.append(f"{place}. {_plain(state.text_of(known[key]))} ({count(known[key].votes, 'dot')})")
        rows += [f"   - {_plain(each.text)}" for each in state.insights if each.topic == key]
    return ["## Topics", "", *rows]


def _health(state: State) -> list[str]:
    rows = [
        f"- {_plain(topic.title)}: {_mean(counts)}{_CHANGES[change]}"
        for topic, counts, change in zip(state.health, state.profile, trends(state), strict=False)
    ]
    return ["## Health", "", *rows] if rows else []


def _mean(counts: Sequence[int]) -> str:
    mean = mean_of(counts)
    return "no answer" if mean is None else f"{mean:.1f} ({count(sum(counts), 'answer')})"


def _agreement(state: State) -> list[str]:
    rows = [f"- {_plain(line)}" for line in state.agreement]
    return ["## Working agreement", "", *rows] if rows else []


def _thanks(state: State) -> list[str]:
    rows = [f"- {who(each.by)} to {who(each.to)}: {_plain(each.text)}" for each in state.thanks]
    return ["## Thanks", "", *rows] if rows else []


def _column(state: State, index: int) -> list[str]:
    rows = [
        f"- {_plain(note_text(note))}{_signed(note)}{_dots(state, number)}"
        for number, note in enumerate(state.board, start=1)
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
    for number, note in enumerate(state.board, start=1):
        topic = state.topic_of(number) or DiscussionTopic((number,))
        assert note.column is not None
        by = "" if note.by is None else who(note.by)
        dots = topic.votes if state.votes_shown and topic.key == number else ""
        yield "note", number, state.columns[note.column].title, note_text(note), dots, topic.key, by, "", ""
    yield from _agreed_rows(state)
    yield from _learned_rows(state)
    for value, given in enumerate(state.poll):
        yield "answers", value, "", "", given, "", "", "", ""


def _agreed_rows(state: State) -> Iterator[tuple[object, ...]]:
    for number, action in enumerate(state.actions, start=1):
        yield "action", number, "", action.what, "", "", who(action.owner), action.due, "open"
    for number, earlier in enumerate(state.earlier, start=1):
        yield "earlier action", number, "", earlier.what, "", "", "", earlier.due, _MARKS[earlier.mark]
    for number, card in enumerate(state.cards, start=1):
        if card is not None:
            yield card.kind, number, "", f"{card.title}: {card.text}".rstrip(": "), "", "", "", "", ""


def _learned_rows(state: State) -> Iterator[tuple[object, ...]]:
    for number, insight in enumerate(state.insights, start=1):
        yield "insight", number, "", insight.text, "", insight.topic, "", "", ""
    for number, topic_asked in enumerate(state.health, start=1):
        mean = mean_of(state.profile[number - 1]) if state.profile else None
        yield "health", number, "", topic_asked.title, "" if mean is None else f"{mean:.2f}", "", "", "", ""
    for number, line in enumerate(state.agreement, start=1):
        yield "agreement", number, "", line, "", "", "", "", ""
    for number, thanks in enumerate(state.thanks, start=1):
        yield "thanks", number, "", thanks.text, "", "", who(thanks.to), "", ""
