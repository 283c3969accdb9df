"""What `deploy/` has for servers: it names what exists, and the programs that it is for take it and serve the site."""

import os
import re
import shlex
import shutil
import socket
import ssl
import subprocess
import sys
import time
import tomllib
import urllib.request
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

import pytest
import yaml
from prometheus_client.parser import text_string_to_metric_families
from websockets.sync.client import connect

from tests.support.browser.live_server import LiveServer, ready_of_run

ROOT = Path(__file__).parent.parent
DEPLOY = ROOT / "deploy"
UNITS = DEPLOY / "systemd"
TOKEN = "a-token-of-twenty-signs-or-more"
MOST_EXPOSED = 2.0  # of 10, as systemd-analyze counts


def program(name: str) -> str:
    """Where a program of Debian's is; the test is left out, with the reason, where it is not."""
    found = shutil.which(name) or shutil.which(f"/usr/sbin/{name}")
    if found is None:
        pytest.skip(f"{name} is not on this machine")
    return found


def free_port() -> int:
    with socket.socket() as one:
        one.bind(("127.0.0.1", 0))
        return int(one.getsockname()[1])


def test_every_setting_that_is_named_is_one_of_the_documented():
    documented = set(re.findall(r"CARROM_[A-Z_]+", (ROOT / "docs" / "operations.md").read_text()))
    of_the_files_alone = {"CARROM_HOST", "CARROM_SERVER"}  # the compose file fills them in

    for path in sorted(one for one in DEPLOY.rglob("*") if one.is_file()):
        named = set(re.findall(r"CARROM_[A-Z_]+", path.read_text())) - of_the_files_alone
        assert named <= documented, path


def test_the_compose_file_starts_the_image_with_what_it_needs_and_nothing_runs_as_root():
    services = yaml.safe_load((DEPLOY / "compose.yaml").read_text())["services"]
    site = services["carrom"]
    example = dict(line.split("=", 1) for line in (DEPLOY / "example.env").read_text().splitlines() if "=" in line)
    asked = set(re.findall(r"\$\{(\w+)", (DEPLOY / "compose.yaml").read_text()))

    assert asked == set(example)
    assert site["read_only"] and site["cap_drop"] == ["ALL"] and site["tmpfs"] == ["/tmp"]
    assert (DEPLOY / site["build"]["context"] / site["build"]["dockerfile"]).resolve() == DEPLOY / "Containerfile"
    assert {"ports"} & set(services["carrom"]) == set() and services["proxy"]["ports"]  # https is the only way in

    steps = re.findall(r"^([A-Z]+) (.*)$", (DEPLOY / "Containerfile").read_text(), re.MULTILINE)
    last_user = [what for step, what in steps if step == "USER"][-1]
    assert last_user == "carrom" and any(step == "HEALTHCHECK" for step, _what in steps)
    oldest = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]["requires-python"]
    python = next(what for step, what in steps if what.startswith("PYTHON="))
    assert tuple(map(int, python.split("=")[1].split("."))) >= tuple(map(int, oldest.strip(">=").split(".")))


def test_the_compose_file_lets_only_the_proxy_and_the_site_meet():
    compose = yaml.safe_load((DEPLOY / "compose.yaml").read_text())
    of = {name: set(service["networks"]) for name, service in compose["services"].items()}

    assert {name for name in of if of[name] & of["proxy"]} == {"carrom", "proxy"}
    assert of["database"] == of["redis"] == {"inside"} and compose["networks"]["inside"]["internal"]


@pytest.mark.parametrize("unit", sorted(path.name for path in UNITS.glob("*.service")))
def test_units_are_understood_and_hardened(unit: str, tmp_path: Path):
    systemd = program("systemd-analyze")
    here = tmp_path / unit
    here.write_text((UNITS / unit).read_text().replace("/opt/carrom/bin/carrom", sys.executable))

    checked = subprocess.run([systemd, "verify", here], capture_output=True, text=True, check=False)
    assert unit not in checked.stderr, checked.stderr
    if unit == "carrom.service":
        asked = [systemd, "security", "--offline=true", here]
        rated = subprocess.run(asked, capture_output=True, text=True, check=False)
        (exposed,) = re.findall(r"Overall exposure level for \S+: ([\d.]+)", rated.stdout)
        assert float(exposed) <= MOST_EXPOSED, rated.stdout


