"""Teams as a part of the program: settings, the app package, `doctor`, readiness, and what a log never says."""

import io
import json
import logging
import zipfile
from pathlib import Path
from typing import Any

import pytest
from PIL import Image
from pydantic import SecretStr, ValidationError

from adapters.teams.adapter import TeamsAdapter, adapter_of, refusal, teams_settings
from adapters.teams.doctor import check
from adapters.teams.package import COMMAND_LIMIT, COMMANDS, MAX_COMMANDS, icon, package
from adapters.web.embedding.pages import TAB
from adapters.web.embedding.teams_tab import TabDoor
from bot.cli import Fault
from bot.cli.app import main
from bot.cli.platforms import configured
from bot.kernel.store import Store
from bot.kernel.table.catalogue import parse
from bot.operations.metrics import Metrics
from bot.settings import BadSettings, Settings
from tests.adapters.teams.harness import TeamsHarness, teams_harness
from tests.peers.teams import APP, SECRET, TENANT, TOKEN, TeamsPeer

URL = "https://table.example.org"
OTHER = "22222222-2222-4222-8222-222222222222"


def set_up(**more: Any) -> Settings:
    usual = {"teams_app_id": APP, "teams_app_secret": SecretStr(SECRET), "teams_tenant_id": TENANT, "web_url": URL}
    return Settings(**{**usual, **more})


async def no_picture(*_: object, **__: object) -> bytes | None:
    return None


# --- settings --------------------------------------------------------------------------------------------------------


def test_nothing_is_set() -> None:
    assert adapter_of(Settings(), no_picture) is None
    assert configured(Settings(), no_picture, Metrics()) == []


@pytest.mark.parametrize("missing", ["teams_app_id", "teams_app_secret", "teams_tenant_id"])
def test_something_is_missing(missing: str) -> None:
    """A sentence names all three."""
    settings = set_up(**{missing: None if missing == "teams_app_secret" else ""})
    with pytest.raises(BadSettings, match="TEAMS_APP_ID, TEAMS_APP_SECRET and TEAMS_TENANT_ID"):
        adapter_of(settings, no_picture)


def test_the_settings() -> None:
    """One tenant unless others are listed; without an https address, nothing is fetched from us."""
    config = teams_settings(set_up(teams_tenants=f"{TENANT}, {OTHER.upper()}"))
    assert config.allowed == {TENANT, OTHER}
    assert teams_settings(set_up()).allowed == {TENANT}
    assert teams_settings(set_up(web_url="http://table.example.org")).url == ""
    assert SECRET not in repr(set_up())
    for name in ("teams_app_id", "teams_tenant_id", "teams_tenants"):
        with pytest.raises(ValidationError):
            set_up(**{name: "not-an-id"})


def test_the_program_has_it(monkeypatch: pytest.MonkeyPatch) -> None:
    """One adapter; without its library, a sentence says how to install that."""
    (making,) = configured(set_up(), no_picture, Metrics())
    assert isinstance(making(None), TeamsAdapter)  # type: ignore[arg-type]  # no store is needed to make it
    monkeypatch.setattr("bot.extras.find_spec", lambda _: None)
    with pytest.raises(Fault, match=r"^TEAMS_APP_ID is set, but PyJWT isn't installed: .* the extra `teams`"):
        configured(set_up(), no_picture, Metrics())


# --- the package -----------------------------------------------------------------------------------------------------


