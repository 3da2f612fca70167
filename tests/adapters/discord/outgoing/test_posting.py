"""The room's message and the one before it: edits that come late, deleted messages, and messages from an older bot."""

import asyncio
from typing import Any

import pytest

from bot.kernel.messages import Act, Chair, Overview, Person, Reply
from bot.kernel.ports import Painter
from bot.kernel.store import Store
from games.graphics.drawing import Drawing
from games.parts import ShownCard
from games.text import who
from games.values import replace
from tests.adapters.discord.harness import DiscordHarness
from tests.adapters.discord.recording import SILENT, places
from tests.adapters.discord.test_outages import SlowPainter
from tests.peers.discord import DiscordPeer
from tests.peers.discord_state import Refusal

PNG, OTHER = b"\x89PNG", b"\x89PNG again"
BOARD = Drawing(lambda: "the board", lambda: "in words")
OVERVIEW = Overview("sprint", "The Scrum Game", "playing", (Chair("anna", False, True, True),), "anna, roll.")  # noqa: FBT003
CHOICES = (Act("t:1:0", "Roll", "roll"),)


def news(story: str, drawing: Drawing | None = BOARD, *, amends: bool = False, past: str | None = None) -> Reply:
    return Reply(
        story,
        "Next.",
        drawing=drawing,
        acts=CHOICES,
        news=True,
        amends=amends,
        past=past,
        overview=OVERVIEW,
        names=("anna",),
        table="t",
    )


async def post(harness: DiscordHarness, reply: Reply, before: str = "") -> str:
    return await harness.adapter.post(f"discord:{harness.channel.id}", reply, None, before)


def always(png: bytes | None) -> Painter:
    async def paint(*_: object, **__: object) -> bytes | None:
        return png

    return paint


@pytest.mark.parametrize("png", [PNG, None], ids=["picture", "words"])
async def test_an_edit_keeps_the_board(peer: DiscordPeer, store: Store, png: bytes | None) -> None:
    """Without a new drawing, the board stays and isn't uploaded again, even after a restart."""
    async with DiscordHarness(peer, store, paint=always(png)).open() as harness:
        first = await post(harness, news("One."))
        message = harness.channel.last
        files, board, alt = message.files, message.board, message.alt
        assert await post(harness, news("One.\nTwo.", None, amends=True), first) == first
        assert message.content == "One.\n\nTwo.\n\nNext."  # below the controls
        assert message.files is files or not png
    async with DiscordHarness(peer, store, paint=always(OTHER)).open() as harness:
        assert await post(harness, news("One.\nTwo.\nThree.", None, amends=True), first) == first
        assert message.content == "One.\nTwo.\nThree.\n\nNext."
        assert (message.files, message.board, message.alt) == (files, board, alt)


@pytest.mark.parametrize("restarted", [False, True])
async def test_a_press_that_only_changes_words(peer: DiscordPeer, store: Store, *, restarted: bool) -> None:
    """The response to the press names the picture, because Discord may drop attachments that it doesn't name."""
    async with DiscordHarness(peer, store, paint=always(PNG)).open() as harness:
        people = await harness.begin("anna", "ben", "cleo")
        await harness.play(people, lambda standing: len(standing.game.awaits(standing.state)) > 1)
        await peer.until(lambda: bool(harness.channel.last.files))
        if not restarted:
            await check_vote(harness)
    if restarted:
        async with DiscordHarness(peer, store, paint=always(OTHER)).open() as harness:
            await check_vote(harness)


async def check_vote(harness: DiscordHarness) -> None:
    """Somebody votes: the message counts it, and its picture is still the same."""
    message = harness.channel.last
    before, words, attached = message.edits, message.content, list(message.attachments)
    await harness.step([harness.user(name) for name in ("anna", "ben", "cleo")])
    await harness.peer.until(lambda: message.edits > before)
    assert message.content != words
    assert attached
    assert message.attachments == attached
    assert harness.peer.requests[-1][1].endswith("/callback")


