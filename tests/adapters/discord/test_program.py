"""The whole program, configured to use the Discord peer."""

import asyncio
import os
import signal
import sys
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from adapters.discord.doctor import check
from adapters.discord.gateway import discord_settings
from bot.operations.doctor import Finding, database_check, examine, lines
from bot.settings import BadSettings, Settings
from storage import open_to_read
from tests.peers.discord import TOKEN, DiscordPeer
from tests.peers.discord_state import GUILD, Refusal
from tests.peers.discord_user import DiscordUser

ROOT = Path(__file__).parents[3]
PNG = b"\x89PNG\r\n\x1a\n"
LISTED = {
    "description": "Scrum games in your channel",
    "icon": "0" * 32,
    "tags": ["games"],
    "terms_of_service_url": "https://team.example/terms",
    "privacy_policy_url": "https://team.example/privacy",
    "guild_id": str(GUILD),
    "integration_types_config": {"0": {}, "1": {}},
}


def environment(peer: DiscordPeer, folder: Path, **more: str) -> dict[str, str]:
    kept = {name: os.environ[name] for name in ("PATH", "HOME", "LANG") if name in os.environ}
    return {
        **kept,
        "PYTHONPATH": str(ROOT),
        "DATABASE_URL": f"sqlite:///{folder / 'tables.sqlite3'}",
        "DISCORD_TOKEN": TOKEN,
        "DISCORD_API_URL": peer.api_url,
        "DISCORD_GATEWAY_URL": peer.gateway_url,
        "LOG_LEVEL": "DEBUG",
        **more,
    }


@asynccontextmanager
async def running(env: Mapping[str, str], folder: Path, peer: DiscordPeer) -> AsyncIterator[list[str]]:
    """Run `scrum-table run` during the test; the list gets its output at the end."""
    written: list[str] = []
    sessions = len(peer.gateway.sessions)
    program = await asyncio.create_subprocess_exec(
        sys.executable,
        "-m",
        "bot",
        "run",
        cwd=folder,
        env=env,
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.STDOUT,
    )
    reading = asyncio.create_task(program.communicate())
    ready = asyncio.create_task(peer.gateway.until_ready(sessions + 1))
    try:
        await asyncio.wait({reading, ready}, return_when=asyncio.FIRST_COMPLETED)
        assert ready.done(), reading.result()[0].decode()
        yield written
    finally:
        ready.cancel()
        if program.returncode is None:
            program.send_signal(signal.SIGTERM)
        output, _ = await reading
        written.append(output.decode())
    assert program.returncode == 0, written[0]


async def test_a_game_with_the_whole_program(peer: DiscordPeer, tmp_path: Path) -> None:
    """Commands, buttons, a picture and a restart work, and even the DEBUG log has no secrets."""
    anna, ben = (DiscordUser(peer, number, name, peer.channel(7000)) for number, name in ((101, "anna"), (102, "ben")))
    channel = anna.channel
    env = environment(peer, tmp_path)
    async with running(env, tmp_path, peer) as first:
        await anna.command("new", game="sprint")
        await ben.press(channel.last, "Join")
        count = len(channel.shown)
        await ben.press_without_waiting(channel.last, "Start")
        await peer.until(lambda: len(channel.shown) > count)
    async with running(env, tmp_path, peer) as second:
        count = len(channel.shown)
        await anna.press_without_waiting(channel.last, "Roll the dice")
        await peer.until(lambda: len(channel.shown) > count and not channel.last.only_calls)
        assert "**anna** rolls" in channel.last.content
        await peer.until(lambda: bool(channel.last.board or channel.last.files))  # the words don't wait for it
        assert channel.last.board or channel.last.files[0].startswith(PNG)
    assert TOKEN not in first[0] + second[0]
    assert "token-" not in first[0] + second[0]  # interaction tokens are valid for 15 minutes


async def doctor(env: Mapping[str, str], folder: Path) -> tuple[int | None, str]:
    program = await asyncio.create_subprocess_exec(
        sys.executable,
        "-m",
        "bot",
        "doctor",
        cwd=folder,
        env=env,
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.PIPE,
    )
    output, _ = await program.communicate()
    return program.returncode, output.decode()


async def test_the_doctor_finds_what_is_missing(peer: DiscordPeer, tmp_path: Path) -> None:
    """Token and database are fine; permissions are missing, and the invitation link is shown."""
    code, output = await doctor(environment(peer, tmp_path, LOG_LEVEL="WARNING"), tmp_path)
    assert code == 1
    assert "ok  The database (sqlite) works." in output
    assert "ok  The Discord token is valid" in output
    assert "https://discord.com/oauth2/authorize?client_id=1001&scope=bot+applications.commands&permissions=" in output
    assert "NO  The bot lacks permissions in “The guild”: " in output
    assert "Send Messages" in output
    assert "The App Directory would ask for a description, an icon, tags, a terms of service URL" in output
    assert "People can't add the bot to their account." in output
    assert "not yet registered everywhere" in output
    assert TOKEN not in output


def settings(peer: DiscordPeer, folder: Path, **more: str) -> Settings:
    found = {name.lower(): value for name, value in environment(peer, folder, **more).items()}
    return Settings(**{name: value for name, value in found.items() if name in Settings.model_fields})  # type: ignore[arg-type]


