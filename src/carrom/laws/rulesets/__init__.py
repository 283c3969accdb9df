"""The rulesets that ship, by slug: every module beside this one holds its `RULESET`."""
