"""Automatic players beside people, hints, and remarks."""

from typing import Any

import pytest

from games.sprint.model import (
    Ballot,
    Discussion,
    Go,
    Improve,
    Plan,
    Planning,
    PlayTool,
    Reflecting,
    State,
    ToolRefused,
    Vote,
)
from games.sprint.release import PastSprint
from games.text import spell
from games.values import replace
from tests.games.sprint.build import (
    DISCUSS,
    GAME,
    IMPEDIMENT,
    OTHER_IMPEDIMENT,
    SCRUM,
    TOOL,
    at,
    game_with,
    make,
    new_game,
    roll,
)

ANNA = (0,)  # the others are automatic
BOTS = GAME.bots


def discussing(**votes: bool) -> State:
    state = game_with(at("S2"), at("S3"), at("S4"))
    return replace(state, phase=Discussion(DISCUSS, 1, {int(seat[1:]): yes for seat, yes in votes.items()}))


def offered(tool: str = TOOL, impediment: str = IMPEDIMENT, *, by: int = 0, **changes: Any) -> State:
    players = [at("S3"), at("S4", impediment=impediment), at("S5")]
    players[by] = replace(players[by], tools=(tool,))
    state = replace(game_with(*players), turn=by, **changes)
    return make(state, by, PlayTool(tool, 1, "Because.")).state


class TestListening:
    def test_they_wait_for_people_in_a_vote(self) -> None:
        """Until the last person has voted; on a turn, and without people, they don't."""
        assert BOTS.waits(discussing(), ANNA)
        assert BOTS.waits(discussing(s0=True), (0, 1))
        assert not BOTS.waits(discussing(s0=True), ANNA)
        assert not BOTS.waits(discussing(), ())
        assert not BOTS.waits(game_with(at("S2")), ANNA)
        assert not BOTS.waits(offered(), ANNA)  # her own tool: she has no vote

    def test_they_agree_if_every_person_does(self) -> None:
        """Otherwise they say what they think."""
        assert BOTS.follows(discussing(s0=True), 1, ANNA) == Vote(yes=True)
        assert BOTS.follows(discussing(s0=False), 1, ANNA) is None
        unfit = offered("lifeguard-of-the-week", OTHER_IMPEDIMENT, by=1)
        assert isinstance(unfit.phase, Ballot)
        agreed = replace(unfit, phase=replace(unfit.phase, votes={0: True}))
        assert BOTS.follows(agreed, 2, ANNA) == Vote(yes=True)

    def test_a_no_to_a_persons_tool_has_a_reason(self) -> None:
        """It speaks of the tool and the impediment, and stands with the result."""
        refusals = []
        for hours in range(40):  # each time they think about it anew
            start = game_with(at("S3", tools=("lifeguard-of-the-week",)), at("S4", impediment=OTHER_IMPEDIMENT))
            state = make(start, 0, PlayTool("lifeguard-of-the-week", 1, f"Reason {hours}.")).state
            vote = BOTS.follows(state, 1, ANNA)
            assert isinstance(vote, Vote)
            if not vote.yes:
                refusals.append(make(state, 1, vote).one(ToolRefused))
        assert 0 < len(refusals) < 40
        assert refusals[0].reasons == ("That tool is made for other trouble.",)
        assert "A reason: That tool is made for other trouble." in (GAME.narrate(refusals[0], None) or "")

    def test_they_want_what_most_people_want(self) -> None:
        """Forecasts and improvements; without a person's vote, they make up their own minds."""
        state = new_game(3, sprints="3")
        assert BOTS.follows(state, 2, (0, 1)) is None
        voted = replace(state, phase=Planning({0: "200", 1: "200"}))
        assert BOTS.follows(voted, 2, (0, 1)) == Plan(200)
        assert state.release is not None
        closed = replace(state.release, past=(PastSprint(100, 100, 0, 3),))
        reflecting = replace(state, release=closed, phase=Reflecting({0: "toolbox", 1: "done"}))
        assert BOTS.follows(reflecting, 2, (0, 1)) == Improve("done")

    def test_only_people_are_asked(self) -> None:
        """By name."""
        asked = BOTS.asks(GAME.view(discussing(), None), ANNA)
        assert spell(asked, ("Ann", "Ben", "Cem").__getitem__).endswith("? Ann, vote yes or no.")


