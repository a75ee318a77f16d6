// The camera's part of the screen: the live picture, the grid as it was found, and what would help to find it.

import { Camera, WakeLock } from "./camera.js";
import { ask, Refused } from "./client.js";
import { Corners } from "./corners.js";
import { button, h, keep, svg, t } from "./dom.js";
import { invite } from "./menu.js";
import { Sender } from "./sender.js";

const NARROW = 0.3, EDGE = 0.02, SLANT = 1.4; // shares of the picture; ratio of the grid's two heights
const LENS_BENT = 0.02; // share of the grid's width by which its middle row is bent
const PROGRESS = { connecting: 0.1, sending: 0.35, found: 0.7, watching: 1 };
const SEARCH_MS = 8000; // so long without a board: time to show the corners
const USUAL = { columns: 7, rows: 6 };
const RING = 2 * Math.PI * 20;

export class Live {
  // onack(ack): a frame was answered. onask(text): the camera asks people for something. onrefused(text).
  constructor(table, { onack, onask, onrefused }) {
    Object.assign(this, { table, onack, onask, onrefused });
    this.corners = null;
    this.searching = performance.now();
    this.grid = null;
    this.state = "connecting";
    this.fault = null;
    this.rows = null;
    this.lines = [];
    this.silent = false;
    this.video = h("video", { playsinline: true, autoplay: true, "aria-label": t("live") });
    this.video.muted = true;
    this.video.setAttribute("muted", "");
    this.overlay = svg("svg", { class: "overlay", "aria-hidden": "true" });
    this.frame = h("div", { class: "frame" }, this.video, this.overlay);
    this.told = h("div", { class: "aim" });
    this.tools = h("div", { class: "tools" });
    this.extras = h("details", { class: "extras" }, h("summary", {}, t("camera_choices")), this.tools);
    this.node = h("section", { class: "live", "aria-label": t("live") }, this.frame, this.told, this.extras);
    this.video.addEventListener("resize", () => this.resized());
    this.camera = new Camera(this.video);
    this.camera.onchange = () => this.cameraChanged();
    this.camera.onsilent = () => { this.silent = true; this.draw(); };
    this.sender = new Sender(table, this.video, { onack: (told) => this.answered(told), onlight: () => this.draw(), onstate: (state) => this.sent(state) });
  }

  async start() {
    this.lock ??= new WakeLock(() => (this.sleepy = true));
    this.fault = await this.camera.open();
    this.draw();
    if (!this.fault && !this.sender.running) this.sender.start();
  }

  stop() {
    this.sender.stop();
    this.camera.close();
    this.lock?.release();
  }

  resized() {
    const { videoWidth: width, videoHeight: height } = this.video;
    if (width) this.frame.style.setProperty("--ratio", width / height);
    this.frame.classList.toggle("upright", height > width);
    this.grid = null; // of the old shape; the next answer brings the new one
    this.closeCorners();
    this.drawOverlay();
  }

  cameraChanged() {
    this.fault = null;
    this.silent = false;
    this.resized();
    this.frame.classList.toggle("mirrored", this.mirrored);
    this.draw();
  }

  // Whether the picture on this screen is shown the other way round than it is sent.
  get mirrored() {
    return this.camera.mirrored !== this.flipped;
  }

  // Whether the service turns what is sent: a mirror, or a phone behind the board.
  get flipped() {
    return Boolean(this.watched?.flipped);
  }

  sent(state) {
    this.state = state;
    if (state !== "sending") this.grid = null;
    this.draw();
    this.drawOverlay();
  }

  answered(told) {
    if (told.outcome === "seen" || told.outcome === "refused") this.grid = told.grid;
    this.refused = told.outcome === "refused" ? told.why?.message : null;
    this.onack(told); // which brings the snapshot to `show`
    if (this.grid) this.searching = performance.now();
    this.draw();
    this.drawOverlay();
  }

  // What the table's screen knows: the rows seen, and lines to shine on the picture.
  show({ game, phase, camera }) {
    const before = this.watched;
    this.rows = game?.seen ?? game?.board;
    this.lines = game?.result?.lines ?? [];
    this.size = game ?? USUAL;
    this.idle = phase === "idle" || phase === "closed";
    this.watched = camera;
    const asked = camera.check?.todo;
    if (asked && asked.code !== before?.check?.todo.code) this.onask(asked.message);
    if (before && before.flipped !== camera.flipped) this.cameraChanged();
    this.draw();
    this.drawOverlay();
  }

  // --- The grid on the picture ---

