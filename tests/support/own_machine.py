"""A machine of its own in namespaces: systemd runs in it as on a server, on files that begin as this machine's.

What is written lies in a folder (an overlay's upper layer), so that it can be looked at when the machine is off. It has
a network of its own with nothing in it but itself; `run(..., online=True)` runs a command in this machine's network. It
cannot change the kernel's settings and knows no devices.
"""

import os
import shutil
import signal
import subprocess
import time
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest

SYSTEMD, DBUS = Path("/lib/systemd/systemd"), Path("/lib/systemd/system/dbus.socket")
HIERARCHIES = (Path("/sys/fs/cgroup/systemd"), Path("/sys/fs/cgroup/unified"), Path("/sys/fs/cgroup"))
PATH = "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin"
BOOTS_WITHIN, RUNS_WITHIN, ENDS_WITHIN = 60.0, 600.0, 10.0  # seconds
BOOT = r"""
set -e
mount --make-rprivate /
mount -t overlay overlay -o "lowerdir=/,upperdir=$FOLDER/upper,workdir=$FOLDER/work" "$FOLDER/root"
cd "$FOLDER/root"
mount -t proc proc proc
mount --bind proc/sys proc/sys
mount -o remount,bind,ro proc/sys
mount -t sysfs -o ro sysfs sys
mount -t tmpfs tmpfs run
mount -t tmpfs tmpfs dev
for name in null zero full random urandom tty; do
  touch dev/$name
  mount --bind /dev/$name dev/$name
done
mkdir dev/shm dev/pts
ln -s /proc/self/fd dev/fd
ln -s pts/ptmx dev/ptmx
mount -t devpts -o newinstance,ptmxmode=0666 devpts dev/pts
if [ -d /sys/fs/cgroup/systemd ]; then
  mount -t tmpfs tmpfs sys/fs/cgroup
  mkdir sys/fs/cgroup/systemd sys/fs/cgroup/unified
  mount -t cgroup -o none,name=systemd cgroup sys/fs/cgroup/systemd
  mount -t cgroup2 cgroup2 sys/fs/cgroup/unified
else
  mount -t cgroup2 cgroup2 sys/fs/cgroup
fi
rm -f etc/machine-id
tr -d - < /proc/sys/kernel/random/uuid > etc/machine-id
for one in $SHOWS; do
  mkdir -p "./${one#*:}"
  mount --bind "${one%%:*}" "./${one#*:}"
done
printf '127.0.0.1 localhost %s\n' "$NAMES" > etc/hosts
mkdir -p "./$HOME"
ln -sf /dev/null etc/systemd/system/systemd-tmpfiles-setup.service # it would empty /tmp, where a checkout may lie
ip link set lo up
mkdir -p before
pivot_root . before # systemd makes namespaces of its own, below a root that is one
exec env -i container=carrom PATH="$PATH" sh -c '
  umount -l /before
  cd /
  exec /lib/systemd/systemd --unit=sysinit.target
'
"""


