// A competition of teams: its matches, its teams and their lists.

import { h } from "./dom.js";
import { points } from "./parts.js";
import { banForm, isOver, takesPart } from "./people.js";

export const isOfTeams = (state) => state.teams !== undefined;

/** Why the rounds are no matches of teams; its hint is for a command line. */
export const notOfTeams = ({ not_of_teams: why }) => h("p", { class: "note" }, why.split("\n")[0]);

const BYES = { "pairing-allocated": "the pairing-allocated bye", "full-point": "a full-point bye", "half-point": "a half-point bye", "zero-point": "absent" };

const byNumber = (list) => new Map(list.map((each) => [each.number, each]));

/** White's points and Black's. */
const pair = ([white, black]) => `${points(white)} : ${points(black)}`;

function scoreOf({ game_points: games, match_points: matches, is_forfeited: forfeited }) {
  const worth = matches ? `match points ${pair(matches)}` : "open";
  return `${pair(games)} (${forfeited ? "by forfeit, " : ""}${worth})`;
}

/** The rows of a round's boards, match by match; `row(board, label)` makes one of a board. */
export function rowsByMatch(state, row) {
  const teams = byNumber(state.teams);
  const boards = new Map(state.shown.boards.map((board) => [board.board, board]));
  const name = (number) => `${number} ${teams.get(number).name}`;
  return state.shown.matches.flatMap((match) => [
    h("tr", { class: "match" }, h("th", { scope: "colgroup", colspan: 4 },
      h("span", { class: "player" }, `Match ${match.match}: ${name(match.white)} – ${name(match.black)} `),
      h("span", { class: "fine", "data-match": match.match }, scoreOf(match)))),
    ...match.boards.map((number, at) => row(boards.get(number), `${match.match}.${at + 1}`)),
  ]);
}

/** What the matches came to, on boards that stay as they are. */
export function drawScores(panel, { matches }) {
  for (const match of matches) {
    const place = panel.querySelector(`[data-match="${match.match}"]`);
    if (place) place.textContent = scoreOf(match);
  }
}

/** Teams without a match. */
export function teamByes(state) {
  const list = state.shown?.team_byes ?? [];
  if (list.length === 0) return null;
  const teams = byNumber(state.teams);
  const words = list.map(({ team, kind }) => `${team} ${teams.get(team).name} (${BYES[kind]})`);
  return h("p", {}, `Without a match: ${words.join(", ")}.`);
}

/** A line of numbers for each team of the round's matches, as their captains hand them in; `write(line_ups)` has the text. */
export function lineUpForm(round, teams, write) {
  const named = byNumber(teams);
  const lines = round.boards.flatMap(({ white, black }) => [white, black]).map(({ number }) => {
    const { name, members } = named.get(number);
    const line = h("input", { type: "text", "data-team": number, "aria-label": `Line-up of ${number} ${name}`, placeholder: members.join(" "), size: 24 });
    return { number, name, line };
  });
  const isByList = h("input", { type: "checkbox", id: "by-list" });
  const submit = (event) => {
    event.preventDefault();
    const given = lines.filter(({ line }) => line.value.trim()).map(({ number, line }) => `${number}: ${line.value.trim()}`);
    write({ "line-ups": given.join("\n"), "default-line-ups": isByList.checked });
  };
  const side = ({ number, name, line }) => h("label", { class: "ask" }, h("span", { class: "player" }, `${number} ${name}`), line);
  const matches = round.boards.map(({ board }, at) => h("p", { class: "ask match" }, h("span", {}, `${board}`), side(lines[2 * at]), side(lines[2 * at + 1])));
  return h("form", { id: "line-ups", onsubmit: submit },
    h("p", {}, `Round ${round.round}, not yet in the file: White on board 1 comes first. Numbers of players from board 1 on, 0 for an empty board.`),
    ...matches,
    h("p", { class: "ask" }, isByList, h("label", { for: "by-list" }, "Teams without a line-up play in the order of their lists")),
    h("p", { class: "buttons" }, h("button", { type: "submit", class: "primary" }, "Write the round")));
}

/** Teams that may not meet. */
export function teamBans({ teams, team_bans: bans }, carryOut) {
  const told = bans.map(({ teams: group }) => ({ group }));
  return banForm("team", teams, told, { forbid: "team-forbid", allow: "team-allow" }, carryOut);
}