  drawOverlay() {
    const { videoWidth: width, videoHeight: height } = this.video;
    keep(this.overlay, [this.grid, this.rows, this.lines, width, height, this.mirrored, Boolean(this.corners)], () => {
      this.overlay.setAttribute("viewBox", `0 0 ${width || 4} ${height || 3}`);
      if (!this.grid || !width || this.corners) return [];
      const at = ([x, y]) => [(this.mirrored ? 1 - x : x) * width, y * height]; // places are those of the picture that is sent
      return drawGrid(this.grid, at, this.rows, this.lines);
    });
  }

  // --- What helps ---

  // What to do, as a state and a sentence.
  advice() {
    const light = this.sender.light, check = this.watched?.check;
    const alive = ["connecting", "sending"].includes(this.state);
    if (alive && this.silent && !this.video.videoWidth) return ["silent", t("aim_silent")];
    if (alive && light === "black") return ["black", t("aim_black")];
    if (this.state !== "sending") return [this.state, t(`aim_${this.state}`)];
    if (this.corners) return ["corners", matchMedia("(hover: hover)").matches ? `${t("corners_help")} ${t("corners_keys")}` : t("corners_help")];
    if (this.refused) return ["refused", this.refused];
    if (check) return [check.stage === "done" ? "watching" : "check", check.todo.message];
    const found = this.grid && this.watched?.state === "watching";
    const shape = this.grid && shapeAdvice(this.grid);
    if (found) return ["watching", shape ? t(`aim_${shape}`) : t("aim_watching")];
    if (this.grid) return ["found", t("aim_found")];
    if (light === "dark") return ["sending", t("aim_dark")];
    return ["sending", this.watched?.hint?.message ?? t("aim_search")];
  }

  draw() {
    if (this.fault) return this.drawFault();
    this.frame.hidden = false;
    this.extras.hidden = Boolean(this.corners);
    const [state, text] = this.advice();
    const { check, shown, flipped } = this.watched ?? {};
    const lost = state === "sending" && performance.now() - this.searching > SEARCH_MS;
    const unasked = state === "watching" && this.idle && !check && flipped === null;
    keep(this.told, ["aim", state, text, this.sleepy, lost, unasked, check?.stage], () => [
      ring(check ? check.progress : PROGRESS[state] ?? 0),
      h("p", { id: "aim-text" }, text),
      this.sleepy && state !== "watching" && h("p", { class: "hint" }, t("sleepy")),
      ["taken", "taken_over"].includes(state) && button(t("take_over"), () => this.sender.start(true), { class: "first" }),
      state === "offline" && button(t("retry"), () => this.sender.start()),
      lost && button(t("corners"), () => this.openCorners(), { "data-id": "corners" }),
      unasked && button(t("ask_side"), () => this.setUp("side", "POST"), { class: "small", "data-id": "ask-side" }),
      check && !this.corners && button(t(check.stage === "done" ? "close" : "skip_check"), () => this.setUp("side", "DELETE"), { class: "small", "data-id": "end-check" }),
      state === "corners" && h("div", { class: "buttons two" },
        button(t("corners_done"), () => this.sendCorners(), { class: "first", "data-id": "corners-done" }),
        button(t("cancel"), () => this.closeCorners(), { "data-id": "corners-cancel" })),
    ]);
    keep(this.tools, ["tools", this.camera.hasLight, this.lit, flipped, this.noLight, shown, this.idle], () => [
      button(t("other_camera"), () => this.change(this.camera.next()), { icon: "camera", "data-id": "next-camera" }),
      button(t("corners"), () => this.openCorners(), { icon: "corners", "data-id": "corners-open" }),
      shown && button(t("corners_forget"), () => this.setUp("grid", "DELETE"), { "data-id": "corners-forget" }),
      this.idle && flipped !== null && button(t("ask_side"), () => this.setUp("side", "POST"), { icon: "swap", "data-id": "side" }),
      this.idle && button(t("swap_sides"), () => this.setUp("side", "PUT", { flipped: !this.flipped }), { icon: "swap", "data-id": "flip", "aria-pressed": String(this.flipped) }),
      this.camera.hasLight && !this.noLight &&
        button(t("lamp"), () => this.light(), { icon: "light", "data-id": "light", "aria-pressed": String(Boolean(this.lit)) }),
    ]);
  }

  // --- What people tell the camera: where the corners are, which side is left ---

  async setUp(what, method, json) {
    try {
      await this.table.setUp(what, method, json);
      return true;
    } catch (error) {
      this.onrefused(error instanceof Refused && error.message ? error.message : t("offline"));
      return false;
    }
  }

  openCorners() {
    this.closeCorners();
    this.corners = new Corners(this.video, { mirrored: this.mirrored, size: this.size ?? USUAL, at: this.grid?.corners });
    this.frame.append(this.corners.node);
    this.frame.scrollIntoView({ block: "nearest" });
    this.draw();
    this.drawOverlay();
    this.corners.handles[0].focus();
  }

