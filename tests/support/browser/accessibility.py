"""What axe minds on a page as it is now. The script goes in once a page, and only what it minds comes back out.

Much of axe's time goes into contrast. Words in the same colours in front of the same backgrounds have the same contrast
wherever they stand, so that a process has axe judge each such look once, small and large.
"""

import json

from axe_playwright_python.base import AXE_SCRIPT, AxeResults
from playwright.sync_api import Locator, Page

from tests.support.browser.pages import DESKTOP, PHONE

COLOURS = ("color-contrast", "link-in-text-block")  # all that a theme can change
SET_UP = "; axe.configure({ rules: [{ id: 'color-contrast', selector: '[data-look]' }] });"
# axe would also read all style sheets once more, for a rule on turned screens that is an experiment and does not run.
RUN = """async ([looks, rules]) => {
    const marked = looks.flatMap((look) => window.looks.get(look));
    marked.forEach((it) => it.setAttribute('data-look', ''));
    const options = { resultTypes: ['violations', 'incomplete'], elementRef: true, preload: { assets: ['media'] } };
    if (rules) options.runOnly = { type: 'rule', values: rules };
    const include = window.parts && [...new Set([...window.parts, ...marked])];
    const found = await axe.run(include ? { include } : document, options);
    marked.forEach((it) => it.removeAttribute('data-look'));
    const open = found.incomplete.filter(({ id }) => id === 'color-contrast').flatMap(({ nodes }) => nodes);
    const unjudged = new Set(open.map(({ element }) => element));  // something lies over them, or a picture behind
    const judged = looks.filter((look) => !window.looks.get(look).every((it) => unjudged.has(it)));
    return { violations: found.violations, judged };
}"""
# What has words of its own, by its look. Left out is what axe never minds: what is switched off or for screen readers
# alone, a single character. A look begins with "?" where others of that look may have another contrast: signs that axe
# may not know, and what may lie over or under something else. Fields are judged whatever they hold.
# New is what is shown and was not when it was looked at in this theme, or has other words or attributes since. What the
# class and what is drawn change is the look.
LOOKS = """([theme, isNewAlone]) => {
    const all = [document.body, ...document.body.querySelectorAll('*')].filter((it) => it.checkVisibility());
    const wordsOf = (it) => [...it.childNodes].filter((each) => each instanceof Text).map(({ data }) => data).join('');
    const drawn = /^(class|style|value|d|x|y|x1|y1|x2|y2|cx|cy|points|transform|viewBox|width|height|data-.*)$/;
    const said = (it) => [...it.attributes].filter(({ name }) => !drawn.test(name));
    const stateOf = (it) => said(it).map(({ name, value }) => name + value).join() + wordsOf(it);
    let changed = new Set(all);
    window.parts = null;
    if (isNewAlone) {
        const before = (window.lookedAt ??= {})[theme] ?? new Map();
        changed = new Set(all.filter((it) => before.get(it) !== stateOf(it)));
        if (before.size) window.parts = [...changed].filter((it) => !changed.has(it.parentElement));
        window.lookedAt[theme] = new Map(all.map((it) => [it, stateOf(it)]));
    }
    const behind = new Map([[null, { face: '', veil: '', isClipped: false }]]);
    const behindOf = (it) => {
        if (!behind.has(it)) {
            const { face, veil, isClipped } = behindOf(it.parentElement);
            const { backgroundColor, backgroundImage, opacity, filter, position, transform, clipPath } =
                getComputedStyle(it);
            const isOpaque = backgroundColor.startsWith('rgb(') && backgroundImage === 'none';
            const isFlat = isOpaque || (['static', 'relative'].includes(position) && transform === 'none');
            const own = [backgroundColor, backgroundImage].join();
            const under = (isOpaque ? '' : face) + (isFlat ? '' : '?');
            behind.set(it, {
                face: under + (own === 'rgba(0, 0, 0, 0),none' ? '' : `${own};`),
                veil: veil + (opacity === '1' && filter === 'none' ? '' : `${opacity},${filter};`),
                isClipped: isClipped || clipPath === 'inset(50%)', // for screen readers alone
            });
        }
        return behind.get(it);
    };
    const off = ':disabled, [aria-disabled=true]';
    const noField = ['radio', 'checkbox', 'range', 'color', 'image'].map((type) => `[type=${type}]`).join();
    window.looks = new Map();
    for (const it of all) {
        const words = wordsOf(it).trim();
        const isField = it.matches(`input:not(${noField}), select:has(option), textarea`);
        if ((words.length < 2 && !isField) || !it.checkVisibility({ visibilityProperty: true })) continue;
        const { face, veil, isClipped } = behindOf(it);
        if (isClipped || it.closest(off) || it.closest('label')?.control?.closest(off)) continue;
        const { bottom, right, width, height } = it.getBoundingClientRect();
        if (bottom + scrollY <= 0 || right + scrollX <= 0) continue; // not on the page, as a hidden link
        const { color, fontSize, fontWeight, textShadow } = getComputedStyle(it);
        const isSure = width > 1 && height > 1 && (isField || /[\\p{L}\\p{M}\\p{N}]/u.test(words));
        const points = Math.ceil(72 * parseFloat(fontSize)) / 96;
        const size = points < (fontWeight < 700 ? 18 : 14) ? 'small' : 'large'; // all that contrast asks of it
        const look = [isSure ? size : '?', isField ? 'field' : '', veil, face, color, textShadow].join();
        if (look.includes('?') && !changed.has(it)) continue;
        window.looks.set(look, [...(window.looks.get(look) ?? []), it]);
    }
    const hasPlainLinks = [...changed].some((it) => { // whose colour alone may tell them from the words around them
        if (!it.matches('a[href]')) return false;
        const { display, textDecorationLine } = getComputedStyle(it);
        return display === 'inline' && textDecorationLine === 'none';
    });
    const parts = window.parts?.map(({ outerHTML }) => outerHTML);
    return { looks: [...window.looks.keys()], parts, hasPlainLinks };
}"""

