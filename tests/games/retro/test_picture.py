"""The board as a picture, in both shapes."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any
from xml.etree import ElementTree as ET

import pytest

from games.graphics.svg import document, finish
from games.graphics.theme import THEME, Shape
from games.memories import MAX_ACTIONS, MAX_PROMPTS, OpenAction, write_actions, write_prompts
from games.retro.model import Action, DiscussionTopic, Note, State, View
from games.retro.pictures.parts import Row, RowList
from tests.games.graphics.sizes import Box, boxes, canvas, check_apart, check_inside, check_landscape
from tests.games.retro.build import GAME, Meeting

SHAPES: tuple[Shape, ...] = ("landscape", "portrait")
LONG = "The deployment took three days because nobody knew who could approve it, and in the end it failed anyway"
SCRIPTS = (
    LONG,
    "結対編程讓我們少犯了很多錯誤，應該繼續下去。" * 3,
    "اجتماعات أقل، وتركيز أكثر! " * 4,
    "הבדיקות רצות " * 8,
    "👩\u200d💻🎉" * 20,
)
NAMES = (
    "Maximilian Alexander von und zu Hohenstein",
    "測試" * 20,
    "عمر خالد " * 5,
    "אורי לוי",
    "👩\u200d💻" * 20,
    "Ann",
)
COLUMNS = ("format", "Keep,Drop", "Went_very_well_indeed,Drop,Try,Puzzles", "A,B,C,D,E,Something_for_later")
RATED = (1, 0, 2, 5, 9, 3)


def names(seats: int) -> list[str]:
    return [f"{NAMES[seat % len(NAMES)]} {seat}" for seat in range(seats)]


def moments(seats: int, columns: str, notes: int, actions: int) -> list[View]:
    """A board from the check-in to the summary, as the room or the second seat sees it."""
    inherited: dict[str, Any] = {
        "prompts": write_prompts([LONG * 2] * MAX_PROMPTS),
        "actions": write_actions([OpenAction(LONG, "Friday next week")] * MAX_ACTIONS),
    }
    start = Meeting(seats, columns=columns, anonymous="no", limit=10, **inherited).state
    start = replace(start, words={seat: SCRIPTS[seat % 5][:24] for seat in range(1, seats)})
    blank = replace(start, phase="reflect", notes=(Note(),) * notes)
    written = tuple(Note(key * len(start.columns) // notes, SCRIPTS[key % 5], key % seats) for key in range(notes))
    topics = (DiscussionTopic((1, 2, 3)), *(DiscussionTopic((key,)) for key in range(4, notes + 1)))
    grouped = replace(start, phase="group", notes=written, shown=notes, topics=topics)
    voted = replace(grouped, phase="vote", placed={1: (1, 1, 4, notes)})
    counted = tuple(replace(topic, votes=max(0, 24 - 2 * place)) for place, topic in enumerate(topics))
    agenda = tuple(topic.key for topic in counted if topic.votes)
    agreed = tuple(Action(SCRIPTS[each % 5][:140], each % seats, "Friday" * (each % 2)) for each in range(actions))
    discussed = replace(
        voted, phase="discuss", topics=counted, votes_shown=True, agenda=agenda, topic=1, actions=agreed
    )
    late = replace(discussed, topic=len(agenda), time_is_up=True)
    after = [replace(discussed, phase="actions"), replace(discussed, phase="close")]
    over = replace(discussed, phase="over", poll=RATED)
    asked = [View(None, start), View(None, replace(start, earlier=())), View(1, blank), View(None, blank)]
    return [*asked, View(1, voted), *(View(None, each) for each in (grouped, discussed, late, *after, over))]


def drawn(view: View, shape: Shape = "landscape", *, dark: bool = False) -> str:
    svg = GAME.board(view, names(view.state.seats)).svg(dark=dark, shape=shape)
    assert svg is not None
    return svg


def texts(svg: str) -> list[Box]:
    return [box for box in boxes(svg) if box.tag == "text"]


def spots(svg: str) -> set[str]:
    return {spot for element in ET.fromstring(svg).iter() if (spot := element.get("data-spot"))}


@pytest.mark.parametrize("columns", COLUMNS)
@pytest.mark.parametrize(("seats", "notes", "actions"), [(2, 4, 0), (12, 40, 3), (20, 120, 10)])
def test_every_moment_fits_both_shapes(columns: str, seats: int, notes: int, actions: int) -> None:
    """However many people, notes and actions, in any script; in landscape no text is too small for a phone."""
    for view in moments(seats, columns, notes, actions):
        wide, tall = (drawn(view, shape, dark=True) for shape in SHAPES)
        check_landscape(wide)
        check_inside(tall)
        check_apart(wide)
        check_apart(tall)


@pytest.mark.parametrize("columns", COLUMNS)
def test_both_shapes_have_the_same_spots(columns: str) -> None:
    """Notes without room in landscape still have one, and so do the viewer's own dots on them."""
    for view in moments(12, columns, 40, 3)[:6]:
        assert spots(drawn(view)) == spots(drawn(view, "portrait"))
    voted = moments(12, columns, 40, 3)[4]
    assert {"note:40", "dot:40", "dot:1"} <= spots(drawn(voted))


