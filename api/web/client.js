// The service, as the page speaks to it: requests, acts that happen once, and the stream of events.

import { randomId } from "./memory.js";

const API = "/api/v1";
const TRIES = 4, TRY_AGAIN_MS = 700, WAKE_AFTER_MS = 20000, MOST_WAIT_MS = 8000;

let language = "en";
export function setLanguage(lang) {
  language = lang;
}
export function getLanguage() {
  return language;
}

// What the server answered instead of what was asked for; `message` is for people.
export class Refused extends Error {
  constructor(status, told) {
    super(told.message ?? "");
    this.status = status;
    this.code = told.code ?? "";
    this.told = told;
  }
}

export async function ask(path, { method = "GET", json, body, headers = {} } = {}) {
  const answer = await fetch(path, {
    method,
    body: json === undefined ? body : JSON.stringify(json),
    headers: { "accept-language": language, ...(json === undefined ? {} : { "content-type": "application/json" }), ...headers },
  });
  const told = answer.status === 204 ? null : await answer.json().catch(() => ({}));
  if (!answer.ok) throw new Refused(answer.status, told ?? {});
  return told;
}

export function makeTable(name) {
  return ask(`${API}/tables`, { method: "POST", json: { name } });
}

export class Table {
  constructor(id, key) {
    this.id = id;
    this.key = key;
    this.path = `${API}/tables/${id}`;
    this.bearer = key ? { authorization: `Bearer ${key}` } : {};
    this.snapshot = null;
    this.seq = null;
    this.connected = null;
    this.stopped = false;
    this.onsnapshot = this.onevent = this.onconnection = this.ongone = () => {};
  }

  async keyOpens() {
    if (!this.key) return false;
    try {
      await ask(`${this.path}/key`, { headers: this.bearer });
      return true;
    } catch (error) {
      if (error instanceof Refused && [401, 403].includes(error.status)) return false;
      throw error;
    }
  }

  async load() {
    this.take(await ask(this.path));
  }

  // The newest snapshot wins, whichever way it came.
  take(snapshot) {
    const now = this.snapshot;
    const older = now && (snapshot.seq < now.seq || (snapshot.seq === now.seq && snapshot.time < now.time));
    if (older) return;
    this.snapshot = snapshot;
    this.onsnapshot(snapshot);
  }

  // Do something, once: when the answer is lost the same key asks again.
  async act(act, fields = {}) {
    const key = `page-${randomId()}`;
    for (let tries = 1; ; tries++) {
      try {
        const told = await ask(`${this.path}/acts`, {
          method: "POST",
          json: { act, ...fields },
          headers: { ...this.bearer, "idempotency-key": key },
        });
        this.take(told.snapshot);
        return told;
      } catch (error) {
        const again = !(error instanceof Refused) || error.status === 503;
        if (!again || tries === TRIES) throw error;
        await new Promise((done) => setTimeout(done, TRY_AGAIN_MS * tries));
      }
    }
  }

  // How the camera looks at the board: `grid` (four corners), `side` (which side is left).
  async setUp(what, method, json) {
    const told = await ask(`${this.path}/${what}`, { method, json, headers: this.bearer });
    this.take(told.snapshot ?? told);
    return told;
  }

  // The picture that is held, else the camera's newest frame, as an address for an <img>; null where there is none.
  async picture() {
    const answer = await fetch(`${this.path}/picture`, { headers: this.bearer });
    return answer.ok ? URL.createObjectURL(await answer.blob()) : null;
  }

  // --- Events: each once, from where we left off, through breaks of every kind ---

  listen() {
    this.wait = 500;
    this.open();
    let hiddenSince = 0;
    const wake = () => {
      if (document.visibilityState === "hidden") hiddenSince ||= Date.now();
      else if (hiddenSince && Date.now() - hiddenSince > WAKE_AFTER_MS) this.open();
      if (document.visibilityState !== "hidden") hiddenSince = 0;
    };
    this.wakers = [[document, "visibilitychange", wake], [window, "pageshow", (event) => event.persisted && this.open()],
      [window, "online", () => this.open()]];
    for (const [target, name, call] of this.wakers) target.addEventListener(name, call);
  }

  open() {
    if (this.stopped) return;
    this.stream?.close();
    clearTimeout(this.retry);
    const after = this.seq === null ? "" : `&after=${this.seq}`;
    const stream = (this.stream = new EventSource(`${this.path}/events?lang=${language}${after}`));
    stream.onopen = () => {
      this.wait = 500;
      this.say(true);
    };
    stream.onmessage = (message) => this.heard(JSON.parse(message.data));
    stream.addEventListener("snapshot", (message) => {
      const snapshot = JSON.parse(message.data);
      this.seq ??= snapshot.seq;
      this.take(snapshot);
    });
    stream.addEventListener("reset", (message) => {
      this.seq = JSON.parse(message.data).seq;
      this.snapshot = null;
    });
    stream.addEventListener("goodbye", () => this.later());
    stream.addEventListener("gone", () => {
      this.stop();
      this.ongone();
    });
    stream.onerror = () => this.later();
  }

  heard(event) {
    if (this.seq !== null && event.seq <= this.seq) return;
    this.seq = event.seq;
    this.onevent(event);
  }

  later() {
    this.stream?.close();
    this.say(false);
    clearTimeout(this.retry);
    this.retry = setTimeout(() => this.open(), this.wait);
    this.wait = Math.min(this.wait * 2, MOST_WAIT_MS);
  }

  say(connected) {
    if (this.connected === connected) return;
    this.connected = connected;
    this.onconnection(connected);
  }

  stop() {
    this.stopped = true;
    this.stream?.close();
    clearTimeout(this.retry);
    for (const [target, name, call] of this.wakers ?? []) target.removeEventListener(name, call);
  }
}