  closeCorners() {
    this.corners?.node.remove();
    this.corners = null;
    this.searching = performance.now();
    this.draw();
    this.drawOverlay();
  }

  async sendCorners() {
    if (await this.setUp("grid", "PUT", { corners: this.corners.sent })) this.closeCorners();
  }

  async change(opening) {
    this.fault = await opening;
    this.draw();
  }

  async light() {
    if (await this.camera.light(!this.lit)) this.lit = !this.lit;
    else this.noLight = true;
    this.draw();
  }

  async drawFault() {
    this.frame.hidden = this.extras.hidden = true;
    const fault = this.fault;
    const https = fault === "insecure" ? await ask("/api/v1/https").catch(() => null) : null;
    keep(this.told, ["fault", fault, https], () => faultCard(fault, https, () => this.start(), () => invite(this)));
  }
}

function faultCard(fault, https, again, inviting) {
  const safe = https?.port && `https://${location.hostname}:${https.port}/${location.hash}`;
  const system = /iphone|ipad/i.test(navigator.userAgent) ? "ios" : /android/i.test(navigator.userAgent) ? "android" : "other";
  return h("div", { class: "card doubt", role: "alert", "data-fault": fault },
    h("h2", {}, t(`camera_${fault}`)),
    h("p", {}, t(`camera_${fault}_help`)),
    fault === "denied" && h("p", {}, t(`camera_denied_${system}`)),
    safe && h("p", {}, h("a", { class: "button first", href: safe }, t("open_https"))),
    safe && h("p", {}, h("a", { href: "/trust" }, t("why_https"))),
    h("div", { class: "buttons" },
      fault !== "insecure" && button(t("retry"), again, { class: "first", "data-id": "retry" }),
      button(t("invite"), inviting, { icon: "share" }),
      h("a", { class: "button", href: "#photo" }, t("one_photo"))));
}

function ring(share) {
  const done = share >= 1;
  return svg("svg", { viewBox: "0 0 48 48", class: `ring ${done ? "done" : ""}`, "aria-hidden": "true" },
    svg("circle", { cx: 24, cy: 24, r: 20, class: "ring-track" }),
    svg("circle", { cx: 24, cy: 24, r: 20, class: "ring-share", "stroke-dasharray": `${share * RING} ${RING}` }),
    done && svg("path", { d: "M15 24l7 7 12-14", class: "ring-tick" }));
}

// What would make a grid that is found easier to see; null when nothing would.
export function shapeAdvice({ corners, centres }) {
  const [[ax, ay], [bx, by], [cx, cy], [dx, dy]] = corners;
  const pitch = Math.abs(bx - ax) / (centres[0].length - 1);
  const left = Math.min(ax, bx, cx, dx) - pitch / 2, right = Math.max(ax, bx, cx, dx) + pitch / 2;
  if (left < EDGE) return "left";
  if (right > 1 - EDGE) return "right";
  if (Math.abs(right - left) < NARROW) return "closer";
  const heights = [dy - ay, cy - by];
  if (Math.max(...heights) / Math.max(1e-6, Math.min(...heights)) > SLANT) return "front";
  return bent(centres) > LENS_BENT * Math.abs(bx - ax) ? "bent" : null;
}

// How far the middle of the outer rows lies off the straight line between their ends.
function bent(centres) {
  return Math.max(...[centres[0], centres.at(-1)].map((row) => {
    const [a, m, b] = [row[0], row[Math.floor(row.length / 2)], row.at(-1)];
    return Math.abs((a[1] + b[1]) / 2 - m[1]);
  }));
}

export function drawGrid({ centres }, at, rows, lines = []) {
  const flat = centres.map((row) => row.map(at));
  const pitch = Math.hypot(flat[0][1][0] - flat[0][0][0], flat[0][1][1] - flat[0][0][1]);
  const height = flat.length;
  const cells = flat.flatMap((row, up) => row.map(([cx, cy], across) => {
    const cell = rows?.[height - 1 - up]?.[across] ?? ".";
    const kind = { R: "seen-red", Y: "seen-yellow", "?": "seen-unsure", ".": "seen-empty" }[cell];
    return svg("circle", { cx, cy, r: pitch * (cell === "." ? 0.06 : 0.42), class: kind, "stroke-width": pitch * 0.08 });
  }));
  const numbers = flat.at(-1).map(([x, y], across) =>
    svg("text", { x, y: y - pitch * 0.62, class: "grid-number", "font-size": pitch * 0.36 }, String(across + 1)));
  const traced = lines.map((line) => {
    const points = line.map(([column, row]) => flat[row - 1]?.[column - 1]).filter(Boolean);
    return svg("polyline", { points: points.map((point) => point.join(",")).join(" "), class: "traced", "stroke-width": pitch * 0.16 });
  });
  return [...cells, ...numbers, ...traced];
}
