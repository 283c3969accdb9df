/** Making and finding elements, so that no module writes markup as text. */

const SVG = "http://www.w3.org/2000/svg";

/**
 * @param {string} id
 * @returns {HTMLElement}
 */
export function byId(id) {
  const element = document.getElementById(id);
  if (!element) throw new Error(`the page has no #${id}`);
  return element;
}

/**
 * @template {keyof SVGElementTagNameMap} K
 * @param {K} name
 * @param {Record<string, string | number>} [attributes]
 * @param {...Element} children
 * @returns {SVGElementTagNameMap[K]}
 */
export function svg(name, attributes = {}, ...children) {
  const element = document.createElementNS(SVG, name);
  set(element, attributes);
  element.append(...children);
  return /** @type {SVGElementTagNameMap[K]} */ (element);
}

/**
 * @template {keyof HTMLElementTagNameMap} K
 * @param {K} name
 * @param {Record<string, string | number>} [attributes]
 * @param {...(Node | string)} children
 * @returns {HTMLElementTagNameMap[K]}
 */
export function html(name, attributes = {}, ...children) {
  const element = document.createElement(name);
  set(element, attributes);
  element.append(...children);
  return element;
}

/**
 * @param {Element} element
 * @param {Record<string, string | number>} attributes
 */
export function set(element, attributes) {
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, String(value));
}

/**
 * @param {Element} element
 * @param {boolean} shown
 */
export function show(element, shown) {
  element.toggleAttribute("hidden", !shown);
}

/**
 * @param {string} letter of a piece's symbol, or the name of its kind
 * @param {string} [size] a class
 * @returns {SVGSVGElement} a coin to stand in a line of text
 */
export function coin(letter, size = "") {
  const l = { white: "w", black: "b", queen: "q", striker: "s" }[letter] ?? letter;
  const box = l === "s" ? "-21 -21 42 42" : "-17 -17 34 34";
  return svg("svg", { class: `coin ${size}`, viewBox: box, "aria-hidden": "true" }, svg("use", { href: `#p-${l}` }));
}

/** @param {string} name */
export function icon(name) {
  return svg("svg", { class: "icon-svg", "aria-hidden": "true" }, svg("use", { href: `#i-${name}` }));
}
