// Frames to the service: one at a time, small, slower when nothing moves. By WebSocket, or by POST where that is refused.

import { getLanguage } from "./client.js";
import { cameraId } from "./memory.js";

const LONG_SIDE = 960, QUALITY = 0.8;
const BUSY_MS = 250, CALM_MS = 700, CALM_AFTER_MS = 4000;
const SEARCH_MS = 60000; // so long a board that isn't found yet is worth quick pictures, even if nothing moves
const LOOK = { width: 48, height: 36 };
const MOVED = 2.5; // mean change of brightness, 0–255
const BLACK = 10, DARK = 38; // mean brightness, 0–255
const UNANSWERED_MS = 15000, MOST_WAIT_MS = 8000, SOCKET_TRIES = 2, CLOSE_COMES_MS = 300;
const HEADER = 16;
const KEY_WRONG = [4401, 4403], NO_TABLE = 4404, CAMERA_TAKEN = 4409, TAKEN_OVER = 4410;

export class Sender {
  // onack(ack): what became of a frame. onlight(): the light has changed. onstate(state): connecting, sending, offline, key, gone, taken, taken_over.
  constructor(table, video, { onack, onlight, onstate }) {
    Object.assign(this, { table, video, onack, onlight, onstate });
    this.canvas = document.createElement("canvas");
    this.small = Object.assign(document.createElement("canvas"), LOOK).getContext("2d", { willReadFrequently: true });
    this.number = Math.floor(performance.now()); // goes on rising after a reload
    this.brightness = 255;
    this.found = false;
    this.movedAt = this.foundAt = performance.now();
    this.failures = 0;
    this.posting = false;
    this.state = null;
  }

  start(takeOver = false) {
    this.running = true;
    this.takeOver = takeOver;
    this.say("connecting");
    if (this.posting) this.schedule(0);
    else this.connect();
  }

  stop() {
    this.running = false;
    clearTimeout(this.timer);
    clearTimeout(this.retry);
    clearTimeout(this.patience);
    this.socket?.close();
    this.socket = null;
  }

  say(state) {
    if (state !== this.state) this.onstate((this.state = state));
  }

  // --- WebSocket ---

  connect() {
    const url = new URL(`${this.table.path}/frames`, location.href);
    url.protocol = url.protocol.replace("http", "ws");
    url.search = new URLSearchParams({ camera: cameraId(), lang: getLanguage(), ...(this.takeOver && { take_over: true }) });
    let socket;
    try {
      socket = new WebSocket(url, ["fairdrop.v1", `key.${this.table.key}`]);
    } catch {
      return this.broken(false);
    }
    this.socket = socket;
    socket.binaryType = "arraybuffer";
    let opened = false;
    const over = (code) => {
      clearTimeout(this.patience);
      if (this.socket === socket && this.running) this.closed(code, opened);
    };
    this.patience = setTimeout(() => (opened ? null : over(0)), UNANSWERED_MS);
    socket.onopen = () => {
      opened = true;
      clearTimeout(this.patience);
      this.schedule(0);
    };
    socket.onmessage = (message) => this.answered(JSON.parse(message.data));
    socket.onclose = (event) => over(event.code);
    socket.onerror = () => setTimeout(over, CLOSE_COMES_MS, 0); // a socket that the browser forbids never says “close”
  }

  closed(code, opened) {
    this.socket?.close();
    this.socket = null;
    clearTimeout(this.timer);
    if (KEY_WRONG.includes(code)) return this.end("key");
    if (code === NO_TABLE) return this.end("gone");
    if (code === CAMERA_TAKEN) return this.end("taken");
    if (code === TAKEN_OVER) return this.end("taken_over");
    return this.broken(opened);
  }

  // The connection is gone: again, later; by POST where a WebSocket never opens although the server answers.
  broken(opened) {
    this.say("offline");
    this.failures += 1;
    const wait = Math.min(500 * 2 ** (this.failures - 1), MOST_WAIT_MS);
    clearTimeout(this.retry);
    this.retry = setTimeout(async () => {
      if (!this.running) return;
      if (!opened && this.failures >= SOCKET_TRIES && !this.everOpened && (await this.serverAnswers())) this.posting = true;
      this.start(this.takeOver);
    }, wait);
  }

