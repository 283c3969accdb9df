"""Operating a whole site: backup, restore, upgrade, health check."""
