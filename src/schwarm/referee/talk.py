"""How much a client talks without playing. Whoever says again and again what is refused, or nothing in many words,
disturbs those who play."""

MAX_TALK = 100.0
"""Requests of one client that may be refused one after the other."""
TALK_FORGIVEN_PER_SECOND = 1.0
TALK_BYTES = 1024
"""Bytes of no message at all, such as comments, that count as one."""


class Talk:
    """What one client has said lately that led to nothing."""

    def __init__(self, now: float) -> None:
        self.amount = 0.0
        self._forgiven_at = now

    def add(self, amount: float, now: float) -> None:
        forgiven = max(0.0, now - self._forgiven_at) * TALK_FORGIVEN_PER_SECOND
        self.amount = max(0.0, self.amount - forgiven) + amount
        self._forgiven_at = now

    @property
    def too_much(self) -> bool:
        return self.amount > MAX_TALK
