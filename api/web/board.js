// Draws a board from its rows (top row first; "." R Y "?") as SVG, with words for those who can't see it.

const NS = "http://www.w3.org/2000/svg";
const CELL = 100, MARGIN = 20, FOOT = 44, HOLE = 41;
const CLASSES = { R: "red", Y: "yellow", "?": "hole", ".": "hole" };

export function drawBoard(rows, texts, lines = []) {
  const columns = rows[0].length;
  const width = columns * CELL + 2 * MARGIN;
  const height = rows.length * CELL + 2 * MARGIN + FOOT;
  const svg = element("svg", { viewBox: `0 0 ${width} ${height}`, class: "board", role: "img" });
  svg.append(titled(describe(rows, texts)));
  svg.append(element("rect", { width, height, rx: 34, class: "face" }));
  rows.forEach((row, down) => [...row].forEach((cell, across) => svg.append(...drawCell(cell, across, down))));
  for (let column = 1; column <= columns; column++) {
    svg.append(label(column, MARGIN + (column - 0.5) * CELL, height - MARGIN - 8, "number"));
  }
  for (const line of lines) svg.append(drawLine(line, rows.length));
  return svg;
}

// Through the centres of a line's cells, given as [column, row], column from the left and row from the bottom.
function drawLine(line, height) {
  const ends = [line[0], line.at(-1)].map(([column, row]) => [
    MARGIN + (column - 0.5) * CELL,
    MARGIN + (height - row + 0.5) * CELL,
  ]);
  const [[x1, y1], [x2, y2]] = ends;
  return element("line", { x1, y1, x2, y2, class: "won" });
}

function drawCell(cell, across, down) {
  const cx = MARGIN + (across + 0.5) * CELL, cy = MARGIN + (down + 0.5) * CELL;
  const parts = [element("circle", { cx, cy, r: HOLE, class: CLASSES[cell] })];
  if (cell === "R" || cell === "Y") parts.push(element("circle", { cx, cy, r: HOLE - 11, class: "rim" }));
  if (cell === "?") parts.push(element("circle", { cx, cy, r: HOLE - 6, class: "unsure" }), questionMark(cx, cy));
  return parts;
}

function questionMark(cx, cy) {
  const mark = label("?", cx, cy + 11, "");
  mark.style.fill = "var(--unsure)";
  return mark;
}

function describe(rows, texts) {
  const names = { R: texts.red, Y: texts.yellow, ".": texts.empty_cell, "?": texts.unsure_cell };
  return rows
    .map((row, down) => `${texts.row.replace("{row}", rows.length - down)}: ${[...row].map((c) => names[c]).join(", ")}`)
    .join(". ");
}

function titled(text) {
  const title = element("title", {});
  title.textContent = text;
  return title;
}

function label(text, x, y, kind) {
  const node = element("text", { x, y, class: kind });
  node.textContent = text;
  return node;
}

function element(name, attributes) {
  const node = document.createElementNS(NS, name);
  for (const [key, value] of Object.entries(attributes)) node.setAttribute(key, value);
  return node;
}
