"""Pictures as PNG, for the few pages that need them."""

from typing import TYPE_CHECKING

from games.graphics.drawing import Drawing

if TYPE_CHECKING:
    from bot.pictures.png import Pictures


class LazyPictures:
    """Its process, and the libraries that draw letters, are loaded with the first picture."""

    def __init__(self) -> None:
        self._pictures: Pictures | None = None

    async def png(self, drawing: Drawing, *, dark: bool = False) -> bytes | None:
        if self._pictures is None:
            from bot.pictures.png import Pictures  # noqa: PLC0415  slow to import, and few need it
            from bot.pictures.workers import Workers  # noqa: PLC0415

            self._pictures = Pictures(workers=Workers(1))
        return await self._pictures.png(drawing, dark=dark)

    def close(self) -> None:
        if self._pictures is not None:
            self._pictures.close()
