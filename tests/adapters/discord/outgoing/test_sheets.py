"""Sheets: the words of a meeting's messages, with their buttons, within Discord's limits."""

import re
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from adapters.discord.outgoing.message import messages_for
from adapters.layout import MORE
from bot.kernel.messages import Act, Link, Overview, Person, Reply
from games.contract import Parameter, Role
from games.sheets import Passage, Sheet, Step, Thing, bold, line, quiet
from games.text import who
from tests.peers import discord_spec
from tests.peers.discord_state import BUTTON, LAYOUT, MENU, WORDS, nested

POST = ("POST", "/channels/{channel_id}/messages")
NAMES = ("anna", "ben", "cleo")
MEETING = Overview("retro", "Retrospective", "playing", (), "")
BOARD = Link("Open the board ↗", "https://example.org/board")
STEPS = (Step("Check in", "done"), Step("Write", "now"), Step("Group", "next"))
TEXT = Parameter("text", "What it should say")
ACTS = (
    Act("t:1:0", "Note: Start", "note start", "main", form="Write notes"),
    Act("t:1:1", "I’m done", "done"),
    Act("t:1:2", "Next: Group", "next", "lead"),
)


def room(sheet: Sheet, *acts: Act, **more: Any) -> Reply:
    return Reply(sheet=sheet, acts=acts, names=NAMES, table="t", game="retro", overview=MEETING, **more)


def parts_of(reply: Reply) -> list[dict[str, Any]]:
    (message,) = messages_for(reply, {})
    components = message.for_sending()["view"].to_components()
    assert discord_spec.violations_of(*POST, {"components": components, "flags": LAYOUT}) == []
    return list(nested(components))


def labels(parts: list[dict[str, Any]]) -> list[str]:
    return [part["label"] for part in parts if part["type"] == BUTTON]


def texts(parts: list[dict[str, Any]]) -> list[str]:
    return [part["content"] for part in parts if part["type"] == WORDS]


def test_a_phase_of_a_meeting() -> None:
    """Title, steps, questions, progress with the clock, four buttons of which one has a colour, and small print."""
    questions = Passage((line(bold("Start"), "  What should we start doing?"),))
    progress = line(bold("2 of 3"), " people are done.")
    sheet = Sheet("Write: what now?", STEPS, (questions,), progress=progress, note=f"{who(0)} moves us on.")
    parts = parts_of(room(sheet, *ACTS, links=(BOARD,), until=4e9))
    assert texts(parts) == [
        "### Write: what now?\n-# ✓ Check in › **Write** › Group",
        "**Start**  What should we start doing?",
        "**2 of 3** people are done. Until <t:4000000000:f>.",
        "-# anna moves us on.",
    ]
    assert labels(parts) == ["Write notes", "I’m done", "Open the board ↗", str(MORE)]
    assert [part["style"] for part in parts if part["type"] == BUTTON] == [1, 2, 5, 2]
    assert parts[-1]["type"] == WORDS


def test_owners_are_mentioned_once() -> None:
    """At their first mark; somebody without one is called at the end."""
    actions = Passage((line(f"{who(1)} Fix it"), line(f"{who(1)} Test it")), "numbers")
    pings = (Person("discord:7", "ben"), Person("discord:8", "zoe"))
    (body, end) = texts(parts_of(room(Sheet(passages=(actions,)), pings=pings)))
    assert body == "1. <@7> Fix it\n2. ben Test it"
    assert end == "<@8>"


def test_a_long_board_is_cut() -> None:
    """Every column gives way alike, and says how much of it is on the board."""
    notes = tuple(line(f"{number} {'x' * 90}") for number in range(40))
    columns = tuple(Passage(notes, "bullets", title) for title in ("Start", "Stop"))
    (body, *_) = texts(parts_of(room(Sheet(passages=columns), *ACTS, links=(BOARD,))))
    left = [int(found) for found in re.findall(r"and (\d+) more on the board", body)]
    assert len(left) == 2
    assert body.count("\n- ") + sum(left) == 80
    assert max(left) - min(left) <= 1


def actions(count: int, long: str = "") -> tuple[tuple[Thing, ...], tuple[Act, ...]]:
    things = tuple(Thing(f"action:{at}", line(f"{at}. fix it{long}")) for at in range(1, count + 1))
    verbs: tuple[tuple[str, str, Parameter | None], ...] = (
        ("Done", "done", None),
        ("Keep…", "keep", TEXT),
        ("Drop", "drop", None),
    )
    acts = tuple(
        Act(f"t:1:{at}{name}", verb, f"{name} {at}", "thing", thing.name, asks)
        for at, thing in enumerate(things, start=1)
        for verb, name, asks in verbs
    )
    return things, acts


