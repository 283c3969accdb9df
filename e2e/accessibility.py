"""What axe minds on a page as it is now. The script goes in once a page, and only what it minds comes back out."""

from axe_playwright_python.base import AXE_SCRIPT, AxeResults
from playwright.sync_api import Page

COLOURS = ("color-contrast", "link-in-text-block")  # all that a theme can change
RUN = """async (rules) => {
    const only = rules.length ? { runOnly: { type: 'rule', values: rules } } : {};
    const { violations } = await axe.run(document, { resultTypes: ['violations'], ...only });
    return violations;
}"""


def minded(page: Page, *rules: str) -> str:
    """What axe minds by these rules, or by all: a report to read, empty if there is nothing."""
    if not page.evaluate("'axe' in window"):
        page.evaluate(AXE_SCRIPT)
    violations = page.evaluate(RUN, list(rules))
    return AxeResults({"violations": violations}).generate_report() if violations else ""
