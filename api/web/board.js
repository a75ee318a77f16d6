// Draws a board from its rows (top row first; "." R Y "?") as SVG, with words for those who can't see it.
// Red has a ring, yellow a cross, an unsure cell a question mark: nobody has to tell the colours apart.

import { h, svg, t } from "./dom.js";

const CELL = 100, MARGIN = 20, FOOT = 44, HOLE = 41;
const CLASSES = { R: "red", Y: "yellow", "?": "hole", ".": "hole" };

// lines: complete ones. last: [column, row] ringed. marks: [{cell, kind: "out" | "in" | "claim", disc, text}].
// onpick(column, row): the cells can be tapped.
export function drawBoard(rows, { lines = [], last = null, marks = [], onpick = null, chosen = [] } = {}) {
  const columns = rows[0].length, height = rows.length;
  const size = { width: columns * CELL + 2 * MARGIN, height: height * CELL + 2 * MARGIN + FOOT };
  const at = ([column, row]) => ({ cx: MARGIN + (column - 0.5) * CELL, cy: MARGIN + (height - row + 0.5) * CELL });
  const drawing = svg("svg", { viewBox: `0 0 ${size.width} ${size.height}`, class: "board", role: "img" },
    svg("title", {}, describe(rows)),
    svg("rect", { ...size, rx: 34, class: "face" }),
    rows.flatMap((row, down) => [...row].flatMap((cell, across) => drawCell(cell, at([across + 1, height - down])))),
    [...rows[0]].map((_, across) => label(across + 1, MARGIN + (across + 0.5) * CELL, size.height - MARGIN - 8, "number")),
    last && svg("circle", { ...at(last), r: HOLE + 4, class: "last" }),
    marks.flatMap((mark) => drawMark(mark, at(mark.cell))),
    lines.map((line) => drawLine(at(line[0]), at(line.at(-1)))));
  return h("div", { class: "board-box" }, drawing, onpick && pickers(rows, onpick, chosen));
}

function drawLine(from, to) {
  const ends = { x1: from.cx, y1: from.cy, x2: to.cx, y2: to.cy };
  return svg("g", {}, svg("line", { ...ends, class: "won-edge" }), svg("line", { ...ends, class: "won" }));
}

function drawCell(cell, { cx, cy }) {
  const parts = [svg("circle", { cx, cy, r: HOLE, class: CLASSES[cell] })];
  if (cell === "R") parts.push(svg("circle", { cx, cy, r: HOLE - 18, class: "rim" }));
  if (cell === "Y") parts.push(cross(cx, cy, 14));
  if (cell === "?") parts.push(svg("circle", { cx, cy, r: HOLE - 6, class: "unsure" }), label("?", cx, cy + 11, "question"));
  return parts;
}

function cross(cx, cy, size) {
  return svg("path", { d: `M${cx - size} ${cy - size}l${2 * size} ${2 * size}m0 ${-2 * size}l${-2 * size} ${2 * size}`, class: "rim" });
}

function drawMark({ kind, disc, text }, { cx, cy }) {
  const parts = [];
  if (kind === "in") parts.push(svg("circle", { cx, cy, r: HOLE - 5, class: `ghost ${disc === "R" ? "red" : "yellow"}` }));
  parts.push(svg("circle", { cx, cy, r: HOLE + 2, class: `mark ${kind}` }));
  const up = kind === "out" ? 1 : -1;
  if (kind === "out" || kind === "in") for (const name of ["arrow-edge", "arrow"])
    parts.push(svg("path", { d: `M${cx} ${cy + 22 * up}v${-44 * up}m-18 ${18 * up}l18 ${-18 * up}l18 ${18 * up}`, class: name }));
  if (text) parts.push(svg("circle", { cx, cy, r: 21, class: "plate" }), label(text, cx, cy + 12, "question"));
  return parts;
}

// A button over each cell, named in words; in the order in which a page is read.
function pickers(rows, onpick, chosen) {
  const isChosen = (column, row) => chosen.some(([c, r]) => c === column && r === row);
  const grid = h("div", { class: "pickers" }, rows.flatMap((row, down) => [...row].map((cell, across) => {
    const column = across + 1, up = rows.length - down;
    return h("button", {
      type: "button", "data-id": `cell-${column}-${up}`, "aria-pressed": String(isChosen(column, up)),
      "aria-label": t("cell", { column, row: up, what: cellName(cell) }), onclick: () => onpick(column, up),
    });
  })));
  grid.style.gridTemplateColumns = `repeat(${rows[0].length}, 1fr)`;
  return grid;
}

export function cellName(cell) {
  return t({ R: "red", Y: "yellow", ".": "empty_cell", "?": "unsure_cell" }[cell]);
}

function describe(rows) {
  return rows
    .map((row, down) => `${t("row", { row: rows.length - down })}: ${[...row].map(cellName).join(", ")}`)
    .join(". ");
}

function label(text, x, y, kind) {
  return svg("text", { x, y, class: kind }, String(text));
}

// The board after the first `count` of these moves, as rows from the top.
export function boardAfter(start, moves, count) {
  const columns = [...start[0]].map((_, across) => start.map((row) => row[across]).reverse().filter((cell) => cell !== "."));
  for (const move of moves.slice(0, count)) {
    if (move.kind === "pop") columns[move.column - 1].shift();
    else columns[move.column - 1].push(move.disc);
  }
  return start.map((row, down) => [...row].map((_, across) => columns[across][start.length - 1 - down] ?? ".").join(""));
}
