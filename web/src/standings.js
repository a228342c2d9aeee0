// Ranks, and where each value comes from.

import { h } from "./dom.js";
import { desk, event } from "./event.js";
import { below, disclosure, download, head, notes, player, points, printButton, remarks } from "./parts.js";

/** What is asked for. */
export const rankedBy = () => (event.tieBreaks ? { "tie-breaks": event.tieBreaks } : {});

export function showStandings(ranked, panel, again) {
  const isOfTeams = ranked.input.teams !== undefined;
  const columns = ranked.tie_breaks.map((each, index) => ({ ...each, index })).filter((each) => !/^(PTS|MPTS|GPTS)$/.test(each.code));
  const scores = isOfTeams ? [["MP", "match_points"], ["GP", "game_points"]] : [["Points", "points"]];
  const list = h("input", { type: "text", id: "tie-breaks", value: event.tieBreaks, placeholder: "BH/C1,BH,SB,DE", size: 24 });
  const form = h("form", { class: "ask", onsubmit: (submit) => {
    submit.preventDefault();
    event.tieBreaks = list.value.trim();
    again();
  } }, h("label", { for: "tie-breaks" }, "Tie-breaks "), list, h("button", { type: "submit" }, "Rank by these"));
  const rows = ranked.standings.map((row) => {
    const line = h(
      "tr",
      {},
      h("td", { class: "num" }, `${row.rank}`),
      h("td", {}, player(row)),
      h("td", {}, row.federation ?? ""),
      ...scores.map(([, field]) => h("td", { class: "num" }, points(row[field]))),
      ...columns.map(({ index }) => h("td", { class: "num" }, row.values[index]?.text ?? "–")),
    );
    const make = async () => values(await desk.ask("standings", { ...rankedBy(), why: row.number }), row);
    const button = disclosure("Why", `Why: the values of ${row.name}`, "Taking the values apart", make, below(line, 4 + scores.length + columns.length));
    line.append(h("td", { class: "why-cell" }, button));
    return line;
  });
  const by212 = { option: "chosen here", file: "the list of the file", default: "the file names none" };
  const order = ranked.tie_breaks.map((each) => each.code).join(", ");
  const facts = `${order} (${by212[ranked.tie_breaks_chosen_by] ?? ranked.tie_breaks_chosen_by}); ${ranked.rules.name}`;
  panel.replaceChildren(
    head(`Standings after round ${ranked.after_round}`, facts,
      h("button", { type: "button", onclick: () => download("standingsTrf", rankedBy(), "standings") }, "Download the file with the ranks"),
      printButton()),
    ...notes(ranked.remarks),
    form,
    h("div", { class: "sheet scroll lower", tabindex: 0, role: "region", "aria-label": "Standings" },
      h("table", {},
        h("caption", { class: "hidden-words" }, `Standings after round ${ranked.after_round}`),
        h("thead", {}, h("tr", {},
          h("th", { scope: "col", class: "num" }, "Rank"),
          h("th", { scope: "col" }, isOfTeams ? "Team" : "Player"),
          h("th", { scope: "col" }, "Fed"),
          ...scores.map(([words]) => h("th", { scope: "col", class: "num" }, words)),
          ...columns.map((each) => h("th", { scope: "col", class: "num" }, h("abbr", { title: `${each.name}, article ${each.article}` }, each.code))),
          h("td", { class: "why-cell" }))),
        h("tbody", {}, ...rows))),
    remarks(ranked.warnings) ?? "",
  );
}

const amount = ([above, below]) => (below === 1 ? `${above}` : `${Number((above / below).toFixed(4))}`);

function values(document, row) {
  const names = new Map(document.standings.map((each) => [each.number, each.name]));
  const parts = document.why.values.map((value, index) => {
    const { code, name, article } = document.tie_breaks[index];
    const text = row.values[index]?.text ?? "no value";
    const items = value.contributions.map((each) => {
      const round = each.round ? `round ${each.round}: ` : "";
      const opponent = each.opponent ? ` ${each.opponent} ${names.get(each.opponent) ?? ""}` : "";
      const cut = each.cut ? ` (cut, ${each.cut})` : "";
      return h("li", {}, `${round}${each.source}${opponent}: ${amount(each.amount)}${cut}`);
    });
    const tied = value.tied ? h("p", {}, value.tied.length > 1 ? `Tied when it was applied: ${value.tied.join(", ")}.` : "Nobody was tied when it was applied.") : null;
    return h("div", {}, h("h3", {}, h("span", { class: "rule" }, code), `${name}: ${text} `, h("span", { class: "fine" }, `(${article})`)), tied, items.length > 0 && h("ul", {}, ...items));
  });
  return h("div", { class: "told" }, ...parts);
}
