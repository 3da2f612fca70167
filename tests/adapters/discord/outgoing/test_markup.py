"""Formatting any text for Discord."""

import re
import time
from dataclasses import replace

from hypothesis import given
from hypothesis import strategies as st

from adapters.discord.outgoing.controls import read_custom_id
from adapters.discord.outgoing.markup import board_block, escape, prose, situation, split
from bot.kernel.messages import Person, Reply
from games.text import who

ANY = st.text(alphabet=st.one_of(st.sampled_from("\\*_~|`<>[]()#-+.:/@ 1a\n"), st.characters()), max_size=300)


def unescaped(text: str) -> str:
    """What a reader sees."""
    return re.sub(r"\\([^a-zA-Z0-9\s])", r"\1", text).replace("@\u200b", "@")


@given(ANY)
def test_escaped_text_reads_as_it_was_typed(text: str) -> None:
    """Escaped text is displayed unchanged, and nothing in it is markup."""
    shown = escape(text)
    assert unescaped(shown) == text
    assert not re.search(r"(?<!\\)(?:\\\\)*[*_~|`<>\[\]#]", shown)
    assert not re.search(r"@[^\u200b]|(?<!\\)://|^\s*[-+]", shown)


@given(ANY, st.integers(20, 60))
def test_splitting_loses_nothing(text: str, limit: int) -> None:
    """Each part fits, none ends inside an escape, and together they are the text."""
    shown = escape(text)
    found = split(shown, limit)
    assert all(0 < len(page) <= limit for page in found)
    assert not any((len(page) - len(page.rstrip("\\"))) % 2 for page in found)
    if text.strip():
        assert "".join("".join(found).split()) == "".join(shown.split())


@given(ANY)
def test_a_board_stays_in_its_code_block(text: str) -> None:
    """No name on the board can close the block."""
    assert board_block(text).count("```") == 2


def test_only_plain_code_spans_are_kept() -> None:
    """Commands and plain words stay code; anything else between backticks is escaped."""
    assert prose("Try `/scrum pace off` or `say 1 done`.") == "Try `/scrum table pace off` or `say 1 done`."
    assert prose("Now:\n- `/scrum roll`: roll") == "Now:\n- `/scrum roll`: roll"
    assert prose(f"Seed: `{'0f' * 32}`") == f"Seed: `{'0f' * 32}`"
    assert prose("- an aside") == "\\- an aside"
    assert prose("`<@1>` and `*x*`, `") == "\\`\\<@\u200b1\\>\\` and \\`\\*x\\*\\`, \\`"


def test_awaited_people_are_mentioned_once() -> None:
    """They are mentioned where the last paragraph first names them; people elsewhere stay names."""
    pings = (Person("discord:7", "anna"), Person("slack:T1:U1", "zoe"))
    reply = Reply(
        f"{who(0)} rolls.",
        f"{who(0)} and {who(1)}, vote. {who(0)} leads.",
        names=("anna", "zoe"),
        pings=pings,
        until=60.4,
    )
    assert situation(reply, {}) == "<@7> and **zoe**, vote. **anna** leads.\n⏳ <t:60:R> (<t:60:t>)"
    assert situation(replace(reply, situation="Vote.", until=None), {}) == "Vote. <@7>"


def test_a_clock_that_runs_for_days() -> None:
    """Of a table that plays over days, the time of day alone would look like today."""
    due = round(time.time()) + 2 * 86400
    assert situation(Reply(until=due), {}) == f"⏳ <t:{due}:R> (<t:{due}:f>)"


def test_an_unknown_custom_id() -> None:
    """It is passed on unchanged for the service to refuse."""
    assert read_custom_id("something else") == ("something else", "")
