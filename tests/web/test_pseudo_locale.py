"""In a language of accents nothing plain is left: on no page, in no refusal, e-mail or print."""

import io
import re
from collections.abc import Iterator
from typing import Any

import pytest
from django.core import mail
from django.db import transaction
from django.test import Client
from django.urls import get_resolver, resolve
from django.utils import translation
from pypdf import PdfReader

from carrom_web.config.environment import PSEUDO_LOCALE
from carrom_web.core.pages import access_of, all_patterns
from tests.support.pseudo_locale import plain_english, pseudo_locale_of_run, shown_texts
from tests.support.web.one_of_everything import Scene, new_scene

pytestmark = [pytest.mark.slow, pytest.mark.django_db]
# Where somebody is asked, who is one more guest elsewhere: pages of what they take part in, and those of guests.
OF_ROLE = {
    "scorer": re.compile("/umpire/|/b/|/matches/"),
    "captain": re.compile("/leagues/matches/|/arenas/|/accounts?/|/[a-z-]*/?$"),
}

# What people of the scene typed: their names, those of clubs, competitions, categories and boards, singles and doubles.
DATA = re.compile(
    r"\b(?:Olive Owner|Captain Person|Seated Person|(?:Former )?Scorer Person|Verifier Person"
    r"|Assistant Chief Referee|Chief Referee"
    r"|Technical Director|Organiser|Registrar|Umpire|(?:Solo |Rated |Other )?Player(?: [A-D])?|Club Cup|Carrom Club"
    r"|Café Rio"
    r"|Ladder|Pairs|Singles|Teams|Reds|Blues|(?:Reds|Blues) (?:Captain|Mate)|Captain|Mate|Pia One|Pat Two|Hye High"
    r"|Lee Low|Eva|Rockville|Walter Johnson High School"
    r"|6400 Rock Spring Dr ?, Bethesda|Cup|Asha|Tomasz|Anu(?: Nair)?|Bela Rao|Ben"
    r"|Mina|Anjali|Farah|Otto|Pip|Rui|Sam|Tomas"  # the computers
    r"|Monday league|Club league|Bay Area 19|Ratings|Board \d|S+D+|somebody@example.org)\b"
)


@pytest.fixture(scope="module")
def catalogue() -> str:
    return str(pseudo_locale_of_run())


@pytest.fixture
def scene(catalogue: str, settings: Any, django_capture_on_commit_callbacks: Any) -> Scene:
    settings.LOCALE_PATHS = [catalogue]
    settings.LANGUAGES = [(PSEUDO_LOCALE, "Pseudo-English")]
    settings.LANGUAGE_CODE = PSEUDO_LOCALE
    with translation.override(PSEUDO_LOCALE), django_capture_on_commit_callbacks(execute=True):
        return new_scene()


def addresses(scene: Scene) -> Iterator[tuple[str, str]]:
    for written, pattern in all_patterns(get_resolver().url_patterns):
        if not written.startswith(("admin", "fonts")):  # the operator's, in Django's own words; letters, no words
            for url in scene.addresses(written, pattern):
                yield pattern.name or written, url


def answer_to(client: Client, method: str, url: str) -> Any:
    """The answer to one request, which breaks nothing; what it stores is taken back."""
    with transaction.atomic():
        answer = client.generic(method, url)
        transaction.set_rollback(True)
    assert answer.status_code < 500, f"{method} {url}: {answer.status_code}"
    return answer


def texts_of(answer: Any) -> list[str]:
    """What a page or a refusal shows; nothing of another kind of answer."""
    is_page = "html" in answer.headers.get("Content-Type", "") and not getattr(answer, "streaming", False)
    return list(shown_texts(answer.content.decode())) if is_page else []


def answers(scene: Scene, url: str, asked: set[tuple[str, str]]) -> Iterator[Any]:
    """What there is to read at an address: for the owner, by GET and POST; for a visitor, whose refusals are the same
    wherever the audience is (`asked`), who sends a form once where they may, and who has no form where the owner has
    none; for others where they are known.
    """
    owner, visitor = scene.client("owner"), scene.client("visitor")
    access = access_of(resolve(url.partition("?")[0]).func)
    assert access is not None
    methods = []
    for method in ("GET", "POST"):
        answer = answer_to(owner, method, url)
        methods += [method] if answer.status_code != 405 else []
        yield answer
    for method in methods:
        audience = (str(access.audience_of(method)), method)
        if audience not in asked:
            answer = answer_to(visitor, method, url)
            if method == "POST" or not hasattr(answer.wsgi_request, "admitted"):
                asked.add(audience)
            yield answer
    for role, pages in OF_ROLE.items():
        if pages.match(url):
            yield answer_to(scene.client(role), "GET", url)


def is_print(answer: Any) -> bool:
    """Whether it is a PDF."""
    return answer.status_code == 200 and answer.headers.get("Content-Type") == "application/pdf"


def lines_of_print(answer: Any) -> list[str]:
    """The lines of a PDF."""
    read = PdfReader(io.BytesIO(b"".join(answer) if answer.streaming else answer.content))
    return [line for page in read.pages for line in page.extract_text().splitlines()]


def test_no_page_no_refusal_no_print_and_no_email_is_in_plain_english(scene: Scene):
    """All of them in one test, since they are of one scene and prints are asked for as pages are."""
    letters = list(mail.outbox)  # those that the scene wrote
    texts = [text for letter in letters for text in (str(letter.subject), str(letter.body))]
    found = {line: "e-mail" for text in texts for line in text.splitlines() if plain_english(line, DATA)}
    asked: set[tuple[str, str]] = set()
    pages, prints = 0, set()
    for name, url in addresses(scene):
        for answer in answers(scene, url, asked):
            shown = texts_of(answer)
            pages += bool(shown)
            if is_print(answer) and url not in prints:  # what the owner gets, who comes first
                prints.add(url)
                shown = lines_of_print(answer)
            found |= {text: name for text in shown if plain_english(text, DATA)}

    assert not found, "\n".join(sorted(f"{name}: {text[:200]!r}" for text, name in found.items()))
    assert pages > 450 and len(prints) >= 6 and len(letters) >= 10
