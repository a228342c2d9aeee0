// What is refused, with its place in the file.

import { by, h } from "./dom.js";
import { event } from "./event.js";

/** As many errors the program tells in full. */
const MOST_ERRORS = 10;

/** Lists of differences are cut here. */
export const MOST_SHOWN = 20;

export function clearTrouble() {
  by("trouble").hidden = true;
  by("trouble").replaceChildren();
}

function textOfFile() {
  if (!event.opened) return "";
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(event.opened.bytes);
  } catch {
    return new TextDecoder("windows-1252").decode(event.opened.bytes);
  }
}

/** The line of a remark, with its columns marked. */
function excerpt(remark, lines) {
  const line = remark.line && lines[remark.line - 1];
  if (!line) return null;
  const characters = [...line];
  const first = (remark.first_column ?? 1) - 1;
  const last = remark.last_column ?? characters.length;
  const from = Math.max(0, first - 30);
  const until = Math.min(characters.length, Math.max(last, from + 80) + 10);
  const part = (a, b) => characters.slice(a, b).join("");
  return h(
    "pre",
    { tabindex: 0, "aria-label": `line ${remark.line} of the file` },
    from > 0 ? "…" : "",
    part(from, first),
    h("mark", {}, part(first, Math.min(last, until)) || " "),
    part(Math.min(last, until), until),
    until < characters.length ? "…" : "",
  );
}

export function place({ line, first_column: first, last_column: last }) {
  if (line === null) return null;
  const columns = first === null ? "" : first === last ? `, column ${first}` : `, columns ${first} to ${last}`;
  return h("span", { class: "place" }, `Line ${line}${columns}: `);
}

/** Shows what is wrong; `source` is the name and the text of another file than the one that is open. */
export function showTrouble(error, source = null) {
  const box = by("trouble");
  const errors = error.refusal?.errors ?? [];
  const ofFile = errors.filter((remark) => remark.line !== null).length;
  const what = errors.some((remark) => remark.file === source?.name) ? source.name : "file";
  const title = { 0: "No answer", 1: `There is an error in the ${what}` }[ofFile] ?? `There are errors in the ${what}`;
  const children = [h("h2", {}, title)];
  if (errors.length > 0) {
    const text = () => (what === source?.name ? source.text : textOfFile());
    const lines = errors.some((remark) => remark.line) ? text().split(/\r\n|\n|\r/) : [];
    const items = errors.slice(0, MOST_ERRORS).map((remark) =>
      h(
        "li",
        {},
        place(remark),
        remark.message,
        excerpt(remark, lines),
        remark.hint && h("p", { class: "fine" }, `What can be done: ${remark.hint}`),
        remark.hint?.includes("--open") &&
          h("p", { class: "fine" }, "Here: choose what they count under “Games without a result”."),
      ),
    );
    children.push(h("ol", {}, ...items));
    // The last line counts the others by kind.
    if (errors.length > items.length) children.push(h("p", {}, error.message.split("\n").at(-1)));
  } else {
    children.push(h("pre", { class: "words" }, error.message));
  }
  box.replaceChildren(...children);
  box.hidden = false;
  box.focus();
}
