"""Whether Discord can be used as it is set up, and the link that invites the bot."""

import discord

from adapters.discord.adapter import connection_of
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
_NAMES = {"read_messages": "view_channel"}  # as Discord itself calls it
GUIDE = "See docs/discord.md."


def invitation(application: int) -> str:
    scopes = ("bot", "applications.commands")
    return discord.utils.oauth_url(application, permissions=NEEDED, scopes=scopes)


async def check(settings: Settings) -> list[Finding]:
    connection = connection_of(settings)
    if connection is None:
        return [
            Finding(ok=True, what="Discord is not set up.", advice="DISCORD_TOKEN would do it; see docs/discord.md.")
        ]
    connection.point()
    client = discord.Client(intents=discord.Intents.none())
    try:
        await client.login(connection.token)
        return await _examined(client, connection.guilds)
    except discord.LoginFailure:
        return [Finding(ok=False, what="Discord does not know the token in DISCORD_TOKEN.", advice=GUIDE)]
    except FAILURES as fault:
        return [Finding(ok=False, what=f"Discord cannot be reached: {fault}.", advice="Is there a way to the network?")]
    finally:
        await client.close()


async def _examined(client: discord.Client, guilds: tuple[int, ...]) -> list[Finding]:
    assert client.application_id is not None
    found = [
        Finding(ok=True, what=f"Discord knows the token: it belongs to {client.user}."),
        Finding(ok=True, what=f"To invite the bot, open {invitation(client.application_id)}"),
    ]
    _, _, limits = await client.http.get_bot_gateway()
    starts = limits["remaining"]
    found.append(Finding(ok=starts > 0, what=f"The gateway lets us connect ({starts} times more today)."))
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
            found.append(Finding(ok=False, what=f"The bot may not have commands in guild {guild}.", advice=advice))
            continue
        if same(command_trees(), known):
            found.append(Finding(ok=True, what=f"The commands are registered {where}."))
        else:
            advice = "`scrum-table run` registers them."
            found.append(Finding(ok=True, what=f"The commands are not registered {where} yet.", advice=advice))
    return found


async def _registered(client: discord.Client, guild: int | None) -> list[dict[str, object]]:
    assert client.application_id is not None
    if guild is None:
        return list(await client.http.get_global_commands(client.application_id))  # type: ignore[arg-type]
    return list(await client.http.get_guild_commands(client.application_id, guild))  # type: ignore[arg-type]


async def _permissions(client: discord.Client) -> list[Finding]:
    """In each guild as a whole; a channel may still take some of them away."""
    guilds = await client.http.get_guilds(limit=100)
    if not guilds:
        return [Finding(ok=False, what="The bot is in no guild.", advice="Open the link above and choose one.")]
    found = []
    for guild in guilds:
        granted = discord.Permissions(int(guild["permissions"]))
        missing = [_NAMES.get(name, name) for name, needed in NEEDED if needed and not getattr(granted, name)]
        if granted.administrator or not missing:
            found.append(Finding(ok=True, what=f"In “{guild['name']}” the bot may do what it needs."))
        else:
            advice = "Give its role these permissions, or invite it again."
            found.append(Finding(ok=False, what=f"In “{guild['name']}” it lacks {', '.join(missing)}.", advice=advice))
    return found
