"""What people read of a meeting: its messages, the facilitator's lines, own notes, the page, the summary."""

from collections.abc import Iterator
from itertools import chain

from games.chance import Chance
from games.parts import Owned
from games.retro.acts.moving_on import next_phrase
from games.sheets import Run, Sheet, plain
from games.text import spell, who
from tests.games.retro.build import ANNA, BEN, CEM, DORA, GAME, Meeting

NAMES = ("Anna", "Ben", "Cem", "Dora")
STEPS = "Check in › Write › Group › Vote › Discuss › Actions › Close"


def sheet(meeting: Meeting) -> Sheet:
    found = GAME.shows.sheet(GAME.view(meeting.state, None))
    assert found is not None
    return found


def read(found: Sheet | None) -> str:
    assert found is not None
    return spell(found.text, NAMES.__getitem__)


def lead(meeting: Meeting) -> str:
    return read(GAME.shows.lead(GAME.view(meeting.state, meeting.state.facilitator)))


def past(meeting: Meeting) -> str:
    return GAME.shows.past(meeting.events, meeting.state)


def course() -> Iterator[Meeting]:
    """A meeting of four at its moments, each with something in it."""
    meeting = Meeting(4)
    meeting.say(BEN, "say", "sunny")
    yield meeting.until("stage")
    meeting.until("reflect")
    for column, text in (("start", "Release notes"), ("stop", "Long meetings"), ("stop", "Meetings before ten")):
        meeting.say(BEN, "note", column, text)
    yield meeting
    meeting.until("group").say(CEM, "group", "3", "2")
    yield meeting
    meeting.until("vote").say(BEN, "vote", "2")
    yield meeting
    meeting.until("discuss").say(BEN, "insight", "nobody knew who decides")
    meeting.say(ANNA, "action", str(CEM), "fix the build by Friday")
    yield meeting
    yield meeting.until("actions")
    meeting.until("close").say(BEN, "say", "4")
    meeting.say(BEN, "thanks", str(DORA), "for the release notes")
    yield meeting
    yield meeting.until("over")


def test_every_phase_says_what_to_do_and_how_far_people_are() -> None:
    """Word for word, and what is bold stands out."""
    stage = next(course())
    title = str(stage.state.check_in)
    assert read(sheet(stage)).splitlines()[0] == f"Check in: {title[0].lower()}{title[1:]}"
    assert "Ben: sunny\n1 of 4 have answered." in read(sheet(stage))
    texts = {
        meeting.phase(): (read(sheet(meeting)), past(meeting)) for meeting in course() if meeting.phase() != "over"
    }
    together = "They are all shown together when Anna moves on."
    assert texts["reflect"][0] == "\n".join(
        [
            "Write: what should we talk about?",
            f"✓ {STEPS}",
            "Start  What should we start doing?",
            "Stop  What costs us more than it’s worth?",
            "Continue  What helps and should stay?",
            "3 notes so far, all face down. 0 of 4 people are done.",
            f"Notes have no names, for anybody. {together} Just arrived? Write a note and you’re in.",
        ]
    )
    assert "Stop\n- Meetings before ten · Long meetings" in texts["group"][0]
    assert "2 topics from 3 notes. 0 of 4 people are done." in texts["group"][0]
    assert "You have 3 dots; several on one topic are fine." in texts["vote"][0]
    assert "1 of 12 dots are placed." in texts["vote"][0]
    assert texts["discuss"][0].startswith("Topic 1 of 1: Meetings before ten (1 dot)\n")
    assert "Insights\n- nobody knew who decides\nActions\n1. Cem: fix the build, by Fri 20 Nov" in texts["discuss"][0]
    assert "There’s room for two more. 0 of 4 say it looks right." in texts["actions"][0]
    assert "Thanks\nBen to Dora: for the release notes\n1 of 4 have answered." in texts["close"][0]
    assert [line for _, line in texts.values()] == [
        "Check in: 1 answered",
        "Write: 3 notes by 4 people",
        "Group: 2 topics from 3 notes",
        "Vote: 1 dot",
        "Meetings before ten (1 dot): 1 insight, 1 action",
        "Actions: 1 agreed",
        "Close: 1 answered",
    ]


