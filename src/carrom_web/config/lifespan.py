"""Services that start and stop with the server's process: computer players, emails, periodic tasks."""

import asyncio
import contextlib
import gc
import logging
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

from django.conf import settings

from carrom_web.config.data_folder import keep_private
from carrom_web.config.scheduler import SCHEDULER
from carrom_web.matches.bot_player import BOT_PLAYER
from carrom_web.outbox.delivery import POSTMAN

_log = logging.getLogger(__name__)

# A full collection stops everything for a third of a second on a server with a thousand open pages. Python begins one
# after 70,000 new objects, which is every few seconds; here it is one after some millions, and looks at what has come
# since the start alone. What no circle holds goes at once as ever.
GARBAGE = (10_000, 20, 50)


class Lifespan:
    """The ASGI lifespan: Django has none of its own."""

    async def __call__(
        self,
        scope: dict[str, Any],
        receive: Callable[[], Awaitable[dict[str, Any]]],
        send: Callable[[dict[str, Any]], Awaitable[None]],
    ) -> None:
        """Keep the tasks running between the server's start and its end."""
        await receive()
        keep_private(Path(settings.DATA))  # here too: uvicorn may have been started by hand
        runs = (
            BOT_PLAYER.run(),
            POSTMAN.run(),
            SCHEDULER.run(),
        )
        tasks = [asyncio.create_task(run) for run in runs]
        settle_memory()
        await send({"type": "lifespan.startup.complete"})
        await receive()
        for task in tasks:
            task.cancel()
        for task in tasks:
            with contextlib.suppress(asyncio.CancelledError):
                try:
                    await task
                except Exception:
                    _log.exception("a task of the server ended badly")
        await send({"type": "lifespan.shutdown.complete"})


def settle_memory() -> None:
    """Let what is loaded at the start count as there for ever, and collect garbage less often (`GARBAGE`).

    A collection before it found some hundred objects, and took a twelfth of the CPU until a server answers.
    """
    gc.freeze()
    gc.set_threshold(*GARBAGE)
