"""How much a test tries: a sample that keeps every run short, or the thorough amount (SCHWARM_THOROUGH=1)."""

import os


def quantity(sample: int, thorough: int) -> int:
    return thorough if os.environ.get("SCHWARM_THOROUGH") == "1" else sample
