"""Settings that come from the environment, read strictly: a value that is implausible is an error, not a guess."""

import importlib.util
import ipaddress
import os
import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any
from urllib.parse import parse_qsl, unquote, urlsplit

from django.conf.locale import LANG_INFO
from django.utils.translation import to_language

from carrom.errors import CarromError
from carrom.parts import install_command

PSEUDO_LOCALE = "en-xa"
SHORTEST_TOKEN = 20
THIS_MACHINE = ("localhost", "127.0.0.1", "[::1]")


class SettingError(CarromError):
    """A setting in the environment cannot be used."""

    code = "bad-setting"


def hosts(environment: Mapping[str, str]) -> list[str]:
    """Read `CARROM_HOSTS`: names that are answered, with commas between; this machine always is.

    Raises:
        SettingError: `*` would switch off the check of a socket's origin.
    """
    named = [host.strip() for host in environment.get("CARROM_HOSTS", "").split(",") if host.strip()]
    if any("*" in host for host in named):
        raise SettingError("hosts")
    return [*THIS_MACHINE, *named]


def database(environment: Mapping[str, str], folder: Path) -> dict[str, Any]:
    """Read `CARROM_DATABASE_URL`: postgresql://user:password@host:port/name or sqlite:///path; default: in `folder`.

    Raises:
        SettingError: another kind of database, or no driver for it.
    """
    url = environment.get("CARROM_DATABASE_URL", "")
    if not url:
        return _sqlite(str(folder / "carrom.sqlite3"))
    parts = urlsplit(url)
    if parts.scheme == "sqlite" and parts.path.strip("/"):
        return _sqlite("/" + unquote(parts.path).lstrip("/"))
    if parts.scheme not in ("postgres", "postgresql") or not parts.path.strip("/"):
        raise SettingError("database-url")
    if importlib.util.find_spec("psycopg") is None:
        raise SettingError("database-driver", command=install_command("scale"))
    return {
        "ENGINE": "django.db.backends.postgresql",
        "NAME": unquote(parts.path[1:]),
        "USER": unquote(parts.username or ""),
        "PASSWORD": unquote(parts.password or ""),
        "HOST": unquote(parts.hostname or ""),
        "PORT": str(parts.port or ""),
        "CONN_MAX_AGE": 0,
        "OPTIONS": {**dict(parse_qsl(parts.query)), "pool": {"min_size": 2, "max_size": 10}},
    }


def _sqlite(name: str) -> dict[str, Any]:
    return {
        "ENGINE": "django.db.backends.sqlite3",
        "NAME": name,
        "CONN_MAX_AGE": 600,
        "OPTIONS": {
            "transaction_mode": "IMMEDIATE",
            "timeout": 10,
            "init_command": "PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL; PRAGMA foreign_keys=ON;",
        },
    }


def channel_layer(environment: Mapping[str, str]) -> dict[str, Any]:
    """Read `CARROM_CHANNEL_URL`: redis://host:port/0; default this process's memory.

    Raises:
        SettingError: another kind of layer, or no driver for it.
    """
    url = environment.get("CARROM_CHANNEL_URL", "")
    if not url:
        return {"BACKEND": "carrom_web.core.memory_layer.MemoryLayer", "CONFIG": {"capacity": 500}}
    if urlsplit(url).scheme not in ("redis", "rediss", "unix"):
        raise SettingError("channel-url")
    if importlib.util.find_spec("channels_redis") is None:
        raise SettingError("channel-driver", command=install_command("scale"))
    return {"BACKEND": "carrom_web.core.redis_layer.RedisLayer", "CONFIG": {"url": url}}


def email(environment: Mapping[str, str], folder: Path) -> dict[str, Any]:
    """Read `CARROM_EMAIL_URL`: smtp://user:password@host:587, smtps://...:465, console:, default files in `folder`.

    Raises:
        SettingError: another kind of server.
    """
    url = environment.get("CARROM_EMAIL_URL", "")
    backends = "django.core.mail.backends"
    if not url:
        return {"EMAIL_BACKEND": f"{backends}.filebased.EmailBackend", "EMAIL_FILE_PATH": str(folder / "mail")}
    parts = urlsplit(url)
    if parts.scheme == "console":
        return {"EMAIL_BACKEND": f"{backends}.console.EmailBackend"}
    if parts.scheme not in ("smtp", "smtps") or not parts.hostname:
        raise SettingError("email-url")
    with_tls = parts.scheme == "smtp" and parts.port not in (None, 25)
    return {
        "EMAIL_BACKEND": f"{backends}.smtp.EmailBackend",
        "EMAIL_HOST": parts.hostname,
        "EMAIL_PORT": parts.port or (465 if parts.scheme == "smtps" else 25),
        "EMAIL_HOST_USER": unquote(parts.username or ""),
        "EMAIL_HOST_PASSWORD": unquote(parts.password or ""),
        "EMAIL_USE_SSL": parts.scheme == "smtps",
        "EMAIL_USE_TLS": with_tls,
        "EMAIL_TIMEOUT": 15,
    }


