"""The board and the votes, as a text board and as alt text."""

from collections.abc import Iterator, Sequence
from functools import lru_cache, partial, reduce

from games.dates import in_brief
from games.graphics.drawing import ALT_LIMIT, WIDTH, Drawing, bar, columns, fit, in_rows
from games.graphics.theme import Theme
from games.language import lazy, n, t
from games.retro.model import MAX_NOTES, MAX_RATING, SCALE, Action, Column, DiscussionTopic, EarlierAction, State, View
from games.retro.pictures.board import picture
from games.retro.pictures.health import health_picture
from games.retro.words.terms import (
    TITLES,
    health_lines,
    mean,
    note_text,
    safety_result,
    topic_columns,
    topic_text,
    worth_the_time,
)
from games.text import listing, one_stop, shortened
from games.text import number as decimal

_MAX_TEXT = 1700  # characters of a text board: what fits in one message
_MARKS = {"": "[ ]", "done": "[x]", "keep": "[>]", "drop": "[-]"}
_LAST_TIME = {
    "": lazy("Action {number} from last time: {what}, open."),
    "done": lazy("Action {number} from last time: {what}, done."),
    "keep": lazy("Action {number} from last time: {what}, still open."),
    "drop": lazy("Action {number} from last time: {what}, dropped."),
}
_DOT = "●"
# lines of each note, and topics of each column
_TRIES = (*((rows, MAX_NOTES) for rows in (5, 3, 2, 1)), *((1, most) for most in (25, 15, 10, 7, 5, 3)))


def board(view: View, names: Sequence[str]) -> Drawing:
    state = view.state
    return Drawing(partial(_text, state, names), partial(_alt, state, names), partial(_picture, state, names))


def _picture(state: State, names: Sequence[str], theme: Theme) -> str:
    return picture(_text(state, names), theme)


# --- the text board --------------------------------------------------------------------------------------------------


def _text(state: State, names: Sequence[str]) -> str:
    """Give each note as many lines as fit in a message; if they don't fit with one, leave some out and say so."""
    for rows, most in _TRIES:
        lines = [line.rstrip() for line in (*_head(state, names), *_body(state, names, rows, most))]
        text = "\n".join(fit(line, WIDTH).rstrip() for line in lines)
        if len(text) <= _MAX_TEXT:
            break
    return text


def _head(state: State, names: Sequence[str]) -> Iterator[str]:
    yield str(state.title)
    if state.phase == "over":
        yield str(TITLES["over"])
        return
    place = f"{state.phases.index(state.phase) + 1}/{len(state.phases)} {TITLES[state.phase]}"
    yield f"{place} · {t('{who} facilitates', who=names[state.facilitator])}"


def _body(state: State, names: Sequence[str], rows: int, most: int) -> Iterator[str]:
    if state.phase in {"stage", "review"}:
        yield from _stage(state, names)
        return
    if state.phase == "reflect":
        yield from _questions(state)
        yield from _asked(state)
        for number, column in enumerate(_written(state), start=1):
            yield from ("", f"{number} {column.title}", *(wrapped(str(column.hint), "  ", 2) if column.hint else ()))
        return
    if state.poll:
        yield from _poll(state)
    yield from _agreed(state, names)
    yield from _profile(state)
    yield from _current_topic(state)
    for column, topics in topic_columns(state):
        title = str(column.title)
        yield from ("", title, "─" * min(WIDTH, max(3, columns(title))))
        for topic in topics[:most]:
            yield from _topic(state, topic, names, rows)
        if len(topics) > most:
            yield f"   {n('… and {count} more', '… and {count} more', len(topics) - most)}"
    yield from _thanks(state, names)


def _written(state: State) -> Sequence[Column]:
    """The columns that people write in; the last one of a health check fills itself."""
    return state.columns[:-1] if state.health else state.columns


def _stage(state: State, names: Sequence[str]) -> Iterator[str]:
    yield ""
    for seat, name in enumerate(names):
        yield f"{fit(name, 14)} {state.words.get(seat, '…')}"
    if state.earlier:
        yield from ("", t("Last time"))
        for number, action in enumerate(state.earlier, start=1):
            yield from wrapped(_earlier(action), f"{number} {_MARKS[action.mark]} ", 3)
    yield from _agreement(state)
    if state.safety_poll:
        yield from ("", t("How safe people feel to speak"), *_bars(SCALE, state.safety_poll))