def test_other_notes_of_a_large_group_are_counted() -> None:
    """The number stands in line with those that are shown."""
    (view,) = [view for view in moments(12, "format", 40, 3) if view.state.phase == "discuss" and view.state.topic == 1]
    group = DiscussionTopic(tuple(range(1, 13)), votes=3)
    table = replace(view.state, notes=(Note(0, "Late"),) * 40, topics=(group,), agenda=(1,), actions=())
    boxes = {box.text: box for box in texts(drawn(View(None, table)))}
    (more,) = [box for text, box in boxes.items() if text.startswith("+")]
    notes = [box for box in texts(drawn(View(None, table))) if box.text == "Late"][1:]
    assert len(notes) + int(more.text.removeprefix("+").removesuffix(" notes")) == 11
    assert {box.left for box in notes} == {more.left}
    assert more.bottom - notes[-1].bottom == pytest.approx(notes[-1].bottom - notes[-2].bottom)


@pytest.mark.parametrize(("seats", "across"), [(2, 2), (3, 3), (4, 2), (5, 3), (12, 3), (13, 4), (20, 4)])
def test_people_check_in_side_by_side(seats: int, across: int) -> None:
    """Two or three cards in a row, four in a large meeting."""
    waiting = [box for box in texts(drawn(View(None, Meeting(seats).state))) if box.text == "…"]
    assert len(waiting) == seats
    assert len({box.left for box in waiting}) == across


@pytest.mark.parametrize("wide", [180, 360])
def test_a_list_never_leaves_its_frame(wide: float) -> None:
    """Rows are shortened to between one and four lines, then counted."""
    rows = [Row("Ask the team " * (5 * each), lambda _: None, "Ben, by Friday") for each in range(1, 7)]
    for high in range(90, 700, 20):
        root = document(wide, high, THEME)
        RowList("Actions", rows, THEME).draw(root, wide, high)
        check_inside(finish(root))
        lines = [[each.text or "" for each in place.findall("text")] for place in root.iter("g")]
        shown = [[words for words in row if "Ben" not in words] for row in lines if row]
        labels = [each.text or "" for each in root.findall("text")]
        more = [int(label[1:-5]) for label in labels if label.endswith(" more")]
        assert len(shown) + sum(more) == len(rows)
        assert {len(row) for row in shown} <= {1, 2, 3, 4}


def test_notes_without_room_are_counted() -> None:
    """Notes that are shown and those that are counted are all of them."""
    (view,) = [view for view in moments(12, "format", 40, 3) if view.state.phase == "group"]
    unsigned = replace(view.state, notes=tuple(replace(note, by=None) for note in view.state.notes))
    view = View(None, unsigned)
    words = [box.text for box in texts(drawn(view))]
    more = sum(int(word.removeprefix("+").removesuffix(" more")) for word in words if word.endswith(" more"))
    shown = sum(word.isdigit() for word in words)  # their numbers
    assert shown + more == 40
    assert shown >= 12
    assert not [box.text for box in texts(drawn(view, "portrait")) if box.text.endswith(" more")]


