"""The options of The Scrum Game; the first choice of each is the published game."""

from games.contract import Option
from games.language import lazy
from games.sprint.board import BOARDS, DOCUMENT, LEVELS, load_board
from games.sprint.release import SPRINTS

AS_PUBLISHED, BY_DIFFICULTY = lazy("As published"), lazy("as the difficulty says")
OPTIONS: tuple[Option, ...] = (
    Option(
        "difficulty",
        lazy(
            "How often a sensible team makes it: hours and days as published, or such that they suit "
            "a team of your size"
        ),
        DOCUMENT,
        choices=LEVELS,
        titles=(AS_PUBLISHED, lazy("Relaxed"), lazy("Standard"), lazy("Demanding")),
        notes=(  # measured: docs/balance.md
            lazy("300 hours in 10 days: two players win about 80%, six about 64%"),
            lazy("A sensible team of any size wins about 80%"),
            lazy("A sensible team of any size wins about 65%"),
            lazy("A sensible team of any size wins about 45%"),
        ),
        main=True,
    ),
    Option("hours", lazy("Hours of work at the start"), 0, minimum=50, maximum=1000, unset=BY_DIFFICULTY),
    Option("days", lazy("Days in the sprint"), 0, minimum=3, maximum=30, unset=BY_DIFFICULTY),
    Option("minutes", lazy("Minutes for each discussion"), 5, minimum=1, maximum=60),
    Option(
        "board",
        lazy("The board: standard, or long for a longer and harder sprint"),
        "standard",
        choices=BOARDS,
        titles=tuple(load_board(board).title for board in BOARDS),
        notes=(
            lazy("The board of the published game"),
            lazy("More spaces on both circles: a longer and harder sprint"),
        ),
        main=True,
    ),
    Option(
        "impediments",
        lazy("costly: each End of Day adds 5 hours for every impeded player"),
        "standard",
        choices=("standard", "costly"),
        titles=(AS_PUBLISHED, lazy("Costly")),
        notes=(
            lazy("Being impeded costs turns, but no hours"),
            lazy("Each End of Day adds 5 hours for every impeded player"),
        ),
    ),
    Option(
        "tools",
        lazy("helpful: a tool that the team accepts also burns 10 hours"),
        "standard",
        choices=("standard", "helpful"),
        titles=(AS_PUBLISHED, lazy("Helpful")),
        notes=(
            lazy("A tool frees an impeded player and costs a roll"),
            lazy("It also burns 10 hours: four players win about 77%, not 69%"),
        ),
    ),
    Option(
        "review",
        lazy("late: Sprint Review opens when 50 hours or fewer are left, so nobody goes in early and waits"),
        "open",
        choices=("open", "late"),
        titles=(AS_PUBLISHED, lazy("Late")),
        notes=(
            lazy("Everybody may go into Sprint Review at any time, and nobody comes out again"),
            lazy("Everybody plays until the work is nearly done"),
        ),
    ),
    Option(
        "sprints",
        lazy("3: a release of three sprints of four days, each with a forecast and an improvement (2 to 6 players)"),
        "1",
        choices=("1", str(SPRINTS)),
        titles=(lazy("One sprint, as published"), lazy("A release of three sprints")),
        notes=(
            lazy("One sprint of ten days, about 45 minutes"),
            lazy("Plan, do and reflect three times, in about half an hour (2 to 6 players)"),
        ),
        main=True,
    ),
    Option(
        "hints",
        lazy("off: no hints and no comparisons, so that the team finds its own way"),
        "on",
        choices=("on", "off"),
        titles=(lazy("On"), lazy("Off")),
        notes=(lazy("Everybody may ask for a hint, in private"), lazy("Nobody gets a hint or a comparison")),
    ),
)