def languages(environment: Mapping[str, str], folder: Path) -> tuple[str, list[tuple[str, str]], list[Path]]:
    """The language of the site, those that one may choose, and where their catalogues lie.

    Beside English these are the languages that have a compiled catalogue in the folder: adding one is adding it.
    With `CARROM_PSEUDO_LOCALE`, a folder that `tools/pseudo_locale.py` wrote, the site speaks that language alone.

    Raises:
        SettingError: there is no such catalogue in the folder.
    """
    pseudo = environment.get("CARROM_PSEUDO_LOCALE", "")
    if not pseudo:
        found = sorted(to_language(file.parents[1].name) for file in folder.glob("*/LC_MESSAGES/django.mo"))
        return (
            "en",
            [("en", "English"), *((code, LANG_INFO.get(code, {}).get("name_local", code)) for code in found)],
            [folder],
        )
    if not Path(pseudo, "en_XA", "LC_MESSAGES", "django.mo").exists():
        raise SettingError("pseudo-locale", folder=pseudo)
    return PSEUDO_LOCALE, [(PSEUDO_LOCALE, "Pseudo-English")], [Path(pseudo)]


def workers(environment: Mapping[str, str]) -> int:
    """Read how many server processes run side by side (`WEB_CONCURRENCY`, as uvicorn reads it); default 1."""
    text = environment.get("WEB_CONCURRENCY", "1") or "1"
    if not text.isdecimal() or int(text) < 1:
        raise SettingError("web-concurrency")
    return int(text)


def log_format(environment: Mapping[str, str]) -> str:
    """Read how the log appears on the terminal (`CARROM_LOG_FORMAT`): "text" for people (default) or "json".

    Raises:
        SettingError: it is another word.
    """
    named = environment.get("CARROM_LOG_FORMAT", "") or "text"
    if named not in ("text", "json"):
        raise SettingError("log-format")
    return named


def metrics_token(environment: Mapping[str, str]) -> str:
    """Read the token for `/metrics` (`CARROM_METRICS_TOKEN`); empty: nobody gets any.

    Raises:
        SettingError: it is so short that it can be guessed.
    """
    token = environment.get("CARROM_METRICS_TOKEN", "")
    if token and len(token) < SHORTEST_TOKEN:
        raise SettingError("metrics-token", least=SHORTEST_TOKEN)
    return token


def security_contact(environment: Mapping[str, str]) -> str:
    """Read whom to tell of a weakness (`CARROM_SECURITY_CONTACT`), as a URI; default nobody.

    Raises:
        SettingError: it is neither an email address nor a link that starts with mailto:, https: or tel:.
    """
    contact = environment.get("CARROM_SECURITY_CONTACT", "").strip()
    if not contact or contact.startswith(("mailto:", "https://", "tel:")):
        usable = contact
    else:
        usable = f"mailto:{contact}" if "@" in contact.strip("@") else ""
    if contact and (not usable or not usable.isprintable() or " " in usable):
        raise SettingError("security-contact", contact=contact)
    return usable


def push_origins(environment: Mapping[str, str]) -> frozenset[str]:
    """Read `CARROM_PUSH_ORIGINS`: push services that need not be public, as origins with commas between.

    Raises:
        SettingError: one is no origin.
    """
    named = [one.strip() for one in environment.get("CARROM_PUSH_ORIGINS", "").split(",") if one.strip()]
    for one in named:
        parts = urlsplit(one)
        if parts.scheme not in ("http", "https") or not parts.hostname or one != f"{parts.scheme}://{parts.netloc}":
            raise SettingError("push-origins", origin=one)
    return frozenset(named)


def framed_by(environment: Mapping[str, str]) -> str:
    """Read which sites may frame the embeds (`CARROM_FRAMED_BY`), as a policy lists them; default all, `none` nobody.

    Raises:
        SettingError: it is no list of origins such as https://club.example.
    """
    named = environment.get("CARROM_FRAMED_BY", "").split()
    if named == ["none"]:
        return "'none'"
    if not all(re.fullmatch(r"https?://(\*\.)?[a-z0-9.-]+(:\d+)?", one) for one in named):
        raise SettingError("framed-by")
    return " ".join(named) or "*"


def webhook_networks(environment: Mapping[str, str]) -> list[ipaddress.IPv4Network | ipaddress.IPv6Network]:
    """Read to which networks webhooks may go beside the public internet (`CARROM_WEBHOOK_NETWORKS`); default none.

    Raises:
        SettingError: one of them is no network such as 192.168.1.0/24.
    """
    try:
        return [ipaddress.ip_network(one) for one in environment.get("CARROM_WEBHOOK_NETWORKS", "").split()]
    except ValueError:
        raise SettingError("webhook-networks") from None


def computer_processes(environment: Mapping[str, str]) -> int:
    """Read in how many processes of one server process computers may think (`CARROM_COMPUTER_PROCESSES`).

    Default: the processors that this process may use, shared out among the server processes.
    """
    text = environment.get("CARROM_COMPUTER_PROCESSES", "")
    if not text:
        return max(1, _processors() // workers(environment))
    if not text.isdecimal() or int(text) < 1:
        raise SettingError("computer-processes")
    return int(text)


def _processors() -> int:
    if hasattr(os, "sched_getaffinity"):  # not on macOS and Windows
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1
