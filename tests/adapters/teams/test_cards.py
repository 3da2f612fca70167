"""Cards as others read them: Microsoft's own validator, hostile names, and what a card has room for."""

import json
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from adapters.teams.identifiers import Payload
from adapters.teams.outgoing.cards import Style, own_card, room_card
from adapters.teams.outgoing.words import Words, escaped, safe
from bot.kernel.messages import Act, Person, Reply
from bot.kernel.store import Store
from games.sheets import Passage, Sheet, Thing, bold, line
from games.text import who
from tests.adapters.teams.harness import TeamsHarness, teams_harness
from tests.adapters.teams.test_games import FOUR, move
from tests.javascript.tools import HERE, IN_CI, Unavailable, node
from tests.peers.teams import TeamsPeer
from tests.peers.teams_checks import parts, violations_of
from tests.peers.teams_user import fields, labels, rows, texts

NAMES = (
    "<at>Everyone</at>",
    "**bold** _it_ [link](https://evil.example)",
    "{{DATE(2020-01-01T00:00:00Z)}}",
    "\\`*_[]()#",
    "# heading\n- list",
    "<script>alert(1)</script>",
    "&lt;at&gt;x&lt;/at&gt;",
    "  ",
    "李小龙 👩‍👩‍👧‍👦 عمر",
    "$(name) ${data} {{x}}",
)


def complaints(cards: list[Payload], folder: Path) -> list[str]:
    """What Microsoft's reader of cards finds fault with."""
    file = folder / "cards.json"
    file.write_text(json.dumps(cards), "utf-8")
    try:
        run = node(HERE / "cards.js", file)
    except Unavailable as why:
        if IN_CI:
            raise
        pytest.skip(str(why))
    assert run.returncode == 0, run.stderr
    return list(json.loads(run.stdout))


def test_the_validator_finds_faults(tmp_path: Path) -> None:
    """It can fail: an unknown element, a wrong size, an input without an id."""
    wrong = [{"type": "Nope"}, {"type": "TextBlock", "text": "x", "size": "Huge"}, {"type": "Input.Text"}]
    card = {"type": "AdaptiveCard", "version": "1.4", "body": wrong}
    assert len(complaints([card], tmp_path)) >= 3
    assert violations_of(card)


@pytest.mark.parametrize("game", ["sprint", "scrumkin", "rugby"])
async def test_cards_of_a_game(harness: TeamsHarness, tmp_path: Path, game: str) -> None:
    """Everything that a game shows, to the room, in private, and in dialogs on a phone."""
    people = [harness.person(name, phone=name == "ben") for name in FOUR[:2]]
    await people[0].types(f"new {game}")
    await harness.settle()
    await people[1].presses("Join")
    await harness.settle()
    await people[0].types("help")
    await people[0].types("rules")
    await people[0].presses("Start")
    await harness.settle()
    for _ in range(25):
        await move(harness, people)
        for person in people:
            person.closes()
    cards = [*harness.teams.cards, *(one.card for one in people[0].chat.messages)]
    assert len(cards) > 30
    assert complaints(cards, tmp_path) == []


async def test_cards_of_a_meeting(teams: TeamsPeer, sqlite_store: Store, tmp_path: Path) -> None:
    async with teams_harness(teams, sqlite_store) as harness:
        anna = harness.person("anna")
        await anna.types("new retro")
        await harness.settle()
        await anna.presses("More…")
        await anna.presses("Start the retrospective")
        await harness.settle()
        await anna.presses("Answer")
        assert anna.dialog is not None
        await anna.fills_in(dict.fromkeys(fields(anna.dialog), "sunny"))
        await anna.presses("More…")
        for label in ("Next: Write",):
            await anna.presses(label)
            await harness.settle()
        await anna.presses("Write notes")
        await anna.fills_in({"Start": "\n".join(f"{number} {'x' * 150}" for number in range(30))})
        await harness.settle()
        await anna.presses("More…")
        await anna.presses("Next: Group")
        await anna.presses(labels(anna.sees())[0])
        await harness.settle()
    assert complaints(teams.cards, tmp_path) == []


