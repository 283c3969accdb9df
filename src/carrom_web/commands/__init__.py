"""Commands of the site: one module each, found by its name, as those of `carrom.cli.commands`."""
