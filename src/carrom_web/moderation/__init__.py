"""What the site's operators do about names and behaviour, and what those concerned may say to it."""
