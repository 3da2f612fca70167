"""Data that a retrospective passes on to the next one, and cards for the next game."""

import csv as separated
import io
import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Literal

from games.dates import shown
from games.language import Lazy, lazy, lazy_p, n, t
from games.memories import (
    AgreedAction,
    Agreements,
    CardKind,
    OpenAction,
    Review,
    SettledAction,
    read_rows,
    write_actions,
    write_asked,
    write_cards,
    write_prompts,
    write_rows,
)
from games.retro.events import (
    ActionAdded,
    CheckedIn,
    Event,
    Finished,
    Grouped,
    NotesShown,
    Rated,
    SaidReady,
    TopicOpened,
    VotesShown,
)
from games.retro.folding import evolve
from games.retro.formats import COLUMN_LIMIT, TITLE_LIMIT, said_note
from games.retro.health import MAX_PAST, Trend, mean_of, past_after, trends
from games.retro.model import (
    AGREEMENT_LIMIT,
    MAX_AGREEMENT,
    MAX_NOTES,
    MAX_RATING,
    SAVED,
    SCALE,
    UNTIL_SHOWN,
    Action,
    DiscussionTopic,
    Mark,
    Note,
    PastCheck,
    SavedFormat,
    State,
)
from games.retro.moves import WriteNotes
from games.retro.player import subjects
from games.retro.words.terms import mean, note_text, topic_text, with_dots
from games.text import clean, one_stop, shortened, who
from games.text import number as decimal

# --- inheritance -----------------------------------------------------------------------------------------------------


def inheritance(events: Sequence[Event]) -> Mapping[str, str]:
    """The data for the next game. Questions from the last one are answered, so dropped. Cards stay until replaced."""
    state: State | None = None
    for event in events:
        state = evolve(state, event)
    if state is None:
        return {}
    still_open = [OpenAction(each.what, each.due, each.origin) for each in state.earlier if each.mark in {"", "keep"}]
    agreed = [OpenAction(each.what, each.due) for each in state.actions]
    written = [card for card in state.cards if card is not None]
    return {
        "prompts": write_prompts(()),
        "actions": write_actions([*agreed, *still_open]),
        "cards": write_cards(dict.fromkeys([*written, *state.inherited])),
        "agreement": write_rows(state.agreement),
        "check_ins": write_asked(state.asked_before),
        "health": write_rows([{"name": check.name, "means": dict(check.means)} for check in past_after(state)]),
        "formats": write_rows([{"name": each.name, "columns": list(each.columns)} for each in state.formats]),
    }


# --- reading it, with care: it may be old or damaged -----------------------------------------------------------------


def read_agreement(text: object) -> tuple[str, ...]:
    found = [clean(row, AGREEMENT_LIMIT) for row in read_rows(text) if isinstance(row, str)]
    return tuple(dict.fromkeys(filter(None, found)))[:MAX_AGREEMENT]


def read_health(text: object) -> tuple[PastCheck, ...]:
    rows = [row for row in read_rows(text) if isinstance(row, dict) and isinstance(row.get("means"), dict)]
    found = [PastCheck(clean(str(row.get("name", "")), TITLE_LIMIT), _means(row["means"])) for row in rows]
    return tuple(check for check in found if check.name and check.means)[-MAX_PAST * 3 :]


def _means(found: Mapping[object, object]) -> dict[str, float]:
    return {
        clean(title, TITLE_LIMIT): float(mean)
        for title, mean in found.items()
        if isinstance(title, str) and isinstance(mean, int | float) and SCALE[0] <= mean <= SCALE[-1]
    }


def read_formats(text: object) -> tuple[SavedFormat, ...]:
    rows = [row for row in read_rows(text) if isinstance(row, dict) and isinstance(row.get("columns"), list)]
    found = [
        SavedFormat(
            clean(str(row.get("name", "")), TITLE_LIMIT),
            tuple(clean(str(each), COLUMN_LIMIT) for each in row["columns"]),
        )
        for row in rows
    ]
    return tuple(each for each in found if each.name and 2 <= len(each.columns) <= 6 and all(each.columns))


