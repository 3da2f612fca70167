"""Personal links that are open, and the seats that were carried by them."""

from bot.features.personal_links import SeatLink, SeatLinkStore, digest, followed_as
from storage.part import Part

_REMOVE_EXPIRED = "DELETE FROM seat_links WHERE expires <= $1"
_REMOVE_OPEN = "DELETE FROM seat_links WHERE room = $1 AND person = $2 AND used_by = ''"
# Only the newest ones are kept: a seat can be carried to a few devices.
_MOST_SEATS = 10
_REMOVE_MANY = """
    DELETE FROM seat_links WHERE room = $1 AND person = $2 AND made <= (
        SELECT made FROM seat_links WHERE room = $1 AND person = $2 ORDER BY made DESC LIMIT 1 OFFSET $3
    )
"""
_ADD = "INSERT INTO seat_links (id, room, person, made, expires, used_by) VALUES ($1, $2, $3, $4, $5, '')"
_LINK = "SELECT id, room, person, made, expires, used_by FROM seat_links WHERE id = $1"
_LINKS_OF = """
    SELECT id, room, person, made, expires, used_by FROM seat_links WHERE person = $1 OR used_by = $2 ORDER BY made, id
"""
# One statement: of two browsers that use a link at the same moment, in any process, the second sees the first.
_USE = """
    UPDATE seat_links SET used_by = $3, expires = $5
    WHERE id = $1 AND room = $2 AND (used_by = $3 OR used_by = '' AND made <= $4 AND expires > $4) RETURNING id
"""
_KEEP = "UPDATE seat_links SET expires = $2 WHERE id = $1 AND used_by <> ''"
_TAKE_BACK = "DELETE FROM seat_links WHERE room = $1 AND person = $2 RETURNING id, used_by"
_FORGET = "DELETE FROM seat_links WHERE person = $1 OR used_by = $2 RETURNING id"


class PersonalLinkPart(Part, SeatLinkStore):
    implements = SeatLinkStore

    async def put_link(self, link: SeatLink) -> None:
        async with self._database.batch() as transaction:
            await transaction.execute_many(_REMOVE_EXPIRED, [(link.made,)])
            await transaction.execute_many(_REMOVE_OPEN, [(link.room, link.person)])
            await transaction.execute_many(_REMOVE_MANY, [(link.room, link.person, _MOST_SEATS - 1)])
            await transaction.execute_many(_ADD, [(link.id, link.room, link.person, link.made, link.expires)])

    async def link(self, link: str) -> SeatLink | None:
        rows = await self._database.query(_LINK, link)
        return SeatLink(*rows[0]) if rows else None

    async def use_link(self, link: SeatLink, now: float) -> bool:
        async with self._database.batch() as transaction:
            return bool(await transaction.fetch(_USE, link.id, link.room, link.user, now, link.expires))

    async def keep_seat(self, link: str, expires: float) -> None:
        await self._run(_KEEP, link, expires)

    async def links_of(self, person: str) -> tuple[SeatLink, ...]:
        return tuple(SeatLink(*row) for row in await self._database.query(_LINKS_OF, person, digest(person)))

    async def take_back(self, room: str, person: str) -> tuple[str, ...]:
        async with self._database.batch() as transaction:
            rows = await transaction.fetch(_TAKE_BACK, room, person)
            used = tuple(link for link, user in rows if user)
            await transaction.changed(map(followed_as, used))
        return used

    async def forget(self, person: str) -> tuple[str, ...]:
        async with self._database.batch() as transaction:
            rows = await transaction.fetch(_FORGET, person, digest(person))
            ended = tuple(followed_as(link) for (link,) in rows)
            await transaction.changed(ended)
        return ended

    async def remove_old(self, before: float) -> None:
        await self._run(_REMOVE_EXPIRED, before)
