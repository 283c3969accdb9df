"""In a language of accents nothing plain is left: on no page, in no refusal, e-mail or print."""

import io
import re
from collections.abc import Iterator
from typing import Any

import pytest
from django.core import mail
from django.db import transaction
from django.test import Client
from django.urls import get_resolver
from django.utils import translation
from pypdf import PdfReader

from carrom_web.config.environment import PSEUDO_LOCALE
from carrom_web.core.pages import all_patterns
from tests.support.pseudo_locale import plain_english, pseudo_locale_of_run, shown_texts
from tests.support.web.one_of_everything import Scene, new_scene

pytestmark = [pytest.mark.slow, pytest.mark.django_db]
ROLES = ("visitor", "owner", "scorer", "captain")
SENDING = ("visitor", "owner")  # of these every refusal is seen; the others get the same ones

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
        if not written.startswith("admin"):  # the operator's, in Django's own words
            for url in scene.addresses(written, pattern):
                yield pattern.name or written, url


def answer_texts(client: Client, method: str, url: str) -> list[str]:
    """What a page or a refusal shows; nothing of another kind of answer."""
    with transaction.atomic():
        answer = client.generic(method, url)
        transaction.set_rollback(True)
    is_page = "html" in answer.headers.get("Content-Type", "") and not getattr(answer, "streaming", False)
    return list(shown_texts(answer.content.decode())) if is_page else []


def test_no_page_and_no_refusal_shows_plain_english(scene: Scene):
    found: dict[str, str] = {}
    pages = 0
    for name, url in addresses(scene):
        for role in ROLES:
            for method in ("GET", "POST") if role in SENDING else ("GET",):
                texts = answer_texts(scene.client(role), method, url)
                pages += bool(texts)
                found |= {text: name for text in texts if plain_english(text, DATA)}

    assert not found, "\n".join(sorted(f"{name}: {text[:200]!r}" for text, name in found.items()))
    assert pages > 450


def test_no_email_is_in_plain_english(scene: Scene):
    texts = [text for letter in mail.outbox for text in (str(letter.subject), str(letter.body))]
    found = {line for text in texts for line in text.splitlines() if plain_english(line, DATA)}

    assert len(mail.outbox) >= 10
    assert not found, "\n".join(sorted(found))


def test_no_print_is_in_plain_english(scene: Scene):
    found: dict[str, str] = {}
    prints = 0
    for name, url in addresses(scene):
        if ".pdf" in url:
            answer = scene.client("owner").get(url)
            if answer.status_code == 200:
                prints += 1
                read = PdfReader(io.BytesIO(b"".join(answer) if answer.streaming else answer.content))
                lines = [line for page in read.pages for line in page.extract_text().splitlines()]
                found |= {line: name for line in lines if plain_english(line, DATA)}

    assert prints >= 6
    assert not found, "\n".join(sorted(f"{name}: {text!r}" for text, name in found.items()))
