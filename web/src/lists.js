// Lists to print, and to show on a screen that turns its pages.

import { by, h } from "./dom.js";
import { head, points } from "./parts.js";

const WORDS = { "1-0F": "+ −", "0-1F": "− +", "0-0F": "− −" };
let chosen = "boards";

export function showLists(state, panel, again) {
  const lists = listsOf(state);
  if (!lists.some(({ id }) => id === chosen)) chosen = lists[0].id;
  const { title, headings, rows } = lists.find(({ id }) => id === chosen);
  const select = h("select", { id: "which-list", onchange: () => ((chosen = select.value), showLists(state, panel, again)) },
    ...lists.map((each) => h("option", { value: each.id, selected: each.id === chosen }, each.title)));
  const table = (body) => h("table", { class: "list" },
    h("caption", { class: "hidden-words" }, title),
    h("thead", {}, h("tr", {}, ...headings.map(([words, kind]) => h("th", { scope: "col", class: kind }, words)))),
    h("tbody", {}, ...body.map((row) => h("tr", {}, ...row.map((cell, at) => h("td", { class: headings[at][1] }, `${cell ?? ""}`))))));
  panel.replaceChildren(
    head(`${state.event.name}: ${title}`, null,
      h("button", { type: "button", id: "project", onclick: () => project(title, table, rows) }, "Show on a screen"),
      h("button", { type: "button", onclick: () => window.print() }, "Print")),
    h("p", { class: "ask" }, h("label", { for: "which-list" }, "List"), select),
    h("div", { class: "sheet scroll lower", tabindex: 0, role: "region", "aria-label": title }, table(rows)),
  );
}

function listsOf({ players, shown }) {
  const starting = {
    id: "starting", title: "Starting rank", headings: [["No", "num"], [""], ["Name"], ["Rating", "num"], ["Fed"]],
    rows: players.map((player) => [player.number, player.title, player.name, player.rating, player.federation]),
  };
  if (!shown) return [starting];
  const named = new Map(players.map((player) => [player.number, player]));
  const seat = (number) => [number, named.get(number).name, named.get(number).rating];
  const result = (board) => WORDS[board.result] ?? board.result ?? "";
  const places = shown.boards.flatMap((board) => [
    [board.white, board.board, "White", board.black, board],
    [board.black, board.board, "Black", board.white, board],
  ]);
  const byes = shown.byes.map(({ player, kind }) => [player, null, kind.replace("-allocated", "-allocated bye").replace("-point", "-point bye").replace("zero-point bye", "absent"), null, null]);
  const byName = [...places, ...byes].map(([number, board, colour, opponent]) =>
    [named.get(number).name, number, board, colour, opponent === null ? "" : `${opponent} ${named.get(opponent).name}`]);
  byName.sort((a, b) => a[0].localeCompare(b[0]) || a[1] - b[1]);
  return [
    { id: "boards", title: `Pairings of round ${shown.round} by board`,
      headings: [["Board", "num"], ["No", "num"], ["White"], ["Rating", "num"], ["Result", "middle"], ["No", "num"], ["Black"], ["Rating", "num"]],
      rows: shown.boards.map((board) => [board.board, ...seat(board.white), result(board), ...seat(board.black)]) },
    { id: "names", title: `Pairings of round ${shown.round} by name`,
      headings: [["Name"], ["No", "num"], ["Board", "num"], ["Colour"], ["Opponent"]], rows: byName },
    { id: "missing", title: `Results of round ${shown.round} that are missing`,
      headings: [["Board", "num"], ["No", "num"], ["White"], ["Rating", "num"], ["No", "num"], ["Black"], ["Rating", "num"]],
      rows: shown.boards.filter((board) => board.result === null).map((board) => [board.board, ...seat(board.white), ...seat(board.black)]) },
    { id: "points", title: "Players by points", headings: [["Points", "num"], ["No", "num"], ["Name"], ["Rating", "num"]],
      rows: [...players].sort((a, b) => b.points - a.points || a.number - b.number).map((player) => [points(player.points), player.number, player.name, player.rating]) },
    starting,
  ];
}

/** How long a page stands. */
const SECONDS = 12;

/** The list in large letters, page by page; Escape ends it, arrows turn it by hand. */
function project(title, table, rows) {
  const body = h("div", { class: "projector-body" });
  const place = h("p", { class: "fine", "aria-live": "off" });
  const screen = h("dialog", { class: "projector", "aria-label": title }, h("h1", {}, title), body, place,
    h("button", { type: "button", class: "quiet", onclick: () => screen.close() }, "Close"));
  by("main").append(screen);
  screen.showModal();
  let first = 0;
  let shown = rows.length;
  // As many rows as fit.
  const draw = () => {
    shown = Math.max(1, rows.length - first);
    body.replaceChildren(table(rows.slice(first, first + shown)));
    const height = body.clientHeight;
    const lines = [...body.querySelectorAll("tbody tr")];
    const top = body.getBoundingClientRect().top;
    const fitting = lines.findIndex((line) => line.getBoundingClientRect().bottom - top > height);
    if (fitting > 0) {
      shown = fitting;
      for (const line of lines.slice(fitting)) line.remove();
    }
    place.textContent = `${first + 1} to ${Math.min(rows.length, first + shown)} of ${rows.length}`;
  };
  const turn = (forwards) => {
    first = forwards ? first + shown : Math.max(0, first - shown);
    if (first >= rows.length) first = 0;
    draw();
  };
  const timer = setInterval(() => turn(true), SECONDS * 1000);
  screen.addEventListener("keydown", (event) => {
    if (event.key === "ArrowRight" || event.key === "ArrowLeft") turn(event.key === "ArrowRight");
  });
  screen.addEventListener("close", () => (clearInterval(timer), screen.remove()));
  screen.requestFullscreen?.().then(draw, () => {});
  draw();
}
