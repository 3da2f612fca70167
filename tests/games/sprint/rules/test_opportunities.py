"""Opportunity cards, discussions and the three decks."""

from dataclasses import replace

import pytest

from games.sprint.model import (
    CallTime,
    CardDrawn,
    DayEnded,
    DeckRenewed,
    DeckWasEmpty,
    DieTaken,
    Discussion,
    DiscussionClosed,
    DiscussionOpened,
    Done,
    Moved,
    Reported,
    Roll,
    State,
    Vote,
)
from tests.games.sprint.build import (
    DISCUSS,
    GAME,
    IMPEDIMENT,
    OTHER_IMPEDIMENT,
    SCRUM,
    TO_DAILY_SCRUM,
    TO_END_OF_DAY,
    TOOL,
    After,
    at,
    game_with,
    make,
    refused,
    roll,
    vote,
)


def draw_opportunity(card: str, *faces: int, board: str = "standard", **changes: object) -> After:
    """The first player lands on an Opportunity space and draws this card."""
    space = {"standard": "S1", "long": "S1"}[board]
    state = game_with(at(space), at("S4"), at("S4"), board=board, decks={"opportunities": (card,)}, **changes)
    return roll(state, 1, SCRUM, 1, *faces)


class TestSent:
    """Cards that send a piece somewhere."""

    def test_to_the_daily_scrum(self) -> None:
        """“Move your piece to the daily scrum (the large space connecting the two circles)”: S9, report x2."""
        after = draw_opportunity(TO_DAILY_SCRUM, 1, 3, 5)
        assert [moved.space for moved in after.all(Moved)] == ["S2", "S9"]
        assert after.one(Reported).times == 2
        assert after.state.hours == 282
        assert after.state.players[0].sent
        assert after.state.trace == ("S1", "S2", "S9")

    def test_the_next_move_enters_the_circle(self) -> None:
        """“On your next turn, move into the daily scrum circle.”"""
        sent = draw_opportunity(TO_DAILY_SCRUM, 1, 3, 5).state
        state = roll(roll(sent, SCRUM, SCRUM).state, SCRUM, SCRUM).state
        after = roll(state, SCRUM, 2, 1, 1, 1)
        assert after.state.players[0].space == "D2"
        assert not after.state.players[0].sent

    def test_a_card_opens_the_circle_again(self) -> None:
        """The piece may enter it even if it has been in the circle on this lap."""
        state = game_with(at("S10", circled=True), decks={"opportunities": (TO_DAILY_SCRUM,)})
        sent = roll(state, 1, SCRUM, 1, 1, 1, 1).state
        inside = roll(roll(sent, SCRUM).state, 1, SCRUM, 1, 1, 1)
        assert inside.state.players[0].space == "D1"

    def test_to_the_daily_scrum_on_the_long_board(self) -> None:
        """There it is S15, report x1."""
        after = draw_opportunity(TO_DAILY_SCRUM, 1, 3, 5, board="long")
        assert after.state.players[0].space == "S15"
        assert after.one(Reported).times == 1

    def test_to_the_end_of_day(self) -> None:
        """“Move your piece to the End of Day space that is between … Be sure to advance the Day indicator.”"""
        after = draw_opportunity(TO_END_OF_DAY)
        assert after.state.players[0].space == "S0"
        assert after.one(DayEnded).day == after.state.day == 1
        assert not after.state.players[0].sent

    def test_to_the_tenth_end_of_day(self) -> None:
        """A card can end the last day too, and the game with it."""
        after = draw_opportunity(TO_END_OF_DAY, day=9)
        assert after.kinds()[-1] == "finished"


