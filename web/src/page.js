// The page: what is opened, what is asked of the worker, and how the answers look.
// It sends nothing anywhere; the policy in the head of the page forbids it as well.

import { begin, listSaved, looksLikeList } from "./begin.js";
import { showCheck } from "./check.js";
import { dayOptions, forgetDay, keep, showDay, written } from "./day.js";
import { Stopped } from "./desk.js";
import { by, h } from "./dom.js";
import { showEditions } from "./editions.js";
import { asked, busyWith, desk, event, roundOptions, rulesOptions } from "./event.js";
import { showRound } from "./round.js";
import { installable } from "./install.js";
import { choosePrizes, showLists } from "./lists.js";
import { looksLikePrizes } from "./prizes.js";
import { rankedBy, showStandings } from "./standings.js";
import { clearTrouble, showTrouble } from "./trouble.js";

const MOST_BYTES = 64 << 20;
/** A longer text is opened at once: a text field of that size would keep the browser busy. */
const MOST_IN_FIELD = 400_000;
const TABS = ["day", "pair", "standings", "lists", "check", "editions"];

let shown = "pair";
/** Which panels are up to date. */
const fresh = new Set();

// ---- What is open ----------------------------------------------------------------------------------

function megabytes(bytes) {
  return `${(bytes / (1 << 20)).toFixed(bytes < 10 << 20 ? 1 : 0)} MB`;
}

function refuseSize(name, bytes) {
  showTrouble({
    message: `${name}: found ${megabytes(bytes)}, expected at most ${MOST_BYTES >> 20} MB: no tournament file is that long`,
  });
}

async function openFile(file) {
  if (file.size > MOST_BYTES) return refuseSize(file.name, file.size);
  return busyWith("Opening the file", async () => openBytes(new Uint8Array(await file.arrayBuffer()), file.name));
}

async function openText(text, name) {
  if (text.length > MOST_BYTES) return refuseSize(name, text.length);
  return openBytes(new TextEncoder().encode(text), name);
}

async function openBytes(bytes, name) {
  if (event.opened && !by("event").hidden && looksLikePrizes(bytes, name)) return openPrizes(bytes);
  if (looksLikeList(bytes)) return begin(bytes, name, openNew);
  return openEvent(bytes, name, "pair");
}

/** An event that was just made: its day begins. */
async function openNew(bytes, name) {
  await openEvent(bytes, name, "day");
  await keep();
}

async function openSaved({ id, bytes, name, history, prizes }) {
  await openEvent(bytes, name, "day", { id, history, prizes });
}

/** The prizes of the event that is open. */
async function openPrizes(bytes) {
  event.prizes = new TextDecoder().decode(bytes);
  await event.keep();
  choosePrizes();
  fresh.delete("lists");
  select("lists");
  await refresh();
}

async function openEvent(bytes, name, tab, { id = null, history = [], prizes = "" } = {}) {
  clearTrouble();
  by("new").hidden = true;
  forgetDay();
  fresh.clear();
  by("open").value = "";
  event.tieBreaks = "";
  event.isOfTeams = false;
  fillRounds(null);
  try {
    const versions = await busyWith("Loading", () => desk.ready());
    fillRules(versions);
    await desk.open({ bytes, name });
  } catch (error) {
    if (error instanceof Stopped) return;
    return showTrouble(error);
  }
  Object.assign(event, { opened: { bytes, name }, id, history, prizes });
  by("event-title").textContent = name;
  by("event-facts").textContent = "";
  select(tab);
  await refresh(true);
}

function close() {
  desk.stop();
  event.opened = null;
  clearTrouble();
  by("event").hidden = true;
  by("start").hidden = false;
  document.title = "Edelweiss: Swiss pairings";
  listSaved(openSaved);
  by("choose").focus();
}

function fillRules(versions) {
  by("version").textContent = ` ${versions.program.version}`;
  const options = versions.systems.map(({ system, edition, name }) =>
    h("option", { value: `${system} ${edition}` }, name),
  );
  by("rules").replaceChildren(h("option", { value: "" }, "as the file asks"), ...options);
}

/** The rounds there are to choose from, once the first answer tells how many stand in the file. */
function fillRounds(document) {
  const options = [h("option", { value: "" }, "the next one")];
  if (document) {
    const inFile = document.recorded && !document.recorded.has_results;
    options[0].textContent = `the next one (${document.round})`;
    const last = inFile ? document.round + 1 : document.round;
    for (let round = 1; round <= last; round += 1) options.push(h("option", { value: round }, `${round}`));
  }
  by("round").replaceChildren(...options);
}

/** `field` is who takes part. */
function showFacts(title, field, rounds, starts) {
  by("event-title").textContent = title || event.opened.name;
  const facts = [field];
  if (rounds) facts.push(`${rounds} rounds`);
  if (starts) facts.push(`from ${starts}`);
  facts.push(event.opened.name);
  by("event-facts").textContent = facts.join(" · ");
}

// ---- Tabs ------------------------------------------------------------------------------------------

function select(tab, focus = false) {
  shown = tab;
  for (const each of TABS) {
    const button = by(`tab-${each}`);
    button.setAttribute("aria-selected", each === tab);
    button.tabIndex = each === tab ? 0 : -1;
    by(`panel-${each}`).hidden = each !== tab;
  }
  by("options").hidden = tab === "day" || tab === "lists";
  if (focus) by(`tab-${tab}`).focus();
}

