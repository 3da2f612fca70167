"""The vote as a picture: topics and their dots."""

from games.graphics.svg import LANDSCAPE, WIDTH, Element, add, document, finish, group, shorten, write
from games.graphics.theme import Theme
from games.retro.model import NOTE_LIMIT, DiscussionTopic, State, View
from games.retro.parts import COLOURS, TITLE, Board, heading
from games.values import value

_LEFT = 14.0
_ROW = 35.0
_LEAST = 130  # height of a picture
_MAX_TOPICS = 20  # those with the most dots
_SHARE = 0.56  # of the width for the texts
_DOT = 7.5  # radius
_STEP = 2.4 * _DOT


@value
class DotChart:
    """Topics, those with the most dots first: the text on the left, the dots on the right."""

    board: Board

    @property
    def _topics(self) -> list[DiscussionTopic]:
        return sorted(self.board.state.topics, key=lambda topic: -topic.votes)

    def height(self, wide: float) -> float:
        del wide
        count = len(self._topics)
        return TITLE + _ROW * min(count, _MAX_TOPICS) + (30 if count > _MAX_TOPICS else 4)

    def draw(self, at: Element, wide: float, high: float) -> None:
        theme, topics = self.board.theme, self._topics
        heading(at, "Topics and dots", wide, theme)
        fits = int((high - TITLE - 4) / _ROW)
        shown = topics if len(topics) <= fits else topics[: int((high - TITLE - 28) / _ROW)]
        most = max([1, *(topic.votes for topic in topics)])
        for place, topic in enumerate(shown):
            self._topic(group(at, _LEFT, TITLE + _ROW * place), topic, wide - 2 * _LEFT, most)
        if left := len(topics) - len(shown):
            words = f"+{left} more" + ("" if topics[len(shown)].votes else ", without dots")
            write(at, (_LEFT, TITLE + _ROW * len(shown) + 20), words, 17, theme.faint, anchor="start", bold=True)

    def _topic(self, at: Element, topic: DiscussionTopic, wide: float, most: int) -> None:
        theme, note, split = self.board.theme, self.board.state.note(topic.key), wide * _SHARE
        tint = theme.tint(COLOURS[note.column or 0])
        add(at, "rect", y=3, width=5, height=_ROW - 8, rx=2, fill=tint.line)
        label = shorten(f"{topic.key} {self.board.text(self.board.state.text_of(topic), NOTE_LIMIT)}", split - 22, 17)
        write(at, (12, 23), label, 17, theme.ink, anchor="start")
        end = split + _dots(group(at, split, 17), topic.votes, (wide - split - 36, most), tint.line)
        ink = theme.ink if topic.votes else theme.faint
        write(at, (end + 8, 24), str(topic.votes), 19, ink, anchor="start", bold=True)


def _dots(at: Element, votes: int, scale: tuple[float, int], ink: str) -> float:
    """Draw dots, or a bar if the most that any topic has are too many to draw; return the width."""
    room, most = scale
    if most * _STEP <= room:
        for place in range(votes):
            add(at, "circle", cx=_DOT + _STEP * place, cy=0, r=_DOT, fill=ink)
        return _STEP * votes
    if votes:
        add(at, "rect", y=-10, width=room * votes / most, height=20, rx=4, fill=ink)
    return room * votes / most


def chart_picture(state: State, theme: Theme) -> str:
    chart = DotChart(Board(View(None, state), (), theme))
    wide, high = LANDSCAPE if theme.shape == "landscape" else (WIDTH, max(_LEAST, round(chart.height(WIDTH) + 12)))
    root = document(wide, high, theme, "Dots")
    chart.draw(group(root, 0, 6), wide, high - 10)
    return finish(root)
