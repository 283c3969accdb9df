"""Commands of the site: one module each, found by its name, as those of `carrom.cli.commands`.

Importing any of them says at once, and in one sentence, when the part `site` is not installed.
"""

from carrom.parts import need

need("site")