def test_the_package() -> None:
    """A manifest that names this app and this address, and icons as Teams wants them."""
    with zipfile.ZipFile(io.BytesIO(package(set_up()))) as files:
        assert sorted(files.namelist()) == ["color.png", "manifest.json", "outline.png"]
        described = json.loads(files.read("manifest.json"))
        colour, outline = (Image.open(io.BytesIO(files.read(name))) for name in ("color.png", "outline.png"))
    assert described["id"] == described["bots"][0]["botId"] == APP
    assert described["validDomains"] == ["table.example.org"]
    assert set(described["bots"][0]["scopes"]) == {"personal", "team", "groupChat"}
    assert len(described["name"]["short"]) <= 30
    assert len(described["name"]["full"]) <= 100
    assert len(described["description"]["short"]) <= 80
    assert all(
        described["developer"][f"{each}Url"].startswith("https://") for each in ("website", "privacy", "termsOfUse")
    )
    assert (colour.size, outline.size) == ((192, 192), (32, 32))
    assert colour.convert("RGBA").getchannel("A").getextrema() == (255, 255)
    transparent = outline.convert("RGBA")
    shown = [transparent.getpixel((at % 32, at // 32)) for at in range(32 * 32)]
    assert {pixel[:3] for pixel in shown if isinstance(pixel, tuple) and pixel[3]} == {(255, 255, 255)}
    assert any(isinstance(pixel, tuple) and not pixel[3] for pixel in shown)
    assert package(set_up()) == package(set_up())
    assert SECRET.encode() not in package(set_up())


def test_the_package_with_a_tab() -> None:
    """TEAMS_TAB adds the tab, also beside meetings, and the audience that our server expects of its tokens."""
    plain, described = (described_in(package(set_up(teams_tab=tab))) for tab in (False, True))
    assert plain.keys() == described.keys() - {"configurableTabs", "webApplicationInfo"}
    (tab,) = described["configurableTabs"]
    assert tab["configurationUrl"] == f"{URL}{TAB}/config"
    assert {"channelTab", "privateChatTab", "meetingChatTab", "meetingSidePanel"} <= set(tab["context"])
    assert tab["scopes"] == ["team", "groupChat"]
    signed = described["webApplicationInfo"]
    assert (signed["id"], signed["resource"]) == (APP, f"api://table.example.org/botid-{APP}")
    door = TabDoor(TeamsAdapter(teams_settings(set_up())), "table.example.org")
    assert signed["resource"] in door._audience
    assert described["validDomains"] == ["table.example.org"]
    assert described["version"] > plain["version"]  # else Teams takes it for the same


def described_in(zipped: bytes) -> dict[str, Any]:
    with zipfile.ZipFile(io.BytesIO(zipped)) as files:
        found: dict[str, Any] = json.loads(files.read("manifest.json"))
        return found


def test_the_command_list() -> None:
    """Ten commands that the program knows, each short enough."""
    assert 0 < len(COMMANDS) <= MAX_COMMANDS
    for title, about in COMMANDS:
        assert parse(title, None, ()).command.name == title.split()[0]
        assert len(title) <= COMMAND_LIMIT
        assert 0 < len(about) <= 128


def test_writing_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    """`scrum-table teams package` writes it, or says what is missing."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("TEAMS_APP_ID", APP)
    assert main(["teams", "package"]) == 2
    assert "WEB_URL" in capsys.readouterr().err
    assert main(["teams", "package", "--url", URL]) == 0
    assert zipfile.is_zipfile(tmp_path / "scrum-table-teams.zip")
    assert "Upload it" in capsys.readouterr().out
    monkeypatch.delenv("TEAMS_APP_ID")
    assert main(["teams", "package", "--url", URL, "-o", "other.zip"]) == 2
    assert "TEAMS_APP_ID" in capsys.readouterr().err


def test_icons_are_ours() -> None:
    assert icon(192) != icon(192, outline=True)


# --- doctor ----------------------------------------------------------------------------------------------------------


async def findings(teams: TeamsPeer, **more: Any) -> list[tuple[bool, str]]:
    settings = set_up(**{"teams_login_url": teams.url, "web_url": "https://127.0.0.1:9", **more})
    found = await check(settings)
    assert not any(SECRET in f"{each.what} {each.advice}" for each in found)
    return [(each.ok, each.what) for each in found]


async def test_doctor(teams: TeamsPeer) -> None:
    """A sentence each: tenant, id and secret, endpoint, pictures."""
    tenant, credentials, endpoint, pictures = await findings(teams)
    assert tenant == (True, "TEAMS_TENANT_ID is a tenant that Microsoft knows.")
    assert credentials == (True, "TEAMS_APP_ID and TEAMS_APP_SECRET are valid; Microsoft gives the bot a token.")
    assert endpoint[1].startswith("Nothing answers at the messaging endpoint https://127.0.0.1:9/teams/messages")
    assert pictures[0]


async def test_doctor_finds_faults(teams: TeamsPeer) -> None:
    _, wrong, *_ = await findings(teams, teams_app_secret=SecretStr("another"))
    assert wrong == (False, refusal("AADSTS7000215"))
    unknown, wrong, *_ = await findings(teams, teams_tenant_id=OTHER)
    assert unknown == (False, "Microsoft doesn't know the tenant in TEAMS_TENANT_ID.")
    assert not wrong[0]
    *_, endpoint, _ = await findings(teams, web_url="")
    assert not endpoint[0]
    assert "HTTPS" in endpoint[1]
    away, token, *_ = await findings(teams, teams_login_url="http://127.0.0.1:9")
    assert not away[0]
    assert not token[0]
    missing, endpoint = await findings(teams, teams_tenant_id="")
    assert (missing[0], "; TEAMS_TENANT_ID is missing" in missing[1]) == (False, True)
    assert "messaging endpoint" in endpoint[1]  # checked all the same


# --- running ---------------------------------------------------------------------------------------------------------


async def test_wrong_credentials_stop_the_program(teams: TeamsPeer, sqlite_store: Store) -> None:
    with pytest.raises(BadSettings, match="TEAMS_APP_SECRET is wrong"):
        async with teams_harness(teams, sqlite_store, secret="another"):
            pass


async def test_readiness(harness: TeamsHarness) -> None:
    """Ready while Microsoft gives us tokens."""
    assert await harness.adapter.trouble() == ""
    harness.adapter._token.forget()
    harness.teams.token_refusal = "AADSTS7000222: The client secret has expired."
    assert "AADSTS7000222" in await harness.adapter.trouble()
    harness.teams.token_refusal = ""
    assert await harness.adapter.trouble() == ""
    idle = TeamsAdapter(teams_settings(set_up()))
    assert await idle.trouble() == "Teams is not connected."


async def test_nothing_secret_is_logged(harness: TeamsHarness, caplog: pytest.LogCaptureFixture) -> None:
    """Tokens, names, what people type, and cards."""
    caplog.set_level(logging.DEBUG)
    anna = harness.person("anna-lovelace")
    await anna.types("new sprint")
    await harness.teams.deliver(anna.activity("message", text="hunter2"), harness.teams.signed(aud="x"))
    harness.teams.fail("POST", 403)
    await anna.types("help")
    await harness.settle()
    ours = [record.getMessage() for record in caplog.records if record.name.startswith("adapters.teams")]
    assert ours
    for secret in (TOKEN, SECRET, "anna-lovelace", "hunter2", "eyJ"):
        assert not any(secret in line for line in ours), secret


async def test_deliveries_before_and_after(teams: TeamsPeer, sqlite_store: Store) -> None:
    """While the program starts or stops, Teams is asked to come again."""
    async with teams_harness(teams, sqlite_store) as harness:
        harness.adapter._activities.close()
        assert (await teams.deliver(harness.person("anna").activity("message", text="roll")))[0] == 503
