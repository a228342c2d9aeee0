// The package as Node loads it, beside the program where that has been built.

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";

const at = (path) => fileURLToPath(new URL(path, import.meta.url));
const { EdelweissDefect, EdelweissError, guarded, load } = await import("../target/package/index.js");
const native = await import("../target/package/edelweiss.js");

const edelweiss = await load();
const open = readFileSync(at("../../../examples/open.trf"), "utf8");
const large = readFileSync(at("../../../examples/large.trf"));
const numbers = (round) => round.boards.map(({ white, black }) => [white.number, black.number]);

test("a round, with its reasons", () => {
  const round = edelweiss.pair(open, { file: "open.trf" });
  assert.equal(round.outcome, "paired");
  assert.equal(round.round, 5);
  assert.equal(round.input.file, "open.trf");
  assert.equal(round.boards.length, 9);
  assert.ok(round.boards.every((board) => board.colour_reason.article));
  assert.equal(edelweiss.pair(open, { rules: 2017 }).rules.edition, 2017);
});

test("text and bytes are the same file", () => {
  const bytes = new TextEncoder().encode(open);
  assert.deepEqual(edelweiss.pair(bytes), edelweiss.pair(open));
  assert.throws(() => edelweiss.pair(12), TypeError);
  assert.throws(() => edelweiss.pair([1, 2]), TypeError);
});

test("the file with the round added can be read again", () => {
  const before = edelweiss.pair(large);
  const added = edelweiss.pairTrf(large);
  assert.ok(added instanceof Uint8Array);
  const again = edelweiss.pair(added);
  assert.deepEqual(numbers(again), numbers(before));
  assert.equal(again.recorded.is_same, true);
});

test("the rounds are those of the program", () => {
  const folder = ["release", "debug"].map((profile) => at(`../../../target/${profile}/edelweiss`));
  const program = process.env.EDELWEISS ?? folder.find(existsSync);
  assert.ok(program, "the program has not been built: cargo build --package edelweiss-cli");
  for (const rules of ["2026", "2017"]) {
    const file = at("../../../examples/large.trf");
    const told = execFileSync(program, ["pair", file, "--rules", rules, "--format", "json", "--quiet"]);
    const expected = JSON.parse(told);
    const found = edelweiss.pair(large, { rules });
    assert.deepEqual(numbers(found), numbers(expected));
    assert.deepEqual(found.brackets, expected.brackets);
  }
});

test("standings, check, explanation, editions and versions", () => {
  const standings = edelweiss.standings(open, { "tie-breaks": "BH,DE", why: 3 });
  assert.deepEqual(standings.tie_breaks.map(({ code }) => code), ["BH", "DE"]);
  assert.equal(standings.why.number, 3);
  assert.match(new TextDecoder().decode(edelweiss.standingsTrf(open)), /^212 /m);
  const check = edelweiss.check(open);
  assert.equal(check.summary.rounds, 4);
  assert.match(edelweiss.checkText(open), /round 1: equal/);
  const story = edelweiss.explain(open, { "why-not": ["1-2"] });
  assert.equal(story.answers.length, 1);
  assert.match(edelweiss.explainText(open, {}, "html"), /^<!doctype html>/i);
  assert.match(edelweiss.explainText(open, { language: "de" }), /Runde 5/);
  const editions = edelweiss.editions(open);
  assert.deepEqual(editions.editions.map(({ edition }) => edition), [2026, 2017]);
  assert.equal(edelweiss.versions().systems[0].edition, 2026);
});

