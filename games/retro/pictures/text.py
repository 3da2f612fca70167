"""The board and the votes, as a text board and as alt text."""

from collections.abc import Iterator, Sequence
from functools import lru_cache, partial

from games.dates import in_brief
from games.graphics.drawing import ALT_LIMIT, WIDTH, Drawing, bar, columns, fit, in_rows
from games.graphics.theme import Theme
from games.language import lazy, t
from games.retro.model import MAX_NOTES, SCALE, Column, DiscussionTopic, EarlierAction, State, View
from games.retro.pictures.board import picture
from games.retro.pictures.health import health_picture
from games.retro.words import TITLES, count, health_lines, note_text, safety_result, topic_columns, worth_the_time
from games.text import listing, shortened

_MAX_TEXT = 1700  # characters of a text board: what fits in one message
_MARKS = {"": "[ ]", "done": "[x]", "keep": "[>]", "drop": "[-]"}
_STATES = {"": "open", "done": "done", "keep": lazy("still open"), "drop": "dropped"}
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
    yield state.title
    if state.phase == "over":
        yield TITLES["over"]
        return
    place = state.phases.index(state.phase) + 1
    yield t(
        "{place}/{phases} {titles} · {names} facilitates",
        place=place,
        phases=len(state.phases),
        titles=TITLES[state.phase],
        names=names[state.facilitator],
    )


def _body(state: State, names: Sequence[str], rows: int, most: int) -> Iterator[str]:
    if state.phase in {"stage", "review"}:
        yield from _stage(state, names)
        return
    if state.phase == "reflect":
        yield from _questions(state)
        yield from _asked(state)
        for number, column in enumerate(_written(state), start=1):
            yield from ("", f"{number} {column.title}", *(wrapped(column.hint, "  ", 2) if column.hint else ()))
        return
    if state.poll:
        yield from _poll(state)
    yield from _agreed(state, names)
    yield from _profile(state)
    yield from _current_topic(state)
    for column, topics in topic_columns(state):
        yield from ("", column.title, "─" * min(WIDTH, max(3, columns(column.title))))
        for topic in topics[:most]:
            yield from _topic(state, topic, names, rows)
        if len(topics) > most:
            yield t("   … and {topics} more", topics=len(topics) - most)
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
        yield from ("", t("Rate from {scale} to {scale2}", scale=SCALE[0], scale2=SCALE[-1]))
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
            people = t(
                "{rstrip} to {rstrip2}",
                rstrip=fit(names[each.by], 12).rstrip(),
                rstrip2=fit(names[each.to], 12).rstrip(),
            )
            yield from wrapped(f"{people}: {each.text}", "♥ ", 2)


def _earlier(action: EarlierAction) -> str:
    return t("{what} (by {due})", what=action.what, due=in_brief(action.due)) if action.due else action.what


def _questions(state: State) -> Iterator[str]:
    if state.questions:
        yield from ("", t("To think about"))
        for question in state.questions:
            yield from wrapped(question, "? ", 4)


def _agreed(state: State, names: Sequence[str]) -> Iterator[str]:
    if state.actions:
        yield from ("", t("Actions"))
        for number, action in enumerate(state.actions, start=1):
            due = t(" by {due}", due=in_brief(action.due)) if action.due else ""
            yield from wrapped(f"{fit(names[action.owner], 12).rstrip()}{due}: {action.what}", f"{number} ", 4)


def _current_topic(state: State) -> Iterator[str]:
    topic = state.current_topic
    if topic is not None:
        yield from ("", t("Topic {topic} of {agenda}", topic=state.topic, agenda=len(state.agenda)))
        yield from wrapped(state.text_of(topic), "▶ ", 5)
        for each in state.insights:
            if each.topic == topic.key:
                yield from wrapped(each.text, "  ! ", 3)


def _poll(state: State) -> Iterator[str]:
    worth = worth_the_time(state.poll)
    if worth:
        yield from ("", worth)
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
            f"{dots if first else ''}{note_text(note)}{by}", f"{number:>2} " if first else f"  +{number} ", rows
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
    lead = "" if state.phase == "over" else t(" {names} facilitates.", names=names[state.facilitator])
    yield t("Retrospective, {title}. {titles}.{lead}", title=state.title, titles=TITLES[state.phase], lead=lead)
    match state.phase:
        case "stage" | "review":
            yield from _stage_sentences(state, names)
        case "reflect":
            yield from _reflect_sentences(state)
        case _:
            yield from _outcome_sentences(state, names)


def _stage_sentences(state: State, names: Sequence[str]) -> Iterator[str]:
    if state.words:
        yield f"Checked in: {listing([f'{names[seat]} {word}' for seat, word in sorted(state.words.items())])}."
    for number, earlier in enumerate(state.earlier, start=1):
        yield t(
            "Action {number} from last time: {what}, {states}.",
            number=number,
            what=earlier.what,
            states=_STATES[earlier.mark],
        )
    if state.agreement:
        yield t("Working agreement: {agreement}.", agreement="; ".join(state.agreement))
    if state.safety_poll:
        yield safety_result(state.safety_poll)


def _reflect_sentences(state: State) -> Iterator[str]:
    yield from state.questions
    if state.health and not state.profile:
        yield t("To rate: {health}.", health=listing([topic.title for topic in state.health]))
    yield t("Columns: {state}.", state=listing([column.title for column in _written(state)]))


def _outcome_sentences(state: State, names: Sequence[str]) -> Iterator[str]:
    worth = worth_the_time(state.poll)
    if worth:
        yield f"{worth}."
    for number, action in enumerate(state.actions, start=1):
        due = t(", by {due}", due=in_brief(action.due)) if action.due else ""
        yield t(
            "Action {number} for {names}: {what}{due}.",
            number=number,
            names=names[action.owner],
            what=action.what,
            due=due,
        )
    topic = state.current_topic
    if topic is not None:
        yield t(
            "Topic {topic} of {agenda}: {topic2}.",
            topic=state.topic,
            agenda=len(state.agenda),
            topic2=state.text_of(topic),
        )
        yield from (t("Insight: {text}.", text=each.text) for each in state.insights if each.topic == topic.key)
    if state.profile:
        yield t("Health: {state}.", state="; ".join(health_lines(state)))
    yield f"{count(state.shown, 'note')}."
    for column, topics in topic_columns(state):
        found = [_in_words(state, each) for each in topics]
        yield f"{column.title}: {'; '.join(found) if found else 'nothing'}."


def _in_words(state: State, topic: DiscussionTopic) -> str:
    dots = f", {count(topic.votes, 'dot')}" if topic.votes else ""
    texts = " with ".join(f"{number} {note_text(state.note(number))}" for number in topic.notes)
    return f"{topic.name}: {texts}{dots}" if topic.name else f"{texts}{dots}"


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
    return shortened(
        t("Health, from 1 to {scale}: {state}.", scale=SCALE[-1], state="; ".join(health_lines(state))), ALT_LIMIT
    )
