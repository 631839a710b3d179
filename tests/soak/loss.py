"""What the soak looks for."""


class Loss(AssertionError):
    """A result is lost, doubled or changed, or something was left behind or has grown."""
