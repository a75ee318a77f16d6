// Disputes: say what is claimed, tap the cells; then the real picture with the line traced on it, and the sentence.

import { drawBoard } from "./board.js";
import { button, h, sentences, svg, t } from "./dom.js";
import { drawGrid } from "./live.js";

const CLAIMS = ["we_have_a_line", "that_is_no_line", "it_was_not_your_turn", "that_disc_was_there_before"];
const NEEDS_CELL = "that_disc_was_there_before";
const PICKED = { we_have_a_line: 4, that_is_no_line: 0, it_was_not_your_turn: 1, that_disc_was_there_before: 1 };

// While somebody says what the claim is. The board stands still meanwhile.
export function claimView(view, { game }) {
  const { kind, cells } = view.claim;
  const rows = (view.claim.rows ??= game.seen ?? game.board);
  const cancel = button(t("cancel"), () => view.setClaim(null), { "data-id": "cancel" });
  if (!kind) {
    return h("section", { class: "card claim" }, h("h2", {}, t("dispute")), h("p", {}, t("hands_off")),
      h("div", { class: "buttons" }, CLAIMS.map((each) => button(t(each), () => choose(each), { "data-id": each })), cancel));
  }
  const pick = (column, row) => {
    const rest = cells.filter(([c, r]) => c !== column || r !== row);
    const added = rest.length === cells.length ? [...cells, [column, row]].slice(-(PICKED[kind] === 1 ? 1 : 16)) : rest;
    view.setClaim({ ...view.claim, cells: added });
  };
  const marks = cells.map((cell, at) => ({ cell, kind: "claim", text: at + 1 }));
  return h("section", { class: "card claim" }, h("h2", {}, t(kind)), h("p", {}, t(`${kind}_help`)),
    drawBoard(rows, { marks, onpick: pick, chosen: cells }),
    h("div", { class: "buttons" },
      button(t("ask_referee"), () => ask(), { class: "first", "data-id": "ask", disabled: kind === NEEDS_CELL && !cells.length }),
      cancel));

  function choose(each) {
    view.setClaim({ ...view.claim, kind: each });
    if (!PICKED[each]) ask(each);
  }

  async function ask(claim = kind) {
    const disc = cells.length && rows[rows.length - cells[0][1]][cells[0][0] - 1];
    const done = await view.act("dispute", { claim, cells, ...(["R", "Y"].includes(disc) && claim !== NEEDS_CELL && { disc }) });
    view.setClaim(done ? null : { ...view.claim, cells: [] });
  }
}

// The answer: picture, sentence, rule; then both go on.
export function disputeView(view, { game, picture }) {
  const { claim, answer, messages } = game.dispute;
  const word = { true: "upheld", false: "refused_claim", null: "undecided" }[String(answer.upheld)];
  const lines = answer.lines?.length ? answer.lines : answer.nearest ? [answer.nearest] : [];
  const cells = (answer.cells ?? []).map(([cell]) => cell);
  const rows = game.seen ?? game.board;
  const [told, ...reasons] = [...new Set(messages.map((each) => each.message))];
  const marks = (cells.length ? cells : lines[0] ?? []).map((cell, at) => ({ cell, kind: "claim", text: at + 1 }));
  return h("section", { class: `card dispute ${answer.upheld === null ? "doubt" : ""}`, "data-upheld": String(answer.upheld) },
    h("p", { class: "claimed" }, t(claim.kind)),
    h("h2", { class: "verdict" }, t(word)),
    h("p", { class: "big" }, told),
    reasons.length > 0 && h("ul", {}, reasons.slice(0, 4).map((each) => h("li", {}, each))),
    h("blockquote", {}, t(`rule_${answer.rule}`)),
    picture ? photo(view, picture, marks, answer.lines ?? []) : null,
    drawBoard(rows, { marks, lines: answer.lines ?? [] }),
    picture && pictureButtons(view, picture),
    view.may("settle") && h("div", { class: "buttons" },
      button(t("settle"), () => view.act("settle", { accepted: true }), { class: "first", "data-id": "settle" })));
}

export function pictureButtons(view, picture) {
  if (picture.kept) return h("p", { class: "hint" }, t("picture_is_kept"), " ", view.may("keep_picture") || view.canAct ? button(t("discard"), () => view.act("discard_picture"), { class: "small", "data-id": "discard" }) : "");
  if (!view.canAct) return null;
  if (picture.reason === "win") return button(t("keep"), () => view.act("keep_picture"), { "data-id": "keep" });
  return h("div", { class: "buttons two" },
    button(t("keep"), () => view.act("keep_picture"), { "data-id": "keep" }),
    button(t("discard"), () => view.act("discard_picture"), { "data-id": "discard" }));
}

// The held picture with the cells walked on it, one by one.
export function photo(view, picture, marks, lines) {
  if (!view.table.key) return null;
  const { width, height, grid } = picture;
  const image = h("img", { alt: t("picture"), width, height });
  view.table.picture().then((url) => (url ? (image.src = url) : image.closest("figure")?.remove()), () => {});
  image.addEventListener("load", () => URL.revokeObjectURL(image.src), { once: true });
  const at = ([x, y]) => [x * width, y * height];
  const drawing = svg("svg", { viewBox: `0 0 ${width} ${height}`, class: "overlay", "aria-hidden": "true" });
  if (grid) {
    const pitch = Math.hypot(...[0, 1].map((axis) => at(grid.centres[0][1])[axis] - at(grid.centres[0][0])[axis]));
    drawing.append(...drawGrid(grid, at, null, lines), ...marks.flatMap(({ cell: [column, row], text, kind }, step) => {
      const [cx, cy] = at(grid.centres[row - 1][column - 1]);
      const ringed = svg("g", { class: `walked ${kind}` },
        svg("circle", { cx, cy, r: pitch * 0.44, "stroke-width": pitch * 0.1 }),
        text && svg("text", { x: cx, y: cy + pitch * 0.14, "font-size": pitch * 0.42 }, String(text)));
      ringed.style.animationDelay = `${step * 0.35}s`;
      return ringed;
    }));
  }
  return h("figure", { class: "frame held" }, image, drawing);
}