test("a pairing by hand, what is certain, and variants", () => {
  assert.equal(edelweiss.judge(open, { round: 4 }).is_right, true);
  const wrong = edelweiss.judge(open, { pairs: "1-2" });
  assert.ok(wrong.violations.some(({ kind }) => kind === "unpaired"));
  assert.match(edelweiss.judgeText(open, { round: 4, language: "de" }), /Runde 4/);
  const games = readFileSync(at("../../../crates/cli/tests/recorded/three-open-games.trf"));
  assert.equal(edelweiss.preview(games).outcomes.paired, 27);
  assert.match(edelweiss.previewText(games, {}, "markdown"), /^#/);
  const { variants } = edelweiss.variants(open, ["", "absent 5"]);
  assert.equal(variants[0].boards.length, 9);
  assert.notDeepEqual(variants[1].boards, variants[0].boards);
});

test("a proof, and whether it holds", () => {
  const proof = edelweiss.prove(open);
  for (const given of [proof, JSON.stringify(proof), new TextEncoder().encode(JSON.stringify(proof))]) {
    assert.equal(edelweiss.verify(open, given).holds, true);
  }
  const other = edelweiss.verify(large, proof);
  assert.equal(other.holds, false);
  assert.ok(other.rejection);
  assert.throws(() => edelweiss.verify(open, "{}"), { name: "EdelweissError", message: /^the proof: not a proof/ });
});

test("the best matching of a graph", () => {
  const edges = [[0, 1, 5], [1, 2, 11], [2, 3, 5n]];
  const found = edelweiss.match({ vertices: 4, edges });
  assert.deepEqual([found.value, found.pairs, found.seconds], [11, [[1, 2]], null]);
  assert.deepEqual(edelweiss.match("4 3\n0 1 5\n1 2 11\n2 3 5\n"), found);
  assert.equal(edelweiss.match({ vertices: 4, edges }, { objective: "perfect" }).value, 10);
  assert.deepEqual(edelweiss.match({ vertices: 4, edges }, { best: 2 }).best.map(({ value }) => value), [11, 10]);
  const named = { vertices: ["a", "b"], edges: [["a", "b", 9007199254740993n]] };
  assert.equal(edelweiss.matchText(named), "value 9007199254740993\npairs 1\na b\n");
  assert.match(edelweiss.matchText(named, {}, "lp"), /Maximize/i);
  assert.equal(edelweiss.certificate({ vertices: 4, edges }).vertices.length, 4);
  assert.throws(() => edelweiss.match({ vertices: 3, edges: [[0, 1]] }, { objective: "perfect" }), { kind: "no-pairing" });
  assert.throws(() => edelweiss.match({ vertices: 2, edges: [[0, 2]] }), { name: "EdelweissError", message: /no vertex/ });
  assert.throws(() => edelweiss.match({ vertices: 2 }), TypeError);
  const nodeLink = { directed: false, nodes: [{ id: "a" }, { id: 2 }], links: [{ source: "a", target: 2, weight: 0.1 }] };
  assert.deepEqual(edelweiss.match(nodeLink).pairs, [["a", 2]]);
  assert.equal(edelweiss.matchText("a b 0.1\nc d 0.2\ne e 7\n"), "value 0.3\npairs 2\na b\nc d\n");
  assert.deepEqual(edelweiss.match({ vertices: 4, edges }, { best: 3, limit: 0 }).cut, { limit: 0, found: 1, asked: 3 });
  assert.throws(() => edelweiss.match("2000000000 0\n"));
  assert.equal(edelweiss.pair(open).round, 5);
});

test("what an array says of its length is not believed, nor text that is no Unicode", () => {
  const endless = (items) => new Proxy(items, { get: (of, key) => (key === "length" ? 2 ** 31 : of[key]) });
  for (const edges of [endless([]), endless([[0, 1, 5]]), new Array(2 ** 20), [, [0, 1]], [null], [7]]) {
    assert.throws(() => edelweiss.match({ vertices: 3, edges }), TypeError);
  }
  for (const vertices of [1e9, -1, 2 ** 53, 1.5, "\ud800"]) {
    assert.throws(() => edelweiss.match({ vertices, edges: [[0, 1]] }), (error) => error.name === "EdelweissError");
  }
  assert.throws(() => edelweiss.pair(new Proxy(new Uint8Array(3), {})));
  // One half of a surrogate pair is the sign of an unknown letter in a file, as everywhere, and no option.
  assert.equal(edelweiss.pair(open.replace("012 ", "012 \ud800")).outcome, "paired");
  for (const options of [{ rules: "\udfff" }, { "\ud800": 1 }]) {
    assert.throws(() => edelweiss.pair(open, options), (error) => error.name === "EdelweissError");
  }
  assert.throws(() => edelweiss.pair("\ud800"), (error) => error.name === "EdelweissError");
});

test("lists to hang up, and prizes with their reasons", () => {
  const prizes = readFileSync(at("../../../examples/prizes.toml"), "utf8");
  const recorded = (name) => readFileSync(at(`../../../crates/cli/testdata/lists/${name}`), "utf8");
  const [boards] = edelweiss.lists(open).lists;
  assert.equal(boards.list, "boards");
  const { lists } = edelweiss.lists(open, { lists: ["cross-table", "prizes"], prizes, language: "de" });
  assert.equal(lists[0].parts[0].rows.length, 21);
  assert.ok(lists[0].parts[0].rows.every((row) => row.length === lists[0].parts[0].columns.length));
  assert.equal(lists[1].parts[0].heading, "Open");
  assert.equal(edelweiss.listsText(open, { lists: "prizes", prizes }), recorded("prizes.en.txt"));
  assert.equal(edelweiss.listsText(open, { lists: ["cross-table"] }, "csv"), recorded("cross-table.csv"));
  assert.equal(edelweiss.listsText(open, {}, "markdown"), recorded("boards.md"));
  const markup = edelweiss.listsText(open.replace("Tanaka, Haruto", "<b>Tanaka</b>,"), { lists: ["names"] }, "html");
  assert.ok(markup.includes("&lt;b&gt;Tanaka&lt;/b&gt;") && !markup.includes("<b>"));
  for (const [options, words] of [
    [{ lists: ["crosstable"] }, /found the list "crosstable".*\n {2}hint: did you mean "cross-table"\?$/],
    [{ round: 5 }, /--round: found 5, but 4 are paired/],
    [{ lists: ["prizes"] }, /which prizes there are is not known/],
    [{ lists: ["prizes"], prizes: "[[category]]" }, /^prizes:1:1: .*`name`/],
    [{ format: "xlsx" }, /unknown variant `xlsx`, expected one of `text`, `csv`/],
  ]) {
    const ask = () => (options.format ? edelweiss.listsText(open, {}, options.format) : edelweiss.lists(open, options));
    assert.throws(ask, { name: "EdelweissError", message: words });
  }
  const total = "currency = 'CHF'\ntotal = 100\n[[category]]\nname = 'A'\nprizes = [60, 30]\n";
  assert.throws(() => edelweiss.lists(open, { lists: ["prizes"], prizes: total }), ({ first }) => {
    assert.deepEqual([first.file, first.line, first.first_column, first.field], ["prizes", 2, 9, "total"]);
    assert.match(first.message, /add up to 90\.00, not to the total of 100\.00/);
    return true;
  });
});

test("a random tournament", () => {
  const made = edelweiss.generate({ seed: 7, players: 40, rounds: "5..7" });
  assert.equal(edelweiss.generate({ seed: 7, players: 40, rounds: "5..7" }), made);
  const { summary } = edelweiss.check(made);
  assert.equal(summary.equal, summary.rounds);
  assert.equal(edelweiss.pair(edelweiss.generate({ seed: 8 }, open)).input.players, 21);
  assert.throws(() => edelweiss.generate({}), /seed/);
  assert.throws(() => edelweiss.generate({ seed: 2 ** 63 }), /seed: found \d+, expected a whole number from 0 to 9223372036854775807$/);
});

test("a round that cannot be paired is an answer", () => {
  const folder = at("../../../testdata/corpus/unpairable-2026/");
  const name = execFileSync("ls", [folder]).toString().split("\n").find((each) => each.endsWith(".trf"));
  const file = readFileSync(folder + name);
  const round = edelweiss.pair(file);
  assert.equal(round.outcome, "impossible");
  assert.equal(round.impossible.reason, "no-legal-pairing");
  assert.throws(() => edelweiss.pairTrf(file), (error) => error.kind === "no-pairing");
});

test("a report is a file with ranks, and an event that is not over has none", () => {
  const report = new TextDecoder().decode(edelweiss.report(open, { incomplete: true }, "trf16"));
  assert.ok(report.includes("\nXXR 7\n"));
  assert.throws(() => edelweiss.report(open), { name: "EdelweissError", message: /4 of 7 rounds/ });
});

test("what is refused says where and what to do", () => {
  const bad = open.replace(" w 1", " x 1");
  const line = open.split("\n").findIndex((each) => each.includes(" w 1")) + 1;
  assert.throws(() => edelweiss.pair(bad, { file: "bad.trf" }), (error) => {
    assert.ok(error instanceof EdelweissError);
    assert.equal(error.kind, "invalid");
    assert.equal(error.first.file, "bad.trf");
    assert.equal(error.first.line, line);
    assert.ok(error.first.first_column > 0);
    assert.ok(error.message.startsWith(`bad.trf:${line}:`));
    return true;
  });
  for (const [options, words] of [
    [{ rule: 2017 }, /^options: found "rule", expected one of encoding, file, format, ignore-points, absence-share, absences-paid, absent, .*bye,/],
    [{ rules: 1887 }, /found the edition "1887"/],
    [{ round: 99 }, /round 99 is asked for/],
    [{ round: -1 }, /^options: round: /],
  ]) {
    assert.throws(() => edelweiss.pair(open, options), { name: "EdelweissError", message: words });
  }
  for (const file of ["", "hello", "\u0000\u0001", new Uint8Array([0xff, 0xfe, 0x00])]) {
    assert.throws(() => edelweiss.pair(file), EdelweissError);
  }
});

test("every bad sample is refused in the words of the program", () => {
  const folder = at("../../../crates/trf/testdata/bad/");
  const samples = readdirSync(folder).filter((name) => name.endsWith(".trf"));
  assert.ok(samples.length > 60);
  for (const name of samples) {
    // What the program says of the same file: a test of its own holds it to this.
    const said = readFileSync(folder + name.replace(/trf$/, "txt"), "utf8").trimEnd();
    assert.throws(() => edelweiss.pair(readFileSync(folder + name), { file: name }), ({ message }) => {
      // Warnings are said before the errors; an exception has the errors.
      assert.ok(said === message || (said.startsWith("warning: ") && said.endsWith(`\n${message}`)), `${name}: ${message}`);
      return true;
    });
  }
});

test("a file that is too long is refused, and the memory of the call is given back", () => {
  const long = new Uint8Array(100 << 20).fill(32);
  const before = process.memoryUsage().rss;
  for (let time = 0; time < 5; time += 1) {
    assert.throws(() => edelweiss.pair(long), (error) => {
      assert.ok(error instanceof EdelweissError);
      assert.equal(error.kind, "limit");
      return true;
    });
  }
  const grown = (process.memoryUsage().rss - before) >> 20;
  assert.ok(grown < 250, `${grown} MB after five calls`);
  assert.equal(edelweiss.pair(open).round, 5);
});

test("no panic crosses the border, and the next call works", () => {
  for (let time = 0; time < 3; time += 1) {
    assert.throws(() => guarded(native.panic_for_tests), (error) => {
      assert.ok(error instanceof EdelweissDefect);
      assert.match(error.message, /please report it.*asked for by a test/);
      return true;
    });
    assert.equal(edelweiss.pair(open).round, 5);
  }
});

test("what is handed out is small", () => {
  const wasm = readFileSync(at("../target/package/edelweiss_bg.wasm"));
  const packed = gzipSync(wasm, { level: 9 }).length;
  // The steps of an event's day, and the file they are done on, are a tenth of it; teams, their proofs and title norms a
  // twentieth, and so are lists to hang up in six languages.
  assert.ok(packed < 1.875 * 1024 * 1024, `${packed} bytes gzipped`);
});