def test_last_times_actions_are_things_with_acts_of_their_own() -> None:
    """Each with its date, and then with what became of it; without earlier actions there is no such step."""
    known = '[{"what": "Fix the build", "due": "2026-11-13"}, {"what": "Buy a plant"}]'
    meeting = Meeting(actions=known).until("review")
    assert read(sheet(meeting)).splitlines() == [
        "What became of these?",
        "✓ Check in › Last actions › Write › Group › Vote › Discuss › Actions › Close",
        "1. Fix the build (due Fri 13 Nov)",
        "2. Buy a plant",
        "0 of 2 actions settled.",
    ]
    assert [each.name for each in sheet(meeting).things] == ["action:1", "action:2"]
    meeting.say(BEN, "say", "1 done")
    meeting.say(BEN, "keep", "2", "by Friday")
    assert [plain(each.text) for each in sheet(meeting).things] == [
        "1. Fix the build: done",
        "2. Buy a plant: kept until Fri 20 Nov",
    ]
    assert past(meeting) == "Last actions: 1 done, 1 kept"
    last = GAME.meeting.summary(meeting.until("over").state, "")
    assert "From last time\n✓ Fix the build  ·  → kept until Fri 20 Nov: Buy a plant" in read(last)


def test_numbers_and_groups_are_bold() -> None:
    """And so is the first note of a group without a name; its name once it has one."""
    meeting = next(each for each in course() if each.phase() == "group")
    stop = next(each for each in sheet(meeting).passages if each.title == "Stop")
    assert stop.lines[0][0] == Run("Meetings before ten", bold=True)
    meeting.say(BEN, "title", "2", "Meetings")
    stop = next(each for each in sheet(meeting).passages if each.title == "Stop")
    assert stop.lines[0] == (Run("Meetings", bold=True), Run(": Meetings before ten · Long meetings"))
    assert Run("3 notes", bold=True) in sheet(meeting).progress


def test_only_the_facilitator_reads_who_is_missing() -> None:
    """Everybody else reads a number, and in the end who moves on."""
    meeting = Meeting(4).until("reflect")
    for seat in (BEN, CEM):
        meeting.say(seat, "done")
    assert lead(meeting) == "You facilitate\nDone: Ben, Cem. Still writing: Dora."
    assert plain(sheet(meeting).progress).endswith("2 of 4 people are done.")
    assert GAME.shows.lead(GAME.view(meeting.state, BEN)) is None
    assert not any(name in read(sheet(meeting)) for name in ("Ben", "Cem", "Dora"))
    said = [
        sentence for event in meeting.events for viewer in (None, DORA) if (sentence := GAME.narrate(event, viewer))
    ]
    assert not any("done" in sentence for sentence in said)


def test_a_topic_whose_time_is_up_asks_for_more_or_to_move_on() -> None:
    """Wishes are counted; the facilitator reads whose they are."""
    meeting = next(each for each in course() if each.phase() == "discuss")
    meeting.time_passes()
    assert plain(sheet(meeting).progress) == "Time’s up. More time or Move on?"
    meeting.say(BEN, "longer")
    assert plain(sheet(meeting).progress).endswith("So far: 1 for more time.")
    assert lead(meeting).endswith("More time: Ben.")


def test_the_summary_is_complete_without_pictures() -> None:
    """Title with the day, actions with owner and date, topics with an insight, thanks, and the figures."""
    *_, over = course()
    assert GAME.shows.sheet(GAME.view(over.state, None)) is None
    assert read(GAME.meeting.summary(over.state, "2026-11-17")).splitlines() == [
        "Retrospective, Tue 17 Nov: 1 action",
        "1. Cem Fix the build, by Fri 20 Nov",
        "What we talked about",
        "- Meetings before ten (1 dot): nobody knew who decides",
        "Thanks",
        "Ben to Dora: for the release notes",
        "4 people · 3 notes · worth the time: 4.0 of 5 (1 answer) · owners hear from me the working day before",
    ]
    assert GAME.meeting.summary(next(course()).state, "2026-11-17") is None


def test_going_back_to_the_check_in_keeps_its_answers() -> None:
    """Nobody who has answered is counted as missing, or asked for once more."""
    meeting = Meeting(4)
    meeting.say(BEN, "say", "sunny")
    meeting.until("reflect").say(ANNA, "back")
    assert plain(sheet(meeting).progress) == "1 of 4 have answered."
    asked = next_phrase(meeting.state)
    assert asked.note == f"2 people haven’t answered: {who(CEM)} and {who(DORA)}. Move on anyway?"


