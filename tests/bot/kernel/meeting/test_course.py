"""A meeting from its lobby to its summary: what is posted, edited and left behind, and who is called."""

from bot.kernel.feature import Feature, install, uninstall
from bot.kernel.live.table import Invitation
from bot.kernel.messages import Reply
from games.text import listing, spell
from tests.bot.harness import ROOM, THREE, Bench, person, spelled

ASYNC = "pace async 2h 0-24"


async def huddle(bench: Bench, *, pace: str = "") -> None:
    await bench.seat(*THREE, game="huddle")
    if pace:
        await bench.say("anna", pace)
    await bench.say("anna", "start")


def room(bench: Bench) -> list[Reply]:
    return [reply for where, reply in bench.chat.posts if where == ROOM]


def new_messages(bench: Bench) -> list[Reply]:
    return [reply for reply in room(bench) if not reply.amends]


def called(reply: Reply) -> list[str]:
    return sorted(person.name for person in reply.pings)


def label(reply: Reply, command: str) -> str:
    return next(act.label for act in reply.acts if act.command == command)


async def held(bench: Bench) -> None:
    """The whole of it, with a promise by ben."""
    await huddle(bench)
    for name in THREE:
        await bench.say(name, "note")
        await bench.say(name, "ready")
    await bench.say("anna", "onward")
    await bench.say("cleo", "promise ben")
    await bench.say("anna", "onward sure")


async def test_each_phase_has_a_message_and_leaves_a_line(bench: Bench) -> None:
    """Everything else edits it, however long it stands; the summary alone calls somebody: who promised something."""
    await huddle(bench)
    await bench.wait(30)
    for name in THREE:
        await bench.say(name, "note")
    bench.clock.advance(3600 * 0.05)
    for name in THREE:
        await bench.say(name, "ready")
    await bench.say("anna", "onward")
    await bench.say("cleo", "promise ben")
    await bench.say("anna", "onward sure")
    lobby, write, talk, summary = new_messages(bench)
    pasts = [reply.past and spell(reply.past, lambda seat: THREE[seat]) for reply in (lobby, write, talk, summary)]
    assert pasts == [
        None,
        "Huddle with anna, ben and cleo.",
        "Write: 3 notes by 3 people",
        "Talk: 3 notes by 3 people",
    ]
    assert [reply.sheet.title for reply in (lobby, write, talk, summary) if reply.sheet] == [
        "Huddle", "Write", "Talk", "Huddle",
    ]  # fmt: skip
    assert spelled(room(bench)[2]) == "Huddle\nHere: anna, ben and cleo."
    assert [called(reply) for reply in room(bench) if reply.pings] == [["ben"]]
    assert not any(chair.awaited for reply in room(bench) if reply.overview for chair in reply.overview.chairs)


async def test_people_of_last_time_are_called_when_it_opens(bench: Bench) -> None:
    """Whoever opens it by hand calls them, once and in a sentence; not themselves."""
    feature = Feature("inviting")

    @feature.invites
    async def _(*_: object) -> Invitation:
        return Invitation((person("anna"), person("ben")), lambda people: f"{listing(people)}, come in.")

    install(feature)
    await bench.say("anna", "new huddle")
    uninstall(feature)
    (opened,) = room(bench)
    assert (called(opened), spelled(opened)) == (["ben"], "Huddle\nHere: anna.\n\nben, come in.")
    await bench.say("ben", "join")
    assert not bench.chat.last.pings


async def test_a_line_is_left_after_a_restart_too(bench: Bench) -> None:
    """What the message told is read from the store; shown once more in between, it leaves one line, not two."""
    await huddle(bench)
    await bench.say("ben", "note")
    later = bench.another_process()
    await later.say("anna", "clock pause")
    await later.say("ben", "note")
    await later.wait(700)  # it has scrolled out of sight
    await later.say("cleo", "board")
    assert bench.chat.last.past == ""
    last = later.another_process()
    await last.say("anna", "onward sure")
    assert bench.chat.last.past == "Write: 2 notes by 3 people"
    await later.service.close()
    await last.service.close()


