// A round changed by hand: two players exchanged, and what the rules say of it.

import { Stopped } from "./desk.js";
import { h } from "./dom.js";
import { busyWith, desk, rulesOptions } from "./event.js";
import { told } from "./parts.js";
import { clearTrouble, showTrouble } from "./trouble.js";

/** A form for a round without results; names can be dragged onto each other as well. */
export function handForm(state, carryOut) {
  const number = (label) => h("input", { type: "number", min: 1, max: 9999, required: true, "aria-label": label });
  const [first, second] = [number("Number of one player to exchange"), number("Number of the other player to exchange")];
  const answer = h("div", { "aria-live": "polite" });
  const ask = async (submit) => {
    submit?.preventDefault();
    clearTrouble();
    const pairs = exchanged(state.shown.boards, Number(first.value), Number(second.value));
    try {
      if (!pairs) throw new Error("these two do not sit at two boards of this round\n  hint: give the numbers of two players with games");
      const asked = { ...rulesOptions(), round: state.shown.round, pairs: pairs.map((pair) => pair.join("-")).join(",") };
      const words = (await busyWith("Asking the rules", () => desk.ask("judge", asked))).words;
      const changed = pairs.filter((pair, index) => !sameSeats(pair, state.shown.boards[index]));
      answer.replaceChildren(told(words), h("p", { class: "buttons" },
        h("button", { type: "button", id: "seat", onclick: () => carryOut({ step: "seat", round: state.shown.round, boards: changed }) }, "Seat them so all the same")));
    } catch (error) {
      answer.replaceChildren();
      if (!(error instanceof Stopped)) showTrouble(error);
    }
  };
  const details = h("details", { id: "hand" }, h("summary", {}, "Exchange two players by hand"),
    h("p", { class: "fine" }, "Drag a name onto another, or give two numbers: what the rules say of it comes first."),
    h("form", { class: "ask", onsubmit: ask }, first, h("span", {}, "and"), second, h("button", { type: "submit" }, "What do the rules say?")),
    answer);
  watchDrags(details, (a, b) => {
    [first.value, second.value] = [a, b];
    details.open = true;
    ask();
  });
  return details;
}

const sameSeats = (pair, board) => pair[0] === board.white && pair[1] === board.black;

/** The pairs of the round with two players exchanged; null where they are not at two boards. */
function exchanged(boards, a, b) {
  const at = (number) => boards.findIndex(({ white, black }) => white === number || black === number);
  if (at(a) < 0 || at(b) < 0 || at(a) === at(b)) return null;
  const other = (number) => (number === a ? b : number === b ? a : number);
  return boards.map(({ white, black }) => [other(white), other(black)]);
}

/** Names of the boards that are drawn beside this element. */
function watchDrags(element, onExchange) {
  let dragged = null;
  const numberOf = (event) => event.target.closest?.("td[data-number]")?.dataset.number;
  requestAnimationFrame(() => {
    const table = element.parentElement?.querySelector("table.results");
    table?.addEventListener("dragstart", (event) => {
      dragged = numberOf(event);
      event.dataTransfer.setData("text/x-player", dragged);
    });
    table?.addEventListener("dragover", (event) => dragged && numberOf(event) && event.preventDefault());
    table?.addEventListener("drop", (event) => {
      const to = numberOf(event);
      if (!dragged || !to) return;
      event.preventDefault();
      event.stopPropagation();
      if (to !== dragged) onExchange(dragged, to);
      dragged = null;
    });
  });
}
