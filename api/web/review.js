// A game once more, move by move: how each left things, as far as it is worked out, and where it turned.

import { boardAfter, drawBoard } from "./board.js";
import { ask, Refused } from "./client.js";
import { button, dialog, h, sentences, svg, t } from "./dom.js";

const ASK_AGAIN_MS = 2000;
const BAR = { width: 10, height: 20, gap: 2 };
const TOLD_OF_ALL = ["review.losing_move", "review.no_mistake", "review.odd_threat", "review.even_threat", "review_not_yet"];
const OTHER = { R: "Y", Y: "R" };

export async function review(view, game) {
  const empty = game.board.map((row) => ".".repeat(row.length));
  const { length: most } = game.moves;
  let at = most, found = null, open = true;
  const box = h("div"), strip = h("div", { class: "strip" }), told = h("div", { role: "status" }), story = h("div");
  const slider = h("input", { type: "range", min: 0, max: most, value: at, "aria-label": t("move_number"), oninput: () => go(Number(slider.value)) });
  const step = (by, text) => button(text, () => go(at + by), { class: "small", "data-id": by < 0 ? "earlier" : "later" });
  const shown = dialog(t("review"), h("div", { class: "review" }, box, told, strip, slider,
    h("div", { class: "buttons two" }, step(-1, t("earlier")), step(1, t("later"))), story), [[t("close"), null]]);
  go(at);
  follow();
  await shown;
  open = false;

  function go(to) {
    at = Math.max(0, Math.min(most, to));
    slider.value = at;
    const move = game.moves[at - 1], judged = found?.moves[at - 1];
    const better = judged?.better ? [{ cell: landing(boardAfter(empty, game.moves, at - 1), judged.better), kind: "in", disc: judged.disc }] : [];
    box.replaceChildren(drawBoard(boardAfter(empty, game.moves, at), {
      last: move && [move.column, move.row], marks: better.filter(({ cell }) => cell), lines: at === most ? game.result?.lines ?? [] : [] }));
    told.replaceChildren(h("p", { class: "big" }, move ? t("move_told", { number: move.number, who: view.name(move.disc), column: move.column }) : t("at_start")),
      ...(judged ? [h("p", {}, worth(judged)), ...judged.messages.map((each) => h("p", {}, each.message))] : []));
    drawStrip();
  }

  // How it stands after a move, in words.
  function worth({ value, disc, number }) {
    if (number === most && game.result?.winner) return view.outcome(game.result);
    if (value === null) return t(found.running ? "worth_soon" : "worth_unknown");
    return value === "draw" ? t("worth_draw") : t("worth_win", { who: view.name(value === "win" ? disc : OTHER[disc]) });
  }

  // Up: red stands to win; down: yellow; a dot: level; nothing: not known.
  function drawStrip() {
    if (!found) return;
    const width = most * (BAR.width + BAR.gap), middle = BAR.height;
    const bars = found.moves.map((move, i) => {
      const x = i * (BAR.width + BAR.gap);
      const ahead = { win: move.disc, loss: OTHER[move.disc], draw: "=" }[move.value];
      const turned = move.number === found.losing_move;
      return [
        i === at - 1 && svg("rect", { x: x - 1, y: 0, width: BAR.width + 2, height: 2 * BAR.height, class: "now" }),
        ahead === "=" && svg("rect", { x, y: middle - 2, width: BAR.width, height: 4, class: "level" }),
        ahead in OTHER && svg("rect", { x, y: ahead === "R" ? 4 : middle, width: BAR.width, height: BAR.height - 4, rx: 2, class: ahead === "R" ? "red" : "yellow" }),
        turned && svg("path", { d: `M${x} ${2 * BAR.height + 10}l5 -8l5 8z`, class: "turned" }),
      ];
    });
    strip.replaceChildren(svg("svg", { viewBox: `-2 0 ${width + 4} ${2 * BAR.height + 12}`, preserveAspectRatio: "none", "aria-hidden": "true" },
      svg("path", { d: `M0 ${middle}h${width}`, class: "axis" }), bars.flat().filter(Boolean)));
  }

  // The values, as they become known.
  async function follow() {
    while (open) {
      try {
        found = await ask(`${view.table.path}/games/${game.id}/review`);
      } catch (error) {
        if (error instanceof Refused) story.replaceChildren(h("p", { class: "hint" }, error.message));
        return;
      }
      const losing = found.losing_move;
      story.replaceChildren(
        ...(losing ? [button(t("losing_move"), () => go(losing), { class: "small", "data-id": "losing" })] : []),
        h("p", { class: "hint" }, sentences(found.messages.filter(({ code }) => TOLD_OF_ALL.includes(code)))));
      go(at);
      if (!found.running) return;
      await new Promise((done) => setTimeout(done, ASK_AGAIN_MS));
    }
  }
}

// Where a disc would have come to lie in this column; null where it is full.
function landing(rows, column) {
  const row = rows.filter((each) => each[column - 1] === ".").length;
  return row ? [column, rows.length - row + 1] : null;
}
