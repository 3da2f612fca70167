"""Commands that change nothing: board, chart, status, log, rules, help, verify."""

import re

import pytest

from bot.kernel.live.rooms import IN_SIGHT_SECONDS
from bot.kernel.messages import Reply
from bot.kernel.table import texts as notices
from bot.kernel.table.catalogue import OWN_COMMANDS
from games import GAMES
from tests.bot.harness import Bench, spelled


async def private(bench: Bench, name: str, line: str) -> Reply:
    """The one private answer to a query, which changes nothing."""
    before, posts = await bench.snapshot(), len(bench.chat.posts)
    [reply] = await bench.say(name, line)
    assert reply.private
    assert (await bench.snapshot(), len(bench.chat.posts)) == (before, posts)
    return reply


async def public(bench: Bench, name: str, line: str) -> Reply:
    """The one message to the room, which changes nothing."""
    before, posts = await bench.snapshot(), len(bench.chat.posts)
    assert await bench.say(name, line) == []
    assert (await bench.snapshot(), len(bench.chat.posts)) == (before, posts + 1)
    return bench.chat.last


async def test_the_board_is_shown_to_the_room(bench: Bench) -> None:
    """With the current choices, so that players can go on from there; a watcher may ask too."""
    await bench.begin()
    bench.clock.advance(IN_SIGHT_SECONDS)
    reply = await public(bench, "dora", "board")
    assert (reply.pings, reply.past) == ((), bench.chat.posts[-2][1].story)
    assert reply.drawing is not None
    assert "anna" in reply.drawing.text
    assert [choice.label for choice in reply.acts] == ["Roll the dice"]


async def test_a_board_in_sight_is_not_posted_again(bench: Bench) -> None:
    """The person who asks gets it in private, with what they can do."""
    await bench.begin()
    reply = await private(bench, "anna", "board")
    assert reply.text == str(notices.IN_SIGHT)
    assert reply.drawing is not None
    assert [choice.label for choice in reply.acts] == ["Roll the dice"]


async def test_the_board_of_a_lobby_is_its_list_of_seats(bench: Bench) -> None:
    """There is no drawing before the game."""
    await bench.seat("anna", "ben")
    bench.clock.advance(IN_SIGHT_SECONDS)
    reply = await public(bench, "anna", "board")
    assert reply.drawing is None
    assert "1. anna (host)\n2. ben" in spelled(reply)


async def test_the_chart_is_shown_to_the_room(bench: Bench) -> None:
    """The burndown chart, with its alt text."""
    await bench.begin()
    reply = await public(bench, "anna", "chart")
    assert reply.drawing is not None
    assert "burndown" in reply.drawing.text.lower()
    assert reply.drawing.alt


async def test_a_lobby_has_no_chart(bench: Bench) -> None:
    """One sentence says what has to happen first."""
    await bench.seat("anna", "ben")
    assert "This table hasn’t started yet." in await bench.refusal("anna", "chart")


async def test_status_says_what_comes_next(bench: Bench) -> None:
    """Whose turn it is, privately, with the choices of the person who asks."""
    await bench.begin()
    reply = await private(bench, "anna", "status")
    assert spelled(reply).startswith("anna, roll one die to plan the sprint.")
    assert [choice.label for choice in reply.acts] == ["Roll the dice"]
    assert (await private(bench, "ben", "status")).acts == ()


async def test_the_log_has_numbered_lines(bench: Bench) -> None:
    """The last fifteen, and how many came before."""
    await bench.begin()
    await bench.play_until(lambda state: state.day >= 2)
    lines = spelled(await private(bench, "dora", "log")).splitlines()
    assert lines[0] == f"… {int(lines[1].split('.')[0]) - 1} earlier"
    assert len(lines) == 16
    assert "Day 2 of 10 is over." in lines[-1]


async def test_the_log_of_a_new_table_is_complete(bench: Bench) -> None:
    """No line is left out while there are few."""
    await bench.seat("anna", "ben")
    assert spelled(await private(bench, "anna", "log")).splitlines()[1:] == [
        "2. anna takes a seat.",
        "3. ben takes a seat.",
    ]


async def test_rules_have_an_overview_and_topics(bench: Bench) -> None:
    """Without a table too; part of a word is enough to find a topic."""
    overview = await private(bench, "anna", "rules sprint")
    assert overview.menu is not None
    sections = [(line.value, line.label) for line in overview.menu.lines]
    assert sections == [(f"rules sprint {topic.key}", str(topic.title)) for topic in GAMES["sprint"].rules]
    tools = next(topic for topic in GAMES["sprint"].rules if topic.key == "tools")
    assert (await private(bench, "anna", "rules sprint tools")).text == f"{tools.title}\n\n{tools.text}"
    await bench.seat("anna")
    for line in ("rules tools", "rules TOOLS", "rules sprint tools", "/scrum rules tool cards"):
        assert (await private(bench, "anna", line)).text == f"{tools.title}\n\n{tools.text}"


