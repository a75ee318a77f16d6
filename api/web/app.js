// The page: which language, which table, which role. One link decides: `/#table=…&key=…`; `/#photo` looks at one photo.

import { ask, makeTable, Refused, setLanguage, Table } from "./client.js";
import { button, h, icon, setWords, t } from "./dom.js";
import * as early from "./early.js";
import { forgetTable, recall, remember, rememberTable, tables } from "./memory.js";
import { photoView, story } from "./photo.js";
import { roleChoice } from "./setup.js";
import { TableView } from "./table.js";
import * as voice from "./voice.js";

const LANGUAGES = { en: "English", de: "Deutsch", fr: "Français", es: "Español" };
const TRY_AGAIN_MS = 2000;
const MOST_STANDINGS = 10;
const main = document.querySelector("main");
let view = null;
let turn = 0;
let texts = early.texts, opening = early.table;

addEventListener("hashchange", route);
document.addEventListener("pointerdown", voice.unlock, { once: true });
start();

async function start() {
  await speak();
  navigator.serviceWorker?.register("sw.js").catch(() => {}); // only where the certificate is trusted
  await route();
}

async function speak() {
  const told = await (texts ?? ask(early.API_TEXTS)).catch(() => recall("texts") ?? { lang: "en", texts: {} });
  const { lang } = told;
  texts = null;
  remember("texts", told);
  setLanguage(lang);
  setWords(told.texts);
  document.documentElement.lang = lang;
  document.title = t("title");
  document.querySelector("#skip").textContent = t("skip");
  const choose = document.querySelector("#language");
  choose.setAttribute("aria-label", t("language"));
  choose.replaceChildren(...Object.entries(LANGUAGES).map(([code, name]) => h("option", { value: code, selected: code === lang, lang: code }, name)));
  choose.onchange = async () => {
    remember("language", choose.value);
    setLanguage(choose.value);
    await speak();
    await route();
  };
}

function show(kind, ...nodes) {
  view?.stop();
  view = null;
  document.body.className = kind;
  main.replaceChildren(h("h1", { class: "unseen" }, t("title")), ...nodes.flat().filter(Boolean));
  scrollTo(0, 0);
}

async function route() {
  const now = ++turn;
  const wish = early.wished();
  if (wish.has("table")) return openTable(wish.get("table"), wish.get("key"), now);
  if (wish.has("photo")) return show("photo", photoView(goHome));
  show("home", home());
  const more = await Promise.all([standings(), story()]);
  if (now === turn) main.append(...more.filter(Boolean));
}

function goHome() {
  location.hash = "";
}

// --- The beginning ---

function home() {
  const known = tables();
  return [
    h("p", { class: "lead" }, t("home_lead")),
    known.length > 0 && h("section", { class: "card" }, h("h2", {}, t("your_tables")),
      h("div", { class: "buttons" }, known.map((table) => h("a", { class: "button", href: linkOf(table) }, table.name)))),
    h("form", { class: "card", onsubmit: create },
      h("label", { class: "field" }, h("span", {}, t("table_name")), h("input", { type: "text", name: "name", maxlength: 40, required: true, value: t("kitchen"), autocomplete: "off" })),
      h("button", { type: "submit", class: "button first", id: "make" }, t("make_table")),
      h("p", { class: "hint", role: "alert" })),
    h("p", { class: "hint" }, t("scan_help")),
    h("div", { class: "buttons" }, h("a", { class: "button", href: "#photo", id: "one-photo" }, icon("camera"), t("one_photo"))),
    h("p", { class: "hint" }, t("privacy")),
  ];
}

// Who has won how often, best first; nothing before the first result.
async function standings() {
  const told = await ask("/api/v1/standings").catch(() => []);
  const rows = (Array.isArray(told) ? told : []).filter((each) => each.name).slice(0, MOST_STANDINGS);
  if (!rows.length) return null;
  const heads = ["player", "wins", "drawn_short", "losses"].map((head) => h("th", { scope: "col" }, t(head)));
  return h("section", { class: "card" }, h("h2", {}, t("standings")), h("table", {}, h("thead", {}, h("tr", {}, heads)),
    h("tbody", {}, rows.map(({ name, wins, draws, losses }) =>
      h("tr", {}, h("th", { scope: "row" }, name), [wins, draws, losses].map((count) => h("td", {}, String(count))))))));
}

function linkOf({ id, key }) {
  return `#table=${id}${key ? `&key=${key}` : ""}`;
}

async function create(event) {
  event.preventDefault();
  const complaint = event.target.querySelector("[role=alert]");
  try {
    const { table, key } = await makeTable(new FormData(event.target).get("name"));
    rememberTable({ ...table, key });
    location.hash = linkOf({ id: table.id, key });
  } catch (error) {
    complaint.textContent = error instanceof Refused ? error.message : t("offline");
  }
}

// --- A table ---

async function openTable(id, given, now) {
  const table = opening ?? early.opened(id, given);
  opening = null;
  show("loading", h("p", { class: "lead", role: "status" }, t("opening")));
  let opens;
  try {
    opens = await table.ready;
  } catch (error) {
    return now === turn && failed(error, id);
  }
  if (now !== turn) return;
  rememberTable({ id, name: table.snapshot.table.name, ...(opens && { key: table.key }) });
  if (!opens) {
    const wrong = Boolean(table.key);
    table.key = null;
    table.bearer = {};
    enter(table, "watcher");
    if (wrong) view.complain(t("key_is_wrong"));
    return;
  }
  const role = recall(`role.${id}`);
  if (role) enter(table, role);
  else chooseRole(table);
}

function failed(error, id) {
  const missing = error instanceof Refused && error.status === 404;
  const refused = error instanceof Refused && !missing && error.status < 500;
  if (missing) forgetTable(id);
  show("failed", h("p", { class: "lead", role: "alert" }, missing ? t("table_gone") : refused ? error.message : t("offline")),
    h("div", { class: "buttons" }, !missing && button(t("retry"), route, { class: "first" }), button(t("home"), goHome)));
  if (!missing && !refused) {
    const waiting = turn;
    setTimeout(() => waiting === turn && route(), TRY_AGAIN_MS);
  }
}

function chooseRole(table) {
  show("roles", roleChoice(table, (role) => {
    voice.unlock();
    remember(`role.${table.id}`, role);
    enter(new Table(table.id, table.key), role);
  }));
}

function enter(table, role) {
  show(`at-table ${role}`);
  view = new TableView(table, role, {
    onrole: () => { remember(`role.${table.id}`, null); chooseRole(table); },
    onleave: goHome,
  });
  main.append(view.node);
  if (table.snapshot) view.show(table.snapshot);
  view.start();
}

