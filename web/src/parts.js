// What the answers have in common.

import { Stopped } from "./desk.js";
import { h } from "./dom.js";
import { busyWith, desk, event } from "./event.js";
import { place, showTrouble } from "./trouble.js";

export const points = (value) => value.toFixed(1);

export function player(seat) {
  return [
    h("span", { class: "num-of" }, `${seat.number} `),
    seat.title && h("span", { class: "title" }, `${seat.title} `),
    h("span", { class: "player" }, seat.name),
    seat.rating ? h("span", { class: "rating" }, ` ${seat.rating}`) : null,
  ];
}

/** Points before a round, of a team both kinds of them, and the float. */
export function score(seat) {
  const virtual = seat.virtual_points ? `+${points(seat.virtual_points)}` : "";
  const float = { down: [" ▼", "floats down"], up: [" ▲", "floats up"] }[seat.float];
  const own = seat.match_points === undefined ? `${points(seat.score)}${virtual}` : `${points(seat.match_points)}${virtual} / ${points(seat.game_points)}`;
  return [
    own,
    float && h("span", { class: "float", "aria-hidden": "true" }, float[0]),
    float && h("span", { class: "hidden-words" }, `, ${float[1]}`),
  ];
}

export function head(title, facts, ...buttons) {
  return h(
    "div",
    { class: "panel-head" },
    h("div", {}, h("h2", {}, title), facts && h("p", { class: "facts" }, facts)),
    h("p", { class: "buttons" }, ...buttons),
  );
}

export const printButton = () => h("button", { type: "button", onclick: () => window.print() }, "Print");

export function notes(list) {
  return list.map((words) => h("p", { class: "note" }, sentence(words)));
}

/** Messages start in lower case and have no stop; a page has both. */
export function sentence(words) {
  return `${words[0].toUpperCase()}${words.slice(1)}${/[.!?]$/.test(words) ? "" : "."}`;
}

export function remarks(warnings) {
  if (warnings.length === 0) return null;
  const items = warnings.map((warning) => {
    if (typeof warning === "string") return h("li", {}, warning);
    return h("li", {}, place(warning), warning.message);
  });
  const what = warnings.length === 1 ? "One thing was" : `${warnings.length} things were`;
  return h("details", {}, h("summary", {}, `${what} read with doubts`), h("ul", {}, ...items));
}

/** The words of an explanation. */
export function told(words) {
  const out = h("div", { class: "told" });
  let list = null;
  for (const { kind, label, text } of words) {
    if (kind === "item") {
      list ??= out.appendChild(h("ul"));
      list.append(h("li", {}, label && h("span", { class: "label" }, label), h("span", {}, text)));
      continue;
    }
    list = null;
    if (kind === "title") continue;
    out.append(h(kind === "heading" ? "h3" : "p", {}, text));
  }
  return out;
}

/** A button that opens what `make` gives, asked for once. */
export function disclosure(label, described, words, make, target) {
  const button = h(
    "button",
    { type: "button", class: "quiet", "aria-expanded": "false", "aria-label": described },
    label,
  );
  let made = null;
  button.addEventListener("click", async () => {
    const open = button.getAttribute("aria-expanded") !== "true";
    button.setAttribute("aria-expanded", open);
    if (!open) return target(null);
    try {
      made ??= await busyWith(words, make);
      if (button.getAttribute("aria-expanded") === "true") target(made);
    } catch (error) {
      button.setAttribute("aria-expanded", "false");
      if (!(error instanceof Stopped)) showTrouble(error);
    }
  });
  return button;
}

/** Opens a row below `row`. */
export function below(row, columns) {
  return (content) => {
    if (row.nextSibling?.classList?.contains("story")) row.nextSibling.remove();
    if (content) row.after(h("tr", { class: "story" }, h("td", { colspan: columns }, content)));
  };
}

export async function download(question, options, suffix) {
  try {
    const bytes = await busyWith("Writing the file", () => desk.ask(question, options));
    const url = URL.createObjectURL(new Blob([bytes], { type: "application/octet-stream" }));
    const stem = event.opened.name.replace(/\.[^.]*$/, "") || "tournament";
    h("a", { href: url, download: `${stem}-${suffix}.trf` }).click();
    setTimeout(() => URL.revokeObjectURL(url), 10_000);
  } catch (error) {
    if (!(error instanceof Stopped)) showTrouble(error);
  }
}

export const CHOSEN_BY = {
  option: "chosen here",
  file: "asked for by record 192 of the file",
  date: "in force on the date of the file",
  default: "the edition in force, as the file names none",
};
