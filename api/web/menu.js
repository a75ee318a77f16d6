// The menu of a table: what is needed seldom.

import { ask } from "./client.js";
import { button, dialog, h, t } from "./dom.js";

export function menu(view) {
  const { game, phase } = view.table.snapshot;
  let close;
  const run = (text, call, props) => button(text, () => { close(); call(); }, props);
  const list = [
    view.may("pause") && run(t("pause"), () => view.act("pause")),
    view.may("undo") && run(t("undo"), () => view.act("undo", { discs: ["R", "Y"] }), { "data-id": "undo" }),
    view.may("redo") && run(t("redo"), () => view.act("redo", { discs: ["R", "Y"] })),
    view.may("draw") && run(t("draw"), () => view.act("draw", { discs: ["R", "Y"] })),
    view.may("column_full") && game?.columns && run(t("column_full"), () => fullColumn(view, game)),
    view.may("resign") && game?.to_move && run(t("resign"), () => resign(view)),
    view.may("restart") && run(t("restart"), () => sure(t("restart"), () => view.act("restart"))),
    view.may("end") && run(t("end"), () => sure(t("end"), () => view.act("end")), { "data-id": "end" }),
    view.table.key && run(t("invite"), () => invite(view), { icon: "share", "data-id": "invite" }),
    view.table.key && run(t("other_role"), view.onrole, { "data-id": "other-role" }),
    run(t("leave"), view.onleave, { "data-id": "leave" }),
  ];
  const box = h("dialog", { "aria-label": t("menu"), "data-phase": phase },
    h("div", { class: "buttons" }, list), h("div", { class: "buttons" }, button(t("close"), () => close())));
  close = () => box.close();
  box.addEventListener("close", () => box.remove());
  document.body.append(box);
  box.showModal();
}

async function sure(text, call) {
  if (await dialog(text, h("p", {}, t("sure")), [[text, true, "first"], [t("cancel"), null]])) await call();
}

async function fullColumn(view, game) {
  const column = await dialog(t("column_full"), h("p", {}, t("which_column")), [...game.board[0]].map((_, at) => [String(at + 1), at + 1]));
  if (column) await view.act("column_full", { column });
}

async function resign(view) {
  const disc = await dialog(t("resign"), h("p", {}, t("who_resigns")), [[view.name("R"), "R", "red"], [view.name("Y"), "Y", "yellow"], [t("cancel"), null]]);
  if (disc) await view.act("resign", { disc });
}

// Links for other devices, with a code to scan: with the key they may act, without it they only watch.
export async function invite({ table }) {
  const fragment = `table=${table.id}`;
  const [act, watch] = await Promise.all([invitation(`${fragment}&key=${table.key}`), invitation(fragment)]);
  await dialog(t("invite"), h("div", { class: "invitations" }, shown(t("link_act"), act),
    h("details", {}, h("summary", {}, t("watch_only")), shown(t("link_watch"), watch))), [[t("close"), null]]);
}

// The link as other devices reach it, which the server knows; without its answer, as this one did.
async function invitation(fragment) {
  return ask("/api/v1/invitations", { method: "POST", json: { fragment } }).catch(() => ({ link: `${location.origin}/#${fragment}`, code: null }));
}

function shown(text, { link, code }) {
  const words = h("code", {}, link);
  const give = async (event) => {
    if (navigator.share) return navigator.share({ url: link }).catch(() => {});
    if (!navigator.clipboard) return getSelection().selectAllChildren(words); // without https: to copy by hand
    await navigator.clipboard.writeText(link);
    event.target.closest("button").querySelector("span").textContent = t("copied");
  };
  return h("div", { class: "invite" }, h("p", {}, text),
    code && h("img", { src: `data:image/svg+xml,${encodeURIComponent(code)}`, alt: t("scan_me"), class: "scan", width: 240, height: 240 }),
    words, button(navigator.share ? t("share_link") : t("copy"), give, { class: "small" }));
}
