/**
 * The sheet of a week's sets: a block that is pasted into a cell fills the cells right of it and below; Enter goes down, a
 * number of two digits goes on to the next board. What is sent is the form as it stands.
 */

const cells = /** @type {NodeListOf<HTMLInputElement>} */ (document.querySelectorAll('.week-sheet [name^="c-"]'));

/**
 * @param {HTMLInputElement} from
 * @param {number} down
 * @param {number} right
 * @returns {HTMLInputElement | null} the cell so many rows below and boards to the right
 */
function cellFrom(from, down, right) {
  const [, row, board] = from.name.split("-").map(Number);
  return document.querySelector(`[name="c-${row + down}-${board + right}"]`);
}

for (const cell of cells) {
  cell.addEventListener("paste", (event) => {
    const lines = (event.clipboardData?.getData("text/plain") ?? "").trimEnd().split(/\r?\n/);
    const block = lines.map((line) => line.split(/[\t;,]/));
    if (block.length < 2 && block[0].length < 2) return;
    event.preventDefault();
    for (const [down, line] of block.entries()) {
      for (const [right, text] of line.entries()) {
        const target = cellFrom(cell, down, right);
        if (target) target.value = text.trim();
      }
    }
  });
  cell.addEventListener("keydown", (event) => {
    if (event.key !== "Enter") return;
    event.preventDefault();
    cellFrom(cell, event.shiftKey ? -1 : 1, 0)?.select();
  });
  cell.addEventListener("input", () => {
    if (/^\d\d$/.test(cell.value) && cell.selectionStart === 2) cellFrom(cell, 0, 1)?.select();
  });
}
