"""What is counted, in the text form that Prometheus reads."""

from __future__ import annotations

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, generate_latest

BUCKETS = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0)


class Metrics:
    def __init__(self) -> None:
        self.registry = CollectorRegistry()
        new = self.registry
        self._requests = Counter("newfound_http_requests_total", "HTTP requests", ["method", "route", "status"], registry=new)
        self._seconds = Histogram("newfound_http_seconds", "Time to answer a request", buckets=BUCKETS, registry=new)
        self.messages = Counter("newfound_socket_messages_total", "Messages of sockets by kind", ["kind"], registry=new)
        self.handled = Histogram("newfound_socket_seconds", "Time from a message to its answer", buckets=BUCKETS, registry=new)
        self.sockets = Gauge("newfound_sockets", "Connected sockets", registry=new)
        self.rooms = Gauge("newfound_rooms", "Matches in memory", registry=new)
        self.bot_moves = Gauge("newfound_bot_moves", "Bot moves since the start", registry=new)
        self.bot_failures = Gauge("newfound_bot_failures", "Bot moves that failed since the start", registry=new)
        self.thinking = Gauge("newfound_bots_thinking", "Tables whose bot is at work", registry=new)

    def request(self, method: str, route: str, status: int, seconds: float) -> None:
        self._requests.labels(method, route, str(status)).inc()
        self._seconds.observe(seconds)

    def text(self) -> bytes:
        return generate_latest(self.registry)
