"""The thread style: a table is one card in the channel, and its story is in the thread below it."""

from collections.abc import AsyncIterator

import pytest

from adapters.layout import MORE
from adapters.slack import texts as ui_texts
from adapters.slack.outgoing.live_message import Style
from bot.kernel.live.table import LiveTable
from bot.kernel.messages import Overview, Reply
from bot.kernel.store import Store
from games.values import replace
from tests.adapters.slack.harness import SlackHarness, SlackUser, labels, slack_harness, some_picture, texts
from tests.adapters.slack.test_games import move, standing_of
from tests.adapters.slack.test_meeting import mentioned
from tests.peers.slack import Payload, Posted, SlackPeer

ROOM = "slack:T1:C1"


@pytest.fixture
async def threads(slack: SlackPeer, sqlite_store: Store) -> AsyncIterator[SlackHarness]:
    """Tables are shown in threads, with pictures."""
    async with slack_harness(slack, sqlite_store, paint=some_picture, style="thread") as harness:
        yield harness


async def start(
    harness: SlackHarness, key: str = "sprint", names: tuple[str, ...] = ("anna", "ben")
) -> list[SlackUser]:
    people = [harness.person(name) for name in names]
    await people[0].types(f"new {key}")
    for person in people[1:]:
        await person.presses("Join")
    await people[0].presses("Start")
    return people


def images(message: Posted) -> list[str]:
    return [block["slack_file"]["id"] for block in message.blocks if block["type"] == "image"]


def private_text(person: SlackUser) -> str:
    return texts(person.private_replies()[-1]["blocks"])


