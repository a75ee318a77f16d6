// Who plays, with which colour, who opens, and what is played: in plain words, remembered from the last time.

import { ask } from "./client.js";
import { button, dialog, discMark, h, icon, svg, t } from "./dom.js";
import { recall, remember } from "./memory.js";
import { invite } from "./menu.js";

const FORMATS = { open: {}, single: {}, two_game: {}, first_to: { wins: 3 }, championship: {} };
const BOARDS = {
  usual: { columns: 7, rows: 6, connect: 4 },
  wide: { columns: 8, rows: 7, connect: 4 },
  wider: { columns: 9, rows: 7, connect: 4 },
  widest: { columns: 10, rows: 7, connect: 4 },
  five: { columns: 9, rows: 6, connect: 5 },
};
const CHOICES = {
  format: Object.keys(FORMATS),
  openers: ["alternate", "loser", "youngest", "same", "coin"],
  variant: ["classic", "popout", "pop10"],
  size: Object.keys(BOARDS),
  turns: ["two", "swap", "partners"],
  clock: ["unlimited", "rapid", "bullet"],
};
const OTHER = { R: "Y", Y: "R" };
const COIN_MS = 1400;
const MOST_KNOWN = 50;

// onstart(fields): the players have agreed. snapshot: of the table, for who played and who lost there last.
export function setupForm(onstart, { game, match }) {
  const last = { names: namesOf(match), disc: "R", opener: "coin", format: "open", openers: "alternate", variant: "classic", size: "usual",
    turns: "two", clock: "unlimited", teaching: false, practice: false, pictures: false, ...recall("setup", {}) };
  const names = h("div", { class: "players" });
  const opener = h("fieldset", { class: "opener" });
  const known = h("datalist", { id: "known-players" });
  const selects = Object.fromEntries(Object.keys(CHOICES).map((name) => [name, choice(name, last[name], redraw)]));
  const flags = ["teaching", "practice", "pictures"].map((name) => flag(name, last[name]));
  const complaint = h("p", { class: "hint", role: "alert" });
  const form = h("form", { class: "card setup", onsubmit: start },
    h("h2", {}, t("who_plays")), names, known, opener, selects.format,
    h("details", {}, h("summary", {}, t("more")), selects.variant, selects.size, selects.turns, selects.openers, selects.clock, ...flags),
    complaint, h("p", { class: "hint" }, t("remedy_agreed")),
    h("button", { type: "submit", class: "button first", id: "start" }, t("start")));
  redraw();
  suggest(known);
  return form;

  function redraw() {
    const typed = read();
    names.replaceChildren(...seats().map((seat) => nameField(seat, typed)),
      button(t("swap_colours"), () => { last.disc = OTHER[last.disc]; redraw(); }, { icon: "swap", class: "small", "data-id": "swap-colours" }));
    opener.replaceChildren(h("legend", {}, t("who_opens")), ...["coin", "youngest", ...(loserOf(game) ? ["loser"] : []), "R", "Y"].map(openerChoice));
  }

  function seats() {
    return form?.elements?.turns?.value === "partners" || (!form?.elements?.turns && last.turns === "partners") ? [0, 1, 2, 3] : [0, 1];
  }

  function discOf(seat) {
    return seat % 2 ? OTHER[last.disc] : last.disc;
  }

  function nameField(seat, typed) {
    const disc = t(discOf(seat));
    return h("div", { class: "player" }, discMark(discOf(seat)),
      h("input", { type: "text", name: `name${seat}`, maxlength: 40, autocomplete: "off", list: known.id, value: typed.names[seat], placeholder: t("name"),
        "aria-label": t("name_of", { disc }) }),
      typed.opener === "youngest" && h("input", { type: "number", name: `age${seat}`, min: 0, max: 130, required: true, inputmode: "numeric", class: "age",
        value: typed.ages[seat], placeholder: t("age"), "aria-label": t("age_of", { disc }) }));
  }

  function openerChoice(value) {
    const colour = value in OTHER;
    const input = h("input", { type: "radio", name: "opener", value, checked: value === last.opener, onchange: () => choose(value) });
    return h("label", { class: "choice" }, input, colour && discMark(value), h("span", {}, colour ? t(value) : t(`opener_${value}`)));
  }

  function choose(value) {
    last.opener = value;
    redraw();
    opener.querySelector(":checked").focus();
  }

  function read() {
    const given = new FormData(form);
    const text = (name, otherwise) => (given.get(name) ?? otherwise ?? "").trim();
    const every = [0, 1, 2, 3];
    const chosen = Object.fromEntries(Object.keys(CHOICES).map((name) => [name, given.get(name) ?? last[name]]));
    return { ...last, ...chosen, names: every.map((seat) => text(`name${seat}`, last.names[seat])), ages: every.map((seat) => text(`age${seat}`)),
      opener: given.get("opener") ?? last.opener, ...Object.fromEntries(["teaching", "practice", "pictures"].map((name) => [name, given.has(name)])) };
  }

  async function start(event) {
    event.preventDefault();
    const told = read();
    const { ages, ...kept } = told; // asked for this once, and nobody's business afterwards
    const same = seats().map((seat) => told.names[seat].toLowerCase()).filter(Boolean);
    complaint.textContent = new Set(same).size < same.length ? t("names_same") : "";
    if (complaint.textContent) return;
    remember("setup", kept);
    await onstart(fields(told, seats(), game));
  }
}

