"""Boards as pictures or as text: what a table chose applies to every message."""

from tests.bot.harness import Bench, spelled


async def test_pictures_by_default(bench: Bench) -> None:
    """A new table shows pictures."""
    await bench.begin()
    assert bench.chat.last.drawing is not None
    assert bench.chat.last.pictures


async def test_a_table_chooses_text(bench: Bench) -> None:
    """A player chooses: the room is told, and boards, charts and private replies follow."""
    await bench.begin()
    assert await bench.say("ben", "view text") == []
    assert "From now on, boards are shown as text." in spelled(bench.chat.last)
    for line in ("board", "chart"):
        await bench.say("anna", line)
        assert bench.chat.last.drawing is not None
        assert not bench.chat.last.pictures
    assert not (await bench.say("anna", "status"))[0].pictures
    await bench.say("anna", "/scrum table view picture")
    assert bench.chat.last.pictures


async def test_a_table_chooses_its_colours(bench: Bench) -> None:
    """Until it does, each platform has its own; whoever chooses colours wants pictures."""
    await bench.begin()
    before = bench.chat.last
    await bench.say("ben", "view dark")
    assert "boards come in dark colours" in spelled(bench.chat.last)
    await bench.say("anna", "chart")
    assert (before.dark, bench.chat.last.dark) == (None, True)
    await bench.say("anna", "view text")
    await bench.say("anna", "view light")
    assert (bench.chat.last.pictures, bench.chat.last.dark) == (True, False)
    later = bench.another_process()
    await later.say("anna", "board")
    assert later.chat.last.dark is False


async def test_the_choice_is_kept(bench: Bench) -> None:
    """It is an event of the table: after a restart the table still shows text, and the game verifies."""
    await bench.begin()
    await bench.say("anna", "view text")
    later = bench.another_process()
    await later.say("anna", "board")
    assert not later.chat.last.pictures
    await later.say("anna", "end sure")
    [proof] = await later.say("anna", "verify")
    assert "Everything checks out." in proof.text


async def test_refusals(bench: Bench) -> None:
    """Nothing changes for watchers, unknown forms, the form already in use, and after the end."""
    await bench.begin()
    assert "already shown as pictures" in await bench.refusal("anna", "view picture")
    assert "You’re not seated at this table." in await bench.refusal("zoe", "view text")
    assert "`picture`, `text`, `dark` or `light`" in await bench.refusal("anna", "view smoke")
    assert "for the whole table" in await bench.refusal("anna", "view dark me")
    await bench.say("anna", "view dark")
    assert "already shown as dark pictures" in await bench.refusal("anna", "view dark")
    assert "Something’s missing" in await bench.refusal("anna", "view")
    await bench.say("anna", "end sure")
    assert "This table is closed" in await bench.refusal("anna", "view text")


async def test_in_the_lobby(bench: Bench) -> None:
    """A table can choose before the game starts."""
    await bench.seat("anna", "ben")
    await bench.say("anna", "view text")
    await bench.say("anna", "start")
    assert bench.chat.last.drawing is not None
    assert not bench.chat.last.pictures


async def test_a_person_s_own_choice(bench: Bench) -> None:
    """It changes nothing at the table, survives a restart, and applies only to what this person alone sees."""
    await bench.begin()
    posts, events = len(bench.chat.posts), (await bench.standing()).sequence
    (answer,) = await bench.say("ben", "view text me")
    assert answer.private
    assert "comes as text" in answer.text
    assert (len(bench.chat.posts), (await bench.standing()).sequence) == (posts, events)
    again = bench.another_process()
    (ben,) = await again.say("ben", "status")
    (anna,) = await again.say("anna", "status")
    assert (ben.pictures, anna.pictures) == (False, True)
    await again.say("ben", "board")
    assert again.chat.last.pictures
    (answer,) = await again.say("ben", "view picture me")
    assert "comes as pictures" in answer.text
    (ben,) = await again.say("ben", "status")
    assert ben.pictures
    assert "You’re not seated at this table." in await bench.refusal("zoe", "view text me")