def _agreement(state: State) -> Iterator[str]:
    if state.agreement:
        yield from ("", t("Our working agreement"))
        for number, line in enumerate(state.agreement, start=1):
            yield from wrapped(line, f"{number} ", 2)


def _bars(values: Sequence[int], counts: Sequence[int]) -> Iterator[str]:
    yield from (f"{value} {bar(given, given)} {given}" for value, given in zip(values, counts, strict=True) if given)


def _asked(state: State) -> Iterator[str]:
    if state.health and not state.profile:
        yield from ("", t("Rate from {lowest} to {highest}", lowest=SCALE[0], highest=SCALE[-1]))
        yield from (f"{number} {topic.title}" for number, topic in enumerate(state.health, start=1))


def _profile(state: State) -> Iterator[str]:
    if state.profile:
        yield from ("", t("Health"))
        for line in health_lines(state):
            yield from wrapped(line, "  ", 1)


def _thanks(state: State, names: Sequence[str]) -> Iterator[str]:
    if state.thanks:
        yield from ("", t("Thanks"))
        for each in state.thanks:
            by, to = (fit(names[seat], 12).rstrip() for seat in (each.by, each.to))
            yield from wrapped(t("{who} to {other}: {text}", who=by, other=to, text=each.text), "♥ ", 2)


def _earlier(action: EarlierAction) -> str:
    return t("{what} (by {day})", what=action.what, day=in_brief(action.due)) if action.due else action.what


def _questions(state: State) -> Iterator[str]:
    if state.questions:
        yield from ("", t("To think about"))
        for question in state.questions:
            yield from wrapped(t(question), "? ", 4)


def _agreed(state: State, names: Sequence[str]) -> Iterator[str]:
    if state.actions:
        yield from ("", t("Actions"))
        for number, action in enumerate(state.actions, start=1):
            yield from wrapped(_action(action, fit(names[action.owner], 12).rstrip()), f"{number} ", 4)


def _action(action: Action, owner: str) -> str:
    if not action.due:
        return t("{who}: {what}", who=owner, what=action.what)
    return t("{who} by {day}: {what}", who=owner, day=in_brief(action.due), what=action.what)


def _current_topic(state: State) -> Iterator[str]:
    topic = state.current_topic
    if topic is not None:
        yield from ("", t("Topic {number} of {topics}", number=state.topic, topics=len(state.agenda)))
        yield from wrapped(topic_text(state, topic), "▶ ", 5)
        for text in state.insights_of(topic):
            yield from wrapped(text, "  ! ", 3)


def _poll(state: State) -> Iterator[str]:
    worth = mean(state.poll)
    if worth is not None:
        yield from ("", t("Worth the time: {mean} of {scale}", mean=decimal(worth, 1), scale=MAX_RATING))
        yield from _bars(range(len(state.poll)), state.poll)


def _topic(state: State, topic: DiscussionTopic, names: Sequence[str], rows: int) -> Iterator[str]:
    dots = f"{_DOT}{topic.votes} " if topic.votes else ""
    if topic.name:
        yield from wrapped(f"[{topic.name}]", "   ", 1)
    for number in topic.notes:
        note = state.note(number)
        by = "" if note.by is None else f" ({fit(names[note.by], 12).rstrip()})"
        first = number == topic.key
        yield from wrapped(
            f"{dots if first else ''}{note_text(state, note)}{by}", f"{number:>2} " if first else f"  +{number} ", rows
        )


@lru_cache(maxsize=4096)  # most notes are the same from one board to the next
def wrapped(text: str, lead: str, most: int) -> tuple[str, ...]:
    """The text after its lead, in at most `most` rows."""
    room = WIDTH - len(lead)
    rows = in_rows(text, room)
    if len(rows) > most:
        rows[most - 1 :] = [fit(" ".join(rows[most - 1 :]), room).rstrip()]
    return tuple((" " * len(lead) if index else lead) + row for index, row in enumerate(rows or [""]))


# --- the alt text ----------------------------------------------------------------------------------------------------


