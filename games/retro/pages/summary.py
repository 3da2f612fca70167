"""The summary that the channel keeps: complete without pictures."""

from collections.abc import Iterator

from games.dates import in_brief
from games.language import n, t
from games.retro.model import MAX_RATING, Action, EarlierAction, Phase, State
from games.retro.pages.finished import people_here, written_notes
from games.retro.words.terms import health_lines, mean, notes_in_words, topic_text
from games.sheets import BOLD, Line, Passage, Sheet, line, marked
from games.text import absent, capitalized, number, who

_UNTIL_DISCUSSED: tuple[Phase, ...] = ("reflect", "group", "vote", "discuss")


def summary(state: State, day: str = "") -> Sheet | None:
    """What came of a meeting so far, None if nothing did; `day`: its date, `2026-11-17`, if it is known."""
    settled = any(each.mark for each in state.earlier)
    if state.phase != "over" and not (state.shown or state.actions or settled):
        return None
    title = _title(len(state.actions), in_brief(day) if day else "")
    return Sheet(title=title, passages=tuple(_passages(state)), note=_figures(state))


def _title(actions: int, day: str) -> str:
    if not actions:
        return t("Retrospective, {day}: no actions", day=day) if day else t("Retrospective: no actions")
    if not day:
        return n("Retrospective: {count} action", "Retrospective: {count} actions", actions)
    return n("Retrospective, {day}: {count} action", "Retrospective, {day}: {count} actions", actions, day=day)


def _passages(state: State) -> Iterator[Passage]:
    parts = (
        Passage(tuple(map(_action, state.actions)), "numbers"),
        Passage(tuple(_topics(state)), "bullets", t("What we talked about")),
        Passage(tuple(_left(state)), "bullets", t("Not talked about")),
        Passage(tuple(map(line, health_lines(state))) if state.profile else (), "bullets", t("How we’re doing")),
        Passage(_last_time(state), title=t("From last time")),
        Passage(
            tuple(
                line(t("{who} to {other}: {text}", who=who(each.by), other=who(each.to), text=each.text))
                for each in state.thanks
            ),
            title=t("Thanks"),
        ),
    )
    return (part for part in parts if part.lines)


def _action(action: Action) -> Line:
    owner, what = who(action.owner), capitalized(action.what)
    if not action.due:
        return marked(t("{bold}{who}{plain} {what}", who=owner, what=what, **BOLD))
    day = in_brief(action.due)
    return marked(t("{bold}{who}{plain} {what}, {bold}by {day}{plain}", who=owner, what=what, day=day, **BOLD))


def _topics(state: State) -> Iterator[Line]:
    """The topics that were discussed, each with the first thing that the team understood."""
    known = {topic.key: topic for topic in state.topics}
    for key in state.talked_about:
        topic = known[key]
        said = _discussed(topic_text(state, topic), topic.votes)
        insights = state.insights_of(topic)
        yield marked(t("{topic}: {insight}", topic=said, insight=insights[0]) if insights else said)


def _left(state: State) -> Iterator[Line]:
    """The topics that a meeting didn't get to; one that took its course chose to leave out the others."""
    if state.phase in _UNTIL_DISCUSSED:
        left = (topic for topic in state.topics if topic.key not in state.talked_about)
        yield from (marked(_discussed(topic_text(state, topic), topic.votes)) for topic in left)


def _discussed(topic: str, votes: int) -> str:
    if not votes:
        return "{bold}{topic}{plain}".format(topic=topic, **BOLD)
    return n("{bold}{topic}{plain} ({count} dot)", "{bold}{topic}{plain} ({count} dots)", votes, topic=topic, **BOLD)


def _last_time(state: State) -> tuple[Line, ...]:
    return (line("  ·  ".join(map(_earlier, state.earlier))),) if state.earlier else ()


def _earlier(action: EarlierAction) -> str:
    what = f"{action.what} ({absent(action.origin)})" if action.origin else action.what
    match action.mark:
        case "done":
            return f"✓ {what}"
        case "drop":
            return t("✗ dropped: {what}", what=what)
        case "keep" if action.due:
            return t("→ kept until {day}: {what}", day=in_brief(action.due), what=what)
        case _:
            return t("→ still open: {what}", what=what)


def _figures(state: State) -> str:
    dated = any(action.due for action in state.actions)
    reminded = t("owners hear from me the working day before") if dated else ""
    notes = notes_in_words(written_notes(state) - len(state.waiting))
    return " · ".join(filter(None, [people_here(state), notes, _rated(state), reminded]))


def _rated(state: State) -> str:
    worth = mean(state.poll)
    if worth is None:
        return ""
    return n(
        "worth the time: {mean} of {scale} ({count} answer)",
        "worth the time: {mean} of {scale} ({count} answers)",
        sum(state.poll),
        mean=number(worth, 1),
        scale=MAX_RATING,
    )
