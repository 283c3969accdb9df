"""The choices of a browser's last match, stored in a cookie as defaults for the next."""

from django.http import HttpRequest, HttpResponse

from carrom_web.matches.forms import NewMatch

COOKIE = "carrom_last_match"
SECONDS = 180 * 24 * 3600
REMEMBERED = ("opponent", "level", "length", "ruleset", "sides", "breaks", "take_back")


def last_choice(request: HttpRequest) -> dict[str, object]:
    """Return the answers of the last time, as far as the form of a new match still has them."""
    pairs = (pair.partition("=") for pair in request.COOKIES.get(COOKIE, "").split("&"))
    return NewMatch.known({name: value for name, _sign, value in pairs if name in REMEMBERED and value})


def remember_choice(response: HttpResponse, form: NewMatch) -> None:
    """Keep the answers of a valid form for the next time."""
    answers = {name: form.cleaned_data[name] for name in REMEMBERED}
    text = "&".join(f"{name}={int(value) if isinstance(value, bool) else value}" for name, value in answers.items())
    response.set_cookie(COOKIE, text, max_age=SECONDS, httponly=True, samesite="Lax")