async def test_the_doctor_finds_no_problem(peer: DiscordPeer, tmp_path: Path) -> None:
    """With every permission there's nothing to report."""
    peer.granted = (1 << 50) - 1
    peer.application = LISTED
    findings = await check(settings(peer, tmp_path, DISCORD_GUILDS=str(GUILD)))
    assert all(finding.ok for finding in findings), findings
    output = "\n".join(lines(findings))
    assert "The application has everything that the App Directory asks for." in output
    assert "people open https://discord.com/oauth2/authorize?client_id=1001&scope=applications.commands&" in output


@pytest.mark.parametrize("path", ["/gateway/bot", "/commands", "/users/@me/guilds"])
async def test_a_check_that_fails_does_not_silence_the_others(peer: DiscordPeer, tmp_path: Path, path: str) -> None:
    """Neither another check of Discord nor any that comes later."""
    peer.faults.append(lambda request: Refusal(400, 0, "Odd") if request.path.endswith(path) else None)

    async def breaks(_: Settings) -> list[Finding]:
        raise KeyError("odd")

    findings = await examine(settings(peer, tmp_path), [breaks, check, database_check(open_to_read)])
    output = "\n".join(lines(findings))
    assert output.count("NO  The check of ") == 2
    assert "ok  The Discord token is valid" in output
    assert ("The gateway accepts connections" in output) == (path != "/gateway/bot")
    assert ("not yet registered" in output) == (path != "/commands")
    assert ("The bot lacks permissions" in output) == (path != "/users/@me/guilds")
    assert "ok  The database (sqlite) works." in output


async def test_the_doctor_sees_that_few_sessions_are_left(peer: DiscordPeer, tmp_path: Path) -> None:
    """Fewer than the program keeps for a restart by hand."""
    peer.limits = {**peer.limits, "remaining": 49}
    findings = await check(settings(peer, tmp_path))
    assert any(not finding.ok and "49 more today" in finding.what for finding in findings)


async def test_the_doctor_notices_that_commands_go_elsewhere(peer: DiscordPeer, tmp_path: Path) -> None:
    """With an interactions endpoint, Discord would never send this program anything."""
    peer.application = {"interactions_endpoint_url": "https://elsewhere.example/"}
    failed = [finding for finding in await check(settings(peer, tmp_path)) if not finding.ok]
    assert any("Interactions Endpoint URL" in finding.advice for finding in failed)


@pytest.mark.parametrize(
    ("more", "sentence"),
    [
        ({"DISCORD_TOKEN": "wrong"}, "Discord rejected the token"),
        ({"DISCORD_API_URL": "http://127.0.0.1:9/api/v10"}, "Discord cannot be reached"),
        ({"DATABASE_URL": "sqlite:///a-file/tables.db"}, "Can't use the database (sqlite)"),
    ],
)
async def test_the_doctor_says_what_is_wrong(
    peer: DiscordPeer,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    more: dict[str, str],
    sentence: str,
) -> None:
    """Problems are reported in a sentence without secrets."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "a-file").write_text("no folder")
    findings = await examine(settings(peer, tmp_path, **more), [database_check(open_to_read), check])
    output = "\n".join(lines(findings))
    assert not all(finding.ok for finding in findings)
    assert sentence in output
    assert TOKEN not in output
    assert "wrong" not in output


async def test_a_wrong_token_stops_the_program(peer: DiscordPeer, tmp_path: Path) -> None:
    """The error says what to do, without the token."""
    env = environment(peer, tmp_path, DISCORD_TOKEN="wrong-secret", LOG_LEVEL="WARNING")
    program = await asyncio.create_subprocess_exec(
        sys.executable, "-m", "bot", "run", cwd=tmp_path, env=env, stderr=asyncio.subprocess.PIPE
    )
    _, output = await program.communicate()
    assert program.returncode == 2
    assert "Discord rejected the token in DISCORD_TOKEN" in output.decode()
    assert "wrong-secret" not in output.decode()


SHARDS = [
    ({"DISCORD_SHARD_IDS": "0"}, "DISCORD_SHARD_IDS is set, but not DISCORD_SHARD_COUNT"),
    ({"DISCORD_SHARD_IDS": "1,2", "DISCORD_SHARD_COUNT": "2"}, "DISCORD_SHARD_IDS names a shard beyond the last, 1"),
    ({"DISCORD_SHARD_IDS": "1,1", "DISCORD_SHARD_COUNT": "2"}, "DISCORD_SHARD_IDS names a shard twice."),
]


@pytest.mark.parametrize(("more", "sentence"), SHARDS)
async def test_shards_that_do_not_fit(peer: DiscordPeer, tmp_path: Path, more: dict[str, str], sentence: str) -> None:
    """`run` refuses them; the doctor says the same and checks the token all the same."""
    given = settings(peer, tmp_path, **more)
    with pytest.raises(BadSettings, match=f"^{sentence}"):
        discord_settings(given)
    found = await check(given)
    assert (found[0].ok, found[0].what.startswith(sentence)) == (False, True)
    assert any("token is valid" in each.what for each in found[1:])
