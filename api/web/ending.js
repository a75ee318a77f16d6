// The end of a game: the line, the agreement, the next game; a picture to share.

import { drawBoard } from "./board.js";
import { photo, pictureButtons } from "./dispute.js";
import { button, h, t } from "./dom.js";
import { review } from "./review.js";

const FREE_MS = 10000; // until then a download has begun
const SHARED = { width: 1080, height: 1350, withPhoto: 1220, cell: 132 };
const COLOURS = { R: "#d92823", Y: "#ffc917", ".": "#e8ecf7", face: "#14389f", ground: "#f3f5fb", ink: "#16203a" };

export function endView(view, { game, phase, picture }) {
  const { result } = game;
  const agreedAll = game.agreed.length === 2;
  const disagree = ["R", "Y"].filter((disc) => !game.agreed.includes(disc));
  return h("section", { class: "end" },
    drawBoard(game.board, { lines: result.lines, last: game.last && [game.last.column, game.last.row] }),
    picture?.grid && view.role !== "camera" && photo(view, picture, [], result.lines),
    result.marked && h("p", { class: "hint" }, t("marked")),
    phase === "awaiting_clear" && h("p", { class: "big" }, t(agreedAll ? "clear_grid" : "both_agree")),
    h("div", { class: "buttons" },
      view.may("agree") && disagree.length === 2 && button(t("agree_both"), () => view.act("agree", { discs: disagree }), { class: "first", "data-id": "agree" }),
      view.may("agree") && disagree.length === 1 && button(t("agrees", { who: view.name(disagree[0]) }), () => view.act("agree", { discs: disagree }), { class: "first" }),
      view.may("close") && button(t("next_without"), () => view.act("close"), { "data-id": "close", class: agreedAll ? "first" : "" }),
      view.may("dispute") && button(t("dispute_result"), () => view.act("dispute", { claim: "that_is_no_line" }), { icon: "stop", "data-id": "dispute" }),
      ...after(view, game)),
    picture && pictureButtons(view, picture));
}

// For a game that is over: look at it again, and share it.
export function after(view, game) {
  return [
    game.moves[0]?.number === 1 && game.variant !== "pop10" && button(t("review"), () => review(view, game), { "data-id": "review" }),
    button(t("share"), () => share(view, game), { icon: "share", "data-id": "share" }),
  ];
}

export function matchOver(view, { match, game }) {
  const names = (side) => side.players.map((player) => player.name).filter(Boolean).join(" + ") || t(side.disc);
  const text = match.broken_off ? t("broken_off") : match.winner === null ? t("shared") : t("match_won", { who: names(match.sides[match.winner]) });
  return h("section", { class: "card" }, h("h2", {}, text),
    game && game.moves.length > 0 && h("div", { class: "buttons" }, after(view, game)));
}

// A picture of the end, drawn here; to whom it goes is the person's own choice.
async function share(view, game) {
  const photo = await heldPhoto(view);
  const below = photo ? Math.round((SHARED.width * photo.image.height) / photo.image.width) : 0;
  const canvas = Object.assign(document.createElement("canvas"), { width: SHARED.width, height: photo ? SHARED.withPhoto + below : SHARED.height });
  const pen = canvas.getContext("2d");
  paint(pen, game, game.result ? view.outcome(game.result) : "");
  if (photo) paintPhoto(pen, photo, game.result?.lines ?? [], below);
  const blob = await new Promise((done) => canvas.toBlob(done, "image/png"));
  const file = new File([blob], "fairdrop.png", { type: "image/png" });
  if (navigator.canShare?.({ files: [file] })) return navigator.share({ files: [file] }).catch(() => {});
  const url = URL.createObjectURL(blob);
  h("a", { href: url, download: file.name }).click();
  setTimeout(() => URL.revokeObjectURL(url), FREE_MS);
}

// The picture that is held, with its grid; null where there is none, or only words of it may be had.
async function heldPhoto(view) {
  const { grid } = view.table.snapshot.picture ?? {};
  const url = grid && view.table.key ? await view.table.picture().catch(() => null) : null;
  if (!url) return null;
  const image = Object.assign(new Image(), { src: url });
  const there = await image.decode().then(() => true, () => false);
  URL.revokeObjectURL(url);
  return there ? { image, grid } : null;
}

function paint(pen, game, title) {
  const columns = game.board[0].length, height = game.board.length;
  const cell = Math.min(SHARED.cell, 980 / columns, 950 / height);
  const left = (SHARED.width - columns * cell) / 2, top = 230;
  const at = ([column, row]) => [left + (column - 0.5) * cell, top + (height - row + 0.5) * cell];
  pen.fillStyle = COLOURS.ground;
  pen.fillRect(0, 0, pen.canvas.width, pen.canvas.height);
  pen.fillStyle = COLOURS.ink;
  pen.textAlign = "center";
  pen.font = "700 76px system-ui, sans-serif";
  pen.fillText(title, SHARED.width / 2, 140, SHARED.width - 100);
  pen.fillStyle = COLOURS.face;
  pen.beginPath();
  pen.roundRect(left - 24, top - 24, columns * cell + 48, height * cell + 48, 40);
  pen.fill();
  game.board.forEach((row, down) => [...row].forEach((what, across) => paintDisc(pen, what, at([across + 1, height - down]), cell)));
  for (const line of game.result?.lines ?? []) shine(pen, line.map(at), cell * 0.14);
  pen.fillStyle = COLOURS.ink;
  pen.font = "500 44px system-ui, sans-serif";
  pen.fillText(`Fairdrop · ${t("moves", { count: game.moves.length })}`, SHARED.width / 2, top + height * cell + 130);
}

function paintDisc(pen, what, [x, y], cell) {
  pen.fillStyle = COLOURS[what];
  pen.beginPath();
  pen.arc(x, y, cell * 0.41, 0, 7);
  pen.fill();
  Object.assign(pen, { strokeStyle: what === "R" ? "#fffd" : "#7a5b00", lineWidth: cell * 0.065, lineCap: "round" });
  pen.beginPath();
  if (what === "R") pen.arc(x, y, cell * 0.22, 0, 7);
  if (what === "Y") for (const [a, b] of [[-1, -1], [1, -1]]) { pen.moveTo(x + (a * cell) / 7, y + (b * cell) / 7); pen.lineTo(x - (a * cell) / 7, y - (b * cell) / 7); }
  pen.stroke();
}

function paintPhoto(pen, { image, grid }, lines, height) {
  const { width } = SHARED, at = ([column, row]) => [grid.centres[row - 1][column - 1][0] * width, SHARED.withPhoto + grid.centres[row - 1][column - 1][1] * height];
  pen.drawImage(image, 0, SHARED.withPhoto, width, height);
  const [a, b] = [at([1, 1]), at([2, 1])];
  for (const line of lines) shine(pen, line.map(at), Math.hypot(a[0] - b[0], a[1] - b[1]) * 0.16);
}

// A line through the discs that won: white on a dark edge, seen on any ground.
function shine(pen, points, thick) {
  for (const [colour, width] of [["#0009", thick * 1.7], ["#fff", thick]]) {
    Object.assign(pen, { strokeStyle: colour, lineWidth: width, lineCap: "round", lineJoin: "round" });
    pen.beginPath();
    points.forEach((point) => pen.lineTo(...point));
    pen.stroke();
  }
}
