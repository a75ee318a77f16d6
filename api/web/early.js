// What the first screen needs of the service, asked for while the rest of the page still loads.

import { ask, setLanguage, Table } from "./client.js";
import { recall, tables } from "./memory.js";

export const API_TEXTS = "/api/texts";

setLanguage(recall("language") ?? navigator.language);
const wish = wished();

export const texts = quiet(ask(API_TEXTS));
export const table = wish.has("table") ? opened(wish.get("table"), wish.get("key")) : null;

// What the address asks for, behind its “#”: `table` and `key`, or `photo`.
export function wished() {
  return new URLSearchParams(location.hash.slice(1));
}

// A table on its way: `ready` resolves to whether its key opens it, once its snapshot is there.
export function opened(id, given) {
  const known = tables().find((each) => each.id === id);
  const table = new Table(id, given ?? known?.key ?? null);
  table.ready = quiet(Promise.all([table.keyOpens(), table.load()]).then(([opens]) => opens));
  return table;
}

// Whoever waits for it hears of a failure; until then it is no failure of the page's.
function quiet(promise) {
  promise.catch(() => {});
  return promise;
}
