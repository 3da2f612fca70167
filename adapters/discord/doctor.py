"""Checks of the Discord settings, and the link that invites the bot."""

import discord

from adapters.discord.command_tree import command_trees, for_guild, globally, same
from adapters.discord.gateway import (
    FAILURES,
    DiscordSettings,
    activity_faults,
    discord_settings,
    sessions_left,
    shard_faults,
)
from adapters.discord.registration import registered
from adapters.discord.texts import NEEDED, missing
from bot.operations.doctor import Finding, guarded
from bot.settings import Settings
from games.text import listing

_GUIDE = "See docs/discord.md."
# without what may be wrong, so that the rest can be checked
_SIMPLEST = {
    "discord_shard_ids": (),
    **dict.fromkeys(("discord_shard_count", "discord_application_id", "discord_client_secret")),
}


def invitation(application: int) -> str:
    scopes = ("bot", "applications.commands")
    return discord.utils.oauth_url(application, permissions=NEEDED, scopes=scopes)


def _account_link(application: int) -> str:
    """The link with which a person adds the bot to their account."""
    return f"{discord.utils.oauth_url(application, scopes=('applications.commands',))}&integration_type=1"


async def check(settings: Settings) -> list[Finding]:
    """Check the settings of Discord, which has a token, and what Discord says of them."""
    shards, activity = list(shard_faults(settings)), list(activity_faults(settings))
    faults = [
        *(Finding(ok=False, what=fault, advice="See docs/settings.md.") for fault in shards),
        *(Finding(ok=False, what=fault, advice="See docs/embedding.md.") for fault in activity),
    ]
    configured = discord_settings(settings.model_copy(update=_SIMPLEST) if faults else settings)
    assert configured is not None
    return [*faults, *await _connect(configured, settings)]


async def _connect(configured: DiscordSettings, settings: Settings) -> list[Finding]:
    configured.set_library_url()
    client = discord.Client(intents=discord.Intents(guilds=True))  # none at all makes the library warn
    try:
        await client.login(configured.token)
        return await _findings(client, configured, settings)
    except discord.LoginFailure:
        return [Finding(ok=False, what="Discord rejected the token in DISCORD_TOKEN.", advice=_GUIDE)]
    except FAILURES as error:
        return [Finding(ok=False, what=f"Discord cannot be reached: {error}.", advice="Check the network connection.")]
    finally:
        await client.close()


async def _findings(client: discord.Client, configured: DiscordSettings, settings: Settings) -> list[Finding]:
    assert client.application_id is not None
    found = [
        Finding(ok=True, what=f"The Discord token is valid; it belongs to {client.user}."),
        Finding(ok=True, what=f"To invite the bot, open {invitation(client.application_id)}"),
    ]
    for what, finding in (
        ("the gateway", _gateway(client)),
        ("the application", _application(client, settings if configured.activity else None)),
        ("the commands", _commands(client, configured)),
        ("the permissions", _permissions(client)),
    ):
        found += await guarded(f"Discord ({what})", finding)
    return found


async def _gateway(client: discord.Client) -> list[Finding]:
    _, _, limits = await client.http.get_bot_gateway()
    what = f"The gateway accepts connections ({limits['remaining']} more today)."
    if sessions_left(limits) > 0:
        return [Finding(ok=True, what=what)]
    advice = "Scrum Table waits, because Discord resets the token of a bot that makes more. See docs/operations.md."
    return [Finding(ok=False, what=what, advice=advice)]


# --- the application in the developer portal -----------------------------------------------------------------------


async def _application(client: discord.Client, embedding: Settings | None) -> list[Finding]:
    """`embedding`: the settings, if the web table is to be opened inside Discord."""
    app = await client.application_info()
    activity = [_activity(app, embedding)] if embedding else []
    return [*_deliveries(app), *activity, _account(app), _listing(app)]


