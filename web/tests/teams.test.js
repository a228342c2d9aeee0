// A competition of teams in headless Chromium.

import assert from "node:assert/strict";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { answered, at, choose, faults, opened, press, started, trouble } from "./browser.js";

const text = readFileSync(at("../../examples/teams.trf"), "utf8");
/** Said of round 4: Lausanne leaves its second board empty. */
const LINE_UP = "300 004 005 003 0017 0000 0019 0018\n";
let browser;
let scratch;

before(async () => {
  browser = await started();
  scratch = mkdtempSync(join(tmpdir(), "edelweiss-teams-"));
});

after(async () => {
  await browser?.close();
  if (scratch) rmSync(scratch, { recursive: true });
});

async function openText(tab, content, name = "teams.trf") {
  const path = join(scratch, name);
  writeFileSync(path, content);
  await choose(tab, path);
  await answered(tab);
}

async function show(tab, panel) {
  await press(tab, `#tab-${panel}`);
  await answered(tab, panel);
  assert.equal(await trouble(tab), null);
}

const words = (tab, selector) => tab.$eval(selector, (element) => element.innerText.replace(/\s+/g, " "));

/** Waits until something on the page reads so. */
const reads = (tab, selector, source) =>
  tab.waitForFunction(
    (where, pattern) => [...document.querySelectorAll(where)].some((element) => new RegExp(pattern).test(element.textContent.replace(/\s+/g, " "))),
    {},
    selector,
    source,
  );

const rows = (tab, panel) => tab.$$eval(`#panel-${panel} tbody tr`, (lines) => lines.map((line) => line.innerText.replace(/\s+/g, " ").trim()));

test("a file of teams is paired as teams, with the reason and the line-ups of each match", async () => {
  const { tab, seen } = await opened(browser);
  await openText(tab, text + LINE_UP);
  assert.equal(await trouble(tab), null);
  assert.match(await words(tab, "#event-facts"), /^7 teams · 5 rounds/);
  const heads = await tab.$$eval("#panel-pair thead th", (cells) => cells.map((cell) => cell.textContent));
  assert.deepEqual(heads, ["Match", "White on board 1", "MP / GP", "Black on board 1", "MP / GP"]);
  const matches = await tab.$$eval("#panel-pair table.boards tbody tr:not(.story):not(.players)", (lines) =>
    lines.map((line) => [...line.querySelectorAll(".side .player, .points")].map((cell) => cell.firstChild.textContent)));
  assert.deepEqual(matches, [
    ["Lausanne", "4.0 / 7.0", "Basel", "5.0 / 8.5"],
    ["Genève", "3.0 / 7.0", "Bern", "3.0 / 6.0"],
    ["Zürich", "3.0 / 5.5", "Lugano", "1.0 / 3.0"],
  ]);
  // The only line-up of the file, and none is made up.
  const lineUps = await tab.$$eval(".line-ups li", (items) => items.map((item) => item.textContent));
  assert.deepEqual(lineUps, ["17 Quadri, Rita – not told yet", "nobody – not told yet", "19 Steiner, Tina – not told yet", "18 Rossi, Sven – not told yet"]);
  await reads(tab, "#panel-pair .note", "Line-ups are entered on Day");
  assert.equal(await tab.$("#download"), null);
  await press(tab, ".boards .quiet");
  await reads(tab, "tr.story .told", "5 Lausanne has White against 3 Basel.*4\\.3\\.8");
  await press(tab, "#panel-pair details summary");
  await reads(tab, "#panel-pair details .told", "6 teams are paired in 3 matches");
  assert.deepEqual(await faults(tab), []);
  const panel = await words(tab, "#panel-pair");
  assert.doesNotMatch(panel, /player/i);
  assert.deepEqual(seen.errors, []);
  assert.deepEqual(seen.requests.filter((url) => !/^(file|blob|data):/.test(url)), []);
  await tab.close();
});