def hint(state: State, seat: int = 0) -> Any:
    return GAME.shows.answer(GAME.view(state, seat), "hint", {}, ("Ann", "Ben", "Cem"))


class TestHints:
    def test_a_fork(self) -> None:
        """The best space first, with what each is worth; the first spots are those of the move it suggests."""
        state = roll(game_with(at("S8"), at("S3"), hours=200), 2, SCRUM).state
        found = hint(state)
        assert found.text == "D1 looks best: it gets about 10 hours done. S10 holds you up until you roll a scrum."
        assert found.spots == GAME.phrase(state, 0, Go("D1")).spots

    def test_a_day_costs_something(self) -> None:
        """In hours, like everything else."""
        fork = roll(game_with(at("S3", impediment=IMPEDIMENT), at("S3"), hours=200, day=3), 1, SCRUM).state
        assert hint(fork).text == (
            "S4 looks best: it ends day 4, which costs about 33 hours. Staying would only cost you the roll."
        )

    @pytest.mark.parametrize(
        ("state", "text"),
        [
            (game_with(at("S3")), "Roll: there’s nothing to decide before you see the dice."),
            (game_with(at("S3", impediment=IMPEDIMENT)), "Roll for a scrum: about 3 rolls in 10 have one."),
            (discussing(), "The team is voting, and everybody decides for themselves. Ask again when it’s your turn."),
            (replace(game_with(at("S3")), hints=False), "Hints are switched off at this table."),
        ],
    )
    def test_other_moments(self, state: State, text: str) -> None:
        """On a turn, in a vote, and where they are switched off."""
        assert hint(state).text == text

    def test_a_tool(self) -> None:
        """It says what it is for."""
        state = game_with(at("S3", tools=(TOOL,), impediment=IMPEDIMENT), at("S4"))
        assert hint(state).text.startswith("Play “Two Chairs, One Keyboard” against your own “The Expert Is at Sea”")

    def test_it_is_for_whoever_is_on_turn(self) -> None:
        """Others are told whose turn it is; with hints off, nothing is compared either."""
        assert spell(hint(game_with(at("S3")), 1).text, ("Ann", "Ben").__getitem__).startswith("It’s Ann’s turn.")
        off = replace(game_with(at("S3")), hints=False)
        assert GAME.shows.answer(GAME.view(off, 0), "whatif", {}, ()).text == "Hints are switched off at this table."


class TestRemarks:
    def remark(self, state: State, *faces: int) -> str | None:
        """The last remark after a roll."""
        after, found = roll(state, *faces), None
        for event in after.events:
            before, state = state, GAME.evolve(state, event)
            found = GAME.shows.remark(before, event, state) or found
        return found

    def test_the_turning_point(self) -> None:
        """At 0 hours everybody reads what counts now, even in a room that knows everything."""
        state = replace(game_with(at("S8"), at("S3"), hours=9, day=6), known=("rework",))
        told = self.remark(state, 1, SCRUM, 5, 5, 5)
        assert told is not None
        assert told.startswith("All the work is done! Now only End of Day and Sprint Review count: everybody to ")
        assert told.endswith("Sprint Review, 4 days left.")

    def test_lessons_once_a_room(self) -> None:
        """A room that has read a line gets it no more."""
        state = game_with(at("D2", circled=True), at("S3"))
        rework = "Rework is work found late. What would have shown it earlier?"
        assert self.remark(state, 1, SCRUM, 1, 2, 3) == rework
        assert self.remark(replace(state, known=("rework",)), 1, SCRUM, 1, 2, 3) is None

    def test_no_report_burns_more_than_was_left(self) -> None:
        """Neither the sentence nor the picture says so."""
        after = roll(game_with(at("S8"), at("S3"), hours=9), 1, SCRUM, 5, 5, 5)
        told = [GAME.narrate(event, None) for event in after.events]
        assert "Progress (5, 5 and 5, doubled): the rest of the work is done." in told
        assert [event.amount for event in after.state.latest if event.kind == "reported"] == [9]
