// What the theme leaves out for people with a screen reader or a keyboard alone: only the outermost navigations are
// landmarks, each with a name of its own, and a table that is wider than the screen can be reached to be scrolled.
const mend = () => {
  document.querySelectorAll("nav.md-nav nav.md-nav, nav.md-code__nav").forEach((nav) => {
    ["aria-label", "aria-labelledby", "aria-expanded"].forEach((name) => nav.removeAttribute(name));
    nav.setAttribute("role", "none");
  });
  document.querySelector("nav.md-tabs")?.setAttribute("aria-label", "Sections");
  document.querySelector("nav.md-path")?.setAttribute("aria-label", "Path");
  document.querySelectorAll(".md-typeset__scrollwrap").forEach((wrap) => {
    wrap.tabIndex = wrap.scrollWidth > wrap.clientWidth ? 0 : -1;
  });
};
new MutationObserver(mend).observe(document.documentElement, { childList: true, subtree: true });
addEventListener("resize", mend);
mend();
