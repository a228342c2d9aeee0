// A new event out of a list of players, and the events that this browser has.

import { by, h } from "./dom.js";
import { busyWith, desk } from "./event.js";
import { forget, savedEvents } from "./saved.js";
import { clearTrouble, showTrouble } from "./trouble.js";

/** Whether a text is no tournament file: none of its lines begins as theirs do. */
export function looksLikeList(bytes) {
  if (bytes.includes(0)) return false;
  const text = new TextDecoder("windows-1252").decode(bytes.subarray(0, 200_000));
  return text.trim() !== "" && !/^(?:ï»¿)?(?:\d{3}|XX[A-Z]|BB[A-Z])(?: |$)/m.test(text) && /[;,\t]/.test(text);
}

/** As many as give everybody with all points a chance of being alone: one more than the logarithm to two. */
const suggested = (players) => Math.max(3, Math.ceil(Math.log2(Math.max(2, players))) + 1);

/** Asks what is to be known of the event, and calls `open(bytes, name)` with its file. */
export async function begin(list, listName, open) {
  clearTrouble();
  let made;
  try {
    await busyWith("Loading", () => desk.ready());
    made = await busyWith("Reading the list", () => desk.begin(list, { file: listName, rounds: 1 }));
  } catch (error) {
    return showTrouble(error);
  }
  const name = h("input", { type: "text", id: "new-name", value: /^(pasted|dropped) text$/.test(listName) ? "Tournament" : listName.replace(/\.[^.]*$/, ""), required: true, size: 28 });
  const rounds = h("input", { type: "number", id: "new-rounds", min: 1, max: 99, value: suggested(made.players.length), required: true });
  const colour = h("select", { id: "new-colour" }, h("option", { value: "" }, "drawn by lot here"), h("option", { value: "white" }, "White"), h("option", { value: "black" }, "Black"));
  const make = async (submit) => {
    submit.preventDefault();
    clearTrouble();
    const first = colour.value || (crypto.getRandomValues(new Uint8Array(1))[0] % 2 === 0 ? "white" : "black");
    const options = { file: listName, rounds: Number(rounds.value), name: name.value.trim(), "first-colour": first };
    try {
      const { file } = await busyWith("Making the event", () => desk.begin(list, options));
      close();
      await open(new TextEncoder().encode(file), `${name.value.trim() || "event"}.trf`);
    } catch (error) {
      showTrouble(error);
    }
  };
  const close = () => {
    by("new").hidden = true;
    by("start").hidden = false;
  };
  by("new").replaceChildren(
    h("h1", { id: "new-title", tabindex: -1 }, `A new event of ${made.players.length} players`),
    h("form", { onsubmit: make },
      h("div", { class: "options" }, h("p", {}, h("label", { for: "new-name" }, "Name"), name), h("p", {}, h("label", { for: "new-rounds" }, "Rounds"), rounds),
        h("p", {}, h("label", { for: "new-colour" }, "Colour of player 1 in round 1"), colour)),
      h("p", { class: "buttons" }, h("button", { type: "submit", class: "primary", id: "make" }, "Make the event"), h("button", { type: "button", onclick: close }, "Cancel"))),
    columnsOf(made),
    ...[...made.warnings, ...made.notes].map((words) => h("p", { class: "note" }, words)),
    playersOf(made),
  );
  by("new").hidden = false;
  by("start").hidden = true;
  by("new-title").focus();
}

function columnsOf({ columns }) {
  const words = ({ heading, column, field, is_read: isRead }) => {
    const name = heading || `column ${column}`;
    if (!isRead) return `${name}: left out`;
    return name.toLowerCase() === field ? name : `${name}: ${field}`;
  };
  return h("p", { class: "fine", id: "new-columns" }, `Columns: ${columns.map(words).join("; ")}.`);
}

function playersOf({ players }) {
  return h("details", {}, h("summary", {}, "Their numbers (C.04.2)"),
    h("ol", {}, ...players.map(({ title, name, rating }) => h("li", {}, title && h("span", { class: "title" }, `${title} `), name, rating ? h("span", { class: "rating" }, ` ${rating}`) : null))));
}

/** The events of this browser, each of which can be opened with `open(saved)`. */
export async function listSaved(open) {
  const saved = await savedEvents();
  by("saved").hidden = saved.length === 0;
  const time = new Intl.DateTimeFormat(undefined, { dateStyle: "medium", timeStyle: "short" });
  const item = (event) => h("li", {},
    h("button", { type: "button", class: "saved-open", onclick: () => open(event) }, event.title),
    h("span", { class: "fine" }, ` ${time.format(event.changed)} `),
    h("button", { type: "button", class: "quiet", "aria-label": `Remove ${event.title} from this browser`, onclick: async () => {
      if (!confirm(`Remove ${event.title} from this browser? Its saved files stay.`)) return;
      await forget(event.id);
      listSaved(open);
    } }, "Remove"));
  by("saved-list").replaceChildren(...saved.map(item));
}