def _activity(app: discord.AppInfo, settings: Settings) -> Finding:
    if app.id != settings.discord_application_id:
        what = f"DISCORD_APPLICATION_ID isn't the number of the app that DISCORD_TOKEN belongs to: that is {app.id}."
        return Finding(ok=False, what=what, advice="See docs/embedding.md.")
    if not app.flags.embedded:
        advice = "Turn on “Enable Activities” in the developer portal, under Activities, Settings."
        return Finding(
            ok=False, what="Activities are off for this app, so Discord can't open the web table.", advice=advice
        )
    target = settings.web_url.partition("://")[2].rstrip("/")
    advice = f"In the developer portal, under Activities, URL Mappings, the root `/` must lead to {target}."
    return Finding(ok=True, what="The Activity is on: Discord can open the web table.", advice=advice)


def _deliveries(app: discord.AppInfo) -> list[Finding]:
    """Check for an address to which Discord sends interactions instead of this program."""
    if not app.interactions_endpoint_url:
        return []
    advice = "Clear “Interactions Endpoint URL” in the developer portal, under General Information."
    return [Finding(ok=False, what="Discord doesn't send commands to this program, but to an address.", advice=advice)]


def _account(app: discord.AppInfo) -> Finding:
    if app.user_integration_config is None:
        advice = "Turn on “User Install” in the developer portal, under Installation, to play in direct messages."
        return Finding(ok=True, what="People can't add the bot to their account.", advice=advice)
    return Finding(ok=True, what=f"To play in direct messages, people open {_account_link(app.id)}")


def _listing(app: discord.AppInfo) -> Finding:
    """Check what the App Directory asks for, and people look for before they add a bot."""
    asked = {
        "a description": app.description,
        "an icon": app.icon,
        "tags": app.tags,
        "a terms of service URL": app.terms_of_service_url,
        "a privacy policy URL": app.privacy_policy_url,
        "a support server": app.guild_id,
    }
    lacking = [name for name, value in asked.items() if not value]
    if not lacking:
        return Finding(ok=True, what="The application has everything that the App Directory asks for.")
    what = f"The App Directory would ask for {listing(lacking)}."
    return Finding(ok=True, what=what, advice="See “In the App Directory” in docs/discord.md; among friends, skip it.")


# --- commands and permissions --------------------------------------------------------------------------------------


async def _commands(client: discord.Client, configured: DiscordSettings) -> list[Finding]:
    assert client.application_id is not None
    found = []
    for guild in configured.guilds or (None,):
        where = f"in guild {guild}" if guild else "everywhere"
        try:
            known = await registered(client.http, client.application_id, guild)
        except discord.Forbidden:
            advice = "Invite it there, or correct DISCORD_GUILDS."
            found.append(
                Finding(ok=False, what=f"The bot isn't allowed to register commands in guild {guild}.", advice=advice)
            )
            continue
        wanted = for_guild(command_trees()) if guild else globally(known, activity=configured.activity)
        if same(wanted, known):
            found.append(Finding(ok=True, what=f"The commands are registered {where}."))
        else:
            advice = "`scrum-table run` registers them."
            found.append(Finding(ok=True, what=f"The commands are not yet registered {where}.", advice=advice))
    return found


async def _permissions(client: discord.Client) -> list[Finding]:
    """Check the permissions in each guild; a channel may still override some of them."""
    guilds = await client.http.get_guilds(limit=100)
    if not guilds:
        return [
            Finding(ok=False, what="The bot hasn't joined any guild.", advice="Open the link above and choose one.")
        ]
    found = []
    for guild in guilds:
        granted = discord.Permissions(int(guild["permissions"]))
        lacking = [need.name for need in missing(granted)]
        if not lacking:
            found.append(Finding(ok=True, what=f"The bot has the permissions it needs in “{guild['name']}”."))
        else:
            advice = "Give its role these permissions, or invite it again."
            found.append(
                Finding(
                    ok=False,
                    what=f"The bot lacks permissions in “{guild['name']}”: {', '.join(lacking)}.",
                    advice=advice,
                )
            )
    return found
