"""Builds the image of deploy/Containerfile and runs it as the documents do: not root, on a read-only root.

    python -m tools.container_image                     FROM's image comes from its registry
    python -m tools.container_image --suite trixie      from Debian's packages instead, by debootstrap, with its Python
    python -m tools.container_image --volume /etc/pip.conf   a file or folder that pip needs while the image is built

Needs root, buildah and crun (Debian: apt install buildah crun debootstrap). Prints the image's size, how long the steps
took, and what was checked; status 1 where something is not as the documents say.
"""

import argparse
import json
import re
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
CONTAINERFILE = ROOT / "deploy" / "Containerfile"
MIRROR = "http://deb.debian.org/debian"
PACKAGES = "python3,python3-venv,ca-certificates"
IMAGE, NAME = "carrom", "carrom-image-test"
HEALTHY_WITHIN, STOPS_WITHIN = 240.0, 30.0  # seconds
CHECKS = {
    "runs as the user carrom": "grep -q '^Uid:.10001.10001.10001.10001$' /proc/1/status && test $(id -un) = carrom",
    "its root cannot be written": "! touch /opt/carrom/written 2>/dev/null && ! touch /etc/written 2>/dev/null",
    "has no capabilities": "grep -q '^CapEff:.0*$' /proc/1/status && grep -q '^CapBnd:.0*$' /proc/1/status",
    "gets no new privileges": "grep -q '^NoNewPrivs:.1$' /proc/1/status",
    "writes its data to the volume alone": "test -s /data/carrom.sqlite3 && test -s /data/secret-key",
    "has no compiler and no tests": "! command -v cc && ! command -v git && ! test -e /source",
    "backs up and restores": "carrom backup /data/own.zip && carrom restore --verify /data/own.zip",
}


class Storage:
    """Images and containers in a folder of their own."""

    def __init__(self, folder: Path) -> None:
        self._buildah = ["buildah", "--root", str(folder / "storage"), "--runroot", str(folder / "run")]

    def __call__(self, *words: str, shown: bool = False) -> str:
        """Run one command of buildah; give what it prints."""
        output = None if shown else subprocess.PIPE
        done = subprocess.run([*self._buildah, *words], cwd=ROOT, stdout=output, text=True, check=True)
        return (done.stdout or "").strip()


def main(words: Sequence[str]) -> int:
    """Build, run and check."""
    parser = argparse.ArgumentParser(prog="python -m tools.container_image", description=__doc__.splitlines()[0])
    parser.add_argument("--suite", help="a release of Debian that stands in for FROM's image")
    parser.add_argument("--volume", action="append", default=[], help="read-only while building; may be repeated")
    asked = parser.parse_args(words)
    missing = [name for name in ("buildah", "crun") if not shutil.which(name)]
    if missing:
        print(f"error: not on this machine: {', '.join(missing)}", file=sys.stderr)
        return 2
    with TemporaryDirectory(prefix="carrom-image-") as name:
        folder = Path(name)
        buildah = Storage(folder)
        if asked.suite:
            with _timed(f"{asked.suite} by debootstrap, as {_base()}"):
                make_base(buildah, folder, asked.suite)
        with _timed("the image"):
            volumes = [f"--volume={one}:{one}:ro" for one in asked.volume]
            pull = ["--pull-never"] if asked.suite else []
            own = ["--isolation=chroot", "--format=docker", f"--tag={IMAGE}", f"--file={CONTAINERFILE}"]
            buildah("build", *pull, *own, *volumes, ".", shown=True)
        for image in json.loads(buildah("images", "--json")):
            print(f"{image['names'][0]}: {image['size']}")
        failed = run_image(buildah, folder)
    return 1 if failed else 0


def make_base(buildah: Storage, folder: Path, suite: str) -> None:
    """Store a system of Debian's with its Python under the name of the image that the Containerfile begins with."""
    system = folder / "system"
    command = ["debootstrap", "--variant=minbase", f"--include={PACKAGES}", suite, str(system), MIRROR]
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
    (system / "usr/local/bin/python").symlink_to("/usr/bin/python3")
    container = buildah("from", "scratch")
    buildah("add", "--quiet", container, str(system), "/")
    buildah("config", "--env", "PATH=/usr/local/bin:/usr/local/sbin:/usr/sbin:/usr/bin:/sbin:/bin", container)
    buildah("commit", "--quiet", "--rm", container, _base())


