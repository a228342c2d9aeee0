// Lists to print, and to show on a screen that turns its pages.

import { Stopped } from "./desk.js";
import { by, h } from "./dom.js";
import { busyWith, desk, event } from "./event.js";
import { head, points, printButton } from "./parts.js";
import { prizesForm } from "./prizes.js";
import { rankedBy } from "./standings.js";
import { isOfTeams, listsOfTeams, notOfTeams } from "./teams.js";
import { clearTrouble, showTrouble } from "./trouble.js";

const WORDS = { "1-0F": "+ −", "0-1F": "− +", "0-0F": "− −" };
/** Lists that the program composes. */
const COMPOSED = [["cross-table", "Cross table"], ["prizes", "Prizes"]];
/** A table of more columns is printed across the paper. */
const MOST_UPRIGHT = 12;
let chosen = "boards";
/** Counts what was asked for: an answer to an older question is not shown. */
let turn = 0;

/** The next list that is shown is that of the prizes. */
export const choosePrizes = () => (chosen = "prizes");

export function showLists(state, panel, again) {
  turn += 1;
  if (state.not_of_teams) return panel.replaceChildren(head(state.event.name, null), notOfTeams(state));
  const ofPlayers = isOfTeams(state) ? " of the players" : "";
  const lists = [...listsOf(state), ...COMPOSED.map(([id, title]) => ({ id, title: title + ofPlayers }))];
  if (!lists.some(({ id }) => id === chosen)) chosen = lists[0].id;
  const list = lists.find(({ id }) => id === chosen);
  const select = h("select", { id: "which-list", onchange: () => (clearTrouble(), (chosen = select.value), showLists(state, panel, again)) },
    ...lists.map((each) => h("option", { value: each.id, selected: each.id === chosen }, each.title)));
  const choice = h("p", { class: "ask" }, h("label", { for: "which-list" }, "List"), select);
  if (list.rows) draw(state, panel, choice, list);
  else compose(state, panel, choice, list);
}

/** The table of a list, with some of its rows. */
const tableOf = ({ title, headings }) => (body) => h("table", { class: "list" },
  h("caption", { class: "hidden-words" }, title),
  h("thead", {}, h("tr", {}, ...headings.map(([words, kind]) => h("th", { scope: "col", class: kind }, words)))),
  h("tbody", {}, ...body.map((row) => h("tr", {}, ...row.map((cell, at) => h("td", { class: headings[at][1] }, `${cell ?? ""}`))))));

/** A list with its buttons; what stands above and below its tables is its own. */
function draw(state, panel, choice, { title, headings, rows, parts = [{ headings, rows }], facts = null, form = null, notes = [] }) {
  const table = tableOf({ title, headings });
  const sheet = ({ heading, headings: columns, rows: body }) => {
    const name = heading ?? title;
    const turned = columns.length > MOST_UPRIGHT ? " turned" : "";
    return [heading && h("h3", {}, heading),
      h("div", { class: `sheet scroll lower${turned}`, tabindex: 0, role: "region", "aria-label": name }, tableOf({ title: name, headings: columns })(body))];
  };
  panel.replaceChildren(...[
    head(`${state.event.name}: ${title}`, facts,
      h("button", { type: "button", id: "project", onclick: () => project(title, table, rows) }, "Show on a screen"),
      printButton()),
    choice,
    form,
    ...parts.flatMap(sheet),
    ...notes.map((words) => h("p", { class: "fine" }, words)),
  ].filter(Boolean));
}

/** A list of the program: its tables, or why there are none. */
async function compose(state, panel, choice, { id, title }) {
  const now = turn;
  const again = () => showLists(state, panel);
  const form = id === "prizes" ? prizesForm(() => event.keep().then(again)) : null;
  const bare = (...words) => panel.replaceChildren(...[head(`${state.event.name}: ${title}`, null), choice, form, ...words].filter(Boolean));
  clearTrouble();
  bare();
  if (id === "prizes" && event.prizes.trim() === "") return;
  try {
    const options = { lists: [id], ...rankedBy(), ...(form && { prizes: event.prizes }) };
    const { lists: [sheet] } = await busyWith(id === "prizes" ? "Giving the prizes" : "Ranking", () => desk.ask("lists", options));
    if (now === turn) draw(state, panel, choice, { ...composed(sheet), form, ...(isOfTeams(state) && { title }) });
  } catch (error) {
    if (now !== turn) return;
    if (form) form.open = true;
    if (error instanceof Stopped) bare(h("p", {}, "Stopped. ", h("button", { type: "button", onclick: again }, "Try again")));
    else showTrouble(error, form && { name: "prizes", text: event.prizes });
  }
}

const KINDS = { number: "num", result: "middle" };

/** A list of the program as those of this page; on a screen its parts are one table. */
function composed({ title, about, parts, notes }) {
  const tables = parts.map(({ heading, columns, rows }) => ({ heading, rows, headings: columns.map((column) => [column.heading, KINDS[column.kind]]) }));
  const [first] = tables;
  const one = tables.length === 1 && first.heading === null;
  return {
    title, notes, parts: tables, facts: about.join(" · "),
    headings: one ? first.headings : [["Category"], ...(first?.headings ?? [])],
    rows: one ? first.rows : tables.flatMap(({ heading, rows }) => rows.map((row) => [heading, ...row])),
  };
}

function listsOf(state) {
  const result = (board) => WORDS[board.result] ?? board.result ?? "";
  if (isOfTeams(state)) return listsOfTeams(state, result);
  const { players, shown } = state;
  const starting = {
    id: "starting", title: "Starting rank", headings: [["No", "num"], [""], ["Name"], ["Rating", "num"], ["Fed"]],
    rows: players.map((player) => [player.number, player.title, player.name, player.rating, player.federation]),
  };
  if (!shown) return [starting];
  const named = new Map(players.map((player) => [player.number, player]));
  const seat = (number) => [number, named.get(number).name, named.get(number).rating];
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
