"""Languages: chosen from the browser, changed in one tap, brought along by an account; catalogues that are whole."""

import re
import shutil
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import polib
import pytest
from django.conf import settings
from django.core import mail as outbox
from django.test import Client
from django.utils import translation

from carrom.printing import fonts as printed_fonts
from carrom_web.accounts.models import Account, Guest
from carrom_web.core import fonts, languages, mail
from carrom_web.core.bundle import bundle
from carrom_web.push.models import Device
from tests.support.browser.live_server import ready_of_run
from tests.support.pseudo_locale import messages_of_run
from tools import catalogues, translations

HOST = "127.0.0.1:8000"
OWN = {"HTTP_ORIGIN": f"http://{HOST}"}
CODES = ("bn", "de", "fr", "hi", "it", "ml", "pl", "ta", "ur")
CATALOGUES = catalogues.catalogues()


@pytest.fixture
def client() -> Client:
    return Client(HTTP_HOST=HOST)


def spoken(answer: Any) -> tuple[str, str]:
    """The language and direction of a page."""
    found = re.search(r'<html lang="([\w-]+)"\s*(?:dir="(\w+)")?', answer.content.decode())
    assert found
    return found[1], found[2] or "ltr"


def chosen(client: Client, code: str, **more: Any) -> Any:
    return client.post("/language/", {"language": code}, **{**OWN, **more})


def test_the_site_speaks_ten_languages():
    assert [code for code, _name in settings.LANGUAGES] == ["en", *CODES]


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("asked", "language"),
    [
        ("hi-IN,hi;q=0.9,en;q=0.5", ("hi", "ltr")),
        ("ur-PK", ("ur", "rtl")),
        ("pl", ("pl", "ltr")),
        ("tlh, x-y;q=0.2", ("en", "ltr")),
        ("", ("en", "ltr")),
        (",;q=,", ("en", "ltr")),
    ],
)
def test_the_browser_chooses_and_a_language_that_does_not_exist_is_english(
    client: Client, asked: str, language: tuple[str, str]
):
    assert spoken(client.get("/", HTTP_ACCEPT_LANGUAGE=asked)) == language


@pytest.mark.django_db
def test_one_tap_on_any_page_changes_the_language_and_comes_back_to_it(client: Client):
    page = client.get("/laws/").content.decode()
    assert all(f'value="{code}"' in page for code in ("en", *CODES))

    answer = chosen(client, "ta", HTTP_REFERER=f"http://{HOST}/laws/icf/?a=b")

    assert (answer.status_code, answer["Location"]) == (302, f"http://{HOST}/laws/icf/?a=b")
    assert spoken(client.get("/laws/", HTTP_ACCEPT_LANGUAGE="de")) == ("ta", "ltr")


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("code", "more"),
    [
        ("tlh", {}),
        ("", {}),
        ("hi", {"HTTP_ORIGIN": "https://elsewhere.example"}),
        ("hi", {"HTTP_ORIGIN": "null"}),
    ],
)
def test_an_unknown_language_and_a_foreign_form_change_nothing(client: Client, code: str, more: dict[str, str]):
    answer = chosen(client, code, HTTP_REFERER="https://elsewhere.example/trap", **more)

    assert answer["Location"] == "/"
    assert spoken(client.get("/")) == ("en", "ltr")


@pytest.mark.django_db
def test_an_account_brings_its_language_to_the_next_device(client: Client):
    account = Account.objects.create_user("asha@example.org", "a-long-enough-one", guest=Guest.objects.create())
    client.force_login(account)
    device = Device.objects.create(guest=account.guest, endpoint="https://push.example/1", language="fr")
    chosen(client, "ml")
    account.refresh_from_db()
    device.refresh_from_db()
    assert (account.language, device.language) == ("ml", "ml")

    other = Client(HTTP_HOST=HOST)
    other.post("/accounts/login/", {"login": account.email, "password": "a-long-enough-one"}, HTTP_ACCEPT_LANGUAGE="fr")

    assert spoken(other.get("/", HTTP_ACCEPT_LANGUAGE="fr")) == ("ml", "ltr")


@pytest.mark.django_db
def test_an_email_is_written_in_the_direction_of_its_language():
    with translation.override("ur"):
        mail.send(subject="س", paragraphs=["ایک"], footer="دو", to="asha@example.org")

    (letter,) = outbox.outbox
    assert '<html lang="ur" dir="rtl">' in str(letter.alternatives[0][0])


def test_a_print_says_in_its_language_which_characters_it_cannot_show():
    with translation.override("de"):
        said = printed_fonts.foot("Asha \U00013000")

    assert "U+13000" in said and "Zeichen" in said


@pytest.fixture(scope="module")
def made_fonts() -> None:
    """The fonts that this code has made for the servers of this run; to make them takes 4 s."""
    shutil.copytree(ready_of_run() / "fonts", settings.DATA / "fonts", dirs_exist_ok=True)


@pytest.mark.usefixtures("made_fonts")
@pytest.mark.parametrize("script", sorted(fonts.SCRIPTS))
def test_a_script_costs_a_page_less_than_60_kb(script: str):
    font = fonts.subset(script)

    assert font[:4] == b"wOF2"
    assert len(font) < (2_000 if script.endswith("-name") else 60_000)