_passed: set[str] = set()  # looks that axe did not mind, and what was new on a page


def violations(page: Page) -> str:
    """What axe minds: a report to read, empty if there is nothing."""
    return _report(page)


def violations_of_colours(page: Page) -> str:
    """What axe minds in the colours: all that another theme can change."""
    return _report(page, COLOURS)


def violations_of_new(page: Page, *, theme: str = "light") -> str:
    """What axe minds in what it has not looked at in this theme since the page was loaded: dark, in the colours alone.

    The contrast of all that is shown is looked at each time, since what is as it was may have other colours now.
    """
    return _report(page, None if theme == "light" else COLOURS, new_in=theme)


def _report(page: Page, rules: tuple[str, ...] | None = None, *, new_in: str = "") -> str:
    seen = page.evaluate(LOOKS, [new_in, bool(new_in)])
    looks = [look for look in seen["looks"] if look not in _passed]
    parts = json.dumps([rules, seen["parts"], looks])  # the links of the site's head are the same on most pages
    has_work = seen["hasPlainLinks"] if rules else seen["parts"] != []
    if not (looks or has_work) or (seen["parts"] is not None and parts in _passed):
        return ""
    if not page.evaluate("'axe' in window"):
        _load_axe(page)
    found = page.evaluate(RUN, [looks, rules])
    if found["violations"]:
        return str(AxeResults(found).generate_report())
    _passed.update(look for look in found["judged"] if "?" not in look)
    _passed.add(parts)
    return ""


def _load_axe(page: Page) -> None:
    """By Chromium's own protocol: it keeps what it compiled of the same script for the next page."""
    session = page.context.new_cdp_session(page)
    answer = session.send("Runtime.evaluate", {"expression": AXE_SCRIPT + SET_UP})
    session.detach()
    assert "exceptionDetails" not in answer, answer["exceptionDetails"]


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
    assert violations_of_new(page) == "", (what, "phone, light")
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
