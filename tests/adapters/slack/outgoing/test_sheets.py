"""Sheets as Slack's blocks: within its limits, one row of buttons, lines with menus, and a private panel."""

from adapters.slack.identifiers import SlackRoom
from adapters.slack.outgoing.message import parse_posted, private, public
from bot.kernel.messages import Act, Link, Person, Reply
from games.contract import Role
from games.sheets import Passage, Sheet, Step, Thing, bold, line, quiet
from games.text import who
from tests.adapters.slack.harness import found, labels, texts
from tests.peers.slack import Payload
from tests.peers.slack_checks import message_violations

ROOM = SlackRoom("T1", "C1")
NAMES = ("Anna", "Ben <b>", "*Cleo*")


def act(number: int, label: str, role: Role = "usual", thing: str = "", form: str = "") -> Act:
    return Act(f"t:1:{number}", label, f"{label.split(maxsplit=1)[0].lower()} {number}", role, thing, form=form)


def coloured(blocks: list[Payload]) -> list[str]:
    elements = [element for block in blocks for element in block.get("elements", []) if block["type"] == "actions"]
    return [element["text"]["text"] for element in elements if "style" in element]


def test_a_rooms_message() -> None:
    """Title, steps, passages, progress with the time, small print; the buttons in one row, and leading acts nowhere."""
    sheet = Sheet(
        title=f"Write: what should {who(0)} talk about?",
        steps=(Step("Check in", "done"), Step("Write", "now"), Step("Group", "next")),
        passages=(
            Passage((line(bold("Start"), "  What should we start doing?"), line("<!channel> & *all*"))),
            Passage((line(f"{who(1)}: mend it"), line("another")), "numbers", "Actions"),
        ),
        progress=line(bold("11 notes"), " so far."),
        note=f"They are shown when {who(0)} moves on.",
    )
    acts = (
        act(0, "Next", "lead"),
        act(1, "Write notes", "main", form="Write notes"),
        act(2, "I’m done"),
        act(3, "Pass"),
        act(4, "Leave", "rare"),
        act(5, "Help"),
    )
    pings = (Person("slack:T1:U2", NAMES[1]), Person("slack:T1:U9", "Zoe"))
    reply = Reply(sheet=sheet, acts=acts, names=NAMES, pings=pings, until=1_763_392_140.0, table="t")
    shown = public(reply, ROOM, 1_763_391_840.0)
    blocks = shown.content["blocks"]
    assert list(message_violations(shown.content)) == []
    assert shown.text == "Write: what should Anna talk about?\n11 notes so far."
    assert [block["block_id"] for block in blocks] == ["title", "steps", "told:0", "told:1", "next", "note", "do:0"]
    assert "✓ Check in  ›  *Write*  ›  Group" in texts(blocks)
    assert "<@U2>: mend it" in texts(blocks)
    assert "11 notes so far. Until " in texts(blocks)
    assert texts(blocks).count("<@U9>") == 1
    assert labels(blocks) == ["Write notes", "I’m done", "Pass", "More…"]
    assert coloured(blocks) == ["Write notes"]
    assert "Next" not in labels(public(reply, ROOM, 0.0).content["blocks"])
    again = parse_posted(shown.text, blocks)
    assert again.content["blocks"] == blocks[:-1]


def test_the_board_where_a_place_is_left() -> None:
    board = (Link("Open the board", "https://example.org/b"),)
    few = Reply(sheet=Sheet("x"), acts=(act(1, "Write", "main"), act(2, "Done"), act(3, "Next", "lead")), links=board)
    many = Reply(sheet=Sheet("x"), acts=(*few.acts, act(4, "Pass")), links=board)
    assert labels(public(few, ROOM, 0.0).content["blocks"]) == ["Write", "Done", "Open the board", "More…"]
    assert labels(public(many, ROOM, 0.0).content["blocks"]) == ["Write", "Done", "Pass", "More…"]


def test_what_has_no_room() -> None:
    """Two hundred long notes: every column has as many as fit, and says how many are on the board only."""
    notes = tuple(line(f"{number} {'x' * 190}") for number in range(50))
    sheet = Sheet("Group", passages=tuple(Passage(notes, "bullets", f"Column {at}") for at in range(4)))
    shown = public(Reply(sheet=sheet, links=(Link("Open the board", "https://example.org/b"),)), ROOM, 0.0)
    assert list(message_violations(shown.content)) == []
    assert texts(shown.content["blocks"]).count("and 35 more on the board") == 4
    assert "and 35 more" in texts(public(Reply(sheet=sheet), ROOM, 0.0).content["blocks"])


