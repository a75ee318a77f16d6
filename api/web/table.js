// The screen of a table, in each of its roles. Everything shown comes from the snapshot; nothing is remembered here.

import { drawBoard } from "./board.js";
import { Refused } from "./client.js";
import { claimView, disputeView } from "./dispute.js";
import { button, dialog, discMark, forget, h, icon, keep, sentences, t } from "./dom.js";
import { endView, matchOver } from "./ending.js";
import { Live } from "./live.js";
import { menu } from "./menu.js";
import { restoreView } from "./restore.js";
import { setupForm, showCoin } from "./setup.js";
import * as voice from "./voice.js";

const KINDS = { move: "move", offence: "offence", restored: "good", win: "win", draw: "win", doubt: "doubt", order_unclear: "doubt", disputed: "dispute" };
const UNSPOKEN = ["restoring", "started", "closed", "match_started", "result_agreed"];
const ERROR_MS = 8000;
const EMPTY = Array(6).fill(".......");
const OPEN = ["playing", "awaiting_start", "restoring", "asking"];

export class TableView {
  // role: camera, remote, scoreboard, watcher. onrole(): choose another; onleave(): back to the beginning.
  constructor(table, role, { onrole, onleave }) {
    Object.assign(this, { table, role, onrole, onleave });
    this.canAct = role === "camera" || role === "remote";
    this.claim = null;
    this.before = null;
    this.parts = Object.fromEntries(["link", "head", "news", "stage", "acts", "score"].map((name) => [name, h("div", { class: name })]));
    this.parts.link.setAttribute("role", "status");
    this.live = role === "camera" ? new Live(table, {
      onack: (told) => this.table.take(told.snapshot),
      onask: (text) => this.announce("info", text),
      onrefused: (text) => this.complain(text),
    }) : null;
    this.node = h("div", { class: `table ${role}` }, this.parts.link, this.parts.head,
      h("div", { class: "split" }, this.live?.node, h("div", { class: "side" }, this.parts.news, this.parts.stage, this.parts.acts)), this.parts.score);
    table.onsnapshot = (snapshot) => this.show(snapshot);
    table.onevent = (event) => this.heard(event);
    table.onconnection = (connected) => this.connection(connected);
    table.ongone = () => this.gone();
  }

  async start() {
    this.table.listen();
    await this.live?.start();
  }

  stop() {
    this.table.stop();
    this.live?.stop();
    this.node.remove();
  }

  get speaks() {
    return voice.isOn(this.role === "camera");
  }

  // --- What is said ---

  heard(event) {
    const text = sentences(event.messages ?? event.answer?.messages);
    if (!text || UNSPOKEN.includes(event.event)) return;
    const kind = KINDS[event.event] ?? "info";
    this.announce(kind, event.event === "restored" ? this.withTurn(text, event.to_move) : text);
    if (event.event === "game_started") this.coin(event);
  }

  withTurn(text, disc) {
    return disc ? `${text} ${t("turn", { who: t(disc) })}` : text;
  }

  announce(kind, text) {
    const urgent = ["offence", "dispute", "win"].includes(kind);
    document.getElementById(urgent ? "assertive" : "polite").textContent = text;
    if (this.speaks) voice.tell(kind, text);
  }

  async coin(event) {
    if (!this.tossing) return;
    this.tossing = false;
    const who = this.table.snapshot?.game?.players.find((player) => player.disc === event.opener);
    await showCoin(event.opener, who?.name);
  }

  connection(connected) {
    keep(this.parts.link, connected, () => (connected ? [] : h("p", { class: "broken" }, icon("unseen"), t("reconnecting"))));
  }

  gone() {
    this.live?.stop();
    this.node.replaceChildren(h("p", { class: "lead", role: "alert" }, t("table_gone")), button(t("home"), this.onleave, { class: "first" }));
  }

  // --- Acts ---

  // What somebody has tapped; a refusal is told in words. True when it was done.
  async act(name, fields = {}) {
    try {
      await this.table.act(name, fields);
      return true;
    } catch (error) {
      this.complain(error instanceof Refused && error.message ? error.message : t("offline"));
      return false;
    }
  }

  complain(text) {
    this.error = text;
    clearTimeout(this.forgetting);
    this.forgetting = setTimeout(() => { this.error = null; this.redraw(); }, ERROR_MS);
    document.getElementById("assertive").textContent = text;
    this.redraw();
  }

  redraw() {
    if (this.table.snapshot) this.show(this.table.snapshot);
  }

  may(name) {
    return this.canAct && this.table.snapshot.allowed.includes(name);
  }

  name(disc) {
    const names = this.table.snapshot.game?.players.filter((player) => player.disc === disc && player.name).map((player) => player.name);
    return names?.length ? names.join(" + ") : t(disc);
  }

  // --- Drawing ---