def test_a_meeting_that_is_cut_short_has_a_summary_too() -> None:
    """As far as it got: once notes are shown, with the topics that nobody talked about."""
    cut = {
        moment.phase(): found for moment in course() if (found := GAME.meeting.summary(moment.state, "")) is not None
    }
    assert {*cut} == {"group", "vote", "discuss", "actions", "close", "over"}
    assert read(cut["vote"]).splitlines() == [
        "Retrospective: no actions",
        "Not talked about",
        "- Release notes",
        "- Meetings before ten",
        "4 people · 3 notes",
    ]
    assert "What we talked about\n- Meetings before ten (1 dot)" in read(cut["discuss"])
    assert "Not talked about\n- Release notes" in read(cut["discuss"])
    assert "Not talked about" not in read(cut["actions"])


def test_own_notes_are_listed_by_their_codes_until_they_are_shown() -> None:
    """Each with Edit and Remove; whoever has no code, or one of somebody else's, owns nothing by it."""
    meeting = Meeting().until("reflect")
    codes: list[str] = []
    for column, text in (("start", "Release notes"), ("stop", "Meetings before ten")):
        receipt = GAME.secrets.receipt(meeting.say(BEN, "note", column, text))
        assert receipt is not None
        codes += receipt.keys
    owned = GAME.secrets.owned(meeting.state, [codes[1], "unknown", codes[0], codes[1]])
    assert isinstance(owned, Owned)
    assert owned.sheet.text == (
        "Your 2 notes\nChange them until they’re shown.\nMeetings before ten · Stop\nRelease notes · Start"
    )
    assert [each.name for each in owned.sheet.things] == [f"note:{codes[1]}", f"note:{codes[0]}"]
    assert [(each.label, each.command, each.thing) for each in owned.phrases[:2]] == [
        ("Edit", "change", f"note:{codes[1]}"),
        ("Remove", "withdraw", f"note:{codes[1]}"),
    ]
    assert GAME.secrets.owned(meeting.state, ["unknown", ""]) is None
    assert GAME.secrets.owned(meeting.until("discuss").state, codes) is None


def test_no_page_or_message_depends_on_what_its_reader_may_not_know() -> None:
    """With everything dealt again that they can't see, they see the same; for all, at every moment."""
    for number, meeting in enumerate(chain(course(), health())):
        for seat in (None, *range(meeting.state.seats)):
            imagined = GAME.secrets.imagine(meeting.state, seat, Chance(bytes([number] * 32)))
            known, guessed = GAME.view(meeting.state, seat), GAME.view(imagined, seat)
            assert GAME.meeting.board(known) == GAME.meeting.board(guessed)
            assert GAME.shows.sheet(known) == GAME.shows.sheet(guessed)
            assert GAME.shows.lead(known) == GAME.shows.lead(guessed)


def health() -> Iterator[Meeting]:
    meeting = Meeting(format="team-health", safety="yes")
    meeting.say(BEN, "safety", "2")
    yield meeting
    meeting.until("reflect").say(BEN, "rate", "9", "4")
    meeting.say(BEN, "note", "helps", "Pairing")
    yield meeting
    yield meeting.until("group")


def test_a_health_check_is_shown_as_text_too() -> None:
    """First what to rate and how many answers there are, then the means; the safety check has totals only."""
    checks = health()
    assert "From 1 to 5; only totals are shown. 1 of 3 have answered." in read(sheet(next(checks)))
    rating = read(sheet(next(checks)))
    assert rating.startswith("Write: how are we doing?")
    assert "1 of 30 answers and 1 note so far, all face down." in rating
    shown = read(sheet(next(checks)))
    assert "- Fun 4.0\n" in shown
    assert "- Teamwork –\n" in shown


def test_the_page_has_what_a_seat_may_see() -> None:
    """Own dots and answers, topics with dots once they are counted, and who is done only for the facilitator."""
    for meeting in course():
        board = GAME.meeting.board(GAME.view(meeting.state, BEN))
        assert board is not None
        match meeting.phase():
            case "reflect":
                assert (board.face_down, board.notes) == (3, ())
                assert all(column.open for column in board.columns)
            case "vote":
                assert (board.left, [topic.mine for topic in board.topics]) == (2, [0, 1])
                assert {topic.votes for topic in board.topics} == {None}
            case "close":
                assert (board.my_rating, board.rated, board.done, board.finished) == (4, 1, (BEN,), 1)
            case "over":
                assert board.poll == (0, 0, 0, 0, 1, 0)
            case _:
                pass