def test_lines_with_acts() -> None:
    """Fifteen lines have a menu of their own, the others share one; without acts they are plain lines."""
    things = tuple(Thing(f"action:{at}", line(f"{at}. mend {at}", quiet(f" · {who(0)}"))) for at in range(17))
    verbs = ("Done", "Keep until", "Drop")
    acts = tuple(
        Act(f"t:1:{at}.{n}", verb, f"{verb} {at}", "thing", f"action:{at}")
        for at in range(17)
        for n, verb in enumerate(verbs)
    )
    shown = public(Reply(sheet=Sheet("What became of these?", things=things), acts=acts, names=NAMES), ROOM, 0.0)
    blocks = shown.content["blocks"]
    assert list(message_violations(shown.content)) == []
    menus = [block["accessory"] for block in blocks if block["type"] == "section"]
    assert [menu["type"] for menu in menus] == ["overflow"] * 15
    assert "3. mend 3 · Anna" in texts(blocks)
    (rest,) = [block for block in blocks if block["block_id"] == "thing:more"]
    assert [group["label"]["text"] for group in rest["elements"][0]["option_groups"]] == [
        "15. mend 15 · Anna",
        "16. mend 16 · Anna",
    ]
    assert found([rest], "Drop")["selected_option"]["value"] == "t:1:15.2"
    assert labels(list(shown.without_buttons().content["blocks"])) == []


def test_a_private_panel() -> None:
    """One's own notes with a menu each, what one can do, and below a line what whoever leads can do."""
    own = Sheet(
        "Your 2 notes.",
        passages=(Passage((line("Change them until they’re shown."),)),),
        things=(Thing("note:a", line("Meetings before ten", quiet(" · Stop"))), Thing("note:b", line("<b>"))),
    )
    acts = (
        *(Act(f"t:1:={verb} {key}", verb, verb, "thing", f"note:{key}") for key in "ab" for verb in ("Edit", "Remove")),
        act(1, "Write more", "main", form="Write more"),
        act(2, "I’m done"),
        *(
            Act(f"t:1:{10 + at}", label, f"clock {at}", "lead")
            for at, label in enumerate(("+1 min", "−1 min", "Pause"))
        ),
        act(3, "Next: Group", "lead"),
        *(Act(f"t:1:{20 + at}", f"Hide {at}", f"hide {at}", "lead", f"note:{at}") for at in range(9)),
        act(4, "Nudge", "rare"),
    )
    lead = Sheet(passages=(Passage((line(f"Done: {who(1)}. Still writing: {who(2)}."),)),))
    shown = private(Reply(sheet=own, lead=lead, acts=acts, names=NAMES, private=True), 0.0).content
    blocks = shown["blocks"]
    assert list(message_violations(shown)) == []
    assert "Your 2 notes. Change them until they’re shown." in texts(blocks)
    line_between = [block["type"] for block in blocks].index("divider")
    assert labels(blocks[:line_between]) == ["Edit", "Remove", "Edit", "Remove", "Write more", "I’m done"]
    assert "You facilitateDone: Ben <b>. Still writing: *Cleo*." in texts(blocks[line_between:])
    buttons = [
        each for block in blocks[line_between:] for each in block.get("elements", []) if each["type"] == "button"
    ]
    assert [each["text"]["text"] for each in buttons] == ["+1 min", "−1 min", "Pause", "Next: Group"]
    assert found(blocks, "Nudge")["action_id"] == "menu:0"
    assert coloured(blocks) == ["Write more"]


def test_what_could_be_done_instead() -> None:
    """Where something else could be done, Slack doesn't ask: the service's answer has both buttons."""
    grave = Act("t:1:1", "Next: Group", "next", "lead", grave=True, note="3 aren’t done.", yes="Show the notes")
    asked = private(Reply("x", acts=(grave,), private=True), 0.0).content["blocks"]
    button = asked[-1]["elements"][0]
    assert button["confirm"]["confirm"]["text"] == "Show the notes"
    assert button["value"] == "t:1:1!"
    both = Act("t:1:1", "Next", "next", "lead", grave=True, instead=("Give them a minute", "clock +1"))
    button = private(Reply("x", acts=(both,), private=True), 0.0).content["blocks"][-1]["elements"][0]
    assert "confirm" not in button
    assert button["value"] == "t:1:1"
