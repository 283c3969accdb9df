"""Errors of the HTTP API that no other app has; the sentences are in `error_messages`."""

from carrom.errors import CarromError, NotAllowedError, UnreadableError


class TokenError(NotAllowedError):
    """The token of a request does not open what it asks for. Reasons: missing, unknown, scope, bot, banned."""

    code = "token"


class TooManyRequestsError(NotAllowedError):
    """A token or an address asks more often than it may."""

    code = "too-many-requests"


class TooManyStreamsError(NotAllowedError):
    """A token or an address holds too many streams open."""

    code = "too-many-streams"


class BadRequestError(UnreadableError):
    """A request that does not fit its description. Reasons: json, body, field."""

    code = "bad-request"


class NothingHereError(UnreadableError):
    """There is nothing of this name, or nothing that everybody may see."""

    code = "not-found"


class BadMethodError(CarromError):
    """The address has no such method."""

    code = "method-not-allowed"


class NewTokenError(NotAllowedError):
    """A token that is not made. Reasons: many, bot, scopes."""

    code = "new-token"


class BotError(NotAllowedError):
    """An account that cannot become a bot. Reasons: rated."""

    code = "bot-account"


class WebhookError(NotAllowedError):
    """A webhook that is not made. Reasons: url, scheme, private, many, competition."""

    code = "webhook"


class EmbedError(UnreadableError):
    """An address that has no frame. Reasons: url, format."""

    code = "no-embed"