  show(snapshot) {
    const { game, phase, match } = snapshot;
    if (phase !== "playing" && phase !== "paused" && !OPEN.includes(phase)) this.claim = null;
    this.node.dataset.phase = phase;
    this.sight(snapshot.camera);
    keep(this.parts.head, [game?.to_move, game?.player_to_move, phase, game?.clock, game?.number, this.speaks, snapshot.table.name, game?.players], () => this.head(snapshot));
    keep(this.parts.news, [this.newsOf(snapshot), this.error], () => this.news(snapshot));
    keep(this.parts.stage, [phase, game?.board, game?.seen, game?.last, game?.dispute, game?.remedy, game?.offence, game?.result, snapshot.picture,
      match?.over, this.claim, snapshot.camera.state === "none", snapshot.allowed, game?.id, game?.agreed, game?.choices], () => this.stage(snapshot));
    keep(this.parts.acts, [snapshot.allowed, phase, this.claim, game?.choices, game?.agreed, game?.consents, snapshot.camera.state === "none", snapshot.picture], () => this.acts(snapshot));
    keep(this.parts.score, [match, game?.number], () => (match ? this.score(match, game) : []));
    this.live?.show(snapshot);
    this.before = snapshot;
  }

  // The board was lost, or is back: said once.
  sight(camera) {
    const before = this.before?.camera.state;
    if (camera.state === "lost" && before === "watching") this.lostSaid = false;
    if (camera.state === "lost" && camera.hint?.code === "lost" && this.lostSaid === false) {
      this.lostSaid = true;
      this.announce("doubt", camera.hint.message);
    }
  }

  head({ game, phase, table }) {
    const stopped = { restoring: t("restore"), disputed: t("dispute"), paused: t("pause") }[phase];
    const playing = game && phase !== "idle" && phase !== "closed" && !game.result && !stopped;
    const turn = playing && game.to_move
      ? [discMark(game.to_move), h("span", {}, t("turn", { who: game.player_to_move ?? t(game.to_move) }))]
      : [h("span", {}, stopped ?? (game?.result ? this.outcome(game.result) : table.name))];
    return [
      h("p", { class: `turn ${playing && game.to_move ? { R: "red", Y: "yellow" }[game.to_move] : ""}` }, turn),
      game?.clock && h("p", { class: "clock" }, ["R", "Y"].map((disc) => h("span", { class: game.clock.running === disc ? "running" : "" }, discMark(disc), clockText(game.clock.left[disc])))),
      h("button", { type: "button", class: "round", "data-id": "voice", "aria-pressed": String(this.speaks), "aria-label": t("voice"), onclick: () => this.toggleVoice() }, icon(this.speaks ? "sound" : "mute")),
      h("button", { type: "button", class: "round", "data-id": "menu", "aria-label": t("menu"), onclick: () => menu(this) }, icon("menu")),
    ];
  }

  toggleVoice() {
    voice.unlock();
    voice.setOn(!this.speaks);
    this.redraw();
  }

  outcome(result) {
    return result.winner ? t("won", { who: this.name(result.winner) }) : t("drawn");
  }

  // --- The verdict: what kind of news, and the words ---

  newsOf({ game, phase, camera, messages, match }) {
    const text = sentences(messages);
    const blind = camera.state !== "none" && camera.state !== "watching";
    if (phase === "disputed" || phase === "idle" || match?.over) return null;
    if (phase === "restoring") return { kind: "offence", title: t("offence"), text: sentences(game.offence?.messages) || text };
    if (game?.result) return { kind: "win", text };
    if (phase === "asking") return { kind: "doubt", title: t("which_first"), text };
    if (phase === "paused") return { kind: "info", text };
    if (game?.doubt) return { kind: "doubt", title: t("cant_see"), text: sentences(game.doubt.messages) };
    if (blind && camera.hint?.code !== "watching") return { kind: "doubt", title: t("cant_see"), text: camera.hint?.message ?? t("aim_search") };
    if (phase === "awaiting_start") return { kind: "info", text: game?.number && messages[0]?.code === "not_at_start" ? text : t(camera.state === "none" ? "show_board" : "show_empty") };
    return text ? { kind: "info", text } : null;
  }

  news(snapshot) {
    const told = this.newsOf(snapshot);
    const signs = { offence: "stop", doubt: "unseen", win: "cup" };
    return [
      this.error && h("p", { class: "banner error" }, this.error),
      told && h("div", { class: `banner ${told.kind}`, "data-kind": told.kind },
        signs[told.kind] && icon(signs[told.kind]),
        h("div", {}, told.title && h("h2", {}, told.title), h("p", {}, told.text))),
    ];
  }

  // --- The middle: a board, or what has to be looked at together ---

  stage(snapshot) {
    const { game, phase, match } = snapshot;
    if (phase === "idle" || phase === "closed" || match?.over) return this.between(snapshot);
    if (phase === "disputed") return disputeView(this, snapshot);
    if (phase === "restoring") return restoreView(this, snapshot);
    if (game.result) return endView(this, snapshot);
    if (this.claim) return claimView(this, snapshot);
    return this.board(snapshot);
  }

