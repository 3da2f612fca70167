"""The vote as a picture: topics and their dots."""

from games.graphics.svg import WIDTH, add, document, drawable, finish, group, shorten, wrap, write
from games.graphics.theme import Theme
from games.retro.model import NOTE_LIMIT, State
from games.retro.notes_picture import COLOURS, INNER, LEFT, UNREADABLE

_ROW = 52.0
_TOP = 52.0
_MAX_TOPICS = 20  # those with the most dots


def chart_picture(state: State, theme: Theme) -> str:
    topics = sorted(state.topics, key=lambda topic: -topic.votes)[:_MAX_TOPICS]
    most = max([1, *(topic.votes for topic in topics)])
    root = document(WIDTH, _TOP + _ROW * len(topics) + 10, theme, "Dots")
    write(root, (LEFT + 2, 33), "Dots", 22, theme.ink, anchor="start", bold=True)
    for place, topic in enumerate(topics):
        note = state.note(topic.key)
        row = group(root, LEFT, _TOP + _ROW * place)
        words = wrap(drawable(note.text, theme, UNREADABLE, NOTE_LIMIT), INNER - 30, 15, 1)
        label = shorten(f"{topic.key}  {words[0] if words else ''}", INNER - 10, 15)
        write(row, (2, 14), label, 15, theme.ink, anchor="start")
        tint = theme.tint(COLOURS[note.column or 0])
        wide = (INNER - 60) * topic.votes / most
        add(row, "rect", y=21, width=INNER - 60, height=20, rx=4, fill=theme.road)
        if topic.votes:
            add(row, "rect", y=21, width=wide, height=20, rx=4, fill=tint.line)
        write(row, (INNER - 50, 37), str(topic.votes), 17, theme.ink, anchor="start", bold=True)
    return finish(root)
