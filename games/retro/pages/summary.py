"""The summary that the channel keeps: complete without pictures."""

from collections.abc import Iterator

from games.dates import in_brief
from games.language import t
from games.retro.model import MAX_RATING, Action, EarlierAction, State
from games.retro.pages.sheets import people_here, written_notes
from games.retro.words import count, health_lines, mean
from games.sheets import Line, Passage, Sheet, bold, line
from games.text import absent, who


def summary(state: State, day: str = "") -> Sheet | None:
    """What came of a meeting that is over; `day`: its date, `2026-11-17`, if it is known."""
    if state.phase != "over":
        return None
    on = f", {in_brief(day)}" if day else ""
    agreed = count(len(state.actions), "action") if state.actions else t("no actions")
    return Sheet(
        title=t("Retrospective{on}: {agreed}", on=on, agreed=agreed),
        passages=tuple(_passages(state)),
        note=_figures(state),
    )


def _passages(state: State) -> Iterator[Passage]:
    parts = (
        Passage(tuple(map(_action, state.actions)), "numbers"),
        Passage(tuple(_topics(state)), "bullets", t("What we talked about")),
        Passage(tuple(map(line, health_lines(state))) if state.profile else (), "bullets", t("How we’re doing")),
        Passage(_last_time(state), title=t("From last time")),
        Passage(
            tuple(
                line(t("{who} to {who2}: {text}", who=who(each.by), who2=who(each.to), text=each.text))
                for each in state.thanks
            ),
            title=t("Thanks"),
        ),
    )
    return (part for part in parts if part.lines)


def _action(action: Action) -> Line:
    due = line(", ", bold(t("by {due}", due=in_brief(action.due)))) if action.due else ()
    return line(bold(who(action.owner)), f" {action.what[:1].upper()}{action.what[1:]}", *due)


def _topics(state: State) -> Iterator[Line]:
    """The topics that were discussed, each with the first thing that the team understood."""
    known = {topic.key: topic for topic in state.topics}
    for key in state.agenda[: state.topic]:
        topic = known[key]
        insight = next((f": {each.text}" for each in state.insights if each.topic == key), "")
        dots = f" ({count(topic.votes, 'dot')})" if topic.votes else ""
        yield line(bold(state.text_of(topic)), f"{dots}{insight}")


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
            return t("→ kept until {due}: {what}", due=in_brief(action.due), what=what)
        case _:
            return t("→ still open: {what}", what=what)


def _figures(state: State) -> str:
    worth, answers = mean(state.poll), count(sum(state.poll), "answer")
    rated = (
        t(
            "worth the time: {worth:.1f} of {max_rating} ({answers})",
            worth=worth,
            max_rating=MAX_RATING,
            answers=answers,
        )
        if worth is not None
        else ""
    )
    dated = any(action.due for action in state.actions)
    reminded = t("owners hear from me the working day before") if dated else ""
    return " · ".join(filter(None, [people_here(state), count(written_notes(state), "note"), rated, reminded]))
