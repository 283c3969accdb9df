/** The strokes of a set, board by board: after two digits the next board has the focus. */

const boards = /** @type {HTMLInputElement[]} */ ([...document.querySelectorAll('[name^="board_"]')]);

for (const [index, board] of boards.entries()) {
  board.addEventListener("input", () => {
    if (/^\d\d$/.test(board.value)) boards[index + 1]?.select();
  });
}
if (boards[0] && !boards[0].value && !document.querySelector(".err")) boards[0].focus();
