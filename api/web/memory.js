// What this device remembers: the language, its tables with their keys, players, sound. Nothing leaves it.

const PREFIX = "fairdrop.";

export function recall(name, otherwise = null) {
  try {
    return JSON.parse(localStorage.getItem(PREFIX + name)) ?? otherwise;
  } catch {
    return otherwise; // a full or forbidden store: the page works without
  }
}

export function remember(name, value) {
  try {
    localStorage.setItem(PREFIX + name, JSON.stringify(value));
  } catch {
    // as above
  }
}

export function randomId() {
  const bytes = crypto.getRandomValues(new Uint8Array(12));
  return [...bytes].map((byte) => byte.toString(36).padStart(2, "0")).join("");
}

// The id by which this device keeps its place as the table's camera.
export function cameraId() {
  const id = recall("camera") ?? randomId();
  remember("camera", id);
  return id;
}

export function tables() {
  return recall("tables", []);
}

export function rememberTable(table) {
  const others = tables().filter((each) => each.id !== table.id);
  const before = tables().find((each) => each.id === table.id) ?? {};
  remember("tables", [{ ...before, ...table }, ...others].slice(0, 8));
}

export function forgetTable(id) {
  remember("tables", tables().filter((each) => each.id !== id));
}