def test_few_notes_are_large() -> None:
    """What there is fills the picture."""
    for columns, least in (("format", 18), ("Keep,Drop", 21)):
        few = moments(2, columns, 4, 0)[5].state
        short = replace(few, notes=tuple(replace(note, text="Cake") for note in few.notes))
        (cake, *_) = [box for box in texts(drawn(View(None, short))) if box.text == "Cake"]
        assert cake.size >= least


def test_the_topic_under_discussion_is_the_largest_text() -> None:
    """With a dot for each vote, and first in the list of topics even if it is late on the agenda."""
    early, late = (view for view in moments(5, "format", 12, 2) if view.state.phase == "discuss")
    for view in (early, late):
        topic = view.state.current_topic
        assert topic is not None
        first = view.state.note(topic.key).text.split(maxsplit=1)[0][:3]
        largest = max((box for box in texts(drawn(view)) if box.top > 60), key=lambda box: box.size)
        assert largest.text.startswith(first)
        assert f"Topic {view.state.topic} of {len(view.state.agenda)}" in " ".join(
            box.text for box in texts(drawn(view))
        )
        dots = [box for box in boxes(drawn(view)) if box.tag == "circle" and round(box.right - box.left) == 16]
        assert len(dots) >= min(12, topic.votes)


def test_a_short_topic_is_written_once() -> None:
    """In both shapes, and whole."""
    view = next(view for view in moments(5, "format", 12, 2) if view.state.phase == "discuss")
    notes = tuple(replace(note, text="Look at the error log on Mondays") for note in view.state.notes)
    for shape in SHAPES:
        shown = [box for box in texts(drawn(View(None, replace(view.state, notes=notes)), shape)) if box.top > 60]
        lines = [box.text for box in shown if box.size == max(box.size for box in shown)]
        assert " ".join(lines) == "Look at the error log on Mondays"


def test_the_closing_question_and_its_answers_are_large() -> None:
    """Six fields to click, and afterwards the mean."""
    *_, close, over = moments(5, "format", 12, 2)
    assert {f"rate:{value}" for value in range(6)} <= spots(drawn(close))
    (mean,) = [box for box in texts(drawn(over)) if box.text == "3.5 out of 5"]
    assert mean.size >= 24


def test_the_chart_fits_both_shapes() -> None:
    """With one topic or sixty; what is left out is counted."""
    for notes, left in ((3, []), (12, []), (60, ["+49 more"])):
        chart = GAME.shows.chart(moments(12, "format", notes, 3)[-1], names(12))
        assert chart is not None
        check_landscape(chart.svg())
        check_apart(chart.svg())
        check_inside(chart.svg(shape="portrait"))
        assert [box.text for box in texts(chart.svg() or "") if box.text.startswith("+")] == left


def test_few_dots_are_drawn_as_dots() -> None:
    """One for each vote; too many become bars."""

    def circles(state: State) -> int:
        chart = GAME.shows.chart(View(None, state), names(state.seats))
        assert chart is not None
        return (chart.svg() or "").count("<circle")

    state = moments(2, "format", 5, 0)[-1].state
    assert circles(state) == 0
    assert circles(with_votes(state, (4, 2, 0))) == 6


def with_votes(state: State, votes: Sequence[int]) -> State:
    topics = tuple(replace(topic, votes=given) for topic, given in zip(state.topics, votes, strict=True))
    return replace(state, topics=topics)


def test_landscape_keeps_its_size_and_portrait_grows() -> None:
    """A chat window has no room for a longer picture; a page scrolls."""
    small, large = (moments(5, "format", notes, 2)[5] for notes in (4, 60))
    assert canvas(drawn(small)) == canvas(drawn(large))
    assert canvas(drawn(small, "portrait"))[1] < canvas(drawn(large, "portrait"))[1]
