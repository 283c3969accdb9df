"""What axe minds on a page as it is now. The script goes in once a page, and only what it minds comes back out."""

from axe_playwright_python.base import AXE_SCRIPT, AxeResults
from playwright.sync_api import Locator, Page

from tests.support.browser.pages import DESKTOP, PHONE

COLOURS = ("color-contrast", "link-in-text-block")  # all that a theme can change
# axe would also read all style sheets once more, for a rule on turned screens that is an experiment and does not run.
RUN = """async () => {
    const options = { resultTypes: ['violations'], preload: { assets: ['media'] } };
    return (await axe.run(document, options)).violations;
}"""
REMEMBER_SHOWN = (
    "() => { window.shown = new Set([...document.body.querySelectorAll('*')].filter((it) => it.checkVisibility())); }"
)
RUN_COLOURS = """async (rules) => {
    const options = { resultTypes: ['violations'], runOnly: { type: 'rule', values: rules } };
    return (await axe.run(document, options)).violations;
}"""
RUN_ON_NEW = """async (rules) => {
    const isNew = (it) => it.checkVisibility() && !window.shown.has(it);
    const include = [...document.body.querySelectorAll('*')].filter((it) => isNew(it) && !isNew(it.parentElement));
    if (!include.length) return [];
    const options = { resultTypes: ['violations'], preload: { assets: ['media'] } };
    if (rules) options.runOnly = { type: 'rule', values: rules };
    return (await axe.run({ include }, options)).violations;
}"""


def violations(page: Page) -> str:
    """What axe minds: a report to read, empty if there is nothing."""
    return _report(page, RUN)


def remember_shown(page: Page) -> None:
    """Keep what is shown now, for `violations_of_new`."""
    page.evaluate(REMEMBER_SHOWN)


def violations_of_colours(page: Page) -> str:
    """What axe minds in the colours: all that another theme can change."""
    return _report(page, RUN_COLOURS, list(COLOURS))


def violations_of_new(page: Page, *, is_new_theme: bool = False) -> str:
    """What axe minds in what is shown now and was not when that was remembered; of another theme, in its colours."""
    return _report(page, RUN_ON_NEW, list(COLOURS) if is_new_theme else None)


def _report(page: Page, script: str, *given: object) -> str:
    if not page.evaluate("'axe' in window"):
        page.evaluate(AXE_SCRIPT)
    found = page.evaluate(script, *given)
    return AxeResults({"violations": found}).generate_report() if found else ""


SIDEWAYS = "document.documentElement.scrollWidth - document.documentElement.clientWidth"
CONTRAST = """(element) => {
    const parts = (colour) => {
        const canvas = document.createElement('canvas').getContext('2d', { willReadFrequently: true });
        canvas.fillStyle = colour;
        canvas.fillRect(0, 0, 1, 1);
        return [...canvas.getImageData(0, 0, 1, 1).data];
    };
    const luminance = (colour) => parts(colour).slice(0, 3).map((each) => each / 255)
        .map((each) => (each <= 0.04045 ? each / 12.92 : ((each + 0.055) / 1.055) ** 2.4))
        .reduce((sum, each, i) => sum + each * [0.2126, 0.7152, 0.0722][i], 0);
    const face = (each) => getComputedStyle(each).backgroundColor;
    let behind = element;
    while (behind.parentElement && parts(face(behind))[3] === 0) behind = behind.parentElement;
    const both = [getComputedStyle(element).color, face(behind)].map(luminance);
    return (Math.max(...both) + 0.05) / (Math.min(...both) + 0.05);
}"""


def contrast_ratio(element: Locator) -> float:
    """How well the words of an element stand out from what is behind them (WCAG 2.2, 1.4.3), in any state.

    axe leaves out what is disabled; anyone who looks at the page has to read it all the same.
    """
    return float(element.evaluate(CONTRAST))


def check_accessible(page: Page, addresses: list[str]) -> None:
    """Nothing that axe minds, nothing sideways: light on a phone, dark on a desktop."""
    for address in addresses:
        page.goto(address)
        check_as_it_is(page, address)


def check_as_it_is(page: Page, what: str) -> None:
    """The page as it is: all rules light on a phone, and dark on a desktop all that differs there."""
    page.set_viewport_size(PHONE["viewport"])
    page.emulate_media(color_scheme="light", reduced_motion="reduce")
    assert page.evaluate(SIDEWAYS) <= 0, (what, "phone")
    assert violations(page) == "", (what, "phone, light")
    remember_shown(page)
    page.set_viewport_size(DESKTOP["viewport"])
    page.emulate_media(color_scheme="dark", reduced_motion="reduce")
    assert page.evaluate(SIDEWAYS) <= 0, (what, "desktop")
    assert violations_of_colours(page) == "", (what, "desktop, dark")
    assert violations_of_new(page) == "", (what, "desktop alone")


LEAST_TARGET = 44


SMALL_TARGETS = """least => [...document.querySelectorAll(
    'a, button, input, select, [role=slider]'
)].filter(element => {
    const box = (element.closest('label') ?? element).getBoundingClientRect();
    const grown = getComputedStyle(element, '::after');
    const grows = grown.content !== 'none' && grown.position === 'absolute';
    const more = grows ? -2 * parseFloat(grown.top) || 0 : 0;
    return element.checkVisibility() && !element.matches('.skip, p:not(.actions) > a, [tabindex="-1"]')
        && box.width > 1 && (box.height + more < least - 0.5 || box.width + (more ? 8 : 0) < 24);
}).map(element => element.outerHTML.slice(0, 120))"""
