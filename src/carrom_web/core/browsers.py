"""Names of browsers, so that people know their devices apart in a list."""

BROWSERS = (("Edg", "Edge"), ("OPR/", "Opera"), ("SamsungBrowser", "Samsung Internet"), ("Firefox/", "Firefox"))
ENGINES = (("Chrome/", "Chrome"), ("Safari/", "Safari"))
SYSTEMS = (
    *(("iPhone", "iPhone"), ("iPad", "iPad"), ("Android", "Android"), ("CrOS", "ChromeOS")),
    *(("Windows", "Windows"), ("Mac OS X", "Mac"), ("Linux", "Linux")),
)


def label_of(user_agent: str) -> str:
    """Browser and system as people call them, "Firefox, Android"; empty where neither is known."""
    browser = next((name for sign, name in (*BROWSERS, *ENGINES) if sign in user_agent), "")
    system = next((name for sign, name in SYSTEMS if sign in user_agent), "")
    return ", ".join(part for part in (browser, system) if part)