  async serverAnswers() {
    return fetch(this.table.path).then((answer) => answer.ok, () => false);
  }

  end(state) {
    this.stop();
    this.say(state);
  }

  // --- Frames ---

  schedule(wait) {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.send(), wait);
  }

  pace() {
    const now = performance.now();
    const searching = !this.found && now - this.foundAt < SEARCH_MS;
    return searching || now - this.movedAt < CALM_AFTER_MS ? BUSY_MS : CALM_MS;
  }

  async send() {
    if (!this.running) return;
    const frame = await this.grab();
    if (!this.running) return;
    if (!frame) return this.schedule(BUSY_MS);
    this.sentAt = performance.now();
    if (this.posting) return this.post(frame);
    if (this.socket?.readyState !== WebSocket.OPEN) return;
    this.socket.send(frame);
    this.patience = setTimeout(() => this.socket?.close(), UNANSWERED_MS); // a line that is dead without saying so
  }

  async grab() {
    const { videoWidth: width, videoHeight: height } = this.video;
    if (!width || this.video.readyState < 2 || document.visibilityState === "hidden") return null;
    this.look();
    if (this.brightness < BLACK) return null; // black frames aren't judged as a board
    const scale = Math.min(1, LONG_SIDE / Math.max(width, height));
    const canvas = this.canvas;
    canvas.width = Math.round(width * scale);
    canvas.height = Math.round(height * scale);
    const pen = canvas.getContext("2d");
    pen.drawImage(this.video, 0, 0, canvas.width, canvas.height);
    const taken = performance.now();
    const blob = await new Promise((done) => canvas.toBlob(done, "image/jpeg", QUALITY));
    return blob && pack(++this.number, taken, new Uint8Array(await blob.arrayBuffer()));
  }

  // How bright the picture is, and whether anything moves in it.
  look() {
    this.small.drawImage(this.video, 0, 0, LOOK.width, LOOK.height);
    const pixels = this.small.getImageData(0, 0, LOOK.width, LOOK.height).data;
    const before = this.pixels;
    let sum = 0, change = 0;
    for (let i = 1; i < pixels.length; i += 4) {
      sum += pixels[i];
      change += before ? Math.abs(pixels[i] - before[i]) : 255;
    }
    const count = pixels.length / 4;
    const light = this.light;
    this.brightness = sum / count;
    if (this.light !== light) this.onlight();
    if (change / count > MOVED) this.movedAt = performance.now();
    this.pixels = pixels;
  }

  get light() {
    return this.brightness < BLACK ? "black" : this.brightness < DARK ? "dark" : "good";
  }

  answered(told) {
    clearTimeout(this.patience);
    if (told.error) return; // the close that follows says which
    this.everOpened = true;
    this.takeOver = false;
    this.failures = 0;
    this.say("sending");
    if (told.grid) this.foundAt = performance.now();
    if (told.outcome === "seen") this.found = Boolean(told.grid);
    this.onack(told);
    this.schedule(Math.max(0, this.pace() - (performance.now() - this.sentAt)));
  }

  async post(frame) {
    const headers = { ...this.table.bearer, camera: cameraId(), "accept-language": getLanguage() };
    if (this.takeOver) headers["take-over"] = "true";
    try {
      const answer = await fetch(`${this.table.path}/frames`, { method: "POST", headers, body: frame });
      const told = await answer.json();
      if (!this.running) return;
      if ([401, 403].includes(answer.status)) return this.end("key");
      if (answer.status === 404) return this.end("gone");
      if (answer.status === 409) return this.end(told.code === "camera_taken" ? "taken" : "taken_over");
      if (told.ack === undefined) throw new Error(told.code);
      if (told.why?.code === "taken_over") return this.end("taken_over");
      this.answered(told);
    } catch {
      if (this.running) this.broken(true);
    }
  }
}

export function pack(number, taken, jpeg) {
  const frame = new Uint8Array(HEADER + jpeg.length), view = new DataView(frame.buffer);
  frame.set([0x46, 0x44, 1, 0]);
  view.setUint32(4, number);
  view.setFloat64(8, taken);
  frame.set(jpeg, HEADER);
  return frame;
}
