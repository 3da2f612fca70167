"""Scrumkin at a table: private hands, shields out of turn, the clock that closes the window, decks from files."""

import json
from dataclasses import replace
from importlib.resources import files
from pathlib import Path
from typing import Any

import pytest

from bot.features.fairness.export import export, write
from bot.kernel.messages import Reply
from games.chance import Chance
from games.contract import suggested
from games.scrumkin.deck_files import DeckFolder
from games.scrumkin.model import State, Turn, Window
from games.testing.play import seed_of
from tests.bot.harness import THREE, Bench, spelled

LOOKS = ("hand", "board", "chart", "log", "status", "help", "rules shields", "verify")


async def begin(bench: Bench, options: str = "", names: tuple[str, ...] = THREE) -> None:
    await bench.say(names[0], f"new scrumkin {options}")
    for name in names[1:]:
        await bench.say(name, "join")
    await bench.say(names[0], "start")


async def state_of(bench: Bench) -> State:
    state: State = (await bench.standing()).state
    return state


async def step(bench: Bench) -> list[Reply]:
    """An awaited player makes the move an automatic player would; returns their private replies."""
    standing = await bench.standing()
    seat = standing.game.awaits(standing.state)[0]
    phrase = standing.game.phrase(
        standing.state, seat, suggested(standing.game, standing.state, seat, Chance(seed_of(standing.sequence)))
    )
    words = {name: f"#{word}" if name == "player" else word for name, word in phrase.arguments.items()}
    return await bench.call(THREE[seat], phrase.command, words)


def everything(reply: Reply) -> str:
    drawing = f"{reply.drawing.text}{reply.drawing.alt}" if reply.drawing else ""
    return f"{reply!r}{drawing}".replace("\n", " ")


def secrets(state: State, viewer: int | None) -> set[str]:
    """Titles of cards that this seat must not see: in other hands, or put under the stack by others."""
    hidden = [card for seat, each in enumerate(state.players) if seat != viewer for card in each.hand]
    hidden += [card for card, by in state.under if by != viewer]
    shown = {state.card(laid.card).title for each in state.players for laid in each.game}
    shown |= {state.card(card).title for card in state.discards}
    own = () if viewer is None else state.players[viewer].hand
    shown |= {state.card(card).title for card in own} | {"Team Exchange"}
    return {state.card(card).title for card in hidden} - shown


async def test_nobody_sees_another_hand(bench: Bench) -> None:
    """Not in a message to the room, in any private reply, or in the export of the running game."""
    await begin(bench)
    told = 0
    while (await state_of(bench)).sprint < 3:
        seat = (await bench.standing()).game.awaits(await state_of(bench))[0]
        private = await step(bench)
        state = await state_of(bench)
        posts, told = bench.chat.posts[told:], len(bench.chat.posts)
        seen: list[tuple[int | None, Reply]] = [(None, reply) for _, reply in posts]
        seen += [(seat, reply) for reply in private]
        for index, name in enumerate((*THREE, "dora")):
            viewer = index if index < len(THREE) else None
            for line in LOOKS:
                seen += [(viewer, reply) for reply in await bench.say(name, line)]
        for viewer, reply in seen:
            text = everything(reply)
            assert not [title for title in secrets(state, viewer) if title in text], text
    live = await bench.live()
    exported = json.loads(write(export(live.id, live.seed, await bench.standing(), await bench.events())))
    shown = [event["payload"] for event in exported["events"] if event["payload"] is not None]
    assert {"hands_filled", "dropped"} <= set(await bench.kinds())
    assert not {payload["kind"] for payload in shown} & {"hands_filled", "dropped"}


async def test_buttons_with_cards_are_private(bench: Bench) -> None:
    """The room gets “My hand”; pressing it shows a player their own cards, with buttons to play them."""
    await begin(bench)
    state = await state_of(bench)
    assert isinstance(state.phase, Turn)
    assert [choice.label for choice in bench.chat.last.acts] == ["My hand", "Hint"]
    replies = await bench.press(THREE[state.phase.seat], bench.choice("My hand"))
    assert replies[0].private
    labels = [choice.label for choice in replies[0].acts]
    held = [state.card(card).title for card in state.players[state.phase.seat].hand]
    assert all(any(title in label for label in labels) for title in held)


async def test_acting_for_another(bench: Bench) -> None:
    """Nobody plays from somebody else's hand, in or out of turn."""
    await begin(bench)
    state = await state_of(bench)
    assert isinstance(state.phase, Turn)
    other = (state.phase.seat + 1) % 3
    card = state.players[state.phase.seat].hand[0]
    assert "You don’t hold that card" in await bench.refusal(THREE[other], f"play {card}")
    assert "’s turn; until yours comes" in await bench.refusal(THREE[other], f"play {state.players[other].hand[0]}")
    assert "not seated at this table" in await bench.refusal("dora", f"play {card}")
    assert "not seated at this table" in await bench.refusal("dora", "hand")