async def test_an_unknown_topic_lists_the_known_ones(bench: Bench) -> None:
    """So that the second try works."""
    said = await bench.refusal("anna", "rules sprint offside")
    assert said.startswith("The rules have no topic “offside”. Topics: `goal`")


async def test_help_without_a_table_says_how_to_open_one(bench: Bench) -> None:
    """The first thing a newcomer types."""
    text = (await private(bench, "anna", "")).text
    assert "There’s no table in this room yet" in text
    assert "`/scrum tutorial` teaches you a game" in text


async def test_help_leaves_no_command_out(bench: Bench) -> None:
    """Every command is on one page of its menu, and `help` with its name explains it."""
    await bench.begin()
    menu = (await private(bench, "anna", "help")).menu
    assert menu is not None
    pages = [await private(bench, "anna", line.value) for line in menu.lines]
    text = "\n".join(page.text for page in pages)
    for command in (*OWN_COMMANDS.values(), *GAMES["sprint"].commands):
        if not command.of_meetings:
            assert f"`/scrum {command.name}`: {command.description}" in text
    about = (await private(bench, "anna", "help pace")).text
    assert about.startswith("`/scrum pace <form> [settings]`: Set when players are reminded")
    assert "- settings: For example 5, or 24h 9-17 Europe/Berlin" in about
    assert (await private(bench, "anna", "help /scrum roll")).text.startswith("`/scrum roll`: Roll the dice")
    assert "Did you mean `undo`?" in await bench.refusal("anna", "help udno")


async def test_help_about_a_command_of_a_game_without_a_table(bench: Bench) -> None:
    """For each game that has a command of that name; typos are understood without a table, too."""
    about = (await private(bench, "anna", "help vote")).text
    assert about.count("`/scrum vote") == 2
    assert "Did you mean `roll`" in await bench.refusal("anna", "rol")


async def test_help_says_what_this_person_can_do_now(bench: Bench) -> None:
    """Not what could be done at some other time or by somebody else."""
    await bench.begin()
    mine = await private(bench, "anna", "help")
    assert [act.label for act in mine.acts] == ["Roll the dice"]
    theirs = await private(bench, "ben", "help")
    assert "There’s nothing for you to do right now." in theirs.text
    page = await private(bench, "dora", "help")
    assert (theirs.acts, page.acts) == ((), ())
    assert "You’re welcome to watch" in page.text
    assert all(len(each.text.splitlines()) <= 3 for each in (mine, theirs, page))


async def test_a_command_of_another_game_points_to_what_this_one_has(bench: Bench) -> None:
    """Advice and private answers have a counterpart; for moves there is none."""
    await bench.seat("anna", "ben", game="rugby")
    await bench.say("anna", "start")
    assert "Here, try `/scrum hint`" in await bench.refusal("anna", "whatif")
    assert await bench.refusal("anna", "shield 1 against 2") == (
        "`shield` belongs to Scrumkin, and that’s not what’s on this table."
    )


@pytest.mark.parametrize(
    ("lines", "said"),
    [
        ((), "All dice and cards come from a secret number, the seed, and from your luck."),
        (("start", "roll"), "I’ll show the seed at the end"),
        (("start", "roll", "end sure"), "Everything checks out. I re-ran the rules from every move"),
    ],
)
async def test_verify_before_during_and_after_the_game(bench: Bench, lines: tuple[str, ...], said: str) -> None:
    """Before, it explains; during, it shows the fingerprint; after, it recomputes everything."""
    await bench.seat("anna", "ben")
    for line in lines:
        await bench.say("anna", line)
    assert said in spelled(await private(bench, "ben", "verify"))


async def test_verify_names_the_fingerprint_shown_at_the_start(bench: Bench) -> None:
    """The same one behind the quiet button of the first message, during the game, and in the proof at the end."""
    await bench.begin()
    shown = (await bench.standing()).table.commitment
    first = bench.chat.posts[0][1].proof
    assert first is not None
    assert (first.label, first.command) == ("Fair dice", f"verify {shown[:12]}")
    [checked] = await bench.press("ben", first)
    assert f"`{shown[:12]}` is how this table’s fingerprint begins" in checked.text
    assert shown in (await private(bench, "ben", "verify")).text
    await bench.say("anna", "end sure")
    assert shown in (await private(bench, "ben", "verify")).text


async def test_verify_of_a_game_without_draws(bench: Bench) -> None:
    """A game without dice and cards speaks of neither fingerprint nor seed, and its rules are re-run all the same."""
    await bench.seat("anna", "ben", game="rugby")
    await bench.say("anna", "start")
    assert "there’s no luck to prove" in (await private(bench, "ben", "verify")).text
    await bench.say("anna", "end sure")
    assert "I re-ran the rules" in (await private(bench, "ben", "verify")).text
    assert not re.search("fingerprint|seed", "".join(bench.chat.texts()), re.IGNORECASE)