def run_image(buildah: Storage, folder: Path) -> list[str]:
    """Run it as the documents do, until its own health check is content; give the checks that failed."""
    config = json.loads(buildah("inspect", "--type", "image", IMAGE))["Docker"]["config"]
    container = buildah("from", "--pull-never", IMAGE)
    root, bundle = Path(buildah("mount", container)), folder / "bundle"
    (bundle / "data").mkdir(parents=True)
    found = re.search(rf"^{config['User']}:x:(\d+):(\d+):", (root / "etc/passwd").read_text(), re.MULTILINE)
    uid, gid = map(int, found.groups()) if found else (0, 0)
    shutil.chown(bundle / "data", uid, gid)
    (bundle / "config.json").write_text(json.dumps(_spec(config, root, bundle / "data", uid, gid)))
    crun = [*_crun(), f"--root={folder / 'crun'}", "--cgroup-manager=disabled"]
    with (folder / "log").open("wb") as log, _timed("from its start until its health check is content"):
        process = subprocess.Popen([*crun, "run", f"--bundle={bundle}", NAME], stdout=log, stderr=log)
        until = time.monotonic() + HEALTHY_WITHIN
        while not (healthy := _is_healthy(crun, config)) and process.poll() is None and time.monotonic() < until:
            time.sleep(0.5)
    failed = [] if healthy else ["its health check is content"]
    for what, command in CHECKS.items() if healthy else ():
        done = subprocess.run(
            [*crun, "exec", f"--user={uid}:{gid}", NAME, "sh", "-c", command],
            capture_output=True,
            text=True,
            check=False,
        )
        print(f"  {what}: {'yes' if done.returncode == 0 else 'NO ' + done.stderr.strip()[-300:]}")
        failed += [what] if done.returncode else []
    if process.poll() is None:
        stop = getattr(signal, config["StopSignal"])
        subprocess.run([*crun, "kill", NAME, str(int(stop))], check=True)
        ended = _ended(process)
        print(f"  ends on {config['StopSignal']}: {'yes' if ended == 0 else f'NO {ended}'}")
        failed += ["ends"] if ended else []
    if failed:
        print((folder / "log").read_text(errors="replace")[-3000:])
    buildah("umount", container)
    buildah("rm", container)
    return failed


def _spec(config: dict[str, Any], root: Path, data: Path, uid: int, gid: int) -> dict[str, Any]:
    """Say how `podman run --read-only --tmpfs /tmp --cap-drop all -v carrom:/data` runs it, as crun reads it."""
    nobody: dict[str, list[str]] = {name: [] for name in ("bounding", "effective", "permitted")}
    return {
        "ociVersion": "1.0.0",
        "process": {
            "user": {"uid": uid, "gid": gid},
            "args": [*(config.get("Entrypoint") or []), *config["Cmd"]],
            "env": [*config["Env"], "HOME=/data"],
            "cwd": config["WorkingDir"] or "/",
            "capabilities": nobody,
            "noNewPrivileges": True,
        },
        "root": {"path": str(root), "readonly": True},
        "mounts": [
            {"destination": "/proc", "type": "proc", "source": "proc"},
            {"destination": "/dev", "type": "tmpfs", "source": "tmpfs", "options": ["nosuid", "mode=755"]},
            {"destination": "/dev/shm", "type": "tmpfs", "source": "shm", "options": ["nosuid", "nodev", "mode=1777"]},  # noqa: S108
            {"destination": "/tmp", "type": "tmpfs", "source": "tmpfs", "options": ["nosuid", "nodev", "mode=1777"]},  # noqa: S108
            {"destination": "/data", "type": "bind", "source": str(data), "options": ["bind", "rw"]},
        ],
        "linux": {"namespaces": [{"type": one} for one in ("pid", "network", "ipc", "uts", "mount")]},
    }


def _crun() -> list[str]:
    """Return the program; where control groups are half old and half new, which it refuses, it sees the new ones."""
    if not Path("/sys/fs/cgroup/unified").exists():
        return ["crun"]
    alone = 'mount -t cgroup2 cgroup2 /sys/fs/cgroup && exec "$0" "$@"'
    return ["unshare", "--mount", "sh", "-c", alone, "crun"]


def _is_healthy(crun: list[str], config: dict[str, Any]) -> bool:
    test = config["Healthcheck"]["Test"]
    asked = test[1:] if test[0] == "CMD" else ["sh", "-c", test[1]]
    done = subprocess.run([*crun, "exec", NAME, *asked], capture_output=True, check=False)
    return done.returncode == 0


def _ended(process: subprocess.Popen[bytes]) -> int:
    try:
        return process.wait(STOPS_WITHIN)
    except subprocess.TimeoutExpired:
        process.kill()
        return -1


def _base() -> str:
    """Return the name of the image that the Containerfile begins with."""
    text = CONTAINERFILE.read_text(encoding="utf-8")
    version = re.findall(r"^ARG PYTHON=(.*)$", text, re.MULTILINE)[0]
    return str(re.findall(r"^FROM (\S+)", text, re.MULTILINE)[0]).replace("${PYTHON}", version)


@contextmanager
def _timed(what: str) -> Iterator[None]:
    started = time.monotonic()
    yield
    print(f"{what}: {time.monotonic() - started:.0f} s", flush=True)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