// The act `start` of what is in the form. Nobody named: a game of the two colours.
function fields(told, seats, game) {
  const { names, ages, disc, format, openers, variant, size, turns, clock, teaching, practice, pictures } = told;
  const named = seats.some((seat) => names[seat]);
  const players = named ? seats.map((seat) => ({ name: names[seat] || t("guest", { number: seat + 1 }), ...(seat === 0 && { disc }) })) : [];
  const opener = told.opener === "loser" ? loserNow(game, names, disc) : told.opener;
  const match = practice ? { format: "single" } : { format, openers, ...FORMATS[format] };
  return { players, opener, match, variant, board: BOARDS[size], turns, clock, teaching, practice, pictures,
    ...(opener === "youngest" && { ages: seats.map((seat) => Number(ages[seat])) }) };
}

// The colour that lost the game before; null where nobody did.
function loserOf(game) {
  return OTHER[game?.result?.winner] ?? null;
}

// The colour with which that player plays now; nobody named: the same colour.
function loserNow(game, names, disc) {
  const lost = loserOf(game);
  const seat = names.indexOf(game?.players.find((player) => player.disc === lost)?.name ?? "");
  return seat < 0 || !names[seat] ? lost ?? "coin" : seat % 2 ? OTHER[disc] : disc;
}

// Who sat where in the match before, in the order of the form.
function namesOf(match) {
  const [one, two] = (match?.sides ?? []).map((side) => side.players.map((player) => player.name ?? ""));
  return [one?.[0] ?? "", two?.[0] ?? "", one?.[1] ?? "", two?.[1] ?? ""];
}

// Who has played here before, to be chosen with one tap.
async function suggest(list) {
  const players = await ask("/api/v1/players").catch(() => []);
  list.replaceChildren(...players.filter(({ name }) => name).slice(0, MOST_KNOWN).map(({ name }) => h("option", { value: name })));
}

function choice(name, value, onchange) {
  const help = h("small", { id: `${name}-help` });
  const select = h("select", { name, "aria-describedby": help.id },
    CHOICES[name].map((each) => h("option", { value: each, selected: each === value }, t(`${name}_${each}`))));
  const explain = () => (help.textContent = t(`${name}_${select.value}_help`));
  select.addEventListener("change", () => { explain(); onchange(); });
  explain();
  return h("label", { class: "field" }, h("span", {}, t(name)), select, help);
}

function flag(name, checked) {
  return h("label", { class: "choice" }, h("input", { type: "checkbox", name, checked }), h("span", {}, t(name)));
}

// The toss, as the server has decided it.
export function showCoin(disc, name) {
  const coin = h("div", { class: `coin ${disc === "R" ? "red" : "yellow"}` }, discMark(disc));
  const told = h("p", { class: "big", role: "status" });
  setTimeout(() => (told.textContent = t("opens", { who: name ?? t(disc) })), COIN_MS);
  return dialog(t("coin"), h("div", { class: "toss" }, coin, told), [[t("go"), true, "first"]]);
}

// Which way to use this device.
export function roleChoice(table, onrole) {
  const roles = [["camera", "camera"], ["remote", "hand"], ["scoreboard", "screen"]];
  return h("section", {}, h("p", { class: "lead" }, t("which_role")),
    h("div", { class: "role-list" }, roles.map(([role, sign]) =>
      h("button", { type: "button", class: `button role ${role === "camera" ? "first" : ""}`, "data-id": role, onclick: () => onrole(role) },
        icon(sign), h("span", {}, h("b", {}, t(`role_${role}`)), h("small", {}, t(`role_${role}_help`))))),
      button(t("invite"), () => invite({ table }), { icon: "share", "data-id": "invite" })),
    propped());
}

// How to prop the phone up: a picture says it.
function propped() {
  return h("figure", { class: "propped" },
    svg("svg", { viewBox: "0 0 220 90", role: "img", "aria-label": t("prop_help") },
      svg("path", { d: "M6 78h208", class: "ink" }),
      svg("rect", { x: 24, y: 22, width: 66, height: 50, rx: 5, class: "face" }),
      [0, 1, 2, 3].flatMap((c) => [0, 1, 2].map((r) => svg("circle", { cx: 35 + c * 15, cy: 33 + r * 14, r: 5, class: (c + r) % 3 === 2 ? "red" : r === 2 ? "yellow" : "hole" }))),
      svg("path", { d: "M30 72v6M84 72v6", class: "ink" }),
      svg("path", { d: "M178 46 L92 20 M178 50 L92 76", class: "ray" }),
      svg("rect", { x: 174, y: 36, width: 9, height: 40, rx: 3, class: "phone", transform: "rotate(8 178 60)" }),
      svg("path", { d: "M186 78l6-20", class: "ink" })),
    h("figcaption", {}, t("prop_help")));
}
