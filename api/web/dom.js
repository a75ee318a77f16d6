// Small helpers to build the page: elements, icons, words, and redrawing only what has changed.

const SVG = "http://www.w3.org/2000/svg";
let words = {};

// h("button", { class: "x", onclick: f, "aria-label": "…", hidden: false }, "text", node, [more])
export function h(tag, props = {}, ...children) {
  return dress(document.createElement(tag), props, children);
}

export function svg(tag, props = {}, ...children) {
  return dress(document.createElementNS(SVG, tag), props, children);
}

function dress(node, props, children) {
  for (const [name, value] of Object.entries(props)) {
    if (value === undefined || value === null || value === false) continue;
    if (name.startsWith("on")) node.addEventListener(name.slice(2), value);
    else if (name in node && typeof value === "boolean") node[name] = value;
    else node.setAttribute(name, value === true ? "" : value);
  }
  node.append(...children.flat().filter((child) => child !== null && child !== undefined && child !== false));
  return node;
}

// Draw `node` anew only when `value` is another one: focus and screen readers aren't disturbed for nothing.
const drawn = new WeakMap();
export function keep(node, value, draw) {
  const key = JSON.stringify(value) ?? "";
  if (drawn.get(node) === key) return false;
  drawn.set(node, key);
  const focused = node.contains(document.activeElement) && document.activeElement.dataset.id;
  const made = draw();
  node.replaceChildren(...(Array.isArray(made) ? made : [made]).flat().filter(Boolean));
  if (focused) node.querySelector(`[data-id="${CSS.escape(focused)}"]`)?.focus();
  return true;
}

export function forget(node) {
  drawn.delete(node);
}

export function setWords(texts) {
  words = texts;
}

// The page's own words; `{name}` is filled in.
export function t(code, data = {}) {
  return (words[code] ?? code).replace(/\{(\w+)\}/g, (all, name) => data[name] ?? all);
}

export function sentences(messages) {
  return (messages ?? []).map((each) => each.message).join(" ");
}