def test_lines_with_buttons() -> None:
    """Up to six lines have their own row; more are a list with one menu, which says what it does."""
    things, acts = actions(2)
    parts = parts_of(room(Sheet("What became of these?", things=things), *acts))
    assert labels(parts) == ["Done", "Keep…", "Drop"] * 2 + [str(MORE)]
    things, acts = actions(7)
    parts = parts_of(room(Sheet("What became of these?", things=things), *acts))
    (menu,) = (part for part in parts if part["type"] == MENU)
    assert menu["placeholder"] == "Done, keep or drop an action…"
    assert menu["options"][1]["label"] == "Keep: 1. fix it"
    assert labels(parts) == [str(MORE)]


def test_a_panel() -> None:
    """Own notes with one menu, own acts, then what only the facilitator reads and does, and a menu for the rest."""
    notes = tuple(Thing(f"note:{code}", line(text, quiet(" · Stop"))) for code, text in (("k1", "one"), ("k2", "two")))
    own = tuple(
        Act(f"t:1:={command} {note.name[5:]}", label, command, "thing", note.name, asks)
        for note in notes
        for label, command, asks in (("Edit", "change", TEXT), ("Remove", "withdraw", None))
    )
    roles: tuple[tuple[str, Role], ...] = (("Back", "lead"), ("+1 min", "lead"), ("Nudge", "rare"), ("Leave", "rare"))
    more = tuple(Act(f"t:1:{at}", label, label.lower(), role) for at, (label, role) in enumerate(roles, start=3))
    lead = Sheet("You facilitate", passages=(Passage((line(f"Done: {who(1)}."),)),))
    reply = Reply(
        sheet=Sheet("Your 2 notes", things=notes), lead=lead, private=True, until=4e9,
        acts=(*own, *ACTS, *more), names=NAMES, table="t", game="retro",
    )  # fmt: skip
    parts = parts_of(reply)
    assert texts(parts) == [
        "**Your 2 notes**",
        "- one · Stop\n- two · Stop",
        "**You facilitate** · until <t:4000000000:f> (<t:4000000000:R>)\nDone: ben.",
    ]
    assert labels(parts) == ["Write notes", "I’m done", "Next: Group", "Back", "+1 min"]
    mine, rest = (part for part in parts if part["type"] == MENU)
    assert mine["placeholder"] == "Edit or remove a note…"
    assert [option["label"] for option in mine["options"]][:2] == ["Edit: one · Stop", "Remove: one · Stop"]
    assert rest["placeholder"] == "Something else…"
    assert [option["label"] for option in rest["options"]] == ["Nudge", "Leave"]
    (answer,) = messages_for(reply, {})
    assert answer.is_panel


def test_open_actions_have_done_beside_them() -> None:
    """What needs no question is a button on the line, everything else is in one menu."""
    things, acts = actions(3)
    parts = parts_of(Reply(sheet=Sheet("Open actions", things=things), acts=acts, private=True))
    assert labels(parts) == ["Done"] * 3
    (menu,) = (part for part in parts if part["type"] == MENU)
    assert menu["placeholder"] == "Something else with an action…"
    assert len(menu["options"]) == 6


@st.composite
def sheets(draw: st.DrawFn) -> tuple[Sheet, tuple[Act, ...]]:
    """More of everything than a meeting has."""
    words = st.text(alphabet="ab *`<@1>\n.", max_size=300)
    lines = st.lists(words.map(line), max_size=60).map(tuple)
    passages = draw(
        st.lists(st.builds(Passage, lines, st.sampled_from(["text", "bullets", "numbers"]), words), max_size=6)
    )
    things, beside = actions(draw(st.integers(0, 90)), draw(st.sampled_from(["", "*" * 190])))
    roles: st.SearchStrategy[Role] = st.sampled_from(["main", "usual", "thing", "lead", "rare"])
    others = draw(st.lists(st.tuples(roles, st.sampled_from(["note", "vote", "hide"]), st.booleans()), max_size=60))
    acts = tuple(
        Act(f"t:2:{at}", f"Act {at}", f"{name} {at}", role, form=name if has_form else "")
        for at, (role, name, has_form) in enumerate(others)
    )
    sheet = Sheet(draw(words), STEPS, tuple(passages), things, draw(words.map(line)), draw(words))
    return sheet, (*beside, *acts)


@given(sheets(), st.booleans())
def test_no_sheet_is_over_the_limits(drawn: tuple[Sheet, tuple[Act, ...]], private: bool) -> None:  # noqa: FBT001
    """Forty components, 4,000 characters and four buttons outside things and lists, whatever it says."""
    sheet, acts = drawn
    reply = Reply(sheet=sheet, lead=sheet if private else None, acts=acts, private=private, names=NAMES, table="t",
                  game="retro", overview=None if private else MEETING, links=(BOARD,), until=60.0,
                  files=(("retro.md", "x"),))  # fmt: skip
    for message in messages_for(reply, {}):
        components = message.for_sending()["view"].to_components()
        assert discord_spec.violations_of(*POST, {"components": components, "flags": LAYOUT}) == []
