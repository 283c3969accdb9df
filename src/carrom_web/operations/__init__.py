"""What an operator does to a whole site: back it up, restore it, move it to a new version, ask whether it is well."""
