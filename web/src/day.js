// The day of an event: results, the next round, and taking back.

import { Stopped } from "./desk.js";
import { by, h } from "./dom.js";
import { busyWith, desk, event, rulesOptions } from "./event.js";
import { handForm } from "./hand.js";
import { head, printButton, remarks, sentence } from "./parts.js";
import { isOver, peopleForms } from "./people.js";
import { byes as unpaired } from "./round.js";
import { save } from "./saved.js";
import { clearTrouble, showTrouble } from "./trouble.js";
import { resultSheet } from "./sheet.js";
import { bytesOf, difference, takenBack, textOf } from "./taken.js";
import { drawScores, isOfTeams, lineUpForm, notOfTeams, teamBans, teamByes, teamsTable } from "./teams.js";

/** `round` is the one whose boards are shown, null for the last; `waiting` are results on their way. */
const day = { state: null, round: null, waiting: [], panel: null, again: null };
/** The last change that is not written yet. */
let turn = null;

/** One change after another, so that each finds the file of the one before. */
function inTurn(work) {
  const done = (turn ?? Promise.resolve()).then(work);
  const over = done.catch(() => {}).then(() => {
    if (turn === over) turn = null;
  });
  turn = over;
  return done;
}

/** When what was entered so far stands in the file; null where it does. */
export const written = () => turn;

/** What is asked for the day. */
export const dayOptions = () => (day.round ? { round: day.round } : {});

/** Forgets which round was looked at: another event is open. */
export function forgetDay() {
  day.round = null;
  day.waiting = [];
}

export function showDay(state, panel, again) {
  Object.assign(day, { state, panel, again });
  const { rounds_total: total, rounds_paired: paired } = state.event;
  document.title = state.event.name || event.opened.name;
  const of = total ? ` of ${total}` : "";
  const title = paired === 0 ? "Before round 1" : `Round ${state.shown.round}${of}`;
  const parts = [
    head(title, null, ...buttons(), printButton()),
    h("p", { id: "day-said", class: "note", role: "status", hidden: true }),
    roundChoice(),
    ...(state.not_of_teams ? [notOfTeams(state)] : isOfTeams(state) ? dayOfTeams(state) : dayOfPlayers(state)),
    remarks(state.warnings),
  ];
  panel.replaceChildren(...parts.filter(Boolean));
  tell();
}

function dayOfPlayers(state) {
  const isUnplayed = state.shown && missing(state.shown) === state.shown.boards.length;
  return [
    state.shown ? resultSheet(state, enter) : h("p", {}, `${state.players.length} players wait for round 1.`),
    byes(),
    isUnplayed && state.shown.round === state.event.rounds_paired ? handForm(state, carryOut) : null,
    peopleForms(state, carryOut),
  ];
}

function dayOfTeams(state) {
  return [
    h("div", { id: "next-round" }),
    state.shown ? resultSheet(state, enter) : h("p", {}, `${state.teams.length} teams wait for round 1.`),
    teamByes(state),
    teamsTable(state, carryOut),
    isOver(state) ? null : teamBans(state, carryOut),
  ];
}

const missing = (shown) => shown.boards.filter((board) => board.result === null).length;

function buttons() {
  const next = !day.state.not_of_teams && !isOver(day.state);
  return [
    next && h("button", { type: "button", class: "primary", id: "pair-next", onclick: pairNext }, `Pair round ${day.state.event.rounds_paired + 1}`),
    h("button", { type: "button", id: "undo", onclick: undo }, "Undo"),
    h("button", { type: "button", id: "export", onclick: exportFile }, "Save the file"),
  ];
}

function roundChoice() {
  const { rounds } = day.state;
  if (rounds.length < 2) return null;
  const choose = h("select", { id: "day-round", onchange: () => ((day.round = Number(choose.value)), day.again()) },
    ...rounds.map(({ round, missing: open }) =>
      h("option", { value: round, selected: round === day.state.shown.round }, open ? `Round ${round}: ${open} open` : `Round ${round}`)));
  return h("p", { class: "ask" }, h("label", { for: "day-round" }, "Boards of"), choose);
}

const BYES = { "pairing-allocated": "the pairing-allocated bye", "full-point": "a full-point bye", "half-point": "a half-point bye", "zero-point": "absent" };

function byes() {
  const list = day.state.shown?.byes ?? [];
  if (list.length === 0) return null;
  const names = new Map(day.state.players.map((player) => [player.number, player.name]));
  const words = list.map(({ player, kind }) => `${player} ${names.get(player)} (${BYES[kind]})`);
  return h("p", {}, `Without a game: ${words.join(", ")}.`);
}

/** What is open, beside the buttons, without drawing the boards anew. */
function tell() {
  const last = day.state.rounds.at(-1);
  const open = day.state.shown && last?.round === day.state.shown.round ? missing(day.state.shown) : (last?.missing ?? 0);
  const next = by("pair-next");
  if (next) {
    next.disabled = open > 0;
    next.title = open > 0 ? `${open} boards of round ${last.round} have no result` : "";
  }
  by("undo").disabled = event.history.length === 0;
  by("undo").title = event.history.at(-1)?.said ?? "";
  const facts = day.state.shown
    ? `${missing(day.state.shown)} of ${day.state.shown.boards.length} boards have no result`
    : isOfTeams(day.state) ? `${day.state.teams.length} teams` : `${day.state.players.length} players`;
  const box = day.panel.querySelector(".panel-head > div");
  (box.querySelector(".facts") ?? box.appendChild(h("p", { class: "facts", id: "day-facts" }))).textContent = facts;
}

