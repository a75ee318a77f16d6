// The menu of a table: what is needed seldom.

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

// Links for other devices: with the key they may act, without it they only watch.
export async function invite({ table }) {
  const base = `${location.origin}/#table=${table.id}`;
  const link = (text, url) => {
    const shown = h("code", {}, url);
    const give = async (event) => {
      if (navigator.share) return navigator.share({ url }).catch(() => {});
      if (!navigator.clipboard) return getSelection().selectAllChildren(shown); // without https: to copy by hand
      await navigator.clipboard.writeText(url);
      event.target.closest("button").querySelector("span").textContent = t("copied");
    };
    return h("div", { class: "invite" }, h("p", {}, text), shown, button(navigator.share ? t("share_link") : t("copy"), give, { class: "small" }));
  };
  await dialog(t("invite"), h("div", {}, link(t("link_act"), `${base}&key=${table.key}`), link(t("link_watch"), base)), [[t("close"), null]]);
}
