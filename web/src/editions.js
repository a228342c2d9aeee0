// One round by several editions, side by side.

import { h } from "./dom.js";
import { head, printButton, remarks, sentence } from "./parts.js";

export function showEditions(document, panel) {
  const players = new Map(document.players.map((each) => [each.number, each]));
  const [first, ...others] = document.editions;
  const paired = document.editions.filter((each) => each.boards);
  const keys = new Map();
  for (const edition of paired) for (const [a, b] of edition.boards) keys.set(`${a}-${b}`, (keys.get(`${a}-${b}`) ?? 0) + 1);
  const inAll = ([a, b]) => keys.get(`${a}-${b}`) === paired.length;
  const length = Math.max(0, ...paired.map((each) => each.boards.length));
  const game = ([white, black]) => {
    const [a, b] = [players.get(white), players.get(black)];
    return [`${white} `, h("span", { class: "player" }, a.name), " – ", `${black} `, h("span", { class: "player" }, b.name)];
  };
  const rows = Array.from({ length }, (_, index) => {
    const cells = paired.map((edition) => edition.boards[index]);
    const differs = cells.some((cell) => !cell || !inAll(cell));
    return h("tr", { class: differs ? "differs" : null },
      h("td", { class: "num no" }, `${index + 1}`),
      ...cells.map((cell, at) => h("td", { "data-edition": paired[at].edition }, ...(cell ? game(cell) : ["–"]),
        cell && differs && !inAll(cell) ? h("span", { class: "tag" }, " only here") : null)));
  });
  const byeRow = paired.some((each) => each.bye) &&
    h("tr", { class: new Set(paired.map((each) => each.bye)).size > 1 ? "differs" : null },
      h("td", { class: "num no" }, "Bye"),
      ...paired.map((each) => h("td", { "data-edition": each.edition }, each.bye ? `${each.bye} ${players.get(each.bye).name}` : "–")));
  panel.replaceChildren(
    head(`Round ${document.round} by ${document.editions.length === 1 ? "the only edition" : "each edition"}`, document.editions.map((each) => each.name).join(" · "), printButton()),
    ...document.editions.filter((each) => each.impossible).map((each) => h("p", { class: "note" }, `${each.edition}: ${sentence(each.impossible.split("\n")[0])}`)),
    ...others.map((edition) => comparison(first, edition)),
    paired.length > 0 ? h("div", { class: "sheet" },
      h("table", { class: "sidebyside" },
        h("caption", { class: "hidden-words" }, `Boards of round ${document.round} by edition`),
        h("thead", {}, h("tr", {}, h("th", { scope: "col", class: "num" }, "Board"), ...paired.map((each) => h("th", { scope: "col" }, `${each.edition}`)))),
        h("tbody", {}, ...rows, byeRow))) : "",
    remarks(document.warnings) ?? "",
  );
}

function comparison(first, edition) {
  if (!edition.compared) return h("div", {});
  const { verdict, only_here: here, decision } = edition.compared;
  const words = {
    equal: ["good", `${edition.edition} and ${first.edition} give the same round.`],
    "colours-differ": ["other", `The same opponents; ${here.length} boards have other colours.`],
    "pairing-differs": ["other", `${here.length} boards or byes of ${edition.edition} are not in the round of ${first.edition}.`],
    "impossible-here": ["bad", "One of the two has no round."],
  }[verdict];
  return h("div", { class: "apart" },
    h("p", { class: `verdict ${words[0]}` }, words[1]),
    decision && h("p", {}, h("span", { class: "rule" }, decision.rule),
      `By the text of ${first.edition} the first criterion in which they differ is ${decision.meaning} (${decision.article}), in the bracket of ${decision.score} points: ${decision.in_first.join(", ") || "none"} in the round of ${first.edition}, ${decision.here.join(", ") || "none"} in that of ${edition.edition}.`));
}