function say(words) {
  const box = by("day-said");
  if (!box) return;
  box.hidden = words.length === 0;
  box.textContent = words.map(sentence).join(" ");
}

// ---- Changes ---------------------------------------------------------------------------------------

/** A result, which stands on the page at once and goes into the file behind it. */
function enter(board, result) {
  board.result = result === "*" ? null : result;
  day.waiting.push({ players: [board.white, board.black], result });
  tell();
  inTurn(write);
}

/** Writes what waits: what was entered while the file was being written goes in together. */
async function write() {
  if (day.waiting.length === 0) return;
  const results = day.waiting;
  day.waiting = [];
  const step = { step: "results", round: day.state.shown.round, results };
  try {
    const { said, consequences } = await changed("step", { step });
    if (isOfTeams(day.state)) await drawMatches();
    say(consequences.length > 0 ? consequences : said.slice(-1));
    tell();
  } catch (error) {
    day.waiting = [];
    failed(error);
  }
}

/** What the matches came to, beside boards on which more may have been entered since. */
async function drawMatches() {
  const { shown } = await desk.ask("state", dayOptions());
  if (shown.round === day.state.shown.round) drawScores(day.panel, shown);
}

/** Does a step, and shows what is there then; tells whether it was done. */
const carryOut = (step) => inTurn(() => carriedOut(step));

async function carriedOut(step) {
  clearTrouble();
  try {
    const { said, consequences } = await busyWith("Writing", () => changed("step", { step }));
    await day.again();
    say([...said, ...consequences]);
    return true;
  } catch (error) {
    failed(error, false);
    return false;
  }
}

const pairNext = () => inTurn(pairedNext);

async function pairedNext() {
  clearTrouble();
  if (isOfTeams(day.state)) await askedForLineUps();
  else await roundAdded({});
}

/** Who plays on which board is for the captains to say: the matches come first. */
async function askedForLineUps() {
  try {
    const round = await busyWith("Pairing the round", () => desk.ask("pair", rulesOptions()));
    if (round.outcome === "impossible") throw new Error(round.impossible.message);
    if (round.input.teams === undefined) throw new Error("these rules pair the players without their teams\n  hint: choose the rules of the file, or others of teams");
    const form = lineUpForm(round, day.state.teams, (lineUps) => inTurn(() => roundAdded(lineUps)));
    by("next-round").replaceChildren(unpaired(round), form);
    form.querySelector("input").focus();
  } catch (error) {
    failed(error, false);
  }
}

async function roundAdded(lineUps) {
  clearTrouble();
  try {
    await busyWith("Pairing the round", () => changed("pairTrf", { ...rulesOptions(), ...lineUps }));
    day.round = null;
    await day.again();
    day.panel.querySelector("tbody tr")?.focus();
  } catch (error) {
    failed(error, false);
  }
}

/** The file after a change, and what can be taken back. */
async function changed(question, options) {
  const older = textOf(event.opened.bytes);
  const answer = await desk.change(question, options);
  event.opened.bytes = answer.bytes;
  const said = answer.said.at(-1) ?? `round ${day.state.event.rounds_paired + 1} paired`;
  event.history.push({ said, back: difference(older, textOf(answer.bytes)) });
  event.stale();
  keep();
  return answer;
}

const undo = () => inTurn(undone);

async function undone() {
  const last = event.history.pop();
  if (!last) return;
  clearTrouble();
  event.opened.bytes = bytesOf(takenBack(textOf(event.opened.bytes), last.back));
  event.stale();
  keep();
  day.round = null;
  try {
    await busyWith("Taking back", () => desk.open(event.opened));
    await day.again();
    say([`taken back: ${last.said}`]);
  } catch (error) {
    failed(error, false);
  }
}

function failed(error, isShownAnew = true) {
  if (error instanceof Stopped) return;
  showTrouble(error);
  // What stands on the page may not stand in the file.
  if (isShownAnew) day.again();
}

/** In this browser, so that nothing is lost. */
export async function keep() {
  event.id ??= crypto.randomUUID();
  const { id, opened: { name, bytes }, history, prizes } = event;
  try {
    await save({ id, name, title: day.state?.event.name || name, changed: Date.now(), bytes, history, prizes });
  } catch (error) {
    say([`this browser does not keep the event (${error.message}): save the file`]);
  }
}

function exportFile() {
  const url = URL.createObjectURL(new Blob([event.opened.bytes], { type: "application/octet-stream" }));
  h("a", { href: url, download: event.opened.name.replace(/\.(csv|txt)$/i, "") + (/\.trf$/i.test(event.opened.name) ? "" : ".trf") }).click();
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}
