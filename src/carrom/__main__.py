"""`python -m carrom` is the command `carrom`: the console script of the same name."""

import sys
from importlib.metadata import entry_points

(script,) = entry_points(group="console_scripts", name="carrom")
sys.exit(script.load()())