class Machine:
    """One machine.

    `names` are its own in /etc/hosts, `shows` are folders of this machine with where it has them.
    """

    home = "/home/reader"

    def __init__(self, folder: Path, *, names: str, shows: Mapping[Path, str] | None = None) -> None:
        self.folder, self.names, self.shows = folder, names, shows or {}
        self.files = folder / "upper"
        self._groups = [one / f"carrom-{os.getpid()}-{folder.name}" for one in HIERARCHIES if _has_processes(one)]
        for name in ("upper", "work", "root"):
            (folder / name).mkdir(parents=True)
        self._process: subprocess.Popen[bytes] | None = None
        self._init = 0

    def boot(self, *programs: str) -> None:
        """Start it, until systemd says that it runs; the test is skipped, with the reason, where that cannot be.

        Args:
            programs: those that it must have; its files begin as this machine's.
        """
        if os.geteuid() != 0 or not SYSTEMD.exists() or not DBUS.exists() or not shutil.which("unshare"):
            pytest.skip("a machine in namespaces needs root, systemd, dbus and unshare")
        missing = [name for name in programs if not shutil.which(name, path=PATH)]
        if missing:
            pytest.skip(f"not on this machine: {', '.join(missing)}")
        shows = " ".join(f"{one}:{where}" for one, where in self.shows.items())
        own = {"PATH": PATH, "HOME": self.home, "NAMES": self.names, "SHOWS": shows, "FOLDER": str(self.folder)}
        try:
            for group in self._groups:
                group.mkdir()
        except OSError as error:
            pytest.skip(f"a machine in namespaces needs a control group of its own: {error}")
        joins = "".join(f"echo $$ > {group}/cgroup.procs; " for group in self._groups)
        spaces = ["--mount", "--pid", "--uts", "--ipc", "--net", "--cgroup", "--fork", "--kill-child=KILL"]
        script = f'{joins}exec unshare {" ".join(spaces)} sh -c "$0"'
        with (self.folder / "boot.log").open("wb") as log:
            self._process = subprocess.Popen(["sh", "-c", script, BOOT], env=own, stdout=log, stderr=log)
        until = time.monotonic() + BOOTS_WITHIN
        while not self._has_booted():
            if self._process.poll() is not None or time.monotonic() > until:
                self.switch_off()
                said = (self.folder / "boot.log").read_text(errors="replace")[-400:].strip()
                pytest.skip(f"systemd does not run in namespaces here: {said or 'it says nothing'}")
            time.sleep(0.1)
        self.does("systemctl start dbus.socket")

    def run(
        self, command: str, *, folder: str = home, online: bool = False, text: str = "", **environment: str
    ) -> subprocess.CompletedProcess[str]:
        """Run a shell's commands as root in an empty environment, until one fails."""
        spaces = ["--mount", "--pid", "--uts", "--ipc", *(() if online else ("--net",))]
        asked = ["nsenter", f"--target={self._init}", *spaces]
        given = {"PATH": PATH, "HOME": self.home, "LANG": "C.UTF-8", **environment}
        inner = ["env", "-i", f"--chdir={folder}", *(f"{name}={value}" for name, value in given.items())]
        return subprocess.run(
            [*asked, *inner, "sh", "-euc", command],
            input=text,
            capture_output=True,
            text=True,
            check=False,
            timeout=RUNS_WITHIN,
        )

    def does(self, command: str, **options: Any) -> str:
        """Run commands that must succeed, with the options of `run`; give what they print."""
        done = self.run(command, **options)
        assert done.returncode == 0, f"{command}\n{done.stdout[-2000:]}\n{done.stderr[-4000:]}"
        return done.stdout

    @property
    def processor_seconds(self) -> float:
        """What its processes have taken of the processors since it was started."""
        counted = [group / "cpu.stat" for group in self._groups if (group / "cpu.stat").exists()]
        return sum(int(one.read_text().split()[1]) for one in counted) / 1e6

    def switch_off(self) -> None:
        """Kill all of its processes at once, as a power cut does; what was written stays in `files`."""
        if self._init:
            with suppress(ProcessLookupError):
                os.kill(self._init, signal.SIGKILL)
        if self._process is not None:
            self._process.kill()
            self._process.wait(60)
        self._init = 0
        until = time.monotonic() + ENDS_WITHIN
        while any(group.exists() for group in self._groups) and time.monotonic() < until:
            for one in sorted((one for group in self._groups for one in group.glob("**/")), reverse=True):
                with suppress(OSError):  # somebody in it still dies
                    one.rmdir()
            time.sleep(0.02)

    def _has_booted(self) -> bool:
        assert self._process is not None
        if not self._init:
            children = Path(f"/proc/{self._process.pid}/task/{self._process.pid}/children")
            with suppress(OSError, IndexError):
                self._init = int(children.read_text().split()[0])
        with suppress(OSError):
            if self._init and Path(f"/proc/{self._init}/comm").read_text().strip() == "systemd":
                return self.run("systemctl --quiet is-active sysinit.target", folder="/").returncode == 0
        return False


def _has_processes(folder: Path) -> bool:
    return (folder / "cgroup.procs").exists()
