"""What runs the checks elsewhere: the CI workflow, the hooks before a commit, and `manage.py`."""

import os
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path
from typing import Any

import yaml

from tools import checks

ROOT = Path(__file__).parent.parent
WORKFLOW = yaml.safe_load((ROOT / ".github" / "workflows" / "ci.yml").read_text())
PYTHON = "Programming Language :: Python :: 3."


def jobs() -> list[dict[str, Any]]:
    return list(WORKFLOW["jobs"].values())


def hooks() -> list[dict[str, Any]]:
    config = yaml.safe_load((ROOT / ".pre-commit-config.yaml").read_text())
    return [hook for repository in config["repos"] for hook in repository["hooks"]]


def test_the_workflow_runs_the_checks_of_ci_run_on_every_python_of_the_classifiers():
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    classified = [
        line.removeprefix("Programming Language :: Python :: ") for line in project["classifiers"] if PYTHON in line
    ]
    (job,) = jobs()

    assert job["strategy"]["matrix"]["python"] == classified
    assert f">={classified[0]}" == project["requires-python"]
    assert "${{ matrix.python }}" in job["container"]
    assert job["steps"][-1] == {"run": ".ci/run"}
    assert os.access(ROOT / ".ci" / "run", os.X_OK)


def test_the_workflow_runs_for_pushes_and_pull_requests_and_counts_a_missing_check_as_a_failure():
    (job,) = jobs()

    assert {"push", "pull_request"} <= set(WORKFLOW[True])  # YAML 1.1 reads the key `on` as true
    assert job["env"]["CI"] == "true"
    assert WORKFLOW["permissions"] == {"contents": "read"}


def test_the_hooks_before_a_commit_are_steps_of_the_lint(monkeypatch):
    names: list[str] = []
    monkeypatch.setattr(checks, "check_with_node", lambda runner: [])
    monkeypatch.setattr(
        checks.Runner, "run", lambda self, name, *command: names.append(name) or checks.Done(name, "passed", 0)
    )
    list(checks.lint(checks.Runner({}), [], []))

    assert {hook["name"] for hook in hooks()} <= set(names)
    for hook in hooks():
        program = hook["entry"].split()[0]
        assert program.startswith(".venv/bin/") and shutil.which(Path(program).name, path=Path(sys.executable).parent)


def test_pre_commit_accepts_its_configuration():
    command = [str(Path(sys.executable).parent / "pre-commit"), "validate-config", ".pre-commit-config.yaml"]

    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)

    assert done.returncode == 0, done.stdout + done.stderr


def test_manage_py_runs_djangos_commands_on_the_sites_settings(tmp_path: Path):
    environment = {name: value for name, value in os.environ.items() if name != "DJANGO_SETTINGS_MODULE"}
    environment["CARROM_DATA"] = str(tmp_path)
    ask = "from django.conf import settings; print(settings.ROOT_URLCONF)"

    done = subprocess.run(
        [sys.executable, "manage.py", "shell", "--no-imports", "-v", "0", "-c", ask],
        cwd=ROOT,
        env=environment,
        capture_output=True,
        text=True,
        check=False,
    )

    assert (done.returncode, done.stdout.strip()) == (0, "carrom_web.config.urls"), done.stderr
