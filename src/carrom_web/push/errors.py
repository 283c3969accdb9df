"""Errors of notifications."""

from carrom.errors import NotAllowedError


class PushError(NotAllowedError):
    """A device that cannot get notifications. Reasons: endpoint (no public push service), keys, often."""

    code = "push"