async def test_arguments_that_make_no_sense(bench: Bench) -> None:
    """One helpful sentence each, and nothing has changed."""
    await begin(bench)
    state = await state_of(bench)
    assert isinstance(state.phase, Turn)
    name = THREE[state.phase.seat]
    card = state.card(state.players[state.phase.seat].hand[0])
    for line, sentence in (
        ("passs", "I don’t know “passs”."),
        ("ready", "you can’t pass"),
        (f"play {card.number} on zoe", "There’s nobody called “zoe” at this table"),
        (f"play {card.title} on zoe", "There’s nobody called “zoe” at this table"),
        (f"shield {card.number}", "Something’s missing: `/scrum shield <card> against <target> [of player]`."),
        ("play", "Something’s missing: `/scrum play <card> [on player]`."),
        ("take 3 from ben", "only in collaborative mode"),
        ("take", "Something’s missing: `/scrum take <count> from <player>`."),
        ("drop", "Something’s missing"),
        ("drop the ball", "You don’t hold that card"),
    ):
        assert sentence in await bench.refusal(name, line), line


async def test_titles_with_several_words(bench: Bench) -> None:
    """A whole title needs no quotes, with and without a player after it."""
    await begin(bench)
    for kind in ("own", "other"):
        state = await state_of(bench)
        assert isinstance(state.phase, Turn)
        seat, title = state.phase.seat, state.card(state.players[state.phase.seat].hand[0]).title
        line = f"play {title}" if kind == "own" else f"play {title} on {THREE[(seat + 1) % 3]}"
        assert all(reply.text.startswith("You draw") for reply in await bench.say(THREE[seat], line))
        assert title in bench.chat.texts()[-1]


async def test_a_shield_out_of_turn(bench: Bench) -> None:
    """A player with a shield counters during another player's turn, which then continues."""
    await begin(bench)
    while True:
        state = await state_of(bench)
        found = [
            (seat, card, laid.card, target)
            for seat, each in enumerate(state.players)
            for card in each.hand
            for target, other in enumerate(state.players)
            for laid in other.game
            if isinstance(state.phase, Turn) and seat != state.phase.seat and state.card(card).shield
        ]
        if found:
            break
        await step(bench)
    seat, card, against, target = found[0]
    before = state.phase
    line = f"shield {state.card(card).title} against {state.card(against).title} of {THREE[target]}"
    assert await bench.say(THREE[seat], line) == []
    assert "raises a shield" in bench.chat.texts()[-1]
    assert (await state_of(bench)).phase == before


async def test_the_clock_closes_the_window(bench: Bench) -> None:
    """After the time that the host set, the same for everyone; a “ready” doesn't reset it."""
    await begin(bench, "window=45")
    while not isinstance((await state_of(bench)).phase, Window):
        await step(bench)
    assert bench.chat.last.until == bench.clock.now() + 45
    bench.clock.advance(20)
    await bench.say("ben", "ready")
    bench.clock.advance(24)
    assert await bench.service.fire_due_timers() == 0
    bench.clock.advance(1)
    assert await bench.service.fire_due_timers() == 1
    assert (await state_of(bench)).sprint == 2


async def test_automatic_players_fill_the_table(bench: Bench) -> None:
    """They play in their turn and are ready at once, so one person never waits for them."""
    await begin(bench, "mode=collaborative", ("anna",))
    for line in ("bot", "bot", "start"):
        await bench.say("anna", line)
    standing = await bench.standing()
    while standing.playing:
        state: Any = standing.state
        assert standing.game.awaits(state) == (0,)
        await step(bench)
        standing = await bench.standing()
    assert "Thank you, everyone!" in bench.chat.texts()[-1]


# --- your own decks ------------------------------------------------------------------------------------------------


@pytest.fixture
def decks(tmp_path: Path, bench: Bench) -> Path:
    folder = tmp_path / "decks"
    folder.mkdir()
    text = (files("games.scrumkin") / "data" / "deck.toml").read_text("utf-8")
    (folder / "ours.toml").write_text(text.replace("Scope Creep", "Scope Leap"))
    (folder / "broken.toml").write_text("title = 3")
    bench.service._context = replace(bench.service._context, load=DeckFolder(folder).load)
    return folder


async def test_a_deck_from_a_file(bench: Bench, decks: Path) -> None:
    """It is read when the table is opened and stored with the game: the file may change or go."""
    await bench.say("anna", "new scrumkin deck=Ours")
    assert "Scrumkin (deck: ours)" in bench.chat.texts()[-1]
    (decks / "ours.toml").unlink()
    await bench.say("ben", "join")
    await bench.say("anna", "start")
    assert "The deck is “ours”." in bench.chat.texts()[-1]
    again = bench.another_process()
    state: Any = (await again.live()).standing.state
    assert state.deck.sprint[0].title == "Scope Leap"
    assert (await bench.payloads("table.opened"))[0]["options"]["deck"] == "ours"


async def test_unavailable_decks(bench: Bench, decks: Path) -> None:
    """Unknown names, paths and broken files open no table, and the sentence lists the available decks."""
    for name in ("nothing", "../ours", "/etc/passwd", "ours.toml"):
        said = await bench.refusal("anna", f"new scrumkin deck={name}")
        assert said == "deck: there is no deck with that name. Decks: standard, broken, ours. I haven’t opened a table."
    assert "the deck broken can’t be played" in await bench.refusal("anna", "new scrumkin deck=broken")


async def test_without_a_folder_of_decks(bench: Bench) -> None:
    """Only the standard deck is available."""
    assert "there’s no file called “ours”" in await bench.refusal("anna", "new scrumkin deck=ours")
    replies = await bench.say("anna", "new scrumkin deck=STANDARD")
    assert not [spelled(reply) for reply in replies]
    assert (await bench.standing()).table.options["deck"] == "standard"
