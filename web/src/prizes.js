// The file of prizes: where it comes from, and what it may look like.

import { h } from "./dom.js";
import { event } from "./event.js";
import { showTrouble } from "./trouble.js";

/** What a field without prizes shows. */
const EXAMPLE = 'currency = "CHF"\ntotal = 550\nshare = "hort"\n\n[[category]]\nname = "Open"\nprizes = [300, 150]\n\n[[category]]\nname = "Rating below 1800"\nrating-below = 1800\nprizes = [100]';

/** A hundred times a long one. */
const MOST_BYTES = 1 << 20;

/** Whether a file that is opened beside an event says which prizes it has. */
export function looksLikePrizes(bytes, name) {
  if (bytes.length > MOST_BYTES) return false;
  if (/\.toml$/i.test(name)) return true;
  return /^\s*\[\[\s*category\s*\]\]/m.test(new TextDecoder().decode(bytes));
}

/** The field, its button, and a file to choose; `give()` when another text is there. */
export function prizesForm(give) {
  const field = h("textarea", { id: "prizes", rows: 9, spellcheck: "false", autocomplete: "off", autocapitalize: "off", placeholder: EXAMPLE, "aria-describedby": "prizes-hint" });
  field.value = event.prizes;
  const given = (text) => {
    event.prizes = text;
    give();
  };
  const file = h("input", { type: "file", id: "prizes-file", hidden: true, onchange: async () => {
    const [chosen] = file.files;
    file.value = "";
    if (chosen?.size > MOST_BYTES) showTrouble({ message: `${chosen.name}: found more than 1 MB: no file of prizes is that long` });
    else if (chosen) given(await chosen.text());
  } });
  const submit = (submitted) => {
    submitted.preventDefault();
    given(field.value);
  };
  return h("details", { id: "prizes-details", open: event.prizes === "" },
    h("summary", {}, "Which prizes there are"),
    h("form", { id: "prizes-form", onsubmit: submit },
      h("label", { for: "prizes" }, "The file of prizes (prizes.toml)"), field,
      h("p", { class: "fine", id: "prizes-hint" }, "Paste it, or drop the file anywhere on this page. Each category has a name and its prizes from the first down; sex, born-from, rating-below, club, group and others say who takes part."),
      h("p", { class: "buttons" },
        h("button", { type: "submit", class: "primary", id: "give-prizes" }, "Give the prizes"),
        h("button", { type: "button", onclick: () => file.click() }, "Choose a file")),
      file));
}
