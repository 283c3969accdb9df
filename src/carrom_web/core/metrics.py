"""Metrics of this process, for Prometheus: answers, sockets, messages, periodic tasks.

Labels are the names of pages, sockets and tasks: none tells of a person, a match or an event. The page `metrics` gives
the figures out, with what it finds out when it is asked.
"""

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from django.http import HttpRequest, HttpResponse
from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram
from prometheus_client.process_collector import ProcessCollector

REGISTRY = CollectorRegistry()
ProcessCollector(registry=REGISTRY)
SECONDS = (0.005, 0.01, 0.025, 0.05, 0.1, 0.15, 0.25, 0.5, 1.0, 2.5, 10.0)
NO_PAGE = "none"  # there is no page at this address

ANSWERS = Histogram(
    "carrom_answer_seconds",
    "Seconds to answer a request, by page and class of the status.",
    ("page", "status"),
    buckets=SECONDS,
    registry=REGISTRY,
)
SOCKETS = Gauge("carrom_sockets", "Open sockets, by what they follow.", ("socket",), registry=REGISTRY)
MESSAGES = Histogram(
    "carrom_message_seconds",
    "Seconds to handle a message of a socket, until a stroke is stored and announced.",
    ("socket",),
    buckets=SECONDS,
    registry=REGISTRY,
)
TASKS = Counter("carrom_task_runs", "Runs of periodic tasks, by how they ended.", ("task", "ended"), registry=REGISTRY)
TASK_AT = Gauge(
    "carrom_task_last_success_timestamp_seconds",
    "When a periodic task last succeeded in this process.",
    ("task",),
    registry=REGISTRY,
)


class Measured:
    """Measures how long each answer takes."""

    sync_capable, async_capable = True, False

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        """Pass on, and count."""
        started = time.perf_counter()
        response = self.get_response(request)
        matched = request.resolver_match
        page = (matched.view_name or NO_PAGE) if matched else NO_PAGE
        ANSWERS.labels(page, f"{response.status_code // 100}xx").observe(time.perf_counter() - started)
        return response


@contextmanager
def open_socket(name: str) -> Iterator[None]:
    """Count a socket as long as it is open."""
    gauge = SOCKETS.labels(name)
    gauge.inc()
    try:
        yield
    finally:
        gauge.dec()


def count_run(task: str, *, succeeded: bool) -> None:
    """Count a run of a periodic task."""
    TASKS.labels(task, "succeeded" if succeeded else "failed").inc()
    if succeeded:
        TASK_AT.labels(task).set_to_current_time()
