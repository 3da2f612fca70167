"""How typed lines are parsed."""

import pytest

from bot.kernel.table.catalogue import OWN_COMMANDS, call, command_words, commands, parse
from bot.kernel.table.model import Refused
from games import GAMES

SPRINT = GAMES["sprint"]
NAMES = ("anna", "Ben Olsen", "Ada (bot)", "Ben")


def read(line: str) -> tuple[str, dict[str, str]]:
    order = parse(line, SPRINT, NAMES)
    return order.name, dict(order.arguments)


@pytest.mark.parametrize(
    "line",
    ["roll", "/scrum roll", "scrum roll", "/roll", "ROLL", "  /Scrum   Roll  ", '"roll"', "“roll”", "/scrum /roll"],
)
def test_case_spaces_slashes_and_quotes_do_not_matter(line: str) -> None:
    """People type as they like."""
    assert read(line) == ("roll", {})


@pytest.mark.parametrize("line", ["end", "table end", "/scrum table end", "/scrum end", "TABLE End"])
def test_the_group_may_be_left_out(line: str) -> None:
    """Typed commands have no limit of entries, so they need no group."""
    assert read(line) == ("end", {})


def test_a_player_without_a_name_does_not_cut_a_title() -> None:
    """A name may consist of characters that nobody can see."""
    order = parse("play scope creep on ben", GAMES["scrumkin"], ("", "Ben"))
    assert order.arguments == {"card": "scope creep", "player": "ben"}


@pytest.mark.parametrize("line", ["", "   ", "/scrum", "scrum", "/SCRUM "])
def test_an_empty_line_asks_for_help(line: str) -> None:
    """Somebody who types just the bot's name wants to know what it can do."""
    assert read(line) == ("help", {})


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("tool 1 anna it helps", ("1", "anna", "it helps")),
        ("tool 1 ANNA it helps", ("1", "ANNA", "it helps")),
        ("tool 1 @anna it helps", ("1", "@anna", "it helps")),
        ("tool 1 Ben Olsen it helps", ("1", "Ben Olsen", "it helps")),
        ("tool 1 ben it helps", ("1", "ben", "it helps")),
        ('tool 1 "ben olsen" it helps', ("1", "ben olsen", "it helps")),
        ("tool 1 Ada it helps", ("1", "Ada", "it helps")),
        ("tool 1 Ada (bot) it helps", ("1", "Ada (bot)", "it helps")),
        ("tool 1 an it helps", ("1", "an", "it helps")),
        ("tool The Patient Duck anna it helps", ("The Patient Duck", "anna", "it helps")),
        ("tool the patient duck Ben Olsen it helps", ("the patient duck", "Ben Olsen", "it helps")),
        ("tool The Patient Duck Ada it helps", ("The Patient Duck", "Ada", "it helps")),
        ("tool The Patient Duck me it helps", ("The Patient Duck", "me", "it helps")),
        ('tool "The Patient Duck" an it helps', ("The Patient Duck", "an", "it helps")),
        ("tool “A Stricter Done” anna it helps", ("A Stricter Done", "anna", "it helps")),
        ("tool 1 me because anna is stuck", ("1", "me", "because anna is stuck")),
        ("tool 1 an because Ben said so", ("1", "an", "because Ben said so")),
        ("tool duck me because anna is stuck", ("duck", "me", "because anna is stuck")),
        ('tool 1 anna "it helps"', ("1", "anna", "it helps")),
        ('tool 1 anna it "really" helps', ("1", "anna", 'it "really" helps')),
        ("tool 1 anna it   helps: a lot", ("1", "anna", "it   helps: a lot")),
    ],
)
def test_names_and_titles_may_have_several_words(line: str, words: tuple[str, str, str]) -> None:
    """The title ends where the player's name starts; what follows is the reason, whoever it mentions."""
    assert read(line) == ("tool", dict(zip(("card", "player", "reason"), words, strict=True)))


def test_options_take_the_rest_of_the_line() -> None:
    """However many there are."""
    assert read("new sprint hours=250 board=long") == ("new", {"game": "sprint", "options": "hours=250 board=long"})
    assert read('new sprint "hours=250"') == ("new", {"game": "sprint", "options": "hours=250"})


@pytest.mark.parametrize(("typed", "answer"), [("yes", "yes"), ("Y", "yes"), ("n", "no"), ("NO", "no")])
def test_a_prefix_of_a_choice_is_enough(typed: str, answer: str) -> None:
    """As long as it is clear which one is meant."""
    assert read(f"vote {typed}") == ("vote", {"answer": answer})


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("rol", "Did you mean `roll`?"),
        ("vot yes", "Did you mean `vote` or `bot`?"),
        ("bord", "Did you mean `board`"),
        ("xyzzy", "I don’t know “xyzzy”. `/scrum help`"),
        ("table", "I don’t know “table”."),
        ("/", "I don’t know “”."),
        ("vote perhaps", "answer can be `yes` or `no`, not “perhaps”."),
        ("roll please", "I don’t know what to do with “please”. Try `/scrum roll`."),
        ("go S1 S2", "I don’t know what to do with “S2”"),
        ("tool", "Something’s missing: `/scrum tool <card> <player> <reason>`."),
        ("new", "Which game?"),
    ],
)
def test_what_cannot_be_understood_gets_a_hint(line: str, said: str) -> None:
    """A sentence with what would have been right."""
    with pytest.raises(Refused) as refusal:
        read(line)
    assert said in refusal.value.sentence


def test_a_game_s_command_without_its_table() -> None:
    """The command is known, the table is missing: that is what the person reads."""
    with pytest.raises(Refused) as refusal:
        parse("roll", None, ())
    assert "There’s no table in this room." in refusal.value.sentence


def test_already_parsed_arguments() -> None:
    """Unknown and empty fields are dropped, the rest is checked in the same way."""
    order = call("vote", {"answer": " Yes ", "colour": "red"}, SPRINT)
    assert (order.name, dict(order.arguments)) == ("vote", {"answer": "yes"})
    with pytest.raises(Refused):
        call("vote", {"answer": "  "}, SPRINT)
    with pytest.raises(Refused):
        call("Vote", {}, SPRINT)


def test_the_catalogue_fits_on_every_platform() -> None:
    """At most 25 entries per level, short lower-case names, descriptions of at most 100 characters, no duplicates."""
    for game in (None, *GAMES.values()):
        known = commands(game)
        assert len({command.name for command in known}) == len(known)
        own = [
            command for command in known if command not in OWN_COMMANDS.values()
        ]  # a game with many has its own level
        assert len(own) <= 25
        for group in ("", "table", "me"):
            assert len([command for command in OWN_COMMANDS.values() if command.group == group]) <= 25
        for command in known:
            assert command.name == command.name.lower()
            assert command.name in command_words()
            texts = [command.description, *(parameter.description for parameter in command.parameters)]
            assert all(1 <= len(str(text)) <= 100 for text in texts)


def test_a_game_s_commands_do_not_hide_those_of_the_table() -> None:
    """Every name has one meaning."""
    table = {command.name for command in OWN_COMMANDS.values()}
    assert not [command.name for game in GAMES.values() for command in game.commands if command.name in table]