test("results of a match are entered board by board, and its points follow", async () => {
  const { tab } = await opened(browser);
  await openText(tab, text);
  await show(tab, "day");
  assert.equal(await words(tab, "[data-match='1']"), "2.5 : 1.5 (match points 2.0 : 0.0)");
  assert.match((await rows(tab, "day"))[0], /^Match 1: 3 Basel – 2 Genève/);
  for (const absent of ["#players", "#late", "#hand"]) assert.equal(await tab.$(absent), null, absent);
  // Keys go over the headings of matches: the last board of the first match, and the first of the next one.
  const board = "table.results tbody tr:nth-child(5)";
  assert.match(await words(tab, board), /^1\.4 .*Huber, Hans.*Leuthold, Luca/);
  await tab.focus(board);
  await tab.keyboard.press("0");
  await reads(tab, "[data-match='1']", "^3\\.5 : 0\\.5 \\(match points 2\\.0 : 0\\.0\\)");
  await tab.keyboard.press("Delete");
  await reads(tab, "[data-match='2']", "\\(open\\)");
  await reads(tab, "#day-said", "no result any more");
  assert.deepEqual(await faults(tab), []);
  for (let count = 0; count < 2; count += 1) {
    const said = await tab.$eval("#undo", (button) => button.title);
    await press(tab, "#undo");
    await tab.waitForFunction((taken) => document.getElementById("day-said")?.textContent.includes(taken), {}, `Taken back: ${said[0].toLowerCase()}${said.slice(1)}`);
  }
  assert.equal(await words(tab, "[data-match='1']"), "2.5 : 1.5 (match points 2.0 : 0.0)");
  await press(tab, "#teams summary");
  assert.match(await words(tab, "#teams tbody"), /6 Luzern 2\.0 5\.0 .* 21 Ulrich, Vera; 22 Vogel, Willi/);
  assert.equal(await tab.$eval("select[aria-label='Luzern in round 4']", (select) => select.value), "Z");
  await tab.close();
});

test("a day of teams: who plays, who may not meet, and the next round with its line-ups", async () => {
  const { tab, seen } = await opened(browser);
  await openText(tab, text);
  await show(tab, "day");
  const said = (words) => reads(tab, "#day-said", words);
  const takesPart = (team) => `select[aria-label='${team} in round 4']`;
  await press(tab, "#teams summary");
  await tab.select(takesPart("Luzern"), "");
  await said("Round 4: 6 Luzern is absent no more");
  await press(tab, "#teams summary");
  assert.equal(await tab.$eval(takesPart("Luzern"), (select) => select.value), "");
  for (const [choice, expected] of [["H", "Round 4: 7 Lugano has a half-point bye"], ["out", "Lugano .*absent"], ["Z", "Round 4: 7 Lugano is absent"]]) {
    await tab.select(takesPart("Lugano"), choice);
    await said(expected);
    await press(tab, "#teams summary");
    assert.equal(await tab.$eval(takesPart("Lugano"), (select) => select.value), choice);
  }
  // Lausanne and Basel would meet.
  await press(tab, "#bans summary");
  await tab.type("input[aria-label='Number of one team']", "5");
  await tab.type("input[aria-label='Number of the other team']", "3");
  await press(tab, "#bans form button");
  await said("do not meet");
  assert.match(await words(tab, "#bans summary"), /^Teams who may not meet \(1\)/);
  await press(tab, "#pair-next");
  await tab.waitForSelector("#line-ups");
  const matches = () => tab.$$eval("#line-ups .match", (lines) => lines.map((line) => [...line.querySelectorAll(".player")].map((cell) => cell.textContent).join(" - ")));
  const kept = await matches();
  assert.equal(kept.length, 3);
  assert.ok(kept.every((match) => !/Lausanne - 3 Basel|Basel - 5 Lausanne|Lugano/.test(match)), kept.join("; "));
  await press(tab, "#bans summary");
  await press(tab, "#bans li button");
  await said("may meet|lifted");
  await press(tab, "#pair-next");
  await tab.waitForSelector("#line-ups");
  assert.equal((await matches())[0], "5 Lausanne - 3 Basel");
  // A captain has not handed in, and a player is of another team: nothing is written.
  const write = "#line-ups button";
  await tab.type("input[data-team='5']", "17 0 19 18");
  await press(tab, write);
  await reads(tab, "#trouble", "there is no line-up of");
  await press(tab, "#by-list");
  await tab.type("input[data-team='3']", "9 10 11 1");
  await press(tab, write);
  await reads(tab, "#trouble", "player 1");
  assert.deepEqual(await faults(tab), []);
  await tab.$eval("input[data-team='3']", (input) => (input.value = "9 10 11 12"));
  await tab.$eval("input[data-team='5']", (input) => (input.value = "17 0 18 19"));
  await press(tab, write);
  await reads(tab, "#panel-day h2", "Round 4 of 5");
  assert.match((await rows(tab, "day"))[0], /^Match 1: 5 Lausanne – 3 Basel 0\.0 : 1\.0 \(open\)/);
  assert.equal(await trouble(tab), null);
  assert.equal(await tab.$eval("#pair-next", (button) => button.disabled), true);
  await press(tab, "#undo");
  await said("Taken back: round 4 paired");
  await reads(tab, "#panel-day h2", "Round 3 of 5");
  assert.deepEqual(await faults(tab), []);
  assert.deepEqual(seen.errors, []);
  await tab.close();
});

