"""The headers that every answer of the site has to carry."""

from collections.abc import Mapping

ALWAYS = {
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "same-origin",
    "Cross-Origin-Opener-Policy": "same-origin",
}
SWITCHED_OFF = ("camera", "geolocation", "microphone", "payment", "usb")  # in each answer's Permissions-Policy
FRAMES = ("/embed/", "/oembed")  # other sites may frame these
PICTURES = (".svg", ".png", ".gif", ".webp")  # other sites may show some of these
# Pages that run WebAssembly are below these.
SIMULATING = ("/matches/", "/analysis/", "/practice/", "/learn/", "/umpire/")


def fault_of_headers(url: str, headers: Mapping[str, str]) -> str:
    """Say what is wrong with the headers of an answer; "" where nothing is."""
    for name, value in ALWAYS.items():
        if headers.get(name) != value:
            return f"{name}: {headers.get(name)}"
    off = headers.get("Permissions-Policy", "").split(", ")
    if missing := [feature for feature in SWITCHED_OFF if f"{feature}=()" not in off]:
        return f"Permissions-Policy leaves on {missing}"
    return fault_of_policy(url, headers) or fault_of_origins(url, headers)


def fault_of_policy(url: str, headers: Mapping[str, str]) -> str:
    """Say what is wrong with the content security policy, and with who may frame the answer."""
    path = url.partition("?")[0]
    given = headers.get("Content-Security-Policy", "")
    policy = dict(part.strip().partition(" ")[::2] for part in given.split(";"))
    scripts = policy.get("script-src", policy.get("default-src", ""))
    if scripts not in ("'self'", "'none'", "'self' 'wasm-unsafe-eval'"):
        return f"scripts from {scripts!r}"
    if "unsafe" in policy.get("style-src", "") and not path.endswith(PICTURES):
        return "a page may style inline"
    may_be_framed = policy.get("frame-ancestors", "'none'") != "'none'" or "X-Frame-Options" not in headers
    if may_be_framed and not any(part in path for part in FRAMES):
        return "other sites may frame it"
    return ""


def fault_of_origins(url: str, headers: Mapping[str, str]) -> str:
    """Say what is wrong with what other sites may load, and with what a page that simulates may embed."""
    path = url.partition("?")[0]
    shown_elsewhere = path.endswith(PICTURES) or any(part in path for part in FRAMES)
    resource = headers.get("Cross-Origin-Resource-Policy")
    if resource not in ("same-origin", "cross-origin") or (resource == "cross-origin" and not shown_elsewhere):
        return f"Cross-Origin-Resource-Policy: {resource}"
    simulates = "wasm-unsafe-eval" in headers.get("Content-Security-Policy", "")
    if simulates != (headers.get("Cross-Origin-Embedder-Policy") == "require-corp"):
        return "Cross-Origin-Embedder-Policy stands where WebAssembly does not, or is missing where it does"
    if simulates and not path.startswith(SIMULATING):
        return "WebAssembly where nothing simulates"
    return ""
