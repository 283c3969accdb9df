"""Lets the site's service worker (`static/app/service_worker.js`) store a page, to open it without a network."""

from django.http import HttpResponse

HEADER = "Carrom-Offline"


def opens_offline(response: HttpResponse, *, private: bool) -> HttpResponse:
    """Let a browser store the page that this answers with; return the answer.

    Args:
        private: whether it shows what is the reader's own: then it goes when somebody else reads, or they sign out.
    """
    response.headers[HEADER] = "private" if private else "public"
    return response
