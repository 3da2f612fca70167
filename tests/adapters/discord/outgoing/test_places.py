"""Controls keep their places while a message is edited."""

import pytest
from discord import SelectOption, ui

from adapters.discord.outgoing.places import Places, Row, in_rows, places_of, settled
from adapters.discord.outgoing.sheets import Block, SheetTexts
from bot.kernel.store import Store
from tests.adapters.discord.harness import DiscordHarness
from tests.adapters.discord.outgoing.test_posting import PNG, always
from tests.adapters.discord.recording import places
from tests.peers.discord import DiscordPeer


def rows(*labels: str) -> list[Row]:
    """Buttons; one that begins with a mark is a menu."""
    menus = [Row(ui.Select(placeholder=each[2:], options=[SelectOption(label="a")])) for each in labels if "▾" in each]
    return [*menus, *in_rows([ui.Button(label=each) for each in labels if "▾" not in each])]


def shown(found: list[Row]) -> Places:
    """The controls that can be pressed as they are, others in brackets."""
    return tuple(
        tuple(f"({name})" if item.disabled else name for name, item in zip(names, row.children, strict=True))  # type: ignore[attr-defined]
        for names, row in zip(places_of(found), found, strict=True)
    )


@pytest.mark.parametrize(
    ("before", "now", "found"),
    [
        (("Roll", "Rules"), ("S3", "Stay"), (("S3", "Stay"),)),  # nothing stays: as it comes
        (("Join", "Bot", "Settings"), ("Start", "Bot", "Join", "More…"), (("Join", "Bot", "Start", "More…"),)),
        (("Yes", "No", "Time", "Rules"), ("Close", "Time", "Rules"), (("(Yes)", "(No)", "Time", "Rules", "Close"),)),
        (("a", "b", "c", "d", "e", "Hint"), ("b", "f", "Hint"), (("(a)", "b"), ("Hint", "f"))),
        (("a", "b", "c", "d", "e", "Hint"), ("f", "Hint"), (("(a)",), ("Hint", "f"))),
        (("a", "b", "c", "d", "e", "Hint"), ("a", "b", "c", "d", "e", "f"), (("a", "b", "c", "d", "e"), ("f",))),
        (("▾ Play", "▾ Counter", "Hint"), ("▾ Play", "Hint"), (("▾ Play",), ("(▾ Counter)",), ("Hint",))),
        (("▾ Play", "Hint"), ("▾ Counter", "Hint"), (("(▾ Play)",), ("Hint",), ("▾ Counter",))),
        (("a", "b", "c", "d", "e"), ("a", "b", "c", "d", "e", "f"), (("a", "b", "c", "d", "e"), ("f",))),
        (("a", "a", "Hint"), ("a", "a", "a", "Hint"), (("a", "a\x002", "Hint", "a\x003"),)),
        (("a", "a", "Hint"), ("a", "Hint"), (("a", "(a\x002)", "Hint"),)),
    ],
)  # fmt: skip
def test_what_stays_keeps_its_place(before: tuple[str, ...], now: tuple[str, ...], found: Places) -> None:
    """What is gone is still shown where something to its right or below it stays; what is new comes last."""
    assert shown(settled(rows(*now), places_of(rows(*before)))) == found


@pytest.mark.parametrize(
    ("now", "above", "below"),
    [
        ([("Notes", "a")], "Notes\na", ""),
        ([("Notes", "a", "b")], "Notes\na", "Notes\nb"),
        ([("Notes", "a"), ("Actions", "1")], "Notes\na", "Actions\n1"),
        ([("Notes", "b")], "Notes\nb", ""),  # something is gone
    ],
)
def test_what_comes_later_is_below(now: list[tuple[str, ...]], above: str, below: str) -> None:
    """A meeting's message: new lines, with the title of their passage."""
    before = SheetTexts(blocks=(Block("Notes", ("a",)),))
    after = SheetTexts(blocks=tuple(Block(title, tuple(lines)) for title, *lines in now)).after(before)
    assert (after.body, after.later) == (above, below)
    again = SheetTexts(blocks=tuple(Block(title, tuple(lines)) for title, *lines in now)).after(after)
    assert (again.body, again.later) == (above, below)


async def test_a_whole_discussion_moves_no_control(peer: DiscordPeer, store: Store) -> None:
    """From the first vote to “Close the discussion”; what can't be pressed any more is grey."""
    async with DiscordHarness(peer, store, paint=always(PNG)).open() as harness:
        people = await harness.begin("anna", "ben", "cleo")
        await harness.play(people, lambda standing: len(standing.game.awaits(standing.state)) == len(people))
        message = harness.channel.last
        before = places(message.json)
        for person in people:
            sequence = (await harness.standing()).sequence
            await person.press(message, "Yes")
            await harness.moved(sequence)
        assert harness.channel.last is message
        after = places(message.json)
        assert {name: after[name] for name in before} == before
        assert "Yes" not in message.labels
        assert "Close the discussion" in message.labels