const PANELS = {
  day: { words: "Reading the event", question: "state", options: dayOptions, show: showDay },
  pair: { words: "Pairing the round", question: "pair", options: asked, show: showRound },
  standings: {
    words: "Ranking",
    question: "standings",
    options: rankedBy,
    show: showStandings,
  },
  lists: { words: "Reading the event", question: "state", options: dayOptions, show: showLists },
  check: { words: "Pairing every round again", question: "check", options: rulesOptions, show: showCheck },
  editions: {
    words: "Pairing by both editions",
    question: "editions",
    options: () => ({ ...roundOptions(), system: rulesOptions().system }),
    show: showEditions,
  },
};

/** Asks for the shown panel, unless it is up to date. */
async function refresh(isFirst = false, isInTurn = false) {
  const tab = shown;
  const panel = PANELS[tab];
  if (fresh.has(tab)) return;
  clearTrouble();
  // A change of the day draws it anew itself, before the next change.
  if (written() && (tab !== "day" || !isInTurn)) await written();
  try {
    const answer = await busyWith(panel.words, () => desk.ask(panel.question, panel.options()));
    fresh.add(tab);
    if (answer.teams !== undefined || answer.input?.teams !== undefined) event.isOfTeams = true;
    by("event").hidden = false;
    by("start").hidden = true;
    panel.show(answer, by(`panel-${tab}`), again);
    if (tab === "pair" && by("round").options.length < 2) fillRounds(answer);
    if (isFirst) {
      const field = (teams, players) => (teams === undefined ? `${players} players` : `${teams} teams`);
      if (tab === "day") showFacts(answer.event.name, field(answer.teams?.length, answer.players.length), answer.event.rounds_total, answer.event.starts);
      else showFacts(answer.input.tournament, field(answer.input.teams, answer.input.players), answer.input.rounds_total, answer.input.starts);
      by("event-title").focus();
    }
  } catch (error) {
    if (error instanceof Stopped) {
      by(`panel-${tab}`).replaceChildren(
        h("p", {}, "Stopped. ", h("button", { type: "button", onclick: () => refresh() }, "Try again")),
      );
      return;
    }
    by(`panel-${tab}`).replaceChildren();
    // A file that can be read at all stays open: other rules or another round may have an answer.
    const isOfFile = (error.refusal?.errors ?? []).some((remark) => remark.line !== null);
    if (!isOfFile && error.refusal) {
      by("event").hidden = false;
      by("start").hidden = true;
    }
    showTrouble(error);
  }
}

/** Asks for this panel anew. */
function again() {
  fresh.delete(shown);
  // Other tie-breaks rank the lists anew.
  if (shown === "standings") fresh.delete("lists");
  return refresh(false, true);
}

/** The file has changed: what was answered is of an older one. */
event.stale = () => {
  fresh.clear();
  fillRounds(null);
};

event.keep = async () => {
  if (event.id !== null) await keep();
};

function changed() {
  fresh.clear();
  refresh();
}

// ---- Wiring ----------------------------------------------------------------------------------------

function wire() {
  by("choose").onclick = () => by("file").click();
  by("file").onchange = () => {
    const [file] = by("file").files;
    by("file").value = "";
    if (file) openFile(file);
  };
  by("example").onclick = () => openText(JSON.parse(by("example-text").textContent), "open.trf");
  by("paste-form").onsubmit = (event) => {
    event.preventDefault();
    const text = by("paste").value;
    if (text.trim()) openText(text, "pasted text");
    else showTrouble({ message: "the field is empty: paste the text of a tournament file first" });
  };
  document.addEventListener("paste", (event) => {
    const file = event.clipboardData?.files[0];
    const text = event.clipboardData?.getData("text/plain") ?? "";
    const isInField = event.target.matches?.("input, textarea");
    if (file && !by("start").hidden) {
      event.preventDefault();
      openFile(file);
    } else if (text.length > MOST_IN_FIELD || (text.includes("\n") && !isInField)) {
      event.preventDefault();
      openText(text, "pasted text");
    }
  });
  let depth = 0;
  const over = (is) => document.body.classList.toggle("over", is);
  document.addEventListener("dragenter", () => over((depth += 1) > 0));
  document.addEventListener("dragleave", () => over((depth -= 1) > 0));
  document.addEventListener("dragover", (event) => event.preventDefault());
  document.addEventListener("drop", (event) => {
    event.preventDefault();
    over((depth = 0) > 0);
    const [file] = event.dataTransfer.files;
    const text = event.dataTransfer.getData("text/plain");
    if (file) openFile(file);
    else if (text) openText(text, "dropped text");
  });
  by("close").onclick = close;
  by("stop").onclick = () => desk.stop();
  for (const id of ["rules", "round", "open"]) by(id).onchange = changed;
  by("options").onsubmit = (event) => event.preventDefault();
  for (const tab of TABS) by(`tab-${tab}`).onclick = () => (select(tab), refresh());
  by("tabs").onkeydown = (event) => {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    const at = TABS.indexOf(shown);
    const to = event.key === "Home" ? 0 : event.key === "End" ? TABS.length - 1 : step && (at + step + TABS.length) % TABS.length;
    if (to === undefined) return;
    event.preventDefault();
    select(TABS[to], true);
    refresh();
  };
}

wire();
installable();
listSaved(openSaved);