def _column(title: object) -> str:
    return clean(str(title), COLUMN_LIMIT)


# --- the review ------------------------------------------------------------------------------------------------------


def agreements(state: State) -> Agreements:
    return Agreements(
        actions=tuple(AgreedAction(each.what, each.owner, each.due) for each in state.actions),
        settled=tuple(
            SettledAction(each.what, each.origin, each.mark, each.due) for each in state.earlier if each.mark
        ),
    )


def takes(state: State, texts: Sequence[str]) -> WriteNotes | None:
    """The move that writes saved notes onto the board, until notes are shown and as long as there is room."""
    if state.phase not in UNTIL_SHOWN or len(state.notes) + len(texts) > MAX_NOTES:
        return None
    column = state.columns.index(SAVED) if SAVED in state.columns else len(state.columns) - 1 - bool(state.health)
    return WriteNotes(tuple((column, text) for text in texts))


def absent(state: State) -> tuple[str, ...]:
    """The earlier actions: people say what became of them, and a summary may follow at any time."""
    return tuple(each.origin for each in state.earlier if each.origin)


def review(events: Sequence[Event]) -> Review | None:
    state: State | None = None
    for event in events:
        state = evolve(state, event)
    if state is None:
        return None
    return Review(
        agreements=agreements(state),
        worth=mean(state.poll),
        people=len({event.seat for event in events if isinstance(event, CheckedIn | SaidReady | Rated)}),
        seats=state.seats,
        notes=state.shown,
        subjects=subjects(_topics(state)),
    )


def _topics(state: State) -> tuple[str, ...]:
    """The topics with dots, most first: only what the whole room has seen."""
    votes = {topic.key: topic.votes for topic in state.topics}
    return tuple(state.note(key).text for key in state.agenda if votes.get(key)) if state.votes_shown else ()


# --- highlights ------------------------------------------------------------------------------------------------------

_TOPIC = 120  # characters


def highlights(events: Sequence[Event]) -> tuple[str, ...]:
    return tuple(_found(events))


def _found(events: Sequence[Event]) -> Iterator[str]:
    notes = sum(len(event.notes) for event in events if isinstance(event, NotesShown))
    if notes:
        yield n("The team wrote {count} note.", "The team wrote {count} notes.", notes)
    topics = [event for event in events if isinstance(event, TopicOpened) and event.votes]
    if topics:
        first = max(topics, key=lambda event: event.votes)
        topic = shortened(said_note(first.text), _TOPIC)
        yield n(
            "Most dots: “{topic}”, with {count} dot.",
            "Most dots: “{topic}”, with {count} dots.",
            first.votes,
            topic=topic,
        )
    for event in events:
        if isinstance(event, ActionAdded):
            what = shortened(event.what, _TOPIC)
            yield one_stop(t("{who} takes on: {what}.", who=who(event.owner), what=what))


# --- figures ---------------------------------------------------------------------------------------------------------


def tally(events: Sequence[Event]) -> Counter[str]:
    counts: Counter[str] = Counter()
    for event in events:
        match event:
            case NotesShown():
                counts["notes"] += len(event.notes)
            case Grouped():
                counts["grouped"] += 1
            case VotesShown():
                counts["dots"] += sum(votes for _, votes in event.votes)
            case Finished():
                counts["topics"] += event.topics
                counts["actions"] += event.actions
                counts["cards"] += len(event.cards)
                counts["answers"] += sum(event.poll)
                counts["points"] += sum(value * given for value, given in enumerate(event.poll))
            case _:
                pass
    return counts


def figures(total: Counter[str], games: int) -> dict[str, Any]:
    means = {
        f"{name}_mean": round(total[name] / games, 2)
        for name in ("notes", "grouped", "dots", "topics", "actions", "cards")
    }
    return {**means, "worth_mean": round(total["points"] / max(1, total["answers"]), 2)}


# --- the report ------------------------------------------------------------------------------------------------------

_HEAD = ("what", "number", "column", "text", "dots", "topic", "person", "due", "state")
_MARKUP = re.compile(r"([\\`*_\[\]<>|#~!&])")
_LIST = re.compile(r"^([-+=]|\d+(?=[.)]))")  # it would begin a list, or a heading

