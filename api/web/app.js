// The page: a photo goes up, the board, the verdict and the drawn-on photo come down. No addresses but our own.

import { drawBoard } from "./board.js";

const byId = (id) => document.getElementById(id);
let texts = {};

const ready = start();
for (const id of ["camera", "album"]) byId(id).addEventListener("change", (event) => send(event.target));

async function start() {
  const answer = await fetch("api/texts");
  const { lang, texts: own } = await answer.json();
  texts = own;
  document.documentElement.lang = lang;
  document.title = texts.title;
  for (const node of document.querySelectorAll("[data-text]")) node.textContent = texts[node.dataset.text];
  await showStory();
}

async function send(input) {
  const photo = input.files[0];
  if (!photo) return;
  show("reading");
  document.body.classList.add("busy");
  try {
    await ready;
    const answer = await fetch("api/read?overlay=true", { method: "POST", body: photo });
    const told = await answer.json();
    if (answer.ok) showAnswer(told);
    else showRefusal(told.message);
  } catch {
    showRefusal(texts.offline ?? "Fairdrop doesn’t answer.");
  } finally {
    document.body.classList.remove("busy");
    document.body.classList.add("answered");
    input.value = ""; // so that the same photo can be chosen again
  }
}

function showAnswer(told) {
  if (!told.board) {
    showRefusal(told.error.message);
  } else {
    byId("verdict").replaceChildren(...told.verdict.map((each) => item(each.message)));
    byId("board").replaceChildren(drawBoard(told.board, texts, told.lines));
    show("answer");
  }
  byId("overlay").src = told.overlay;
  byId("overlay").alt = texts.photo;
  byId("photo").hidden = false;
}

function showRefusal(message) {
  byId("refusal-text").textContent = message;
  show("refusal");
}

function show(id) {
  for (const other of ["reading", "refusal", "answer"]) byId(other).hidden = other !== id;
  byId("photo").hidden = true;
  byId("story").hidden = true;
}

function item(text) {
  const node = document.createElement("li");
  node.textContent = text;
  return node;
}

async function showStory() {
  const { scenes } = await (await fetch("api/story")).json();
  byId("scenes").replaceChildren(...scenes.map(drawScene));
  byId("story").hidden = scenes.length === 0;
}

function drawScene(scene) {
  const node = document.createElement("li");
  node.className = `card scene ${scene.event}`;
  const words = document.createElement("div");
  const time = document.createElement("time");
  time.textContent = `${Math.floor(scene.t / 60)}:${(scene.t % 60).toFixed(1).padStart(4, "0")}`;
  words.append(time, ...scene.messages.map(paragraph));
  const picture = document.createElement("img");
  picture.src = scene.picture;
  picture.alt = "";
  picture.loading = "lazy";
  node.append(words, drawBoard(scene.board, texts), picture);
  return node;
}

function paragraph(text) {
  const node = document.createElement("p");
  node.textContent = text;
  return node;
}
