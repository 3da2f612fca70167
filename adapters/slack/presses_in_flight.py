"""Buttons that are pressed again before the first press shows."""

from collections import Counter

from adapters.slack.identifiers import SlackRoom
from adapters.slack.posting import Posts
from bot.messages import Pressed, Request, Response
from bot.ports import Requests


class PressesInFlight:
    """Nobody is told that a button is out of date before they can see why, and nobody for pressing it twice."""

    def __init__(self, posts: Posts) -> None:
        self._posts = posts
        self._pressed: Counter[tuple[str, str]] = Counter()  # by person and button

    async def handle(self, service: Requests, request: Request) -> Response | None:
        """The response to the request; None if there is nothing to say to somebody who pressed twice."""
        if request.person is None or not isinstance(request.said, Pressed):
            return await service.handle(request)
        press = (request.person.id, request.said.button)
        again = self._pressed[press] > 0
        self._pressed[press] += 1
        try:
            with self._posts.words_to_come():
                response = await service.handle(request)
        finally:
            self._pressed[press] -= 1
            self._pressed += Counter()  # drops what is no longer in flight
        if response.outcome != "refused":
            return response
        await self._posts.settled(SlackRoom.parse(request.room))
        return None if again else response