_CHANGES: dict[Trend, Lazy] = {
    "": lazy("{topic}: {result}"),
    "up": lazy("{topic}: {result}, up"),
    "same": lazy("{topic}: {result}, as before"),
    "down": lazy("{topic}: {result}, down"),
}
_EARLIER: dict[Mark, Lazy] = {
    "done": lazy("{action} (done)"),
    "keep": lazy("{action} (open)"),
    "": lazy("{action} (open)"),
    "drop": lazy("{action} (dropped)"),
}
_KINDS: dict[CardKind, Lazy] = {
    "impediment": lazy_p("kind of card", "impediment"),
    "tool": lazy_p("kind of card", "tool"),
}
_MARKS = {"done": "done", "keep": "open", "": "open", "drop": "dropped"}  # in a table, which programs read


def _state(events: Sequence[Event]) -> State:
    state: State | None = None
    for event in events:
        state = evolve(state, event)
    if state is None:
        raise ValueError("a retrospective that has not started has no summary")
    return state


def report(events: Sequence[Event], form: Literal["markdown", "csv"]) -> str:
    return markdown(events) if form == "markdown" else csv(events)


# --- Markdown --------------------------------------------------------------------------------------------------------


def markdown(events: Sequence[Event]) -> str:
    state = _state(events)
    title = t("Retrospective: {format}", format=_plain(str(state.title)))
    parts = [[f"# {title}"], _actions(state), _earlier(state), _topic_table(state)]
    parts += [_in_column(state, index) for index in range(len(state.columns))] if state.shown else []
    parts += [_health(state), _agreement(state), _people(state), _thanks(state), _cards(state)]
    return "\n\n".join("\n".join(lines) for lines in parts if lines) + "\n"


def _plain(text: str) -> str:
    """Escape Markdown: what people wrote is plain text, whatever it looks like."""
    return _LIST.sub(_list_escaped, _MARKUP.sub(r"\\\1", text))


def _list_escaped(found: re.Match[str]) -> str:
    return f"{found[0]}\\" if found[0].isdecimal() else f"\\{found[0]}"


def _actions(state: State) -> list[str]:
    return _section(t("Actions"), [f"- [ ] {_action(action)}" for action in state.actions])


def _section(title: str, rows: Sequence[str]) -> list[str]:
    return [f"## {title}", "", *rows] if rows else []


def _action(action: Action) -> str:
    what, owner = _plain(action.what), who(action.owner)
    if not action.due:
        return f"{what} ({owner})"
    return t("{action} ({who}, by {day})", action=what, who=owner, day=_plain(shown(action.due)))


def _earlier(state: State) -> list[str]:
    rows = [
        f"- [{'x' if action.mark == 'done' else ' '}] {t(_EARLIER[action.mark], action=_plain(action.what))}"
        for action in state.earlier
    ]
    return _section(t("Actions from last time"), rows)


def _topic_table(state: State) -> list[str]:
    known = {topic.key: topic for topic in state.topics}
    rows = []
    for place, key in enumerate(state.agenda if state.votes_shown else state.talked_about, start=1):
        topic, found = _plain(topic_text(state, known[key])), [state.note(number) for number in _notes_of(known[key])]
        votes = n("{topic} ({count} dot)", "{topic} ({count} dots)", known[key].votes, topic=topic)
        rows.append(f"{place}. {votes if state.votes_shown else topic}")
        said = [t("Note: {text}", text=_plain(note_text(state, note))) for note in found]
        said += [t("Insight: {text}", text=_plain(text)) for text in state.insights_of(known[key])]
        rows += [f"   - {each}" for each in said]
    return _section(t("Topics"), rows)


def _notes_of(topic: DiscussionTopic) -> tuple[int, ...]:
    """The notes of a group; a single one is its topic's title."""
    return topic.notes if len(topic.notes) > 1 or topic.name else ()


def _health(state: State) -> list[str]:
    rows = [
        f"- {t(_CHANGES[change], topic=_plain(str(topic.title)), result=_mean(counts))}"
        for topic, counts, change in zip(state.health, state.profile, trends(state), strict=False)
    ]
    return _section(t("Health"), rows)


