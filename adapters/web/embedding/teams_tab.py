"""The way in from a tab or a meeting's side panel in Microsoft Teams.

The page gets a sign-on token from Teams, which says who somebody is, and in which organisation. In which conversation
the tab is, the page can only claim: the bot's roster says whether that person is in it.
"""

import logging
import re
from collections.abc import Mapping

from adapters.guests import Guest, NotAdmitted, Roster, Unreachable
from adapters.tokens import BadToken, Keys, KeysUnavailable, read_token
from adapters.web import texts as ui_texts
from games.text import NAME_LIMIT, clean

log = logging.getLogger(__name__)

LOGIN = "https://login.microsoftonline.com"
_METADATA = "/v2.0/.well-known/openid-configuration"
_PLATFORM = "teams"
_SCOPE = "access_as_user"  # what Teams asks for on behalf of the person at the page
_ID = re.compile(r"[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}")
# a chat, a channel or one of its threads: 19:…@thread.tacv2;messageid=1700000000000
_CONVERSATION = re.compile(r"19:[\w.@-]{1,200}(?:;messageid=\d{1,20})?", re.ASCII)


class TabDoor:
    """`host`: of our public address, which tokens are made for. `login`: where the keys are published."""

    def __init__(self, roster: Roster, host: str, login: str = LOGIN) -> None:
        self._roster = roster
        app = roster.application
        self._audience = (app, f"api://{host}/{app}", f"api://{host}/botid-{app}", f"api://botid-{app}")
        self._keys = {tenant: Keys(f"{login}/{tenant}{_METADATA}") for tenant in roster.tenants}

    async def admit(self, proof: Mapping[str, str]) -> Guest:
        conversation = proof.get("conversation", "")
        if not _CONVERSATION.fullmatch(conversation):
            raise NotAdmitted(ui_texts.TAB_ELSEWHERE)
        claims = await self._claims(proof.get("token", ""))
        person, room = f"{_PLATFORM}:{claims['tid']}:{claims['oid']}", f"{_PLATFORM}:{conversation}"
        name = await self._roster.member(room, person)
        if name is None:
            raise NotAdmitted(ui_texts.TAB_NOT_A_MEMBER)
        return Guest(person, clean(name, NAME_LIMIT) or str(ui_texts.VISITOR), room)

    async def _claims(self, token: str) -> Mapping[str, str]:
        """Who the token is about; NotAdmitted unless one of our tenants has issued it to a person at our page."""
        reason = "of another tenant"  # not prose
        for tenant, keys in self._keys.items():
            issuers = (f"{LOGIN}/{tenant}/v2.0", f"https://sts.windows.net/{tenant}/")
            try:
                read = await read_token(
                    token, keys, audience=self._audience, issuers=issuers, needs=("tid", "oid", "scp")
                )
            except KeysUnavailable as fault:
                raise Unreachable from fault
            except BadToken as fault:
                reason = str(fault)
                continue
            found = read.claims
            oid = str(found["oid"]).lower()
            if found["tid"] == tenant and _SCOPE in str(found["scp"]).split() and _ID.fullmatch(oid):
                return {"tid": tenant, "oid": oid}
            reason = "not a person's"  # not prose
        log.warning("a sign-on token was refused: %s", reason)
        raise NotAdmitted(ui_texts.TAB_NOT_CONFIRMED)