async def test_people_who_come_later_are_called_once_a_phase(bench: Bench) -> None:
    """With an async pace: in a sentence, those who didn't move on themselves; and once more before its end."""
    await huddle(bench, pace=ASYNC)
    start = bench.chat.last
    assert called(start) == ["ben", "cleo"]
    assert spell(start.situation, lambda seat: THREE[seat]) == "ben and cleo, this one is for you."
    for name in ("anna", "cleo", "ben"):
        await bench.say(name, "ready")
    assert [called(reply) for reply in room(bench) if reply.pings] == [["ben", "cleo"], ["anna", "cleo"]]
    assert bench.chat.last.sheet
    assert bench.chat.last.sheet.title == "Talk"  # nobody had to move on
    await bench.wait(2 * 3600)
    assert spelled(bench.chat.last) == "anna, ben and cleo, we’re waiting for you."
    assert bench.chat.last.sheet is None


async def test_a_live_meeting_waits_for_whoever_leads(bench: Bench) -> None:
    """They are called after a while. Once they have been called twice, the others carry on without them."""
    await huddle(bench)
    for name in THREE:
        await bench.say(name, "ready")
    assert (await bench.standing()).state.phase == "write"
    await bench.wait(120)
    assert (spelled(bench.chat.last), called(bench.chat.last)) == ("anna, we’re waiting for you.", ["anna"])
    await bench.wait(120)
    live = await bench.live()
    panel = live.reply(seat=1, private=True)
    carry_on = next(act for act in panel.acts if act.command == "cover anna")
    await bench.press("ben", carry_on)
    assert (await bench.standing()).state.phase == "talk"
    assert live.names[0] == "anna (away)"
    for name in ("ben", "cleo"):
        await bench.say(name, "ready")
    assert (await bench.standing()).table.phase == "over"


async def test_a_nudge_calls_everybody_who_is_not_done_once_a_phase(bench: Bench) -> None:
    """In a sentence of its own: the message of the phase stays, and is edited again."""
    await huddle(bench)
    await bench.say("ben", "ready")
    live = await bench.live()
    assert "nudge" not in {act.command for act in live.reply(seat=1, private=True).acts}
    assert "Whoever facilitates" in await bench.refusal("ben", "nudge")
    (nudge,) = [act for act in live.reply(seat=0, private=True).acts if act.command == "nudge"]
    shown = live.rooms[ROOM].message
    await bench.press("anna", nudge)
    assert (spelled(bench.chat.last), called(bench.chat.last)) == ("cleo, we’re waiting for you.", ["cleo"])
    assert live.rooms[ROOM].message == shown
    assert "once in this phase" in await bench.refusal("anna", "nudge")
    await bench.say("cleo", "note")
    assert (bench.chat.last.amends, bench.chat.before[-1]) == (True, shown)
    assert "once in this phase" in await bench.refusal("anna", "nudge ben")
    await bench.say("anna", "onward sure")
    await bench.say("anna", "nudge")
    assert called(bench.chat.last) == ["ben", "cleo"]


async def test_the_question_before_moving_on_has_two_answers(bench: Bench) -> None:
    """Only whoever asked gets it; the other answer does something else, and old answers do nothing."""
    await huddle(bench)
    live = await bench.live()
    (onward,) = [act for act in live.reply(seat=0, private=True).acts if act.command == "onward"]
    assert onward.instead == ("Give them a minute", "clock +1")
    before, posts = await bench.snapshot(), len(bench.chat.posts)
    (asked,) = await bench.press("anna", onward)
    assert (await bench.snapshot(), len(bench.chat.posts)) == (before, posts)
    assert (asked.private, asked.story) == (True, "3 people aren’t done. Move on anyway?")
    yes, instead = asked.acts
    assert [(act.label, act.role, act.asks_twice, act.instead) for act in asked.acts] == [
        ("Move on", "main", False, None),
        ("Give them a minute", "usual", False, None),
    ]
    until = bench.chat.last.until or 0.0
    for _ in range(2):
        await bench.press("anna", instead, delivery="one delivery")
    assert (bench.chat.last.until, (await bench.standing()).state.phase) == (until + 60, "write")
    await bench.say("cleo", "note")
    await bench.press("anna", yes)  # still the same question
    assert (await bench.standing()).state.phase == "talk"
    for old in (yes, instead):
        (told,) = await bench.press("anna", old)
        assert spelled(told).startswith("Things have moved on since I asked")
    assert (await bench.standing()).state.phase == "talk"


async def test_after_a_meeting_comes_the_next_one(bench: Bench) -> None:
    """One main act."""
    await held(bench)
    offered = {act.command.split()[0]: act.role for act in bench.chat.last.acts}
    assert (offered.pop("every"), set(offered.values())) == ("main", {"usual"})
    assert "actions" in offered
