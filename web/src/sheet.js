// The boards of a round with their results, by mouse, finger and keys.

import { h } from "./dom.js";
import { isOfTeams, rowsByMatch } from "./teams.js";

const RESULTS = [["1-0", "1", "White has won"], ["½-½", "½", "Drawn"], ["0-1", "0", "Black has won"]];
const OTHERS = [["1-0F", "+ −"], ["0-1F", "− +"], ["0-0F", "− −"], ["?", "adjourned"], ["1-0U", "1-0 unrated"], ["½-½U", "½-½ unrated"], ["0-1U", "0-1 unrated"]];
const KEYS = { 1: "1-0", 0: "0-1", "=": "½-½", 5: "½-½", "+": "1-0F", "-": "0-1F", Delete: "*", Backspace: "*" };

/** `enter(board, result)` is told of each; "*" is none. */
export function resultSheet(state, enter) {
  const players = new Map(state.players.map((player) => [player.number, player]));
  const made = (board, label) => row(board, label, players, enter);
  const rows = isOfTeams(state) ? rowsByMatch(state, made) : state.shown.boards.map((board) => made(board, `${board.board}`));
  const first = rows.find(({ enter: isBoard }) => isBoard);
  if (first) first.tabIndex = 0;
  return h("div", { class: "sheet" },
    h("table", { class: "boards results" },
      h("caption", { class: "hidden-words" }, `Results of round ${state.shown.round}: 1, 0 and = on a board, + and - by forfeit, arrows to move`),
      h("thead", {}, h("tr", {},
        h("th", { scope: "col", class: "num" }, "Board"), h("th", { scope: "col" }, "White"),
        h("th", { scope: "col" }, "Result"), h("th", { scope: "col" }, "Black"))),
      h("tbody", { onkeydown: (event) => pressed(event) }, ...rows)));
}

function row(board, label, players, enter) {
  const side = (number) => {
    const player = players.get(number);
    return [h("span", { class: "num-of" }, `${number} `), h("span", { class: "player" }, player.name),
      player.rating ? h("span", { class: "rating" }, ` ${player.rating}`) : null];
  };
  const names = `${players.get(board.white).name} – ${players.get(board.black).name}`;
  const set = (result) => {
    enter(board, result);
    draw();
  };
  const buttons = RESULTS.map(([result, words, about]) =>
    h("button", { type: "button", class: "result", tabindex: -1, "aria-label": `${words}: ${about}, board ${label}, ${names}`,
      onclick: () => set(board.result === result ? "*" : result) }, words));
  const other = h("select", { class: "result", tabindex: -1, "aria-label": `Other result of board ${label}`, onchange: () => set(other.value) },
    h("option", { value: "*" }, "…"), ...OTHERS.map(([result, words]) => h("option", { value: result }, words)));
  const line = h("tr", { tabindex: -1 },
    h("td", { class: "num no" }, label),
    h("td", { class: "side", "data-side": "W", "data-number": board.white, draggable: "true" }, side(board.white)),
    h("td", { class: "result-cell" }, ...buttons, other),
    h("td", { class: "side", "data-side": "B", "data-number": board.black, draggable: "true" }, side(board.black)));
  function draw() {
    RESULTS.forEach(([result], index) => buttons[index].setAttribute("aria-pressed", board.result === result));
    other.value = OTHERS.some(([result]) => result === board.result) ? board.result : "*";
    line.classList.toggle("is-open", board.result === null);
  }
  draw();
  line.enter = set;
  return line;
}

function pressed(event) {
  const line = event.target.closest("tr");
  if (!line?.enter || event.target.tagName === "SELECT" || event.ctrlKey || event.metaKey || event.altKey) return;
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  const result = KEYS[event.key];
  if (!step && !result) return;
  event.preventDefault();
  if (result) line.enter(result);
  move(line, step === -1 ? "previousElementSibling" : "nextElementSibling");
}

function move(line, where) {
  let to = line[where];
  // Over the heading of a match.
  while (to && !to.enter) to = to[where];
  to ??= line;
  line.tabIndex = -1;
  to.tabIndex = 0;
  to.focus();
}