def _mean(counts: Sequence[int]) -> str:
    mean = mean_of(counts)
    if mean is None:
        return t("no answer")
    return n("{mean} ({count} answer)", "{mean} ({count} answers)", sum(counts), mean=decimal(mean, 1))


def _agreement(state: State) -> list[str]:
    return _section(t("Working agreement"), [f"- {_plain(line)}" for line in state.agreement])


def _thanks(state: State) -> list[str]:
    thanks = [
        t("{who} to {other}: {text}", who=who(each.by), other=who(each.to), text=_plain(each.text))
        for each in state.thanks
    ]
    return _section(t("Thanks"), [f"- {each}" for each in thanks])


def _in_column(state: State, index: int) -> list[str]:
    rows = [
        f"- {_with_dots(state, number, f'{_plain(note_text(state, note))}{_signed(note)}')}"
        for number, note in enumerate(state.board, start=1)
        if note.column == index
    ]
    return _section(_plain(str(state.columns[index].title)), rows or [t("Nothing.")])


def _signed(note: Note) -> str:
    return "" if note.by is None else f" ({who(note.by)})"


def _with_dots(state: State, number: int, text: str) -> str:
    topic = state.topic_of(number)
    return with_dots(text, topic.votes if topic and topic.key == number else 0)


def _people(state: State) -> list[str]:
    answers = ((who(seat), _plain(word)) for seat, word in sorted(state.words.items()))
    words = [f"- {t('{who}: {answer}', who=each, answer=answer)}" for each, answer in answers]
    rated = _rated(state.poll)
    return [*_section(t("Check-in"), words), *([""] if words and rated else []), *rated]


def _rated(poll: Sequence[int]) -> list[str]:
    worth = mean(poll)
    if worth is None:
        return []
    rated = n(
        "Worth the time: {mean} of {scale}, {count} answer.",
        "Worth the time: {mean} of {scale}, {count} answers.",
        sum(poll),
        mean=decimal(worth, 1),
        scale=MAX_RATING,
    )
    return [rated]


def _cards(state: State) -> list[str]:
    cards = [(card.kind, f"{_plain(card.title)}. {_plain(card.text)}".rstrip()) for card in state.cards if card]
    rows = [f"- {t('{kind}: {card}', kind=_KINDS[kind], card=card)}" for kind, card in cards]
    return _section(t("Game cards"), rows)


# --- CSV -------------------------------------------------------------------------------------------------------------


def csv(events: Sequence[Event]) -> str:
    state = _state(events)
    out = io.StringIO()
    writer = separated.writer(out, quoting=separated.QUOTE_ALL, lineterminator="\r\n")
    writer.writerow(_HEAD)
    writer.writerows([_cell(value) for value in row] for row in _rows(state))
    return out.getvalue()


def _cell(value: object) -> str:
    """A cell for a spreadsheet, which must not take the text for a formula."""
    text = str(value)
    return f"'{text}" if text[:1] in {"=", "+", "-", "@", "\t"} else text


def _rows(state: State) -> Iterator[tuple[object, ...]]:
    for number, note in enumerate(state.board, start=1):
        topic = state.topic_of(number) or DiscussionTopic((number,))
        assert note.column is not None
        by = "" if note.by is None else who(note.by)
        dots = topic.votes if state.votes_shown and topic.key == number else ""
        yield "note", number, state.columns[note.column].title, note_text(state, note), dots, topic.key, by, "", ""
    yield from _agreed_rows(state)
    yield from _learned_rows(state)
    for value, given in enumerate(state.poll):
        yield "answers", value, "", "", given, "", "", "", ""


def _agreed_rows(state: State) -> Iterator[tuple[object, ...]]:
    for number, action in enumerate(state.actions, start=1):
        yield "action", number, "", action.what, "", "", who(action.owner), action.due, "open"
    for number, earlier in enumerate(state.earlier, start=1):
        yield "earlier action", number, "", earlier.what, "", "", "", earlier.due, _MARKS[earlier.mark]  # not prose
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
