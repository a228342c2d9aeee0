// The next round, board by board.

import { Stopped } from "./desk.js";
import { h } from "./dom.js";
import { asked, busyWith, desk, event } from "./event.js";
import { CHOSEN_BY, below, disclosure, download, head, notes, player, printButton, remarks, score, told } from "./parts.js";
import { lineUps } from "./teams.js";
import { clearTrouble, showTrouble } from "./trouble.js";

export function showRound(round, panel) {
  const of = round.input.rounds_total ? ` of ${round.input.rounds_total}` : "";
  const title = `Round ${round.round}${of}`;
  document.title = `${round.input.tournament || event.opened.name}, round ${round.round}`;
  const rules = `${round.rules.name}, ${CHOSEN_BY[round.rules.chosen_by]}`;
  if (round.outcome === "impossible") {
    panel.replaceChildren(
      head(title, rules),
      ...notes(round.notes),
      h("div", { class: "sheet roomy" },
        h("p", { class: "verdict bad" }, "There is no legal round"),
        h("pre", { class: "words" }, round.impossible.message)),
      remarks(round.warnings) ?? "",
    );
    return;
  }
  const isOfTeams = round.input.teams !== undefined;
  const canAdd = !isOfTeams && !round.recorded?.has_results;
  const buttons = [
    canAdd &&
      h("button", { type: "button", class: "primary", id: "download",
        onclick: () => download("pairTrf", asked(), `round-${round.round}`) }, "Download the file with this round"),
    printButton(),
  ];
  panel.replaceChildren(
    head(title, rules, ...buttons),
    ...notes(round.notes),
    event.isOfTeams && !isOfTeams ? h("p", { class: "note" }, "These rules pair the players without their teams.") : "",
    isOfTeams ? h("p", { class: "note" }, "Line-ups are entered on Day, where the round is added to the file.") : "",
    boards(round, isOfTeams),
    byes(round),
    isOfTeams ? "" : whyNot(round),
    wholeStory(),
    remarks(round.warnings) ?? "",
  );
}

function boards(round, isOfTeams) {
  const [what, sum] = isOfTeams ? ["match", "MP / GP"] : ["board", "Points"];
  const rows = round.boards.flatMap((board) => {
    const row = h(
      "tr",
      {},
      h("td", { class: "num no" }, `${board.board}`),
      h("td", { class: "side", "data-side": "W" }, player(board.white)),
      h("td", { class: "num points" }, score(board.white)),
      h("td", { class: "side", "data-side": "B" }, player(board.black)),
      h("td", { class: "num points" }, score(board.black)),
    );
    const make = async () => {
      const story = await desk.ask("explain", { ...asked(), board: board.board });
      return told(story.words);
    };
    const label = `Why ${what} ${board.board}: ${board.white.name} and ${board.black.name}`;
    row.append(h("td", { class: "why-cell" }, disclosure("Why", label, "Explaining", make, below(row, 6))));
    const players = isOfTeams && lineUps(board);
    return players ? [row, h("tr", { class: "players" }, h("td", { colspan: 6 }, players))] : [row];
  });
  const [first, second] = isOfTeams ? ["White on board 1", "Black on board 1"] : ["White", "Black"];
  const headings = [[isOfTeams ? "Match" : "Board", "num"], [first], [sum, "num"], [second], [sum, "num"]];
  return h(
    "div",
    { class: "sheet" },
    h("table", { class: "boards" },
      h("caption", { class: "hidden-words" }, `${isOfTeams ? "Matches" : "Boards"} of round ${round.round}`),
      h("thead", {}, h("tr", {},
        ...headings.map(([words, kind]) => h("th", { scope: "col", class: kind }, words)),
        h("td", { class: "why-cell" }))),
      h("tbody", {}, ...rows)),
  );
}

const ABSENT = { "full-point": "full-point bye", "half-point": "half-point bye", "zero-point": "absent" };

/** Who has a bye, and who is not to be paired. */
export function byes(round) {
  const lines = [];
  if (round.bye) lines.push(h("p", {}, "The pairing-allocated bye goes to ", h("strong", {}, `${round.bye.number} ${round.bye.name}`), "."));
  if (round.given_bye) lines.push(h("p", {}, `The arbiter has given the bye to ${round.given_bye.number} ${round.given_bye.name}.`));
  if (round.absent.length > 0) {
    const names = round.absent.map(({ number, name, kind }) => `${number} ${name} (${ABSENT[kind]})`);
    lines.push(h("p", {}, `Not to be paired: ${names.join(", ")}.`));
  }
  return h("div", {}, ...lines);
}

function whyNot(round) {
  const number = (label) => h("input", { type: "number", min: 1, max: 9999, required: true, "aria-label": label });
  const [first, second] = [number("Number of one player"), number("Number of the other player")];
  const answer = h("div", { "aria-live": "polite" });
  const ask = async (event) => {
    event.preventDefault();
    clearTrouble();
    try {
      const options = { ...asked(), "why-not": [`${first.value}-${second.value}`] };
      const story = await busyWith("Looking for the best round with this pair", () => desk.ask("explain", options));
      answer.replaceChildren(told(story.words));
    } catch (error) {
      answer.replaceChildren();
      if (!(error instanceof Stopped)) showTrouble(error);
    }
  };
  return h(
    "details",
    {},
    h("summary", {}, "Why do two players not meet?"),
    h("form", { class: "ask", onsubmit: ask }, first, h("span", {}, "and"), second,
      h("button", { type: "submit" }, `Ask about round ${round.round}`)),
    answer,
  );
}

function wholeStory() {
  const body = h("div", {});
  const details = h("details", {}, h("summary", {}, "How the whole round came about, bracket by bracket"), body);
  let asking = false;
  details.addEventListener("toggle", async () => {
    if (!details.open || asking) return;
    asking = true;
    try {
      const story = await busyWith("Explaining the round", () => desk.ask("explain", asked()));
      body.replaceChildren(told(story.words));
    } catch (error) {
      asking = false;
      details.open = false;
      if (!(error instanceof Stopped)) showTrouble(error);
    }
  });
  return details;
}