/** The teams with their members, in the order of the boards, and whether they play next. */
export function teamsTable(state, carryOut) {
  const players = byNumber(state.players);
  const next = state.event.rounds_paired + 1;
  const over = isOver(state);
  const steps = (team) => {
    const of = { teams: [team], round: next };
    return {
      attend: (later) => ({ step: "team-attend", ...of, later }),
      leave: () => ({ step: "team-bye", ...of, kind: "Z", later: true }),
      bye: (kind) => ({ step: "team-bye", ...of, kind }),
    };
  };
  const line = (team) => h("tr", {},
    h("td", { class: "num" }, `${team.number}`),
    h("td", {}, h("span", { class: "player" }, team.name)),
    h("td", { class: "num" }, points(team.match_points)), h("td", { class: "num" }, points(team.game_points)),
    over ? null : h("td", {}, takesPart(team, next, steps(team.number), carryOut)),
    h("td", {}, team.members.map((number) => `${number} ${players.get(number).name}`).join("; ")));
  return h("details", { id: "teams" },
    h("summary", {}, `${state.teams.length} teams${over ? "" : `, and who plays in round ${next}`}`),
    h("div", { class: "scroll", tabindex: 0, role: "region", "aria-label": "Teams" },
      h("table", {}, h("thead", {}, h("tr", {}, h("th", { scope: "col", class: "num" }, "No"), h("th", { scope: "col" }, "Team"),
        h("th", { scope: "col", class: "num" }, "MP"), h("th", { scope: "col", class: "num" }, "GP"),
        over ? null : h("th", { scope: "col" }, `Round ${next}`), h("th", { scope: "col" }, "Members by board"))),
        h("tbody", {}, ...state.teams.map(line)))));
}

/** Who plays on which board of a match, as far as the file says it; null where it says nothing. */
export function lineUps({ line_ups: [white, black] }) {
  if (!white && !black) return null;
  const seat = (line, at) => {
    if (!line) return "not told yet";
    const player = line[at];
    return player ? `${player.number} ${player.name}` : "nobody";
  };
  const count = Math.max(white?.length ?? 0, black?.length ?? 0);
  return h("ol", { class: "line-ups", "aria-label": "Line-ups" },
    ...Array.from({ length: count }, (_, at) => h("li", {}, `${seat(white, at)} – ${seat(black, at)}`)));
}

/** The lists of this page, for teams; `result(board)` is how a result is printed. */
export function listsOfTeams({ players, teams, shown }, result) {
  const named = byNumber(players);
  const byTeam = byNumber(teams);
  const starting = { id: "starting", title: "Teams and their members",
    headings: [["No", "num"], ["Team"], ["Strength", "num"], ["Members by board"]],
    rows: teams.map((team) => [team.number, team.name, team.strength, team.members.map((number) => `${number} ${named.get(number).name}`).join("; ")]) };
  if (!shown) return [starting];
  const team = (number) => [number, byTeam.get(number).name];
  const boards = new Map(shown.boards.map((board) => [board.board, board]));
  const places = shown.matches.flatMap((match) => match.boards.map((number, at) => [`${match.match}.${at + 1}`, boards.get(number)]));
  const teamOf = new Map(teams.flatMap((each) => each.members.map((number) => [number, each.name])));
  const seat = (number) => [number, named.get(number).name, teamOf.get(number)];
  const side = (at, number, colour, opponent) => [named.get(number).name, number, teamOf.get(number), at, colour, `${opponent} ${named.get(opponent).name}`];
  const byName = places.flatMap(([at, { white, black }]) => [side(at, white, "White", black), side(at, black, "Black", white)]);
  byName.sort((a, b) => a[0].localeCompare(b[0]) || a[1] - b[1]);
  const headings = [["Board", "num"], ["No", "num"], ["White"], ["Team"], ["Result", "middle"], ["No", "num"], ["Black"], ["Team"]];
  const onBoards = (list) => list.map(([at, board]) => [at, ...seat(board.white), result(board), ...seat(board.black)]);
  const [byes, matches] = [shown.team_byes, shown.matches];
  return [
    { id: "boards", title: `Matches of round ${shown.round}`,
      headings: [["Match", "num"], ["No", "num"], ["White on board 1"], ["Result", "middle"], ["No", "num"], ["Black on board 1"]],
      rows: [...matches.map((match) => [match.match, ...team(match.white), match.match_points ? pair(match.game_points) : "", ...team(match.black)]),
        ...byes.map(({ team: number, kind }) => [null, ...team(number), null, null, BYES[kind]])] },
    { id: "games", title: `Boards of round ${shown.round} by match`, headings, rows: onBoards(places) },
    { id: "names", title: `Boards of round ${shown.round} by name`,
      headings: [["Name"], ["No", "num"], ["Team"], ["Board", "num"], ["Colour"], ["Opponent"]], rows: byName },
    { id: "missing", title: `Results of round ${shown.round} that are missing`, headings, rows: onBoards(places.filter(([, board]) => board.result === null)) },
    { id: "points", title: "Teams by points", headings: [["MP", "num"], ["GP", "num"], ["No", "num"], ["Team"]],
      rows: [...teams].sort((a, b) => b.match_points - a.match_points || b.game_points - a.game_points || a.number - b.number)
        .map((each) => [points(each.match_points), points(each.game_points), ...team(each.number)]) },
    starting,
  ];
}
