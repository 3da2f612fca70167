"""Text as Discord takes it, whatever is in it."""

import re
from dataclasses import replace

from hypothesis import given
from hypothesis import strategies as st

from adapters.discord.components import read_code
from adapters.discord.markup import amended, board_block, content, escape, pages, prose
from bot.messages import Person, Reply
from games.text import who

ANY = st.text(alphabet=st.one_of(st.sampled_from("\\*_~|`<>[]()#-+.:/@ 1a\n"), st.characters()), max_size=300)


def unescaped(text: str) -> str:
    """What a reader sees."""
    return re.sub(r"\\([^a-zA-Z0-9\s])", r"\1", text).replace("@\u200b", "@")


@given(ANY)
def test_escaped_text_reads_as_it_was_typed(text: str) -> None:
    """And nothing in it has a meaning any more."""
    shown = escape(text)
    assert unescaped(shown) == text
    assert not re.search(r"(?<!\\)(?:\\\\)*[*_~|`<>\[\]#]", shown)
    assert not re.search(r"@[^\u200b]|(?<!\\)://|^\s*[-+]", shown)


@given(ANY, st.integers(20, 60))
def test_pages_lose_nothing(text: str, limit: int) -> None:
    """Each fits, none ends in the middle of an escaped character, and all together are the text."""
    shown = escape(text)
    found = pages(shown, limit)
    assert all(0 < len(page) <= limit for page in found)
    assert not any((len(page) - len(page.rstrip("\\"))) % 2 for page in found)
    if text.strip():
        assert "".join("".join(found).split()) == "".join(shown.split())


@given(ANY)
def test_a_board_stays_in_its_block(text: str) -> None:
    """Whatever names are on it."""
    assert board_block(text).count("```") == 2


def test_only_words_to_type_are_code() -> None:
    """Commands, and plain words; what else somebody puts between backticks is text."""
    assert prose("Try `/scrum end` or `say 1 done`.") == "Try `/scrum table end` or `say 1 done`."
    assert prose("Now:\n- `/scrum roll`: roll") == "Now:\n- `/scrum roll`: roll"
    assert prose(f"Seed: `{'0f' * 32}`") == f"Seed: `{'0f' * 32}`"
    assert prose("- an aside") == "\\- an aside"
    assert prose("`<@1>` and `*x*`, `") == "\\`\\<@\u200b1\\>\\` and \\`\\*x\\*\\`, \\`"


def test_those_awaited_are_called_where_the_sentence_names_them() -> None:
    """Not in the story before it, and not a second time below it; whoever is elsewhere stays a name."""
    pings = (Person("discord:7", "anna"), Person("slack:T1:U1", "zoe"))
    reply = Reply(
        f"{who(0)} rolls.\n\n{who(0)} and {who(1)}, vote. {who(0)} leads.",
        names=("anna", "zoe"),
        pings=pings,
        until=60.4,
    )
    assert content(reply) == "**anna** rolls.\n\n<@7> and **zoe**, vote. **anna** leads.\n⏳ <t:60:R> (<t:60:t>)"
    assert content(replace(reply, text="Vote.", until=None)) == "Vote. <@7>"


def test_a_count_goes_on() -> None:
    """The story grows, the situation is replaced; a message without a story gets one."""
    assert amended("A.\nB.\n\nWho?", "C.\n\nWhat?") == "A.\nB.\nC.\n\nWhat?"
    assert amended("Who?", "C.\n\nWhat?") == "C.\n\nWhat?"
    assert amended("A.\n\nWho?", "What?") == "A.\n\nWhat?"


def test_a_code_of_no_known_form() -> None:
    """It is passed on as it is, for the service to refuse."""
    assert read_code("something else") == ("something else", "")
