// Every recorded round, paired again.

import { h } from "./dom.js";
import { CHOSEN_BY, head, printButton, remarks, sentence } from "./parts.js";
import { MOST_SHOWN } from "./trouble.js";

const VERDICTS = {
  equal: ["good", "comes out as recorded"],
  "colours-differ": ["other", "same opponents, other colours"],
  "pairing-differs": ["bad", "other opponents"],
  "impossible-here": ["bad", "no round here"],
};

const seat = (each) =>
  each.bye !== undefined ? `bye ${each.bye}` : each.players ? each.players.join("–") : `${each.white}–${each.black}`;

function seats(list) {
  const more = list.length > MOST_SHOWN ? ` and ${list.length - MOST_SHOWN} more` : "";
  return list.slice(0, MOST_SHOWN).map(seat).join(", ") + more;
}

export function showCheck(document, panel) {
  const [file] = document.files;
  const { summary } = document;
  const items = file.rounds.map((round) => {
    const [kind, words] = VERDICTS[round.verdict];
    const sides = [["in the file", round.recorded], ["here", round.here]].filter(([, list]) => list.length > 0);
    return h(
      "li",
      {},
      h("p", {}, h("strong", {}, `Round ${round.round} `), h("span", { class: `verdict ${kind}` }, words)),
      sides.length > 0 && h("dl", { class: "sides" }, ...sides.flatMap(([side, list]) => [h("dt", {}, side), h("dd", {}, seats(list))])),
      ...round.breaches.map((breach) => h("p", { class: "bad" }, `The recorded round breaks the rules: ${breach}`)),
      round.decision && h("p", {}, sentence(round.decision.text)),
      ...(round.colours ?? []).slice(0, MOST_SHOWN).map(({ white, black, article }) => h("p", { class: "fine" }, `${white}–${black} has these colours by ${article}.`)),
      round.why_impossible && h("pre", { class: "words" }, round.why_impossible),
    );
  });
  const equal = summary.equal === summary.rounds;
  const verdict = summary.rounds === 0 ? "No round is recorded." : equal ? "Every recorded round comes out again." : `${summary.equal} of ${summary.rounds} rounds come out as recorded.`;
  panel.replaceChildren(
    head("Every recorded round, paired again", file.rules && `${file.rules.name}, ${CHOSEN_BY[file.rules.chosen_by]}`, printButton()),
    h("p", { class: `verdict ${equal ? "good" : "other"}` }, verdict),
    file.rounds_not_paired ? h("p", { class: "note" }, sentence(file.rounds_not_paired)) : "",
    items.length > 0 ? h("div", { class: "sheet" }, h("ol", { class: "rounds" }, ...items)) : "",
    wrongPoints(file.wrong_points ?? []),
    judgedRanks(file.standings),
    remarks(file.warnings) ?? "",
  );
}

function wrongPoints(list) {
  if (list.length === 0) return "";
  const items = list.slice(0, MOST_SHOWN).map((each) =>
    h("li", {}, `${each.of} ${each.number}${each.line ? ` (line ${each.line})` : ""}: ${each.recorded} ${each.what} in the file, ${each.here} here; ${each.why}`),
  );
  return h("div", {}, h("h3", {}, "Points that do not fit the results"), h("ul", {}, ...items));
}

function judgedRanks(standings) {
  if (!standings) return "";
  const verdict = standings.error ?? (standings.equal ? "as recorded" : `${standings.differences.length} differ`);
  const items = standings.differences.slice(0, MOST_SHOWN).map((each) =>
    h("li", {}, `${standings.of} ${each.number}: rank ${each.recorded} in the file, ${each.here} here${each.why ? `; ${each.why}` : ""}`),
  );
  return h("div", {},
    h("h3", {}, `Ranks after round ${standings.after_round}`),
    h("p", { class: `verdict ${standings.equal ? "good" : "other"}` }, `${sentence(verdict)} Tie-breaks: ${standings.tie_breaks}.`),
    h("ul", {}, ...items));
}
