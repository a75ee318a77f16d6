// Restoring the last fair position: which discs go where, ticked off as the camera sees them.

import { drawBoard } from "./board.js";
import { photo, pictureButtons } from "./dispute.js";
import { button, discMark, h, t } from "./dom.js";

// All that had to be done in this game's offence, so that what is done can be ticked off.
let todo = { of: null, steps: [] };

export function restoreView(view, { game, picture }) {
  const { remedy, offence } = game;
  const steps = remedy ? remember(`${game.id}/${game.moves.length}/${offence?.code}`, stepsOf(remedy)) : [];
  const left = remedy ? new Set(stepsOf(remedy).map(nameOf)) : new Set();
  const rows = game.seen ?? game.board;
  const open = steps.filter((step) => left.has(nameOf(step)));
  const marks = open.map(({ cell, kind, disc }) => ({ cell, kind, disc }));
  return h("section", { class: "card restore" },
    h("h2", {}, t("restore")),
    remedy?.needs_bar
      ? rebuild(remedy)
      : h("ol", { class: "steps" }, steps.map((step) => stepLine(step, !left.has(nameOf(step))))),
    remedy && h("p", { class: "big" }, discMark(remedy.to_move ?? "R"), " ", t("then_turn", { who: view.name(remedy.to_move ?? "R") })),
    remedy?.needs_bar ? drawBoard(remedy.wanted) : drawBoard(rows, { marks }),
    view.canAct && h("div", { class: "buttons" },
      view.may("restored") && button(t("restored"), () => view.act("restored"), { class: "first", "data-id": "restored" }),
      view.may("correct") && button(t("misread"), () => misread(view, rows), { "data-id": "misread" }),
      view.may("let_stand") && button(t("let_stand"), () => view.act("let_stand"), { "data-id": "let_stand" }),
      view.may("restart") && button(t("restart"), () => view.act("restart"), { "data-id": "restart" })),
    view.picking && [h("p", { class: "big" }, t("tap_wrong")), drawBoard(rows, { onpick: (column, row) => { view.picking = false; view.correct(rows, column, row); } })],
    picture && h("details", {}, h("summary", {}, t("picture")),
      photo(view, picture, (offence?.cells ?? []).map((cell) => ({ cell, kind: "out" })), []), pictureButtons(view, picture)));
}

function misread(view) {
  view.picking = !view.picking;
  view.setClaim(null);
}

function stepsOf(remedy) {
  const kinds = [["out", remedy.take_out], ["in", remedy.put_back]];
  return kinds.flatMap(([kind, list]) => list.map(({ cell, disc }) => ({ kind, cell, disc })));
}

function nameOf({ kind, cell, disc }) {
  return `${kind} ${cell} ${disc}`;
}

function remember(of, now) {
  if (todo.of !== of) todo = { of, steps: [] };
  const known = new Set(todo.steps.map(nameOf));
  todo.steps.push(...now.filter((step) => !known.has(nameOf(step))));
  return todo.steps;
}

function stepLine({ kind, cell: [column, row], disc }, done) {
  return h("li", { class: done ? "done" : "" }, discMark(disc),
    h("span", {}, t(`step_${kind}`, { disc: t(disc), column, row })),
    h("span", { class: "tick" }, done ? `✓ ${t("done")}` : ""));
}

function rebuild({ rebuild: columns, in_hand: hand }) {
  const filled = columns.map((discs, at) => [at + 1, discs]).filter(([, discs]) => discs.length);
  return [
    h("p", { class: "big" }, t("open_bar")),
    h("ol", { class: "steps" }, filled.map(([column, discs]) =>
      h("li", {}, h("span", {}, t("column_from_below", { column })), h("span", { class: "discs" }, discs.map((disc) => h("span", {}, discMark(disc), h("span", { class: "unseen" }, t(disc)))))))),
    h("p", {}, t("in_hand", { red: hand.R, yellow: hand.Y })),
  ];
}