async def test_a_press_finds_its_room_without_the_store(threads: SlackHarness, monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody asks whether the thread below a card is a room of its own: the words would wait for the answer."""
    people, asked = await start(threads), []
    in_room = threads.service.tables.in_room

    async def noted(room: str) -> LiveTable | None:
        asked.append(room)
        return await in_room(room)

    monkeypatch.setattr(threads.service.tables, "in_room", noted)
    await move(threads, people)
    assert {*asked} <= {ROOM}


async def test_a_table_is_one_card(threads: SlackHarness) -> None:
    """The lobby becomes the card; the turn, its buttons and whom it awaits are in the thread, the board is in both."""
    anna = threads.person("anna")
    await anna.types("new sprint")
    (card,) = threads.slack.in_channel("C1")
    assert "Join" in labels(card.blocks)
    await threads.person("ben").presses("Join")
    await anna.presses("Start")
    shown, turn = threads.slack.in_channel("C1")
    assert shown is card
    assert labels(card.blocks) == []
    assert card.blocks[0]["text"]["text"] == "The Scrum Game"
    assert "anna (host), ben" in texts(card.blocks)
    assert "<@" not in texts(card.blocks)
    assert turn.thread == card.ts
    assert "Roll the dice" in labels(turn.blocks)
    assert images(card) == images(turn) == list(threads.slack.files)


async def test_whoever_is_awaited_is_called_in_the_thread(threads: SlackHarness) -> None:
    """A mention in the thread, none in the channel; the person who started the game isn't called."""
    await start(threads)
    people = [threads.person(name) for name in ("anna", "ben")]
    called = set()
    for _ in range(12):
        await move(threads, people)
        called |= {one.thread for one in threads.slack.messages if "<@U" in texts(one.blocks)}
    (card,) = [one for one in threads.slack.messages if not one.thread]
    assert called == {card.ts}


@pytest.mark.parametrize("key", ["sprint", "rugby"])
async def test_only_the_newest_message_has_a_board(threads: SlackHarness, key: str) -> None:
    """Older ones shrink to their story line, and their files are deleted; the channel stays quiet."""
    people = await start(threads, key)
    for _ in range(16):
        await move(threads, people)
    card, *older, newest = threads.slack.in_channel("C1")
    assert len(older) >= 3
    assert images(card) == images(newest) == list(threads.slack.files)
    assert [one for one in older if labels(one.blocks)] == []
    assert {block["block_id"] for one in older for block in one.blocks} == {"told"}
    assert [one.ts for one in threads.slack.in_sight("C1") if not one.broadcast] == [card.ts]


@pytest.mark.parametrize("style", ["thread", "channel"])
async def test_nobody_is_called_twice_for_the_same_thing(slack: SlackPeer, sqlite_store: Store, style: Style) -> None:
    """A message calls whoever is awaited; the next one doesn't call them again unless they did something in between."""
    async with slack_harness(slack, sqlite_store, paint=some_picture, style=style) as harness:
        people = await start(harness, names=("anna", "ben", "cleo"))
        called: set[str] = set()
        posted = len(slack.calls_to("chat.postMessage"))
        for _ in range(40):
            standing = await standing_of(harness)
            called.discard(people[standing.game.awaits(standing.state)[0]].user)
            await move(harness, people)
            new = slack.calls_to("chat.postMessage")[posted:]
            posted += len(new)
            for message in new:
                users = mentioned(message.get("blocks", []))
                assert not called & {*users}, message["text"]
                assert len(users) == len({*users})
                called |= {*users}


async def test_milestones_are_broadcast(threads: SlackHarness) -> None:
    """The channel sees a day and the result, and a new game with its own card."""
    people = await start(threads)
    while not any(one.broadcast for one in threads.slack.messages):
        await move(threads, people)
    assert (await standing_of(threads)).playing
    while (await standing_of(threads)).playing:
        await move(threads, people)
    last = threads.slack.in_channel("C1")[-1]
    assert last.broadcast
    assert labels(last.blocks) == ["Fair dice", "Play again", "Talk about it", "Film", str(MORE)]
    (card,) = [one for one in threads.slack.messages if not one.thread]
    assert (labels(card.blocks), images(card)) == ([], []), "the channel sees the last board once"
    assert "won" in texts(card.blocks) or "lost" in texts(card.blocks)
    await people[1].presses("Play again", last)
    assert labels(last.blocks) == []
    assert images(last) == list(threads.slack.files), "the last board stays"
    new = threads.slack.in_channel("C1")[-1]
    assert new.thread == ""
    assert "Start" in labels(new.blocks)


async def test_a_command_in_the_channel_finds_the_thread(threads: SlackHarness) -> None:
    """Slash commands carry no thread: the person reads what happened, and has a link to it if Slack gives one."""
    anna, ben = await start(threads)
    before = texts(threads.slack.in_channel("C1")[-1].blocks)
    await anna.types("roll")
    last = threads.slack.in_channel("C1")[-1]
    assert last.thread
    assert texts(last.blocks) != before
    told = anna.private_replies()[-1]
    assert private_text(anna).startswith("anna rolls")
    assert "ben, roll one die to plan the sprint." in texts(told["blocks"])
    (link,) = [part for block in told["blocks"] for part in block["elements"][0]["elements"] if part["type"] == "link"]
    address = f"https://T1.slack.com/archives/C1/p{last.ts.replace('.', '')}"
    assert link["url"] == f"{address}?thread_ts={last.thread}&cid=C1"
    threads.slack.refuse("chat.getPermalink", "message_not_found")
    await ben.types("roll")
    assert private_text(ben).startswith("ben rolls")
    assert private_text(ben).endswith(str(ui_texts.POSTED_IN_THREAD))


async def test_four_presses_to_the_first_roll(threads: SlackHarness) -> None:
    """Whoever starts on the card needn't open the thread: the answer has what to do next, and then what came of it."""
    anna = threads.person("anna")
    await anna.types("")
    await anna.presses_privately("The Scrum Game")
    await anna.presses("Add an automatic player")
    await anna.presses("Start")
    started = anna.private_replies()[-1]
    assert texts(started["blocks"]).startswith("Here we go!")
    assert str(ui_texts.OPEN_THREAD) in texts(started["blocks"])
    await anna.presses_privately("Roll the dice")
    assert "rolled" in await threads.kinds()
    rolled = anna.private_replies()[-1]
    assert rolled["replace_original"]
    assert texts(rolled["blocks"]).startswith("anna rolls")


async def test_a_press_in_the_thread_is_not_answered(threads: SlackHarness) -> None:
    """Its result comes right below, also after a form; private answers to a form come into the thread, too."""
    people = await start(threads)
    answers = [len(person.private_replies()) for person in people]
    for _ in range(20):
        await move(threads, people)
    assert [len(person.private_replies()) for person in people] == answers


async def test_a_second_table_gets_its_own_thread(threads: SlackHarness) -> None:
    """A command is for the table at which the person sits; if that isn't clear, they are asked."""
    await start(threads)
    cleo, dora = threads.person("cleo"), threads.person("dora")
    await cleo.types("new rugby")
    card = threads.slack.in_channel("C1")[-1]
    assert (card.thread, "Join" in labels(card.blocks)) == ("", True)
    await dora.presses("Join", card)
    await cleo.types("start")
    room = f"{ROOM}:{card.ts}"
    assert "table.game_started" in await threads.kinds(room)
    await threads.person("anna").types("roll")
    assert "rolled" in await threads.kinds()
    anna = threads.person("anna")
    await anna.types("thread new retro")
    await anna.types("status")
    assert str(ui_texts.WHICH_TABLE) in private_text(anna)
    retro = next(label for label in labels(anna.private_replies()[-1]["blocks"]) if label.startswith("Retro"))
    await anna.presses_privately(retro)
    assert "Waiting" in private_text(anna) or "anna (host)" in private_text(anna)


async def test_a_mention_in_the_thread(threads: SlackHarness) -> None:
    """`@Scrum Table roll` is a command there; a second delivery changes nothing, and refusals are private."""
    anna, ben = await start(threads)
    card = threads.slack.in_channel("C1")[0]
    before, answers = await threads.kinds(), len(anna.private_replies())
    await mention(anna, "<@UBOT> roll", card.ts)
    assert len(await threads.kinds()) > len(before)
    assert len(anna.private_replies()) == answers, "what it shows is right there"
    after = await threads.kinds()
    await anna.again()
    assert await threads.kinds() == after
    await mention(ben, "<@UBOT> rol", card.ts)
    assert "I don’t know “rol”" in private_text(ben)
    assert ben.private_replies()[-1]["thread_ts"] == card.ts


async def mention(person: SlackUser, text: str, thread: str) -> None:
    event = {
        "type": "app_mention",
        "user": person.user,
        "text": text,
        "channel": "C1",
        "ts": "9.9",
        "thread_ts": thread,
    }
    body: Payload = {"type": "event_callback", "team_id": "T1", "event_id": f"Ev{person.user}{text}", "event": event}
    await person._deliver("events_api", body)


async def test_after_a_restart(slack: SlackPeer, sqlite_store: Store) -> None:
    """The same card and thread; an amended message gets its board again although nobody remembers it."""
    async with slack_harness(slack, sqlite_store, paint=some_picture, style="thread") as harness:
        await start(harness)
    async with slack_harness(slack, sqlite_store, paint=some_picture, style="thread") as later:
        people = [later.person(name) for name in ("anna", "ben")]
        await people[0].types("roll")
        for _ in range(6):
            await move(later, people)
    card, *_, newest = slack.in_channel("C1")
    assert [one.ts for one in slack.in_channel("C1") if not one.thread] == [card.ts]
    assert len(images(newest)) == 1
    assert images(card) == images(newest)


async def test_another_view(threads: SlackHarness) -> None:
    """`/scrum table view channel` moves the table into the channel at its next turn, and its next tables too."""
    people = await start(threads)
    await people[1].types("table view channel")
    assert private_text(people[1]) == str(ui_texts.VIEWS["channel"])
    while threads.slack.in_channel("C1")[-1].thread:
        await move(threads, people)
    await people[0].types("end sure")
    await people[0].types("new rugby")
    await people[1].presses("Join")
    await people[1].presses("Start")
    assert threads.slack.in_channel("C1")[-1].thread == ""
    await people[0].types("view thread")
    await people[0].types("end sure")
    assert threads.slack.in_channel("C1")[-1].thread


async def test_a_direct_message_has_no_threads(threads: SlackHarness) -> None:
    """Nobody else reads there."""
    anna = threads.person("anna", channel="D1")
    for line in ("new sprint", "bot", "start"):
        await anna.types(line)
    assert [one.thread for one in threads.slack.in_channel("D1")] == ["", ""]


async def test_a_table_that_moves_in(threads: SlackHarness) -> None:
    """A room that gets a running table from elsewhere shows its card first."""
    reply = Reply("News.", "Roll!", news=True)
    overview = await _overview(threads)
    await threads.adapter.post("slack:T1:C2", replace(reply, overview=overview), None, "")
    card, turn = threads.slack.in_channel("C2")
    assert (card.thread, turn.thread) == ("", card.ts)
    assert overview.title in texts(card.blocks)


async def _overview(harness: SlackHarness) -> Overview:
    await start(harness)
    live = await harness.service.tables.in_room(ROOM)
    assert live is not None
    return live.overview()


async def test_a_message_without_a_story_is_deleted(threads: SlackHarness) -> None:
    """What was posted only to show the board again leaves nothing behind."""
    await start(threads)
    ref = await threads.store.room(ROOM)
    assert ref is not None
    before = threads.slack.in_channel("C1")[-1]
    again = Reply("Roll!", past="", acts=(), news=True)
    await threads.adapter.post(ROOM, again, None, ref.message)
    await threads.settle()
    assert before not in threads.slack.messages


@pytest.mark.parametrize("line", ["new poker", "new sprint hours=banana", "new", "thread new poker", "thread roll"])
async def test_nothing_is_posted_for_a_table_that_cannot_open(threads: SlackHarness, line: str) -> None:
    """The reason is private, also where a table would get a thread of its own."""
    anna, _ = await start(threads)
    posted = len(threads.slack.calls_to("chat.postMessage"))
    await anna.types(line)
    assert len(threads.slack.calls_to("chat.postMessage")) == posted
    assert private_text(anna)


async def test_a_line_goes_if_its_table_is_refused_later(threads: SlackHarness) -> None:
    """Whether a code is valid is only known once there is a room for its table."""
    anna, _ = await start(threads)
    before = [one.ts for one in threads.slack.messages]
    await anna.types("thread join 12345")
    assert [one.ts for one in threads.slack.messages] == before
    assert private_text(anna)
