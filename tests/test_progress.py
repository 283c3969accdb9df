"""How far a command has come is shown on a terminal, and nowhere else."""

import os
import pty
import subprocess
import sys
import termios
from pathlib import Path

from carrom.cli import main
from carrom.laws.cases import read_file

ROOT = Path(__file__).parent.parent
CASES = sorted(str(path) for path in (ROOT / "tests" / "laws").glob("*/*.toml"))


def on_a_terminal(program: str) -> str:
    """What a program writes to standard error that is a terminal, its standard output being none."""
    leader, follower = pty.openpty()
    termios.tcsetwinsize(follower, (24, 80))
    child = subprocess.Popen([sys.executable, "-c", program], stderr=follower, stdout=subprocess.DEVNULL, cwd=ROOT)
    os.close(follower)
    written = b""
    while True:
        try:
            read = os.read(leader, 65_536)
        except OSError:
            break
        if not read:
            break
        written += read
    child.wait()
    os.close(leader)
    return written.decode()


SLOW = (
    "import time; from functools import partial; from carrom.cli import progress as shown; shown.AFTER_S = 0.05\n"
    "shown.tqdm = partial(shown.tqdm, mininterval=0, miniters=1)\n"  # every step, however fast the machine
    "for _ in shown.progress(range(30), total=30, unit='board'): time.sleep(0.02)"
)


def test_what_takes_its_time_shows_how_far_it_is_on_a_terminal_alone():
    assert "/30" in on_a_terminal(SLOW)
    assert on_a_terminal(SLOW.replace("0.05", "60")) == ""  # done before anybody wonders
    done = subprocess.run([sys.executable, "-c", SLOW], capture_output=True, text=True, check=True)
    assert done.stderr == ""


def test_a_rehearsal_and_an_order_of_play_show_how_far_they_are(tmp_path: Path):
    entrants = tmp_path / "entrants.csv"
    entrants.write_text("key\n" + "\n".join(f"p{number}" for number in range(24)))
    run = (
        "from functools import partial; from carrom.cli import main, progress as shown; shown.AFTER_S = 0.0\n"
        "shown.tqdm = partial(shown.tqdm, mininterval=0, miniters=1)\n"  # every step, however fast the machine
        "main(['draw', {}, '--format', 'round-robin', {}])"
    )
    hours = "2026-03-01T09:00+01:00/2026-03-01T18:00+01:00"

    assert "/276" in on_a_terminal(run.format(repr(str(entrants)), "'--rehearse', 'icf'"))
    assert "/5 " in on_a_terminal(run.format(repr(str(entrants)), f"'--hours', '{hours}', '--boards', '99'"))


def test_cases_are_counted_alike_with_and_without_a_terminal(capsys):
    assert main(["cases", *CASES[:2]]) == 0

    count = sum(len(read_file(path)) for path in CASES[:2])
    assert capsys.readouterr().out.splitlines()[-1] == f"{count} passed, 0 failed"
