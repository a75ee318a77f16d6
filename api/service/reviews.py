"""Reviews of games (R42), made beside everything else: one at a time, in bounded time, each game once.

A review is begun by whoever asks for it first and goes on in the background; an answer holds what is known so far.
"""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from typing import TYPE_CHECKING

from api.service.solving import FarSolver, OutOfTime, solving
from referee.game import Game
from referee.review import MoveReview, Review, backwards, review_of, review_refusal

if TYPE_CHECKING:
    from api.service.house import House

Key = tuple[object, ...]


class Job:
    """One game's review on its way. Changes in place, from the thread that makes it; `ended` is the event loop's."""

    def __init__(self, table: str, game: Game, seconds: float) -> None:
        self.table, self.game, self.seconds = table, game, seconds
        self.ended = asyncio.Event()
        self._known: dict[int, MoveReview] = {}
        self._solver: FarSolver | None = None
        self._stopped = False

    @property
    def found(self) -> Review:
        """What is known so far."""
        return review_of(self.game, dict(self._known))

    def work(self) -> None:
        """Blocking: from the last move to the first, until the time is up."""
        if self._stopped:
            return
        with solving(self.seconds) as self._solver, suppress(OutOfTime):
            for move in backwards(self.game, self._solver):
                self._known[move.number] = move

    def stop(self) -> None:
        """Let go of it, whatever is known."""
        self._stopped = True
        if self._solver:
            self._solver.stop()


class Reviews:
    """All reviews of this process. Changes in place; runs on the event loop."""

    def __init__(self, house: House) -> None:
        self.house, self.limits = house, house.limits
        self._jobs: OrderedDict[Key, Job] = OrderedDict()
        self._pool = ThreadPoolExecutor(1, "review")

    async def of(self, table: str, game: Game) -> Job:
        """The review of a game, begun now or before. Raises `RefereeError`: `advice_refused`, `review_only_classic`."""
        if refused := review_refusal(game):
            raise refused
        key = _key(game)
        job = self._jobs.get(key) or self._begin(key, table, game)
        self._jobs.move_to_end(key)
        with suppress(TimeoutError):
            async with asyncio.timeout(self.limits.review_wait_s):
                await job.ended.wait()
        return job

    def _begin(self, key: Key, table: str, game: Game) -> Job:
        for other, job in tuple(self._jobs.items()):
            if job.table == table and not job.ended.is_set():  # one at a time: people want the newest
                job.stop()
                del self._jobs[other]
        while len(self._jobs) >= self.limits.reviews:
            self._jobs.popitem(last=False)[1].stop()
        self._jobs[key] = job = Job(table, game, self.limits.review_s)
        self.house.spawn(self._make(job))
        return job

    async def _make(self, job: Job) -> None:
        try:
            await asyncio.get_running_loop().run_in_executor(self._pool, job.work)
        finally:
            job.ended.set()

    def close(self) -> None:
        """Stop what is being made."""
        for job in self._jobs.values():
            job.stop()
        self._pool.shutdown(cancel_futures=True)


def _key(game: Game) -> Key:
    """What a review depends on: the start and the moves."""
    return (game.state.positions[0], tuple(played.move for played in game.moves))