async def test_an_edit_with_a_new_board(peer: DiscordPeer, store: Store) -> None:
    """The picture is replaced in the same message."""
    async with DiscordHarness(peer, store, paint=always(PNG)).open() as harness:
        first = await post(harness, news("One."))
        harness.adapter._paint = always(OTHER)  # the table has changed
        await post(harness, news("Two.", amends=True), first)
        (message,) = harness.channel.shown
        assert message.files == [OTHER]


@pytest.mark.parametrize(("past", "left"), [("What happened.", "What happened."), (None, "One.\n\nNext.")])
async def test_the_message_before_shrinks(harness: DiscordHarness, past: str | None, left: str) -> None:
    """To its story, without board and buttons; if that isn't known, only the buttons go."""
    first = await post(harness, news("One."))
    before = harness.channel.last
    await post(harness, news("Two.", past=past), first)
    await harness.peer.until(lambda: not before.labels)
    assert before.content == left
    assert bool(before.board) == (past is None)


async def test_a_message_without_a_story_goes(harness: DiscordHarness) -> None:
    """Such as the board that somebody asked for."""
    first = await post(harness, news(""))
    await post(harness, news("Two.", past=""), first)
    await harness.peer.until(lambda: len(harness.channel.shown) == 1)
    assert harness.channel.last.content == "Two.\n\nNext."


async def test_a_board_for_a_message_that_was_edited_meanwhile(peer: DiscordPeer, store: Store) -> None:
    """The picture is added to the words of now, not to those it was begun for."""
    painter = SlowPainter(PNG)
    async with DiscordHarness(peer, store, paint=painter).open() as harness:
        first = await post(harness, news("One."))
        await post(harness, news("One.\nTwo.", None, amends=True), first)
        painter.may.set()
        message = harness.channel.last
        await peer.until(lambda: bool(message.files))
        assert message.content == "One.\n\nTwo.\n\nNext."


async def test_a_message_deleted_while_its_picture_is_made(peer: DiscordPeer, store: Store) -> None:
    """A moderator deleted it: nothing fails, and the next edit of the turn becomes a new message with the board."""
    painter = SlowPainter(PNG)
    async with DiscordHarness(peer, store, paint=painter).open() as harness:
        first = await post(harness, news("One."))
        harness.channel.messages.clear()
        painter.may.set()
        await harness.peer.until(lambda: ("PATCH", "/channels/{channel_id}/messages/{message_id}") in peer.requests)
        second = await post(harness, news("One.\nTwo.", None, amends=True), first)
        assert second != first
        await peer.until(lambda: bool(harness.channel.last.files))
        assert harness.channel.last.content == "One.\nTwo.\n\nNext."


async def test_a_picture_that_comes_after_the_next_message(peer: DiscordPeer, store: Store) -> None:
    """The older message stays as small as it is."""
    painter = SlowPainter(PNG)
    async with DiscordHarness(peer, store, paint=painter).open() as harness:
        first = await post(harness, news("One."))
        before = harness.channel.last
        await post(harness, news("Two.", past="What happened."), first)
        await peer.until(lambda: before.content == "What happened.")
        painter.may.set()
        await peer.until(lambda: bool(harness.channel.last.files))
        await asyncio.sleep(0)
        assert (before.files, before.content) == ([], "What happened.")


async def test_a_chart_does_not_take_the_place_of_the_table(harness: DiscordHarness) -> None:
    """After a chart or a file, the table's message is still the one that is edited, without asking Discord for it."""
    first = await post(harness, news("One."))
    await post(harness, Reply("The chart.", drawing=BOARD))
    await post(harness, news("Two.", None, amends=True), first)
    assert [message.content for message in harness.channel.shown] == ["Two.\n\nNext.", "The chart."]
    assert ("GET", "/channels/{channel_id}/messages/{message_id}") not in harness.peer.requests


# --- what people feel ------------------------------------------------------------------------------------------------

ANNA = Person("discord:101", "anna")


def calling(story: str, **more: Any) -> Reply:
    return replace(news(story), pings=(ANNA,), call=f"{who(0)}, roll · day 4, 382 h left", **more)


