// The phone's camera: exactly one live track, whatever the phone does meanwhile, and every failure with a name.

import { recall, remember } from "./memory.js";

const IDEAL = { width: { ideal: 1280 }, height: { ideal: 960 }, frameRate: { ideal: 15 } };
const NO_PICTURE_MS = 3000;

// Names of what can go wrong; the page has words for each: `insecure`, `no_api`, `denied`, `busy`, `none`, `failed`.
const FAULTS = {
  NotAllowedError: "denied", SecurityError: "denied", PermissionDeniedError: "denied",
  NotReadableError: "busy", TrackStartError: "busy", AbortError: "busy",
  NotFoundError: "none", DevicesNotFoundError: "none",
};

export class Camera {
  constructor(video) {
    this.video = video;
    this.stream = null;
    this.facing = "environment";
    this.turn = Promise.resolve();
    this.wanted = false;
    this.onchange = () => {};
    this.onsilent = () => {};
    this.wake = () => this.revive();
    for (const [target, name] of this.wakers()) target.addEventListener(name, this.wake);
  }

  wakers() {
    return [[document, "visibilitychange"], [window, "pageshow"], [window, "focus"]];
  }

  static missing() {
    if (!globalThis.isSecureContext) return "insecure";
    return navigator.mediaDevices?.getUserMedia ? null : "no_api";
  }

  get track() {
    return this.stream?.getVideoTracks()[0] ?? null;
  }

  get live() {
    return this.track?.readyState === "live";
  }

  get mirrored() {
    return this.track?.getSettings().facingMode === "user";
  }

  // One after the other, however quickly it is pressed: the last wish is the one that stays.
  open(deviceId = recall("device")) {
    this.wanted = true;
    const wish = (this.wish = {});
    this.turn = this.turn.then(() => (wish === this.wish ? this.reopen(deviceId) : null));
    return this.turn;
  }

  // null, or the name of what went wrong.
  async reopen(deviceId) {
    this.stopTrack();
    const missing = Camera.missing();
    if (missing) return missing;
    for (const video of [this.constraints(deviceId), this.constraints(null), true]) {
      try {
        this.start(await navigator.mediaDevices.getUserMedia({ video, audio: false }));
        return null;
      } catch (error) {
        const fault = FAULTS[error.name] ?? (error.name === "OverconstrainedError" ? null : "failed");
        if (fault) return fault;
      }
    }
    return "failed";
  }

  constraints(deviceId) {
    return deviceId ? { ...IDEAL, deviceId: { exact: deviceId } } : { ...IDEAL, facingMode: { ideal: this.facing } };
  }

  start(stream) {
    if (!this.wanted) {
      for (const track of stream.getTracks()) track.stop();
      return;
    }
    this.stream = stream;
    this.track.addEventListener("ended", this.wake);
    this.video.srcObject = stream;
    this.video.play().catch(() => {}); // without leave to play by itself, iOS waits for a tap; without pictures, for ever
    clearTimeout(this.silence);
    this.silence = setTimeout(() => this.video.videoWidth || this.onsilent(), NO_PICTURE_MS);
    this.onchange();
  }

  // After the lock screen or a phone call: once, and only when the track has really gone.
  revive() {
    if (!this.wanted || document.visibilityState === "hidden") return;
    if (!this.live && this.stream) this.open();
    else if (this.live && this.video.paused) this.video.play().catch(() => {});
  }

  async devices() {
    const all = (await navigator.mediaDevices?.enumerateDevices?.()) ?? [];
    return all.filter((device) => device.kind === "videoinput");
  }

  // The next of the phone's cameras.
  async next() {
    const all = await this.devices();
    if (all.length < 2) {
      this.facing = this.facing === "user" ? "environment" : "user";
      return this.open(null);
    }
    const now = this.chosen ?? this.track?.getSettings().deviceId;
    const at = all.findIndex((device) => device.deviceId === now);
    return this.choose(all[(at + 1) % all.length].deviceId);
  }

  choose(deviceId) {
    this.chosen = deviceId;
    remember("device", deviceId);
    return this.open(deviceId);
  }

  get hasLight() {
    return Boolean(this.track?.getCapabilities?.().torch);
  }

  // Whether the lamp did as told.
  async light(on) {
    try {
      await this.track.applyConstraints({ advanced: [{ torch: on }] });
      return true;
    } catch {
      return false;
    }
  }

  stopTrack() {
    for (const track of this.stream?.getTracks() ?? []) {
      track.removeEventListener("ended", this.wake);
      track.stop();
    }
    this.video.srcObject = null;
  }

  close() {
    this.wanted = false;
    clearTimeout(this.silence);
    for (const [target, name] of this.wakers()) target.removeEventListener(name, this.wake);
    this.stopTrack();
    this.stream = null;
  }
}

// Keeps the screen on while wished; `onfail` when the phone doesn't do so.
export class WakeLock {
  constructor(onfail) {
    this.onfail = onfail;
    this.ask = () => this.request();
    document.addEventListener("visibilitychange", this.ask);
    this.request();
  }

  async request() {
    if (document.visibilityState === "hidden") return;
    try {
      this.lock = await navigator.wakeLock.request("screen");
    } catch {
      this.onfail();
    }
  }

  release() {
    document.removeEventListener("visibilitychange", this.ask);
    this.lock?.release().catch(() => {});
  }
}