test("standings, check, editions and lists are of teams, at any width", async () => {
  for (const width of [1280, 390]) {
    const { tab, seen } = await opened(browser, { width });
    await openText(tab, text + LINE_UP);
    await show(tab, "standings");
    assert.match((await rows(tab, "standings"))[0], /^1 3 Basel 5\.0 8\.5/);
    await press(tab, "#panel-standings .quiet");
    await tab.waitForSelector("#panel-standings tr.story .told");
    await show(tab, "check");
    await reads(tab, "#panel-check", "Every recorded round comes out again");
    await show(tab, "editions");
    assert.match((await rows(tab, "editions"))[0], /5 Lausanne – 3 Basel/);
    await show(tab, "lists");
    const expected = {
      boards: /^1 3 Basel 2\.5 : 1\.5 2 Genève/, games: /^1\.1 9 Iseli, Ida Basel ½-½ 5 Egli, Eva Genève/,
      names: /^Ackermann, Zoe 25 Lugano/, points: /^5\.0 8\.5 3 Basel/, starting: /^1 Zürich 2299 1 Aebi, Anna;/,
    };
    for (const [list, first] of Object.entries(expected)) {
      await tab.select("#which-list", list);
      assert.match((await rows(tab, "lists"))[0], first, list);
    }
    await tab.select("#which-list", "cross-table");
    await reads(tab, "#panel-lists h2", "Cross table of the players");
    await tab.waitForSelector("#panel-lists table");
    for (const panel of ["day", "pair", "standings", "check", "editions", "lists"]) {
      await show(tab, panel);
      assert.deepEqual(await faults(tab), [], `${panel} at ${width}`);
      const overflow = await tab.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
      assert.ok(overflow <= 0, `${panel}: ${overflow} pixels too wide at ${width}`);
    }
    // What goes on paper.
    await tab.emulateMediaType("print");
    await show(tab, "day");
    assert.equal(await tab.$eval("#panel-day tr.match", (row) => row.offsetParent !== null), true);
    assert.deepEqual(seen.errors, []);
    await tab.close();
  }
});

test("players are shown for teams, and teams for players, nowhere without words", async () => {
  const { tab } = await opened(browser);
  await openText(tab, text);
  await tab.select("#rules", "dutch 2026");
  await reads(tab, "#panel-pair .note", "These rules pair the players without their teams");
  await press(tab, "#tab-day");
  await answered(tab, "day");
  await press(tab, "#pair-next");
  await reads(tab, "#trouble", "these rules pair the players without their teams");
  assert.equal(await tab.$("#line-ups"), null);
  await press(tab, "#close");
  await press(tab, "#example");
  await answered(tab);
  await tab.select("#rules", "team-swiss 2026");
  await reads(tab, "#trouble", "found a tournament of players, expected one of teams");
  assert.equal(await tab.$("#panel-pair table"), null);
  await tab.select("#rules", "");
  await tab.waitForSelector("#panel-pair table.boards");
  assert.match(await words(tab, "#event-facts"), /players/);
  assert.equal(await trouble(tab), null);
  await tab.close();
});

test("what is wrong among teams is said in words", async () => {
  const { tab } = await opened(browser);
  const wrong = [
    ["too-few.trf", text.replace("   1    2    3    4\n", "   1\n"), /round 1: player 2 has an opponent and is a member of no team/],
    ["twice.trf", text.replace("310   2 ", "310   1 "), /Line 43, columns 5 to 7: team number 1, expected one of its own/],
    ["two-teams.trf", text.replace("   5    6    7    8\n", "   5    6    7    1\n"), /player 1 is a member of a team already/],
    ["alone.trf", "012 One\n062 1\n142 1\n192 FIDE_ROUNDROBIN\n001    1      Aebi, Anna                        2350 SUI                         0.0    1\n",
      /found 1 players, expected two or more for a round robin/],
  ];
  for (const [name, content, expected] of wrong) {
    await openText(tab, content, name);
    assert.match(await trouble(tab), expected, name);
    assert.deepEqual(await faults(tab), [], name);
  }
  // The day of such a file says it, too, and shows no players in the place of teams.
  await openText(tab, wrong[0][1], wrong[0][0]);
  await press(tab, "#tab-day");
  await answered(tab, "day");
  assert.match(await words(tab, "#panel-day"), wrong[0][2]);
  assert.equal(await tab.$("#panel-day table"), null);
  await press(tab, "#tab-lists");
  await answered(tab, "lists");
  assert.match(await words(tab, "#panel-lists"), wrong[0][2]);
  await tab.close();
});