def test_alerts_are_understood(tmp_path: Path):
    promtool = program("promtool")

    checked = subprocess.run(
        [promtool, "check", "rules", DEPLOY / "alerts.yaml"], capture_output=True, text=True, check=False
    )

    assert checked.returncode == 0, checked.stderr


ON_READ_ONLY = """#!/bin/sh
exec {unshare} --mount sh -c '
  mount --make-rprivate / && mount --bind "$CARROM_DATA" "$CARROM_DATA" && mount -o remount,bind,ro / || exit 8
  touch /written 2>/dev/null && exit 9
  exec {carrom} "$@"
' carrom "$@"
"""


def unsharing() -> list[str]:
    """The command that gives a program mounts of its own; empty where that is not allowed."""
    unshare = shutil.which("unshare")
    if unshare is None:
        return []
    command = [unshare, *(() if os.geteuid() == 0 else ("--map-root-user",))]
    tried = [*command, "--mount", "sh", "-c", "mount --make-rprivate /"]
    return command if subprocess.run(tried, capture_output=True, check=False).returncode == 0 else []


@pytest.fixture(scope="module")
def shared_site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[LiveServer]:
    """The site as in the container, which tools/container_image.py builds and runs: it can write its data alone.

    Where mounts are not allowed, it can write all. tests/test_server_document.py has a first start on read-only files.
    """
    folder = tmp_path_factory.mktemp("site")
    carrom = Path(sys.executable).with_name("carrom")
    if command := unsharing():
        script = folder / "carrom"
        script.write_text(ON_READ_ONLY.format(unshare=shlex.join(command), carrom=shlex.quote(str(carrom))))
        script.chmod(0o755)
    settings = {
        "CARROM_HTTPS": "1",
        "CARROM_METRICS_TOKEN": TOKEN,
        "CARROM_LOG_FORMAT": "json",
        "PYTHONDONTWRITEBYTECODE": "1",
        "TMPDIR": str(folder / "data"),
    }
    server = LiveServer(folder, ready=ready_of_run(), carrom=script if command else carrom, settings=settings)
    server.start()
    yield server
    server.stop()


@pytest.fixture
def site(shared_site: LiveServer) -> LiveServer:
    """The site; it starts again where the last test has ended it."""
    if not shared_site.is_running:
        shared_site.start()
    return shared_site


@pytest.mark.slow
def test_alerts_ask_for_figures_that_the_site_gives(site: LiveServer):
    secure = {"Authorization": f"Bearer {TOKEN}", "X-Forwarded-Proto": "https"}
    asked = urllib.request.Request(f"{site.url}/metrics", headers=secure)
    families = text_string_to_metric_families(urllib.request.urlopen(asked).read().decode())
    given = {one.name for one in families}
    rules = yaml.safe_load((DEPLOY / "alerts.yaml").read_text())["groups"][0]["rules"]

    named = {name for rule in rules for name in re.findall(r"\bcarrom_\w+", rule["expr"])}

    assert named
    assert {re.sub(r"_(?:total|bucket|count|sum)$", "", name) for name in named} <= given
    assert all(rule["annotations"]["summary"] and rule["annotations"]["todo"] for rule in rules)


@contextmanager
def running(
    command: list[str], port: int, folder: Path, environment: Mapping[str, str] | None = None
) -> Iterator[None]:
    """A proxy that runs until the test is over."""
    log = folder / "proxy.log"
    with log.open("wb") as output:
        process = subprocess.Popen(command, stdout=output, stderr=output, env={**os.environ, **(environment or {})})
    try:
        until = time.monotonic() + 60
        while time.monotonic() < until and process.poll() is None:
            with socket.socket() as one:
                if not one.connect_ex(("127.0.0.1", port)):
                    break
            time.sleep(0.05)
        assert process.poll() is None, log.read_text()
        yield
    finally:
        process.terminate()
        process.wait(30)


