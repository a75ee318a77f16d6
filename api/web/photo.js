// One photo: it goes up; the board, the verdict and the drawn-on photo come down. And the story of a game watched before.

import { ask, Refused } from "./client.js";
import { drawBoard } from "./board.js";
import { button, h, icon, sentences, t } from "./dom.js";

export function photoView(home) {
  const told = h("div", { id: "told" });
  const choose = (id, props, text, sign) =>
    h("label", { class: "button", id: `${id}-button` },
      h("input", { type: "file", id, ...props, onchange: (event) => send(event.target, told) }), sign && icon(sign), h("span", {}, text));
  const camera = choose("camera", { accept: "image/*", capture: "environment" }, t("take"), "camera");
  camera.classList.add("first");
  return [
    h("p", { class: "lead" }, t("lead")),
    h("div", { class: "buttons" }, camera, choose("album", { accept: "image/*,.heic,.heif" }, t("choose"))),
    h("p", { class: "hint" }, t("hint")),
    told,
    home && h("p", {}, button(t("home"), home, { icon: "back" })),
    h("p", { class: "hint" }, t("privacy")),
  ];
}

async function send(input, told) {
  const photo = input.files[0];
  if (!photo) return;
  document.body.classList.remove("answered");
  document.body.classList.add("busy");
  told.replaceChildren(waiting());
  try {
    show(told, await ask("/api/read?overlay=true", { method: "POST", body: photo }));
  } catch (error) {
    told.replaceChildren(refusal(error instanceof Refused ? error.message : t("offline")));
  } finally {
    document.body.classList.remove("busy");
    document.body.classList.add("answered");
    input.value = ""; // so that the same photo can be chosen again
  }
}

function waiting() {
  return h("div", { class: "waiting", role: "status" },
    h("div", { class: "dropping", "aria-hidden": "true" }, h("i"), h("i"), h("i"), h("i")), h("p", {}, t("reading")));
}

function refusal(message) {
  return h("section", { id: "refusal", class: "card doubt", role: "alert" },
    h("h2", {}, icon("unseen"), t("refused")), h("p", { id: "refusal-text" }, message));
}

function show(told, reading) {
  const parts = reading.board
    ? [
        h("section", { id: "answer", class: "card", role: "status" }, h("h2", {}, t("verdict")),
          h("ul", { id: "verdict" }, reading.verdict.map((each) => h("li", {}, each.message)))),
        h("figure", { id: "board", class: "card" }, h("figcaption", {}, t("board")), drawBoard(reading.board, { lines: reading.lines })),
      ]
    : [refusal(reading.error.message)];
  const photo = h("figure", { id: "photo", class: "card" }, h("figcaption", {}, t("photo")),
    h("img", { id: "overlay", src: reading.overlay, alt: t("photo") }));
  told.replaceChildren(...parts, photo);
}

export async function story() {
  const { scenes } = await ask("/api/story").catch(() => ({ scenes: [] }));
  if (!scenes.length) return null;
  return h("section", { id: "story" }, h("h2", {}, t("story")), h("ol", { id: "scenes" }, scenes.map(scene)));
}

function scene({ event, t: time, messages, board, picture }) {
  const clock = `${Math.floor(time / 60)}:${(time % 60).toFixed(1).padStart(4, "0")}`;
  return h("li", { class: `card scene ${event}` },
    h("div", {}, h("time", {}, clock), h("p", {}, sentences(messages))), drawBoard(board),
    h("img", { src: picture, alt: "", loading: "lazy" }));
}
