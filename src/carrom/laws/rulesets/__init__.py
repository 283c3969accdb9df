"""The included rulesets, by slug: every module in this folder binds a `RULESET`."""