def _alt(state: State, names: Sequence[str]) -> str:
    return shortened(" ".join(_sentences(state, [fit(name, 16).rstrip() for name in names])), ALT_LIMIT)


def _sentences(state: State, names: Sequence[str]) -> Iterator[str]:
    yield t("Retrospective, {format}. {phase}.", format=state.title, phase=TITLES[state.phase])
    if state.phase != "over":
        yield t("{who} facilitates.", who=names[state.facilitator])
    match state.phase:
        case "stage" | "review":
            yield from _stage_sentences(state, names)
        case "reflect":
            yield from _reflect_sentences(state)
        case _:
            yield from _outcome_sentences(state, names)


def _stage_sentences(state: State, names: Sequence[str]) -> Iterator[str]:
    if state.words:
        answers = listing([f"{names[seat]} {word}" for seat, word in sorted(state.words.items())])
        yield t("Checked in: {answers}.", answers=answers)
    for number, earlier in enumerate(state.earlier, start=1):
        yield t(_LAST_TIME[earlier.mark], number=number, what=earlier.what)
    if state.agreement:
        yield t("Working agreement: {lines}.", lines="; ".join(state.agreement))
    if state.safety_poll:
        yield safety_result(state.safety_poll)


def _reflect_sentences(state: State) -> Iterator[str]:
    yield from map(t, state.questions)
    if state.health and not state.profile:
        yield t("To rate: {topics}.", topics=listing([str(topic.title) for topic in state.health]))
    yield t("Columns: {columns}.", columns=listing([str(column.title) for column in _written(state)]))


def _outcome_sentences(state: State, names: Sequence[str]) -> Iterator[str]:
    worth = worth_the_time(state.poll)
    if worth:
        yield worth
    for number, action in enumerate(state.actions, start=1):
        yield _action_sentence(number, names[action.owner], action)
    topic = state.current_topic
    if topic is not None:
        yield t(
            "Topic {number} of {topics}: {topic}.",
            number=state.topic,
            topics=len(state.agenda),
            topic=topic_text(state, topic),
        )
        yield from (one_stop(t("Insight: {text}.", text=text)) for text in state.insights_of(topic))
    if state.profile:
        yield t("Health: {results}.", results="; ".join(health_lines(state)))
    yield n("{count} note.", "{count} notes.", state.shown)
    for column, topics in topic_columns(state):
        found = "; ".join(_in_words(state, each) for each in topics)
        title = column.title
        yield t("{column}: {topics}.", column=title, topics=found) if found else t("{column}: nothing.", column=title)


def _action_sentence(number: int, owner: str, action: Action) -> str:
    if not action.due:
        return one_stop(t("Action {number} for {who}: {what}.", number=number, who=owner, what=action.what))
    day = in_brief(action.due)
    return t("Action {number} for {who}: {what}, by {day}.", number=number, who=owner, what=action.what, day=day)


def _in_words(state: State, topic: DiscussionTopic) -> str:
    notes = [f"{number} {note_text(state, state.note(number))}" for number in topic.notes]
    said = reduce(_together, notes)
    said = t("{name}: {notes}", name=topic.name, notes=said) if topic.name else said
    return n("{topic}, {count} dot", "{topic}, {count} dots", topic.votes, topic=said) if topic.votes else said


def _together(notes: str, other: str) -> str:
    return t("{notes} with {other}", notes=notes, other=other)


# --- the chart -------------------------------------------------------------------------------------------------------


def chart(view: View, names: Sequence[str]) -> Drawing | None:
    """The answers of a health check; None until they are shown."""
    del names
    state = view.state
    if not state.profile:
        return None
    return Drawing(partial(_health_chart, state), partial(_health_in_words, state), partial(health_picture, state))


def illustration(view: View, names: Sequence[str]) -> Drawing | None:
    """The answers of a health check in the message that shows them first."""
    return chart(view, names) if view.state.phase == "group" else None


def _health_chart(state: State) -> str:
    return "\n".join([t("Health"), *(fit(line, WIDTH).rstrip() for line in health_lines(state))])


def _health_in_words(state: State) -> str:
    results = "; ".join(health_lines(state))
    return shortened(t("Health, from 1 to {highest}: {results}.", highest=SCALE[-1], results=results), ALT_LIMIT)