# --- names -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", NAMES)
def test_a_hostile_name(name: str) -> None:
    """A name is shown as it is: it mentions nobody, is no markup, and closes nothing."""
    awaited = Person("teams:t:oid-1", name)
    reply = Reply(
        f"{who(0)} rolled.",
        f"{who(0)}, it’s your turn after {who(1)}.",
        names=(name, name),
        pings=(awaited,),
        acts=(Act("t:1:0", f"Ask {who(1)}", "ask", "main"),),
        table="t",
        sheet=Sheet(f"About {who(0)}", passages=(Passage((line(bold(who(0)), " did it"),)),), note=who(1)),
    )
    for card in (room_card(reply, Style(), 0.0), own_card([reply], Style(where="own", returns=True), 0.0)):
        assert violations_of(card) == []
        runs = [run["text"] for run in parts(card) if run["type"] == "TextRun"]
        assert not any("<at>" in text or "{{" in text for text in runs)
        for block in (each["text"] for each in parts(card) if each["type"] == "TextBlock"):
            assert block.count("<at>") == len(card["msteams"].get("entities", ()))
            assert "{{" not in block
            assert "**bold**" not in block
            assert "](" not in block.replace("\\](", "").replace("\\]", "")
    (entity,) = room_card(reply, Style(), 0.0)["msteams"]["entities"]
    assert entity["mentioned"]["id"] == "oid-1"
    assert entity["text"].count("<") == 2


@settings(max_examples=150)
@given(st.text(max_size=60))
def test_any_text_is_only_text(text: str) -> None:
    """Whatever people type, no card of it is refused."""
    reply = Reply(text, f"{who(0)}: {text}", names=(text,), pings=(Person("teams:t:o", text),), heading=text, note=text)
    card = room_card(reply, Style(), 0.0)
    assert violations_of(card) == []
    assert "<at>" not in safe(text).casefold()
    assert "<" not in escaped(text)


@pytest.mark.parametrize("name", NAMES)
async def test_a_hostile_name_at_a_table(harness: TeamsHarness, name: str) -> None:
    """It joins, and the room reads it."""
    mallory = harness.person(name)
    await mallory.types("new sprint")
    await harness.settle()
    assert len(harness.chat.messages) == 1
    cleaned = " ".join(name.split())
    shown = texts(harness.chat.last.card)
    assert not cleaned or cleaned in shown or cleaned[:30] in shown


# --- what a card has room for ----------------------------------------------------------------------------------------


def test_a_long_sheet_is_cut() -> None:
    """300 notes of 200 characters: the card stays below its limit, and says how many are left out."""
    notes = tuple(line(f"{number} {'é' * 200}") for number in range(300))
    things = tuple(Thing(f"note:{number}", line(f"thing {number} {'x' * 80}")) for number in range(40))
    acts = tuple(
        Act(f"t:1:{number}{verb}", verb, f"{verb} {number}", "thing", f"note:{number}")
        for number in range(40)
        for verb in ("Edit", "Remove")
    )
    reply = Reply(
        sheet=Sheet("Write", passages=(Passage(notes, "bullets", "Start"),), things=things), acts=acts, table="t"
    )
    for card in (room_card(reply, Style(), 0.0), own_card([reply], Style(where="own"), 0.0)):
        assert violations_of(card) == []
        assert "more" in texts(card)


def test_the_row_of_a_room() -> None:
    """The main act first and the only coloured one; at most four, the last of them More…"""
    acts = (
        *(Act(f"t:1:{at}", f"Usual {at}", f"usual{at}") for at in range(5)),
        Act("t:1:9", "Main", "main", "main"),
        Act("t:1:8", "Lead", "lead", "lead"),
        Act("t:1:7", "Rare", "rare", "rare"),
    )
    card = room_card(Reply("Go.", acts=acts, table="t", more=True), Style(), 0.0)
    assert rows(card) == [["Main", "Usual 0", "Usual 1", "More…"]]
    coloured = [each["title"] for each in parts(card) if each.get("style") == "positive" and "title" in each]
    assert coloured == ["Main"]


def test_a_time_is_the_readers_own() -> None:
    """With the day, if it isn't today."""
    soon = texts(room_card(Reply("Go.", until=1_700_000_600.0), Style(), 1_700_000_000.0))
    later = texts(room_card(Reply("Go.", until=1_700_600_000.0), Style(), 1_700_000_000.0))
    assert soon == "Go.\nUntil {{TIME(2023-11-14T22:23:20Z)}}"
    assert "{{DATE(2023-11-21T20:53:20Z, SHORT)}}, {{TIME(2023-11-21T20:53:20Z)}}" in later


def test_commands_are_written_as_they_are_typed() -> None:
    text = "Type `/scrum new` or `/scrum` and `S4`."
    for command, shown in (("@Scrum Table", "`@Scrum Table new` or `@Scrum Table`"), ("", "`new` or `help`")):
        assert Words((), command=command).plain(text) == f"Type {shown} and `S4`."