@pytest.mark.usefixtures("made_fonts")
@pytest.mark.django_db
def test_a_font_is_at_the_address_that_the_style_sheet_names_and_nothing_else_is(client: Client):
    sheet = (settings.PACKAGE / "static" / "css" / "fonts.css").read_text()
    named = re.findall(r'url\("(/fonts/[\w.-]+)"\)', sheet)
    assert len(named) == len(fonts.SCRIPTS)

    for address in named:
        answer = client.get(address)
        assert answer.status_code == 200 and "immutable" in answer["Cache-Control"]
    assert client.get("/fonts/klingon.1.woff2").status_code == 404
    assert client.get("/fonts/tamil.2.woff2").status_code == 404


def test_style_sheets_know_no_left_and_right():
    """Languages that are written from right to left mirror a page; the board keeps its own direction."""
    physical = re.compile(
        r"(?:margin|padding|border)-(?:left|right)|border-(?:top|bottom)-(?:left|right)"
        r"|text-align:\s*(?:left|right)|^\s*(?:left|right):|float:",
        re.MULTILINE,
    )
    sheets = sorted((settings.PACKAGE / "static" / "css").glob("*.css"))

    assert {sheet.name: found for sheet in sheets if (found := physical.findall(sheet.read_text()))} == {}


@pytest.mark.parametrize("code", ["en", *CODES])
def test_the_python_of_a_page_has_its_own_language_alone(code: str):
    assert len(bundle(code).content) < len(bundle("en").content) + 120_000
    assert len({bundle(other).digest for other in ("en", code)}) == (1 if code == "en" else 2)


@pytest.fixture(scope="module")
def texts() -> polib.POFile:
    return polib.pofile(str(messages_of_run()))


@cache
def catalogue_in(path: Path) -> polib.POFile:
    """A catalogue, which takes longer to read than to look through."""
    return polib.pofile(str(path))


def each() -> Iterator[Any]:
    yield from (pytest.param(path, id=catalogues.language_of(path)) for path in CATALOGUES)


@pytest.mark.slow
@pytest.mark.parametrize("path", each())
def test_a_catalogue_has_every_text_and_nothing_is_broken(path: Path, texts: polib.POFile):
    language, catalogue = catalogues.language_of(path), catalogue_in(path)

    assert list(translations.missing(catalogue, translations.wanted(language, texts)))[:20] == []
    assert list(catalogues.faults(catalogue))[:20] == []


@pytest.mark.slow
@pytest.mark.parametrize("path", each())
def test_a_catalogue_keeps_to_its_glossary(path: Path):
    language = catalogues.language_of(path)
    terms = translations.glossary(language)

    assert 30 <= len(terms) <= 80
    assert sum(bool(term.stems) for term in terms) >= 25
    assert all(re.fullmatch(r"https?://\S+", term.source) for term in terms if term.source)
    assert list(translations.against_the_glossary(language, catalogue_in(path)))[:20] == []


def entry(**values: Any) -> polib.POEntry:
    return polib.POEntry(**values)


@pytest.mark.parametrize(
    ("broken", "said"),
    [
        (entry(msgid="one", msgstr=""), "is not translated"),
        (entry(msgid="%(name)s won", msgstr="gewann"), "has other places"),
        (entry(msgid="<b>one</b>", msgstr="<i>eins</i>"), "has other places"),
        (entry(msgid="{n} coin", msgid_plural="{n} coins", msgstr_plural={0: "{n} Stein"}), "2 plural forms"),
        (entry(msgid="{n} coin", msgid_plural="{n} coins", msgstr_plural={0: "ein Stein", 1: "Steine"}), "form 1"),
        (entry(msgid="one", msgstr="eins", flags=["fuzzy"]), "is fuzzy"),
    ],
)
def test_what_is_broken_in_a_catalogue_stops_the_build(
    broken: polib.POEntry, said: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    catalogue = polib.POFile()
    catalogue.metadata = {"Plural-Forms": "nplurals=2; plural=(n != 1);", "Content-Type": "text/plain; charset=UTF-8"}
    catalogue.append(broken)
    file = tmp_path / "de" / "LC_MESSAGES" / "django.po"
    file.parent.mkdir(parents=True)
    catalogue.save(str(file))
    monkeypatch.setattr(catalogues, "LOCALE", tmp_path)

    with pytest.raises(SystemExit, match=said):
        catalogues.compile_all()
    assert not file.with_suffix(".mo").exists()


def test_the_form_of_one_may_leave_its_number_out():
    catalogue = polib.POFile()
    catalogue.metadata = {"Plural-Forms": "nplurals=2; plural=(n != 1);"}
    forms = {0: "ein Stein", 1: "{n} Steine"}
    catalogue.append(entry(msgid="{n} coin", msgid_plural="{n} coins", msgstr_plural=forms))

    assert list(catalogues.faults(catalogue)) == []


def test_bringing_a_catalogue_up_to_date_keeps_what_is_translated_and_drops_what_is_gone():
    old = polib.POFile()
    old.append(entry(msgid="stays", msgstr="bleibt"))
    old.append(entry(msgid="goes", msgstr="geht"))
    found = polib.POFile()
    found.append(entry(msgid="stays"))
    found.append(entry(msgid="{n} new", msgid_plural="{n} news"))

    new = translations.updated("de", old, found)
    held = {one.msgid: one for one in new}

    assert held["stays"].msgstr == "bleibt" and "goes" not in held
    assert held["{n} new"].msgstr_plural == {0: "", 1: ""}
    assert languages.direction("ur") == "rtl" and languages.direction("de") == "ltr"