async def test_a_call_says_something_on_a_phone(peer: DiscordPeer, store: Store) -> None:
    """Discord shows no text of a layout on a lock screen: the words come first, and become the layout by one edit."""
    async with DiscordHarness(peer, store, paint=always(PNG)).open() as harness:
        states: list[tuple[str, str, list[str], int]] = []
        peer.watch = lambda what, each: states.append((what, each.plain, each.labels, len(each.files)))
        await post(harness, calling("One."))
    called: tuple[str, str, list[str], int] = ("post", "<@101>, roll · day 4, 382 h left", [], 0)
    assert states == [called, ("edit", "", ["Roll"], 1)]  # its controls appear once, below the picture
    assert harness.channel.last.pinged == [101]
    assert not harness.channel.last.flags & SILENT


async def test_whoever_is_not_called_hears_nothing(harness: DiscordHarness) -> None:
    """A message that calls nobody is sent without a notification."""
    await post(harness, news("One."))
    assert harness.channel.last.flags & SILENT


async def test_a_call_that_cannot_become_a_layout(harness: DiscordHarness) -> None:
    """Discord refuses the edit: the message with its buttons is posted below, and calls nobody a second time."""
    harness.peer.faults.append(
        lambda request: Refusal(403, 50013, "Missing Permissions") if request.method == "PATCH" else None
    )
    await post(harness, calling("One."))
    call, message = harness.channel.shown
    assert (call.pinged, message.pinged, message.labels) == ([101], [], ["Roll"])


async def test_a_late_picture_moves_no_control(peer: DiscordPeer, store: Store) -> None:
    """A picture that takes too long goes below the buttons, and so does the next one of that message."""
    painter = SlowPainter(PNG)
    async with DiscordHarness(peer, store, paint=painter).open() as harness:
        first = await post(harness, calling("One."))
        before = places(harness.channel.last.json)
        painter.may.set()
        await peer.until(lambda: bool(harness.channel.last.files))
        assert places(harness.channel.last.json) == before
        harness.adapter._paint = always(OTHER)
        await post(harness, news("One.", amends=True), first)
        assert harness.channel.last.files == [OTHER]
        assert places(harness.channel.last.json) == before


async def test_cards_that_come_and_go_move_no_control(peer: DiscordPeer, store: Store) -> None:
    """What a message has told stays as it is, its cards included; a card that matters later is below the controls."""
    duck = ShownCard("Patient Duck", "It listens.", "Tool", badge="tool")
    cake = ShownCard("Cake", "There is some.", "Opportunity")
    async with DiscordHarness(peer, store, paint=always(PNG)).open() as harness:
        first = await post(harness, replace(news("Takes “Patient Duck”: It listens."), cards=(duck,)))
        message, before = harness.channel.last, places(harness.channel.last.json)
        for cards, below in (((), ""), ((duck,), ""), ((cake,), "\n**Cake** · Opportunity\n> There is some.")):
            story = "Takes “Patient Duck”: It listens.\nTwo."
            later = replace(news(story, amends=True), situation="Next, and that takes longer.", cards=cards)
            await post(harness, later, first)
            assert message.content == f"Takes “Patient Duck”.\n\n> It listens.\n\nTwo.{below}\n\n{later.situation}"
            after = places(message.json)
            assert {name: after[name] for name in before if name in after} == {
                name: place for name, place in before.items() if name in after
            }


async def test_votes_move_no_control(peer: DiscordPeer, store: Store) -> None:
    """A discussion calls the others in a message of its own, whose buttons stay where they are while people vote."""
    async with DiscordHarness(peer, store, paint=always(PNG)).open() as harness:
        people = await harness.begin("anna", "ben", "cleo")
        await harness.play(people, lambda standing: len(standing.game.awaits(standing.state)) == len(people))
        message = harness.channel.last
        assert len(message.pinged) == len(people) - 1
        before = places(message.json)
        for person in people[:2]:
            sequence = (await harness.standing()).sequence
            await person.press(message, "Yes")
            await harness.moved(sequence)
            assert places(message.json) == before
        assert "**ben** has voted." in message.content
        assert harness.channel.last is message
