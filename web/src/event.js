// The file that is open, and what is asked about it.

import { Desk } from "./desk.js";
import { by } from "./dom.js";

export const desk = new Desk();

/**
 * `opened` is the file, its bytes and its name; `tieBreaks` a list that was asked for, `prizes` the text of a file of
 * prizes; `isOfTeams` tells whether its own rules pair teams; `id` its name among the events of this browser, `history` what can be taken back. `stale()` tells that other
 * answers are of an older file, `keep()` has this browser keep the event if it does so already.
 */
export const event = { opened: null, isOfTeams: false, tieBreaks: "", prizes: "", id: null, history: [], stale: () => {}, keep: async () => {} };

let busy = 0;

export async function busyWith(words, work) {
  busy += 1;
  by("status-words").textContent = words;
  by("main").setAttribute("aria-busy", "true");
  const show = setTimeout(() => (by("status").hidden = false), 150);
  try {
    return await work();
  } finally {
    busy -= 1;
    clearTimeout(show);
    if (busy === 0) {
      by("status").hidden = true;
      by("main").removeAttribute("aria-busy");
    }
  }
}

export function rulesOptions() {
  const [system, rules] = by("rules").value.split(" ");
  return system ? { system, rules } : {};
}

export function roundOptions() {
  const options = {};
  if (by("round").value) options.round = Number(by("round").value);
  if (by("open").value) options.open = by("open").value;
  return options;
}

export const asked = () => ({ ...rulesOptions(), ...roundOptions() });
