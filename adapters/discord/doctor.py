"""Checks the Discord settings and prints the link that invites the bot."""

import discord

from adapters.discord.adapter import discord_settings
from adapters.discord.commands import command_trees, same
from adapters.discord.interactions import FAILURES
from bot.operations.doctor import Finding
from bot.settings import Settings

NEEDED = discord.Permissions(
    view_channel=True,
    send_messages=True,
    send_messages_in_threads=True,
    create_public_threads=True,
    embed_links=True,
    attach_files=True,
    read_message_history=True,
)
_NAMES = {"read_messages": "view_channel"}  # Discord's own name for it
GUIDE = "See docs/discord.md."


def invitation(application: int) -> str:
    scopes = ("bot", "applications.commands")
    return discord.utils.oauth_url(application, permissions=NEEDED, scopes=scopes)


async def check(settings: Settings) -> list[Finding]:
    configured = discord_settings(settings)
    if configured is None:
        return [
            Finding(ok=True, what="Discord is not set up.", advice="Set DISCORD_TOKEN to use it; see docs/discord.md.")
        ]
    configured.set_library_urls()
    client = discord.Client(intents=discord.Intents.none())
    try:
        await client.login(configured.token)
        return await _findings(client, configured.guilds)
    except discord.LoginFailure:
        return [Finding(ok=False, what="Discord rejected the token in DISCORD_TOKEN.", advice=GUIDE)]
    except FAILURES as error:
        return [Finding(ok=False, what=f"Discord cannot be reached: {error}.", advice="Check the network connection.")]
    finally:
        await client.close()


async def _findings(client: discord.Client, guilds: tuple[int, ...]) -> list[Finding]:
    assert client.application_id is not None
    found = [
        Finding(ok=True, what=f"The Discord token is valid; it belongs to {client.user}."),
        Finding(ok=True, what=f"To invite the bot, open {invitation(client.application_id)}"),
    ]
    _, _, limits = await client.http.get_bot_gateway()
    starts = limits["remaining"]
    found.append(Finding(ok=starts > 0, what=f"The gateway accepts connections ({starts} more today)."))
    return [*found, *await _commands(client, guilds), *await _permissions(client)]


async def _commands(client: discord.Client, guilds: tuple[int, ...]) -> list[Finding]:
    assert client.application_id is not None
    found = []
    for guild in guilds or (None,):
        where = f"in guild {guild}" if guild else "everywhere"
        try:
            known = await _registered(client, guild)
        except discord.Forbidden:
            advice = "Invite it there, or correct DISCORD_GUILDS."
            found.append(
                Finding(ok=False, what=f"The bot isn't allowed to register commands in guild {guild}.", advice=advice)
            )
            continue
        if same(command_trees(), known):
            found.append(Finding(ok=True, what=f"The commands are registered {where}."))
        else:
            advice = "`scrum-table run` registers them."
            found.append(Finding(ok=True, what=f"The commands are not yet registered {where}.", advice=advice))
    return found


async def _registered(client: discord.Client, guild: int | None) -> list[dict[str, object]]:
    assert client.application_id is not None
    if guild is None:
        return list(await client.http.get_global_commands(client.application_id))  # type: ignore[arg-type]
    return list(await client.http.get_guild_commands(client.application_id, guild))  # type: ignore[arg-type]


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
        missing = [_NAMES.get(name, name) for name, needed in NEEDED if needed and not getattr(granted, name)]
        if granted.administrator or not missing:
            found.append(Finding(ok=True, what=f"The bot has the permissions it needs in “{guild['name']}”."))
        else:
            advice = "Give its role these permissions, or invite it again."
            found.append(
                Finding(
                    ok=False,
                    what=f"The bot lacks permissions in “{guild['name']}”: {', '.join(missing)}.",
                    advice=advice,
                )
            )
    return found
