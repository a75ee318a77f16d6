// What is heard: a short sound for the kind of news, and the sentence in a voice of the device's own. Off by one tap.

import { getLanguage } from "./client.js";
import { t } from "./dom.js";
import { recall, remember } from "./memory.js";

const TONES = {
  move: [[660, 0, 0.06]],
  offence: [[220, 0, 0.22, "square"], [165, 0.26, 0.34, "square"]],
  doubt: [[440, 0, 0.14], [554, 0.18, 0.22]],
  win: [[523, 0, 0.14], [659, 0.15, 0.14], [784, 0.3, 0.14], [1047, 0.45, 0.4]],
  good: [[587, 0, 0.1], [880, 0.11, 0.2]],
};
const LOUDNESS = 0.12;
const URGENT = ["offence", "win", "dispute"];

let audio = null;
let on = recall("voice", null);

export function isOn(byDefault) {
  return on ?? byDefault;
}

export function setOn(value) {
  on = value;
  remember("voice", value);
  if (!value) globalThis.speechSynthesis?.cancel();
}

// Phones let a page be heard only after a tap: called from one.
export function unlock() {
  try {
    audio ??= new AudioContext();
    audio.resume();
    if (globalThis.speechSynthesis && !speechSynthesis.speaking) speechSynthesis.speak(new SpeechSynthesisUtterance(""));
  } catch {
    // no sound on this device
  }
}

export function tell(kind, text) {
  sound(kind === "dispute" ? "offence" : kind);
  speak(text, URGENT.includes(kind));
}

function sound(kind) {
  if (!audio || audio.state !== "running") return;
  for (const [pitch, after, length, shape = "sine"] of TONES[kind] ?? []) {
    const tone = new OscillatorNode(audio, { frequency: pitch, type: shape });
    const volume = new GainNode(audio, { gain: shape === "square" ? LOUDNESS / 2 : LOUDNESS });
    const from = audio.currentTime + after;
    volume.gain.setValueAtTime(LOUDNESS, from);
    volume.gain.exponentialRampToValueAtTime(0.001, from + length);
    tone.connect(volume).connect(audio.destination);
    tone.start(from);
    tone.stop(from + length);
  }
}

function speak(text, urgent) {
  const speech = globalThis.speechSynthesis;
  if (!speech || !text) return;
  if (urgent || speech.pending) speech.cancel(); // what is no longer true isn't said any more
  const words = new SpeechSynthesisUtterance(text.replace(/\((\d+),(\d+)\)/g, (all, column, row) => `${t("spoken_cell", { column, row })}, `));
  words.lang = getLanguage();
  const voices = speech.getVoices().filter((voice) => voice.lang.toLowerCase().startsWith(getLanguage()));
  words.voice = voices.find((voice) => voice.localService) ?? null;
  speech.speak(words);
}