const PATHS = {
  camera: "M9 4 7.2 6H4a2 2 0 0 0-2 2v10a2 2 0 0 0 2 2h16a2 2 0 0 0 2-2V8a2 2 0 0 0-2-2h-3.2L15 4H9Zm3 4.5a4.5 4.5 0 1 1 0 9 4.5 4.5 0 0 1 0-9Z",
  hand: "M8 3a1.5 1.5 0 0 1 1.5 1.5V10h1V2.8a1.5 1.5 0 0 1 3 0V10h1V4a1.5 1.5 0 0 1 3 0v7h1V7a1.5 1.5 0 0 1 3 0v8a8 8 0 0 1-8 8c-3 0-5-1.3-6.5-4L3 14.2c-1-1.7 1.2-3.2 2.5-1.7L6.5 14V4.5A1.5 1.5 0 0 1 8 3Z",
  screen: "M3 4h18a1 1 0 0 1 1 1v12a1 1 0 0 1-1 1h-7v2h3v2H7v-2h3v-2H3a1 1 0 0 1-1-1V5a1 1 0 0 1 1-1Zm1 2v10h16V6Z",
  eye: "M12 5c5 0 9 4 10.5 7C21 15 17 19 12 19S3 15 1.5 12C3 9 7 5 12 5Zm0 2.5a4.5 4.5 0 1 0 0 9 4.5 4.5 0 0 0 0-9Zm0 2.5a2 2 0 1 1 0 4 2 2 0 0 1 0-4Z",
  unseen: "M3.3 2 22 20.7 20.7 22l-3.4-3.4A11 11 0 0 1 12 19C7 19 3 15 1.5 12a14 14 0 0 1 4-4.7L2 3.3ZM12 5c5 0 9 4 10.5 7a14 14 0 0 1-3 3.9l-3.3-3.3a4.5 4.5 0 0 0-5.5-5.5L8.7 5.5A11 11 0 0 1 12 5Z",
  stop: "M8 2h8l6 6v8l-6 6H8l-6-6V8Zm3 4v8h2V6Zm0 10v2h2v-2Z",
  cup: "M7 3h10v2h4v3a5 5 0 0 1-4.5 5A5 5 0 0 1 13 15.9V18h3v3H8v-3h3v-2.1A5 5 0 0 1 7.5 13 5 5 0 0 1 3 8V5h4Zm-2 4v1a3 3 0 0 0 2 2.8V7Zm12 0v3.8A3 3 0 0 0 19 8V7Z",
  sound: "M4 9h4l5-5v16l-5-5H4Zm11.5-1.5a6 6 0 0 1 0 9l-1.3-1.5a4 4 0 0 0 0-6Zm2.8-3a10 10 0 0 1 0 15L17 18a8 8 0 0 0 0-12Z",
  mute: "M4 9h4l5-5v16l-5-5H4Zm11 .5 1.5-1.5 2 2.3 2-2.3L22 9.5 19.9 12l2.1 2.5-1.5 1.5-2-2.3-2 2.3-1.5-1.5 2.1-2.5Z",
  menu: "M3 5h18v2.5H3Zm0 5.8h18v2.5H3Zm0 5.7h18V19H3Z",
  swap: "M7 4 2 9h4v7h3V9h4Zm10 16 5-5h-4V8h-3v7h-4Z",
  light: "M12 2a7 7 0 0 1 4 12.7V17H8v-2.3A7 7 0 0 1 12 2ZM9 19h6v2l-2 1h-2l-2-1Z",
  corners: "M3 3h6v2.5H5.5V9H3Zm12 0h6v6h-2.5V5.5H15ZM3 15h2.5v3.5H9V21H3Zm15.5 0H21v6h-6v-2.5h3.5Z",
  back: "M15 4 7 12l8 8 2-2-6-6 6-6Z",
  share: "M12 2l5 5-1.5 1.5L13 6v9h-2V6L8.5 8.5 7 7Zm-7 9h3v2H6v7h12v-7h-2v-2h4v11H4V11Z",
};

export function icon(name) {
  return svg("svg", { viewBox: "0 0 24 24", "aria-hidden": "true", class: "icon" }, svg("path", { d: PATHS[name] }));
}

// A disc in a line of text: red with a ring, yellow with a cross, so that nobody has to tell the colours apart.
export function discMark(disc) {
  const mark =
    disc === "R"
      ? [svg("circle", { cx: 12, cy: 12, r: 5, class: "sign" })]
      : [svg("path", { d: "M8 8l8 8M16 8l-8 8", class: "sign" })];
  const kind = disc === "R" ? "red" : "yellow";
  return svg("svg", { viewBox: "0 0 24 24", class: `disc ${kind}`, "aria-hidden": "true" },
    svg("circle", { cx: 12, cy: 12, r: 11, class: kind }), mark);
}

export function button(text, onclick, props = {}) {
  const { icon: sign, class: kind = "", ...rest } = props;
  return h("button", { type: "button", class: `button ${kind}`, onclick, ...rest },
    sign && icon(sign), h("span", {}, text));
}

// A dialog of the browser's own: Escape closes it, focus stays within. Resolves to its return value.
export function dialog(title, content, choices) {
  return new Promise((done) => {
    const box = h("dialog", { "aria-labelledby": "dialog-title" },
      h("h2", { id: "dialog-title" }, title), content,
      h("div", { class: "buttons" }, choices.map(([text, value, kind]) =>
        h("button", { type: "button", class: `button ${kind ?? ""}`, "data-id": String(value), onclick: () => box.close(JSON.stringify(value)) }, text))));
    box.addEventListener("close", () => {
      box.remove();
      done(box.returnValue ? JSON.parse(box.returnValue) : null);
    });
    document.body.append(box);
    box.showModal();
  });
}
