"""Secrets are removed from texts by value and by shape, whatever surrounds them."""

import base64
import string

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.operations.logs import HIDDEN, redactor

redact = redactor()

SAFE = st.text(string.ascii_letters + string.digits, min_size=24, max_size=40)
WORDS = st.text(string.ascii_letters + string.digits + "_-", min_size=27, max_size=40)
AROUND = st.text(
    max_size=20
)  # anything at all, line breaks and quotes included; too short to contain the secret by chance


@given(AROUND, st.sampled_from(["xoxb-", "xoxp-", "xoxe.xoxp-1-", "xapp-1-", "XOXB-"]), SAFE, AROUND)
def test_slack_tokens(before: str, kind: str, secret: str, after: str) -> None:
    """Nothing of one is left, wherever it occurs."""
    assert secret not in redact(f"{before}{kind}{secret}{after}")


@given(AROUND, st.integers(10**17, 10**19), WORDS, AROUND)
def test_discord_tokens(before: str, number: int, secret: str, after: str) -> None:
    """The bot's id in base 64, a date and a signature, separated by dots."""
    account = base64.urlsafe_b64encode(str(number).encode()).decode().rstrip("=")
    assert secret not in redact(f"{before}{account}.GaBcDe.{secret}{after}")


@given(AROUND, st.sampled_from(["Bearer", "Basic", "Bot", "bearer"]), SAFE, AROUND)
def test_authorization(before: str, kind: str, secret: str, after: str) -> None:
    """As a header, as an entry of a dictionary, or by itself."""
    assert secret not in redact(f"{before}Authorization: {kind} {secret}{after}")
    assert secret not in redact(f"{before}'Authorization': '{secret}'{after}")
    assert secret not in redact(f"{before}{kind} {secret}{after}")


@given(
    AROUND,
    st.sampled_from(["postgresql", "postgres", "https", "redis"]),
    # what an address may contain; also a password with a slash or an @ in it, although that should be written %40
    st.text(string.ascii_letters + string.digits + "!$%&*+,;=:@/?#[]~", min_size=8, max_size=30),
    AROUND,
)
def test_passwords_in_addresses(before: str, scheme: str, secret: str, after: str) -> None:
    """User and password are removed, the rest of the address stays."""
    found = redact(f"{before} {scheme}://anna:z{secret}z@db.example/scrum {after}")
    assert f"z{secret}z" not in found
    assert f"{scheme}://{HIDDEN}@" in found


@given(AROUND, st.binary(min_size=32, max_size=32), AROUND)
def test_seeds(before: str, seed: bytes, after: str) -> None:
    """In hexadecimal, lower or upper case, and as Python shows bytes."""
    found = redact(f"{before}{seed.hex()}|{seed.hex().upper()}|{after}")
    assert seed.hex() not in found.lower()
    assert repr(seed) not in redact(f"the seed {seed!r} of a table")


@given(AROUND, st.text(string.ascii_letters + string.digits + "_-", min_size=22, max_size=22), AROUND)
def test_addresses_of_web_tables(before: str, token: str, after: str) -> None:
    """Nobody who reads the log can join a table; rooms can still be distinguished."""
    found = redact(
        f"{before}room web:{token} at /t/{token} or /w/{token}.k2x.{'0f' * 32} {after} /e/{token}.{'0f' * 16}"
    )
    assert token not in found
    assert f"web:{token[:4]}…" in found


@given(AROUND, st.text(string.ascii_letters + string.digits + "_-", min_size=22, max_size=22), AROUND)
def test_encoded_addresses(before: str, token: str, after: str) -> None:
    """An address inside another one is written with percent signs, and twice so inside that."""
    found = redact(f"{before}next=%2Ft%2F{token}&{after}&u=%252fdesk%252f{token}&room=web%3A{token} {after}")
    assert token not in found


@given(AROUND, st.text(string.printable, min_size=6, max_size=30), AROUND)
def test_known_secrets(before: str, secret: str, after: str) -> None:
    """The value of a setting is found whatever it looks like, unless it is part of the replacement."""
    if secret not in HIDDEN:
        assert secret not in redactor([secret])(f"{before}{secret}{after}").replace(HIDDEN, "")


@pytest.mark.parametrize(
    "text",
    [
        "https://hooks.slack.com/commands/T1/2/hunter2",
        "POST https://discord.com/api/v10/webhooks/42/hunter2/messages/@original responded with 429",
        "https://discord.com/api/v10/interactions/42/hunter2/callback",
        "{'token': 'hunter2', 'ok': True}",
        "client_secret=hunter2&code=1",
        "Cookie: table=hunter2; other=1",
        "password: hunter2",
        "Password = 'hunter2'",
        "host=db passwd=hunter2 user=anna",
        "X-Api-Key: hunter2",
        "'api_key': 'hunter2'",
        "GET /slack/oauth_redirect?code=hunter2&state=1",
        "client_id=1&code=hunter2",
        "code=hunter2.and.more",
        "<socket.socket fd=9, laddr=('127.0.0.1', 8080), raddr=('hunter2', 5)>",
        "[type=string_type, input_value='hunter2 is what I typed', input_type=str]",
    ],
)
def test_other_shapes(text: str) -> None:
    """Keys and codes in addresses, headers and dictionaries, cookies, addresses of visitors, typed text in errors."""
    assert "hunter2" not in redact(text)


@pytest.mark.parametrize(
    "text",
    [
        "DATABASE_URL must be sqlite:///FILE or postgresql://USER:PASSWORD@HOST/DATABASE.",
        "The Discord token is valid; it belongs to Scrum Table#1234.",
        "ok  To invite the bot, open https://discord.com/oauth2/authorize?client_id=42&scope=bot+applications.commands",
        "the installation of T1 was encrypted with another key: add that key to SLACK_TOKEN_KEY",
        "room discord:1234567890 is behind: the bot lacks a permission there: Missing Access",
        '  File "bot/service.py", line 105, in handle',
        "PostgreSQL says that the password is wrong",
        "The process ended with exit code=137.",
    ],
)
def test_ordinary_sentences_stay(text: str) -> None:
    """An operator has to be able to read what isn't secret."""
    assert redact(text) == text