  board({ game, camera }) {
    const rows = game.seen ?? game.board;
    const last = game.last && [game.last.column, game.last.row];
    const byHand = camera.state === "none" && this.may("play");
    const empty = (column, row) => rows[rows.length - row][column - 1] === ".";
    const pick = (column, row) => (byHand && empty(column, row) ? this.act("play", { column }) : this.correct(rows, column, row));
    const onpick = byHand || this.may("correct") ? pick : null;
    return [drawBoard(rows, { last, onpick }), onpick && h("p", { class: "hint" }, t(byHand ? "tap_to_play" : "tap_to_correct"))];
  }

  async correct(rows, column, row) {
    const now = rows[rows.length - row][column - 1];
    const choices = [["R", t("R")], ["Y", t("Y")], ["none", t("nothing")]].filter(([disc]) => (disc === "none" ? "." : disc) !== now);
    const chosen = await dialog(t("what_lies", { column, row }), h("p", {}, t("what_lies_help")),
      [...choices.map(([disc, text]) => [text, disc, disc === "none" ? "" : { R: "red", Y: "yellow" }[disc]]), [t("cancel"), null]]);
    if (chosen) await this.act("correct", { cell: [column, row], disc: chosen === "none" ? null : chosen });
  }

  between(snapshot) {
    const { match, game, allowed } = snapshot;
    const parts = [];
    if (match?.over) parts.push(matchOver(this, snapshot));
    if (this.may("next")) parts.push(h("div", { class: "buttons" },
      match.next_opener
        ? button(t("next_game"), () => this.act("next"), { class: "first" })
        : ["R", "Y", "coin"].map((opener) => button(t("opens", { who: opener === "coin" ? t("coin") : t(opener) }), () => this.act("next", { opener })))));
    if (this.may("start")) parts.push(setupForm((fields) => this.begin(fields), snapshot));
    if (!parts.length) parts.push(h("p", { class: "lead" }, t("nothing_yet")), drawBoard(game?.board ?? EMPTY));
    return parts;
  }

  async begin(fields) {
    voice.unlock();
    this.tossing = fields.opener === "coin";
    if (!(await this.act("start", fields))) this.tossing = false;
  }

  // --- Buttons: those that can be pressed now ---

  acts(snapshot) {
    const { phase, game, camera } = snapshot;
    if (!this.canAct || phase === "disputed" || game?.result || this.claim) return [];
    const both = (name) => this.may(name) && game.consents[name === "draw" ? "draw" : name]?.length === 1;
    const list = [
      phase === "asking" && game.choices.map((each, choice) => button(each.message, () => this.act("tell_order", { choice }))),
      phase === "awaiting_start" && camera.state === "none" && this.may("begin") && button(t("begin"), () => this.act("begin"), { class: "first" }),
      phase === "awaiting_start" && camera.state !== "none" && this.may("begin") && button(t("begin"), () => this.act("begin")),
      this.may("swap") && button(t("swap"), () => this.act("swap"), { icon: "swap" }),
      this.may("resume") && button(t("resume"), () => this.act("resume"), { class: "first" }),
      ...["undo", "redo", "draw"].map((name) => both(name) && button(t(`agree_${name}`, { who: this.name(game.consents[name][0] === "R" ? "Y" : "R") }),
        () => this.act(name, { discs: [game.consents[name][0] === "R" ? "Y" : "R"] }), { class: "first" })),
      phase === "playing" && this.may("dispute") && button(t("dispute"), () => this.startClaim(), { icon: "stop", "data-id": "dispute", class: "object" }),
      phase === "playing" && game.variant === "popout" && camera.state === "none" && button(t("pop"), () => this.pop(game)),
    ].flat().filter(Boolean);
    return list.length ? h("div", { class: "buttons" }, list) : [];
  }

  async pop(game) {
    const column = await dialog(t("pop"), h("p", {}, t("which_column")), [...game.board[0]].map((_, at) => [String(at + 1), at + 1]));
    if (column) await this.act("play", { column, kind: "pop" });
  }

  startClaim() {
    this.claim = { kind: null, cells: [] };
    this.redraw();
  }

  setClaim(claim) {
    this.claim = claim;
    forget(this.parts.stage);
    this.redraw();
  }

  score(match, game) {
    const points = (side) => (match.format === "two_game" ? side.points : side.wins);
    return h("div", { class: "sides", role: "group", "aria-label": t("score") }, match.sides.map((side) => {
      const disc = game?.swapped ? (side.disc === "R" ? "Y" : "R") : side.disc;
      const names = side.players.map((player) => player.name).filter(Boolean).join(" + ") || t(disc);
      return h("p", {}, discMark(disc), h("span", {}, names), h("b", {}, String(points(side))));
    }), match.draws > 0 && h("p", {}, h("span", {}, t("draws")), h("b", {}, String(match.draws))));
  }
}

function clockText(seconds) {
  const left = Math.max(0, Math.ceil(seconds));
  return `${Math.floor(left / 60)}:${String(left % 60).padStart(2, "0")}`;
}
