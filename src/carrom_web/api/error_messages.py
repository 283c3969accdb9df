"""The sentences of the errors of the HTTP API."""

from carrom.messages import gettext_noop as _

MESSAGES = {
    "bad-request.json": _("The body of the request must be JSON in UTF-8: %(cause)s"),
    "bad-request.body": _("The body of the request cannot be read."),
    "bad-request.field": _("%(place)s: %(fault)s."),
    "bot-account.rated": _("This account has played rated matches, so it stays a person’s. Sign up again for a bot."),
    "method-not-allowed": _("This address does not take %(method)s. It takes: %(allowed)s."),
    "new-token.bot": _("Only a bot account may play through the API. First turn this account into a bot."),
    "new-token.many": _("You have %(most)d tokens. Revoke one first."),
    "new-token.scopes": _("Choose at least one thing that the token may do."),
    "no-embed.format": _("The answer is JSON only. Leave out format, or use format=json."),
    "no-embed.url": _("This address has no frame. Give the address of a match, a moment of it, or a competition."),
    "not-found": _("There is nothing at this address, or nothing that everybody may see."),
    "token.banned": _("The account of this token is banned. Its tokens open nothing until the ban ends."),
    "token.bot": _("Only a bot account may play through the API. Its owner can turn the account into a bot."),
    "token.missing": _("This needs a personal token. Make one on your account’s page and send it in Authorization."),
    "token.scope": _("This token may not do this. It needs the scope %(scope)s."),
    "token.unknown": _("This token is not valid: it was revoked, has expired, or was never made here."),
    "too-many-requests": _("Too many requests. Try again in %(seconds)d s."),
    "too-many-streams": _("You already follow %(most)d matches. Close one of the streams first."),
    "webhook.competition": _("There is no such competition that everybody may see."),
    "webhook.many": _("You have %(most)d webhooks. Delete one first."),
    "webhook.private": _("%(host)s is not an address of the public internet. Webhooks are sent nowhere else."),
    "webhook.scheme": _("The address of a webhook begins with https:// or http://."),
    "webhook.url": _("This is not the address of a webhook. It has at most %(most)d characters and no password."),
}