def is_served_over_https(port: int) -> None:
    """The start page and a socket come through a proxy; the site knows that it is https."""
    trusting = ssl.create_default_context()
    trusting.check_hostname, trusting.verify_mode = False, ssl.CERT_NONE
    own = f"https://localhost:{port}"
    until = time.monotonic() + 60
    while True:  # the proxy makes a certificate first
        try:
            answer = urllib.request.urlopen(f"{own}/", context=trusting)
            break
        except (ssl.SSLError, urllib.error.URLError):
            assert time.monotonic() < until
            time.sleep(0.2)
    assert answer.status == 200 and "<main" in answer.read().decode()
    assert "max-age" in answer.headers["Strict-Transport-Security"]
    with connect(f"wss://localhost:{port}/ws/lobby/", ssl=trusting, origin=own) as lobby:  # type: ignore[arg-type]
        lobby.send("{}")
        lobby.ping().wait(20)
    with pytest.raises(urllib.error.HTTPError) as refused:
        urllib.request.urlopen(f"{own}/metrics", context=trusting)
    assert refused.value.code == 404


@pytest.mark.slow
def test_nginx_serves_the_site(site: LiveServer, tmp_path: Path):
    nginx = program("nginx")
    certificate, key = tmp_path / "certificate.pem", tmp_path / "key.pem"
    own = [
        "-x509",
        "-newkey",
        "ec",
        "-pkeyopt",
        "ec_paramgen_curve:P-256",
        "-nodes",
        "-days",
        "2",
        "-subj",
        "/CN=localhost",
    ]
    subprocess.run(
        [program("openssl"), "req", *own, "-keyout", key, "-out", certificate], check=True, capture_output=True
    )
    plain, secure = free_port(), free_port()
    text = (DEPLOY / "nginx.conf").read_text()
    changes = {
        r"listen 80;": f"listen 127.0.0.1:{plain};",
        r"listen 443 ssl": f"listen 127.0.0.1:{secure} ssl",
        r"\n    listen \[::\].*": "",
        r"127\.0\.0\.1:8000": f"127.0.0.1:{site.port}",
        r"server_name .*;": "server_name localhost;",
        r"ssl_certificate .*;": f"ssl_certificate {certificate};",
        r"ssl_certificate_key .*;": f"ssl_certificate_key {key};",
        r"Host \$host;": "Host $http_host;",  # this proxy has a port of its own
    }
    for pattern, instead in changes.items():
        text, count = re.subn(pattern, instead, text)
        assert count, pattern
    paths = "".join(f"{name}_temp_path {tmp_path};" for name in ("client_body", "proxy", "fastcgi", "uwsgi", "scgi"))
    config = tmp_path / "nginx.conf"
    config.write_text(
        f"pid {tmp_path}/pid; error_log {tmp_path}/error.log; daemon off; events {{}}"
        f" http {{ access_log off; {paths} {text} }}"
    )

    with running([nginx, "-c", str(config), "-e", str(tmp_path / "error.log")], secure, tmp_path):
        is_served_over_https(secure)


@pytest.mark.slow
def test_caddy_serves_the_site(site: LiveServer, tmp_path: Path):
    caddy = program("caddy")
    plain, secure = free_port(), free_port()
    alone = f"{{\n\tadmin off\n\thttp_port {plain}\n\thttps_port {secure}\n\tskip_install_trust\n}}\n"
    config = tmp_path / "Caddyfile"
    config.write_text(alone + (DEPLOY / "Caddyfile").read_text())
    environment = {"HOME": str(tmp_path), "XDG_DATA_HOME": str(tmp_path), "CARROM_SERVER": f"127.0.0.1:{site.port}"}

    with running([caddy, "run", "--config", str(config), "--adapter", "caddyfile"], secure, tmp_path, environment):
        is_served_over_https(secure)


@pytest.mark.slow
def test_the_site_runs_on_a_read_only_system_with_its_data_alone_to_write(site: LiveServer):
    """It ends as systemd has it end, after all that it has answered: the next test that needs it starts it again."""
    if not unsharing():
        pytest.skip("mount namespaces are not allowed on this machine")
    assert site.process is not None and site.is_running
    mounts = Path(f"/proc/{site.process.pid}/mountinfo").read_text().splitlines()
    (root,) = [options for *_, place, options in (line.split()[:6] for line in mounts) if place == "/"][-1:]
    assert root.split(",")[0] == "ro"
    with urllib.request.urlopen(f"{site.url}/healthz") as answer:
        assert '"status": "ok"' in answer.read().decode()

    site.process.terminate()

    assert site.process.wait(60) == 0
    assert "Stopped" in site.last_words() and "Traceback" not in site.last_words()
