"""The numbers of a house in the text form of Prometheus. Pure: numbers in, bytes out."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import accumulate
from typing import Final

from prometheus_client import CollectorRegistry
from prometheus_client.core import (
    CounterMetricFamily,
    GaugeMetricFamily,
    HistogramMetricFamily,
    Metric,
)
from prometheus_client.exposition import CONTENT_TYPE_PLAIN_0_0_4, generate_latest
from prometheus_client.registry import Collector

from .counted import BUCKETS
from .numbers import Numbers

__all__ = ["CONTENT_TYPE", "METRICS", "exposition"]

CONTENT_TYPE: Final = CONTENT_TYPE_PLAIN_0_0_4

METRICS: Final[Mapping[str, str]] = {
    "rummy_healthy": "Whether the store keeps what is played and has room for new tables.",
    "rummy_draining": "Whether the house takes nobody new.",
    "rummy_lag_seconds": "The most by which the house was late within the last minute.",
    "rummy_connections": "Connections that are open.",
    "rummy_connections_total": "Connections that were let in.",
    "rummy_turned_away_total": "Connections that were not let in, by why.",
    "rummy_tables": "Tables, by their stage.",
    "rummy_people": "People who sit at a table and are connected.",
    "rummy_watching": "Connections that look on.",
    "rummy_bots": "Bots that have a seat of their own.",
    "rummy_actions_total": "Actions of players, by what became of them.",
    "rummy_batches_total": "Batches of records that were kept.",
    "rummy_append_seconds": "How long it took until a batch was kept.",
    "rummy_events_total": "Events of the log, by their names.",
}
"""Every metric, with what it means. There are no others."""


def exposition(numbers: Numbers) -> bytes:
    """*numbers*, to be scraped."""
    registry = CollectorRegistry()
    registry.register(_Numbers(numbers))
    return generate_latest(registry)


class _Numbers(Collector):
    def __init__(self, numbers: Numbers) -> None:
        self._numbers = numbers

    def collect(self) -> Iterator[Metric]:
        numbers = self._numbers
        yield _gauge("rummy_healthy", numbers.healthy)
        yield _gauge("rummy_draining", numbers.draining)
        yield _gauge("rummy_lag_seconds", numbers.lag)
        yield _gauge("rummy_connections", numbers.connections)
        yield _counter("rummy_connections_total", numbers.let_in)
        yield _counters("rummy_turned_away_total", "code", numbers.turned_away)
        yield _gauges("rummy_tables", "stage", numbers.tables)
        yield _gauge("rummy_people", numbers.people)
        yield _gauge("rummy_watching", numbers.watching)
        yield _gauge("rummy_bots", numbers.bots)
        yield _counters("rummy_actions_total", "answer", numbers.actions)
        yield _counter("rummy_batches_total", numbers.batches)
        yield _histogram(numbers)
        yield _counters("rummy_events_total", "event", numbers.events)


def _gauge(name: str, value: float) -> Metric:
    return GaugeMetricFamily(name, METRICS[name], value=float(value))


def _gauges(name: str, label: str, values: Mapping[str, int]) -> Metric:
    family = GaugeMetricFamily(name, METRICS[name], labels=(label,))
    for told, value in sorted(values.items()):
        family.add_metric((told,), value)
    return family


def _counter(name: str, value: float) -> Metric:
    return CounterMetricFamily(name, METRICS[name], value=value)


def _counters(name: str, label: str, values: Mapping[str, int]) -> Metric:
    family = CounterMetricFamily(name, METRICS[name], labels=(label,))
    for told, value in sorted(values.items()):
        family.add_metric((told,), value)
    return family


def _histogram(numbers: Numbers) -> Metric:
    limits = (*BUCKETS, float("inf"))
    sums = accumulate(numbers.append_seconds.get(limit, 0) for limit in limits)
    named = [
        ("+Inf" if limit == float("inf") else str(limit), float(below))
        for limit, below in zip(limits, sums, strict=True)
    ]
    return HistogramMetricFamily(
        "rummy_append_seconds",
        METRICS["rummy_append_seconds"],
        buckets=named,
        sum_value=numbers.append_seconds_in_all,
    )