class TestDiscussion:
    """“The entire team discusses the opportunity facing the team for five minutes.”"""

    @pytest.fixture
    def state(self) -> State:
        opened = draw_opportunity(DISCUSS)
        assert opened.one(DiscussionOpened).minutes == 5
        return opened.state

    def test_five_minutes_on_the_clock(self, state: State) -> None:
        """The clock runs for five minutes, or as many as the host has set."""
        clock = GAME.clock.deadline(state)
        assert clock is not None
        assert clock.seconds == 300
        quick = GAME.clock.deadline(replace(state, minutes=1))
        assert quick is not None
        assert quick.seconds == 60

    def test_the_whole_team_votes(self, state: State) -> None:
        """Everybody votes, including the player who drew the card and players in Sprint Review."""
        assert GAME.awaits(state) == (0, 1, 2)
        players = (*state.players[:2], at("review"))
        assert GAME.awaits(replace(state, players=players)) == (0, 1, 2)

    def test_all_yes_earns_a_die(self, state: State) -> None:
        """“If the whole team agrees … the team is awarded one additional progress dice.”"""
        after = make(vote(state, s0=True, s1=True, s2=True).state, 1, Done())
        assert after.one(DieTaken).dice == after.state.dice == 4
        assert after.state.turn == 1

    def test_one_no_earns_no_die(self, state: State) -> None:
        """Without agreement the game continues without an extra die."""
        after = make(vote(state, s0=True, s1=False, s2=True).state, 0, Done())
        closed = after.one(DiscussionClosed)
        assert (closed.yes, closed.no, closed.missing) == (2, 1, 0)
        assert (after.state.dice, after.state.turn) == (3, 1)

    def test_no_eleventh_die(self, state: State) -> None:
        """“The team may never be rolling more than ten progress dice.”"""
        agreed = vote(replace(state, dice=10), s0=True, s1=True, s2=True).state
        assert make(agreed, 0, Done()).state.dice == 10

    def test_closed_early_only_after_all_votes(self, state: State) -> None:
        """“May be closed early when everybody has voted”, by anybody, and not before."""
        some = vote(state, s0=True, s1=True).state
        refusal = refused(some, 0, Done())
        assert refusal.rule == "discussion"
        assert GAME.moves(some, 0) == []
        everybody = vote(some, s2=True).state
        assert isinstance(everybody.phase, Discussion)
        assert all(Done() in GAME.moves(everybody, seat) for seat in range(3))

    def test_a_missing_vote_counts_as_no(self, state: State) -> None:
        """When time is up the discussion closes by itself, and a missing vote means no agreement."""
        clock = GAME.clock.deadline(state)
        assert clock is not None
        after = make(vote(state, s0=True, s1=True).state, None, clock.move)
        closed = after.one(DiscussionClosed)
        assert (closed.yes, closed.no, closed.missing) == (2, 0, 1)
        assert after.all(DieTaken) == []
        assert after.state.turn == 1

    def test_when_time_is_up_the_votes_count(self, state: State) -> None:
        """Everybody has said yes and keeps talking until time is up: one more die."""
        agreed = vote(state, s0=True, s1=True, s2=True).state
        assert make(agreed, None, CallTime(1)).state.dice == 4

    def test_only_the_clock_calls_time(self, state: State) -> None:
        """No player can make the clock's move, and the clock of another discussion does nothing."""
        assert refused(state, 0, CallTime(1)).rule == "discussion"
        assert refused(state, None, CallTime(2)).rule == "discussion"
        closed = make(state, None, CallTime(1)).state
        assert refused(closed, None, CallTime(1)).rule == "discussion"
        assert GAME.clock.deadline(closed) is None

    def test_nobody_rolls_during_a_discussion(self, state: State) -> None:
        """The next turn begins after the discussion."""
        assert refused(state, 0, Roll()).rule == "discussion"
        assert refused(state, 1, Roll()).rule == "discussion"

    def test_votes_are_final(self, state: State) -> None:
        """Nobody votes twice."""
        assert refused(vote(state, s1=True).state, 1, Vote(yes=False)).rule == "votes"

    def test_votes_are_hidden(self, state: State) -> None:
        """Until the discussion is closed, players see only their own vote, even when everybody has voted."""
        voted = vote(state, s0=True, s1=False, s2=True).state
        for viewer in (None, 0, 1, 2):
            phase = GAME.view(voted, viewer).state.phase
            assert isinstance(phase, Discussion)
            assert phase.votes == {
                seat: vote if seat == viewer else None for seat, vote in enumerate([True, False, True])
            }

    def test_discussions_have_numbers(self, state: State) -> None:
        """Each discussion has its own clock, so an old one cannot close a new one."""
        closed = make(state, None, CallTime(1)).state
        piece = replace(closed.players[1], space="S1")
        again = replace(closed, players=(closed.players[0], piece, closed.players[2]))
        second = roll(replace(again, decks={**again.decks, "opportunities": ("a-two-and-a-thirteen",)}), 1, SCRUM, 1)
        assert second.one(DiscussionOpened).number == 2


class TestDecks:
    """What happens when cards run out."""

    def test_tools_are_reshuffled(self) -> None:
        """“If all tool cards have been used, shuffle the discarded tools and reuse them.”"""
        state = game_with(at("S2"), decks={"tools": ()})
        used = replace(state, discards={**state.discards, "tools": (TOOL,)})
        after = roll(used, 1, SCRUM, 1)
        assert after.one(DeckRenewed).deck == "tools"
        assert after.state.players[0].tools == (TOOL,)
        assert after.state.discards["tools"] == ()

    def test_impediments_are_reshuffled(self) -> None:
        """“If all impediments have been used, shuffle the discarded impediments and reuse them.”"""
        state = game_with(at("S4"), decks={"impediments": ()})
        used = replace(state, discards={**state.discards, "impediments": (IMPEDIMENT, OTHER_IMPEDIMENT)})
        after = roll(used, 1, SCRUM, 2)
        assert after.state.players[0].impediment == OTHER_IMPEDIMENT
        assert after.state.decks["impediments"] == (IMPEDIMENT,)

    @pytest.mark.parametrize(("space", "deck"), [("S2", "tools"), ("S4", "impediments"), ("S1", "opportunities")])
    def test_nothing_to_shuffle(self, space: str, deck: str) -> None:
        """“Nothing to shuffle: the space is empty.”"""
        after = roll(game_with(at(space), decks={deck: ()}), 1, SCRUM)
        assert after.one(DeckWasEmpty).deck == deck
        assert after.all(CardDrawn) == []
        assert after.state.turn == 1

    def test_opportunities_are_not_reused(self) -> None:
        """“If all Opportunity cards have been drawn, treat the space as empty and do nothing special.”"""
        state = game_with(at("S1"), decks={"opportunities": ()})
        used = replace(state, discards={**state.discards, "opportunities": (DISCUSS,)})
        after = roll(used, 1, SCRUM)
        assert after.kinds() == ["rolled", "moved", "deck_was_empty", "turn_began"]
