"""The words that sentences, sheets and pictures share: phases, notes, topics, actions, quotations, counts."""

from collections.abc import Iterable, Iterator, Sequence

from games.dates import in_brief
from games.language import Lazy, lazy, lazy_p, n, p, source, t
from games.retro.formats import said_note
from games.retro.health import Trend, is_card, mean_of, trends
from games.retro.model import MAX_RATING, SCALE, Action, Column, DiscussionTopic, Note, Reason, State
from games.sheets import BOLD, Line, line, marked
from games.text import number as decimal
from games.text import shortened, who

TITLES: dict[str, Lazy] = {  # by phase
    "stage": lazy("Check in"),
    "review": lazy("Last actions"),
    "reflect": lazy("Write"),
    "group": lazy("Group"),
    "vote": lazy("Vote"),
    "discuss": lazy("Discuss"),
    "actions": lazy("Actions"),
    "close": lazy_p("phase", "Close"),
    "over": lazy("Summary"),
}
# return on time invested
ROTI = (
    lazy("wasted time"),
    lazy("little use"),
    lazy("not quite worth it"),
    lazy("worth the time"),
    lazy("more than worth it"),
    lazy("time well spent"),
)
# our own wording of what retrospectives rest on: good faith
GOOD_FAITH = lazy(
    "Whatever comes up today: everybody did what seemed right to them, with what they knew, "
    "what they had and how much they could carry. We look for causes, not for culprits."
)
_HIDDEN: dict[Reason, Lazy] = {  # in place of the note
    "person": lazy("(hidden: it’s about a person, not about what happened)"),
    "tone": lazy("(hidden: its tone could hurt somebody)"),
    "private": lazy("(hidden: it has something private in it)"),
}
SAFETY = lazy("How safe do you feel to speak?")
HOW_ARE_YOU = lazy("How are you, in one word?")
_SHORT = 60  # characters of a note inside a sentence


def note_text(state: State, note: Note) -> str:
    """The note's text on the board, or why it was hidden. Its writer reads that there, like everybody else."""
    if note.hidden:
        return str(_HIDDEN[note.hidden])
    unrated = is_card(state, note) and any(note.text == source(topic.title) for topic in state.health)
    return t(note.text) if unrated else said_note(note.text)


def topic_text(state: State, topic: DiscussionTopic) -> str:
    """The title of a topic as people read it: its group's name, or its first note."""
    return topic.name or note_text(state, state.note(topic.key))


def inside_quotes(text: str, limit: int = _SHORT) -> str:
    """The words of a quotation; whatever they quote gets other quotation marks."""
    return shortened(text, limit).replace("“", "‘").replace("”", "’")


def full_stop(text: str, limit: int = _SHORT) -> str:
    """A quotation that ends a sentence; one with its own full stop doesn't get a second."""
    words = inside_quotes(text, limit)
    if _ends(words):
        return p("quotation", "“{words}”", words=words)
    return p("quotation at the end of a sentence", "“{words}”.", words=words)


def full_stop_only(text: str) -> str:
    """Add a full stop to somebody's sentence unless it has one."""
    return text if _ends(text) else f"{text}."


def _ends(text: str) -> bool:
    return text.endswith((".", "!", "?", "…"))


def action_line(action: Action) -> Line:
    """An action with its owner and date: `Chris: fix the build, by Fri 20 Nov`."""
    if not action.due:
        return line(t("{who}: {what}", who=who(action.owner), what=action.what))
    due = in_brief(action.due)
    return marked(t("{who}: {what}, {bold}by {day}{plain}", who=who(action.owner), what=action.what, day=due, **BOLD))


def topic_columns(state: State) -> Iterator[tuple[Column, list[DiscussionTopic]]]:
    """The topics of each column: groups, then single notes, then the places of hidden notes, which belong to none."""
    hidden = [DiscussionTopic((number,)) for number, note in enumerate(state.board, start=1) if note.hidden]
    topics = [*sorted(state.topics, key=lambda topic: len(topic.notes) < 2), *hidden]
    for index, column in enumerate(state.columns):
        yield column, [topic for topic in topics if state.note(topic.key).column == index]


_ARROWS: dict[Trend, str] = {"": "", "up": "↑", "same": "→", "down": "↓"}


def health_lines(state: State) -> list[str]:
    """A line for each topic of a health check: `Fun 3.5 ↑`."""
    lines = []
    for topic, counts, change in zip(state.health, state.profile, trends(state), strict=True):
        mean = mean_of(counts)
        lines.append(f"{topic.title} {'–' if mean is None else decimal(mean, 1)} {_ARROWS[change]}".rstrip())
    return lines


def mean(poll: Sequence[int]) -> float | None:
    """The mean answer of the closing poll; None if nobody answered."""
    answers = sum(poll)
    return sum(value * given for value, given in enumerate(poll)) / answers if answers else None


def worth_the_time(poll: Sequence[int]) -> str:
    """The closing poll in a sentence; empty if nobody answered."""
    worth = mean(poll)
    return "" if worth is None else t("Worth the time: {mean} of {scale}.", mean=decimal(worth, 1), scale=MAX_RATING)


def safety_result(poll: Sequence[int]) -> str:
    mean = mean_of(poll)
    if mean is None:
        return t("Nobody answered the safety check.")
    answers = joined(f"{given} × {value}" for value, given in zip(SCALE, poll, strict=True) if given)
    return t(
        "How safe people feel to speak: {mean} out of {scale} ({answers}).",
        mean=decimal(mean, 1),
        scale=SCALE[-1],
        answers=answers,
    )


def no_format(name: str) -> str:
    return t("This room has no format called “{name}” yet, so it’s the usual one.", name=inside_quotes(name))


# --- what is counted, for lists --------------------------------------------------------------------------------------


def notes_in_words(notes: int) -> str:
    return n("{count} note", "{count} notes", notes)


def dots_in_words(dots: int) -> str:
    return n("{count} dot", "{count} dots", dots)


def topics_in_words(topics: int) -> str:
    return n("{count} topic", "{count} topics", topics)


def actions_in_words(actions: int) -> str:
    return n("{count} action", "{count} actions", actions)


def answers_in_words(answers: int) -> str:
    return n("{count} answer", "{count} answers", answers)


def with_dots(text: str, votes: int) -> str:
    """A topic with the number of its dots, if it has any."""
    return n("{topic} ({count} dot)", "{topic} ({count} dots)", votes, topic=text) if votes else text


def joined(parts: Iterable[str]) -> str:
    return p("list", ", ").join(parts)
