"""What Prometheus may count."""

from __future__ import annotations

from prometheus_client import Counter, Gauge

FIRES = Counter("belfry_fires_total", "Fires turned into run rows")
RUNS = Counter("belfry_runs_total", "Attempts ended, by what the run is after them", ["status"])
BEHIND = Gauge("belfry_bells_behind", "1 while triggers are due that have not fired yet")
PARKED = Gauge("belfry_outbox_parked", "Rows of the outbox that were given up, 1000 at most")
REQUESTS = Counter("belfry_requests_total", "Requests answered", ["method", "status"])
