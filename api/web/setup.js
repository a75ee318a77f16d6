// Who plays, with which colour, who opens, and what is played: in plain words, remembered from the last time.

import { button, dialog, discMark, h, icon, svg, t } from "./dom.js";
import { recall, remember } from "./memory.js";

const FORMATS = { open: {}, single: {}, two_game: {}, first_to: { wins: 3 }, championship: {} };
const CHOICES = {
  format: Object.keys(FORMATS),
  openers: ["alternate", "loser", "same", "coin"],
  variant: ["classic", "popout", "pop10"],
  turns: ["two", "swap", "partners"],
  clock: ["unlimited", "rapid", "bullet"],
};
const OTHER = { R: "Y", Y: "R" };
const COIN_MS = 1400;

// onstart(fields): the players have agreed.
export function setupForm(onstart) {
  const last = { names: ["", "", "", ""], disc: "R", opener: "coin", format: "open", openers: "alternate", variant: "classic",
    turns: "two", clock: "unlimited", teaching: false, pictures: false, ...recall("setup", {}) };
  const names = h("div", { class: "players" });
  const opener = h("fieldset", { class: "opener" });
  const selects = Object.fromEntries(Object.keys(CHOICES).map((name) => [name, choice(name, last[name], redraw)]));
  const flags = { teaching: flag("teaching", last.teaching), pictures: flag("pictures", last.pictures) };
  const form = h("form", { class: "card setup", onsubmit: start },
    h("h2", {}, t("who_plays")), names, opener, selects.format,
    h("details", {}, h("summary", {}, t("more")), selects.variant, selects.turns, selects.openers, selects.clock, flags.teaching, flags.pictures),
    h("p", { class: "hint" }, t("remedy_agreed")),
    h("button", { type: "submit", class: "button first", id: "start" }, t("start")));
  redraw();
  return form;

  function redraw() {
    const typed = read().names;
    names.replaceChildren(...seats().map((seat) => nameField(seat, typed[seat])),
      button(t("swap_colours"), () => { last.disc = OTHER[last.disc]; redraw(); }, { icon: "swap", class: "small", "data-id": "swap-colours" }));
    opener.replaceChildren(h("legend", {}, t("who_opens")), ...["coin", "R", "Y"].map(openerChoice));
  }

  function seats() {
    return form?.elements?.turns?.value === "partners" || (!form?.elements?.turns && last.turns === "partners") ? [0, 1, 2, 3] : [0, 1];
  }

  function discOf(seat) {
    return seat % 2 ? OTHER[last.disc] : last.disc;
  }

  function nameField(seat, value) {
    const disc = discOf(seat);
    return h("label", { class: "player" }, discMark(disc), h("span", { class: "unseen" }, t("name_of", { disc: t(disc) })),
      h("input", { type: "text", name: `name${seat}`, maxlength: 40, autocomplete: "off", value, placeholder: t(disc), oninput: () => {} }));
  }

  function openerChoice(value) {
    const input = h("input", { type: "radio", name: "opener", value, checked: value === last.opener, onchange: () => (last.opener = value) });
    return h("label", { class: "choice" }, input, value !== "coin" && discMark(value), h("span", {}, value === "coin" ? t("coin") : t(value)));
  }

  function read() {
    const given = new FormData(form);
    const typed = [0, 1, 2, 3].map((seat) => (given.get(`name${seat}`) ?? last.names[seat] ?? "").trim());
    const chosen = Object.fromEntries(Object.keys(CHOICES).map((name) => [name, given.get(name) ?? last[name]]));
    return { ...last, ...chosen, names: typed, opener: given.get("opener") ?? last.opener,
      teaching: given.has("teaching"), pictures: given.has("pictures") };
  }

  async function start(event) {
    event.preventDefault();
    const told = read();
    remember("setup", told);
    await onstart(fields(told, seats()));
  }
}

// The act `start` of what is in the form. Nobody named: a game of the two colours.
function fields({ names, disc, opener, format, openers, variant, turns, clock, teaching, pictures }, seats) {
  const named = seats.some((seat) => names[seat]);
  const players = named ? seats.map((seat) => ({ name: names[seat] || t("guest", { number: seat + 1 }), ...(seat === 0 && { disc }) })) : [];
  return { players, opener, match: { format, openers, ...FORMATS[format] }, variant, turns, clock, teaching, pictures };
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
    h("div", { class: "roles" }, roles.map(([role, sign]) =>
      h("button", { type: "button", class: `button role ${role === "camera" ? "first" : ""}`, "data-id": role, onclick: () => onrole(role) },
        icon(sign), h("span", {}, h("b", {}, t(`role_${role}`)), h("small", {}, t(`role_${role}_help`)))))),
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
