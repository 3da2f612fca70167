"""Boards, hands and charts as people see them."""

from games.graphics.drawing import ALT_LIMIT, WIDTH, columns
from games.scrumkin.pictures.text import chart
from tests.games.scrumkin.build import (
    ALL_NIGHTER,
    BOOSTER,
    COLLOCATED,
    CREEP,
    GAME,
    INVESTMENT,
    SCRUM_OF_SCRUMS,
    SHIELD,
    player,
    table,
)

NAMES = ["Thelma", "Louise"]

BOARD = """\
Sprint 4 of 10 · A leads
+1 for everybody: Team Event
Stack 78 + 1 dropped · discarded 1

▶A Thelma                       now next
  ■■■■■■■■············ 8 to do · hand 3
  ······┼■■■··· velocity         +3   -1
   41 ◈ Collocated Teams         +1   +1
   61 New Colleague              -1    0
   70 All-Nighter                +2   -2

 B Louise                       now next
  ■■■■■■■■■■■■■······· 13 to do · hand 1
  ···■■■┼······ velocity         -3   -3
    4 Velocity as a Target       -1    –
      3 taken over               -3   -3"""

HAND = """\
Your hand
 61 New Colleague
    -2, then -1, then 0, then +1 for
    good
    for you                      +1 → -1
    on Louise                    -1 → -3
    First they ask everything. Then they
    answer. Then they fix what you never
    dared to touch.

 42 Done Means Done ◈ shield
    +1 for good
    for you                      +1 → +2
    on Louise                     -1 → 0
    Tested, tidied, documented. Nobody
    has to whisper “almost” any more."""

CHART = """\
Backlog after each sprint
20 ┤        B   B
   │
   │
   │
   │
10 ┤AB
   │    AB  A
   │
   │            A
   │
 0 ┤
   └────────────────
    0   1   2   3

Velocity
A Thelma  +2  -1  +5
B Louise  +2 -12  +1"""


def test_the_board() -> None:
    """Track, meter and cards with this sprint's value and the next one's, for every player."""
    state = table(
        player(CREEP, 2, 3, game=[COLLOCATED, (INVESTMENT, 1), ALL_NIGHTER], backlog=8),
        player(SHIELD, game=[4], backlog=13, taken=3),
        mode="collaborative",
        action=BOOSTER,
        sprint=4,
        under=((5, 0),),
        discards=(6,),
    )
    assert GAME.board(GAME.view(state, None), NAMES).text == BOARD
    assert GAME.board(GAME.view(state, None), NAMES).alt == (
        "Sprint 4 of 10. +1 for everybody: Team Event. Thelma’s turn. "
        "Thelma: 8 to do, velocity +3, 3 cards in hand; in play: 41 Collocated Teams +1, 61 New Colleague -1 and "
        "70 All-Nighter +2. "
        "Louise: 13 to do (3 taken over), velocity -3, 1 card in hand; in play: 4 Velocity as a Target -1."
    )


def test_a_crowded_table() -> None:
    """Twenty cards in each of four games still fit a phone and the alt text."""
    players = [player(game=range(1 + 20 * seat, 21 + 20 * seat)) for seat in range(4)]
    drawing = GAME.board(GAME.view(table(*players), None), ["n" * 300] * 4)
    assert max(columns(line) for line in drawing.text.split("\n")) <= WIDTH
    assert len(drawing.alt) <= ALT_LIMIT
    assert drawing.alt.count("velocity") == 4
    assert drawing.alt.count(" more.") == 4


def test_the_hand() -> None:
    """What each card does over the sprints, and would do to everybody's velocity now."""
    state = table(player(INVESTMENT, SHIELD, game=[COLLOCATED]), player(game=[4]))
    answer = GAME.shows.answer(GAME.view(state, 0), "hand", {}, NAMES)
    assert answer.text == (
        "Your hand, for your eyes only: 61 “New Colleague” (-2 -1 0 +1∞) and 42 “Done Means Done” (+1∞, shield)."
    )
    assert answer.drawing is not None
    assert answer.drawing.text == HAND
    assert "42 Done Means Done: +1 for good." in answer.drawing.alt


def test_scrum_of_scrums_in_the_hand() -> None:
    """It says what the card is worth now."""
    state = table(player(SCRUM_OF_SCRUMS[0]), player(game=[SCRUM_OF_SCRUMS[1]]), player(game=[SCRUM_OF_SCRUMS[2]]))
    answer = GAME.shows.answer(GAME.view(state, 0), "hand", {}, [*NAMES, "Cem"])
    assert answer.drawing is not None
    assert "one in play: right now +2 for you" in answer.drawing.alt


def test_an_empty_hand() -> None:
    """The answer says when new cards come."""
    answer = GAME.shows.answer(GAME.view(table(player(), player()), 0), "hand", {}, NAMES)
    assert answer.text == "Your hand is empty; you’ll draw new cards at the end of the sprint."


def test_the_chart() -> None:
    """Backlogs as letters, velocities as figures, and both as alt text."""
    state = table(
        player(backlogs=(10, 8, 8, 3), velocities=(2, -1, 5)),
        player(backlogs=(10, 8, 20, 19), velocities=(2, -12, 1)),
    )
    drawn = chart(GAME.view(state, None), NAMES)
    assert drawn.text == CHART
    assert drawn.alt == (
        "Backlog and velocity after each sprint. Thelma: backlog 10, 8, 8, 3; velocity +2, -1, +5. "
        "Louise: backlog 10, 8, 20, 19; velocity +2, -12, +1."
    )


def test_a_long_chart() -> None:
    """The last few sprints fit the width of a phone; the chart also works before the first sprint is over."""
    long = player(backlogs=(10,) * 31, velocities=(0,) * 30)
    drawn = chart(GAME.view(table(long, long), None), NAMES)
    assert max(columns(line) for line in drawn.text.split("\n")) <= WIDTH
    assert "22  23" in drawn.text
    assert "velocity none yet" in chart(GAME.view(table(player(), player()), None), NAMES).alt
