// What a program in TypeScript writes; compiled, never run.

import { EdelweissError, load, type Board, type RoundDocument } from "../target/package/index.js";

const edelweiss = await load();
const round: RoundDocument = edelweiss.pair("", { rules: 2017, open: ["draw", "3-7=white"], engine: "reference" });
if (round.outcome === "paired") {
  const boards: Board[] = round.boards;
  const bye: number | undefined = round.bye?.number;
  console.log(boards[0]?.white.name, bye);
} else {
  console.log(round.impossible.message);
}
try {
  edelweiss.standings(new Uint8Array(), { "tie-breaks": "BH,DE", "after-round": 3 });
} catch (error) {
  if (error instanceof EdelweissError) console.log(error.first.line, error.first.hint, error.kind);
}
const text: string = edelweiss.explainText("", { language: "de", "why-not": ["4-9"] }, "html");
const bytes: Uint8Array = edelweiss.pairTrf(text);
console.log(bytes, edelweiss.editions("").editions[1]?.compared?.decision?.rule);

const best: number[] = edelweiss.match("", { best: 3 }).best.map(({ value }) => value);
const pairs = edelweiss.match({ vertices: 2, edges: [[0, 1], [0, 1, 5n]] }, { objective: "perfect" }).pairs;
const holds: boolean = edelweiss.verify("", edelweiss.prove("", { rules: 2017 })).holds;
console.log(best, pairs, holds, edelweiss.generate({ seed: 7, players: "4..9" }, bytes).length);
console.log(edelweiss.judge("").decision?.given.fields, edelweiss.preview("").outcomes.seed, edelweiss.variants("", [""]));

const table: string[][] = edelweiss.lists("", { lists: ["cross-table"], paper: "letter" }).lists[0]?.parts[0]?.rows ?? [];
console.log(table, edelweiss.listsText("", { lists: ["prizes"], prizes: "" }, "csv"));
// @ts-expect-error A list that there is not.
edelweiss.lists("", { lists: ["crosstable"] });
// @ts-expect-error A graph without edges.
edelweiss.match({ vertices: 2 });
// @ts-expect-error An option that there is not.
edelweiss.pair("", { rule: 2017 });
// @ts-expect-error An edition that there is not.
edelweiss.pair("", { rules: 2018 });
// @ts-expect-error Neither a text nor bytes.
edelweiss.check(12);
