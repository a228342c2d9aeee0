// Cross table and prizes of the page in headless Chromium.

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { answered, at, choose, faults, opened, press, program, started, trouble } from "./browser.js";

const open = at("../../examples/open.trf");
const PRIZES = readFileSync(at("../../examples/prizes.toml"), "utf8");
let browser;
let scratch;

before(async () => {
  browser = await started();
  scratch = mkdtempSync(join(tmpdir(), "edelweiss-lists-"));
});

after(async () => {
  await browser?.close();
  if (scratch) rmSync(scratch, { recursive: true });
});

/** The list of this name, of a file that is opened. */
async function listed(tab, name, file = open) {
  await choose(tab, file);
  await answered(tab);
  await press(tab, "#tab-lists");
  await answered(tab, "lists");
  await tab.select("#which-list", name);
  await answered(tab, "lists");
}

/** These prizes, in the field. */
async function given(tab, text) {
  await tab.$eval("#prizes", (field, value) => (field.value = value), text);
  await press(tab, "#give-prizes");
  await tab.waitForFunction(() => !document.getElementById("main").hasAttribute("aria-busy") && (document.querySelector("#panel-lists table") || !document.getElementById("trouble").hidden));
}

/** What the tables of the list say, cell by cell. */
const cells = (tab) => tab.$$eval("#panel-lists tbody tr", (rows) => rows.map((row) => [...row.cells].map((cell) => cell.textContent)));
const headings = (tab) => tab.$$eval("#panel-lists h3", (all) => all.map((each) => each.textContent));

/** The lists of the program. */
function told(...options) {
  const command = program();
  assert.ok(command, "the program has not been built: cargo build --package edelweiss-cli");
  return JSON.parse(execFileSync(command, ["lists", ...options, "--format", "json", "-q"])).lists[0];
}

/** Drops a file of this text on the page. */
const drop = (tab, name, text) =>
  tab.evaluate((fileName, content) => {
    const data = new DataTransfer();
    data.items.add(new File([content], fileName));
    document.body.dispatchEvent(new DragEvent("drop", { dataTransfer: data, bubbles: true, cancelable: true }));
  }, name, text);

test("cross table and prizes are those of the program, and are printed", async () => {
  const { tab, seen } = await opened(browser);
  await listed(tab, "cross-table");
  assert.equal(await trouble(tab), null);
  const [table] = told(open, "cross-table").parts;
  assert.deepEqual(await cells(tab), table.rows);
  assert.match(await tab.$eval("#panel-lists", (panel) => panel.innerText), /Cross table after round 4/);
  await press(tab, "#project");
  await tab.waitForSelector(".projector tbody tr");
  await press(tab, ".projector button");
  await tab.waitForFunction(() => !document.querySelector(".projector"));

  await tab.select("#which-list", "prizes");
  await given(tab, PRIZES);
  assert.equal(await trouble(tab), null);
  const prizes = told(open, "prizes", "--prizes", at("../../examples/prizes.toml"));
  assert.deepEqual(await headings(tab), prizes.parts.map(({ heading }) => heading));
  assert.deepEqual(await cells(tab), prizes.parts.flatMap(({ rows }) => rows));
  const words = await tab.$eval("#panel-lists", (panel) => panel.innerText);
  assert.match(words, /half of each by rank, half equally; instead of 250\.00 \(Women\)/);
  for (const note of prizes.notes) assert.ok(words.includes(note), note);
  await press(tab, "#project");
  await tab.waitForSelector(".projector tbody tr");
  assert.deepEqual(await tab.$$eval(".projector tbody tr:first-child td", (row) => [row[0].textContent, row[3].textContent]), ["Open", "IM Ferreira, Duarte"]);
  await press(tab, ".projector button");
  await tab.emulateMediaType("print");
  const isShown = (selector) => tab.$eval(selector, (element) => element.offsetParent !== null);
  assert.equal(await isShown("#panel-lists table"), true);
  assert.equal(await isShown("#prizes-form"), false);
  assert.deepEqual(seen.errors, []);
  assert.deepEqual(seen.requests.filter((url) => !/^(file|blob|data):/.test(url)), []);
  await tab.close();
});

test("other tie-breaks rank the cross table anew", async () => {
  const { tab } = await opened(browser);
  await listed(tab, "cross-table");
  const before = await cells(tab);
  await press(tab, "#tab-standings");
  await answered(tab, "standings");
  await tab.$eval("#tie-breaks", (field) => (field.value = "WON"));
  await press(tab, "#panel-standings form button");
  await tab.waitForFunction(() => document.querySelector("#panel-standings .facts").textContent.startsWith("WON"));
  await press(tab, "#tab-lists");
  await tab.waitForFunction(() => document.querySelector("#panel-lists thead")?.textContent.includes("WON"));
  assert.notDeepEqual(await cells(tab), before);
  await tab.close();
});

test("prizes that are wrong are answered with line and key, and stay in the field", async () => {
  const { tab } = await opened(browser);
  await listed(tab, "prizes");
  const category = "[[category]]\nname = 'Open'\n";
  for (const [text, words, mark] of [
    [`currency = 'CHF'\ntotal = 100\n${category}prizes = [60, 30]\n`, /error in the prizes[^]*Line 2, column 9: the prizes add up to 90\.00, not to the total of 100\.00/, "total = 100"],
    [`${category}price = [60]\n`, /Line 3, column 1: unknown field `price`/, "price = [60]"],
    [`${category}prizes = [60, 70]\n`, /Line 3, column 10: prizes: prize 2 \(70\.00\) is above the one before it \(60\.00\)/, "prizes = [60, 70]"],
    [`${category}prizes = [60]\nplayers = [77]\n`, /lists player 77, who is not in the tournament/, null],
    [`${category}prizes = '<img src=x onerror=alert(1)>'\n`, /Line 3, column 10: prizes: /, "<img src=x"],
    ["hello", /Line 1, column /, "hello"],
  ]) {
    await given(tab, text);
    const said = await trouble(tab);
    assert.match(said, words);
    if (mark) assert.ok((await tab.$eval("#trouble pre", (line) => line.textContent)).includes(mark), said);
    assert.equal(await tab.$("#trouble img"), null);
    assert.equal(await tab.$eval("#prizes", (field) => field.value), text);
    assert.equal(await tab.$eval("#prizes-details", (details) => details.open), true);
    assert.equal(await tab.$("#panel-lists table"), null);
  }
  assert.deepEqual(await faults(tab), [], "trouble");
  await given(tab, PRIZES);
  assert.equal(await trouble(tab), null);
  assert.equal((await headings(tab)).length, 3);
  // Nothing again is no list.
  await press(tab, "#prizes-details summary");
  await tab.$eval("#prizes", (field) => (field.value = ""));
  await press(tab, "#give-prizes");
  await tab.waitForFunction(() => !document.querySelector("#panel-lists table"));
  await tab.close();
});

test("a file of prizes is dropped, pasted or chosen, and kept with its event", async () => {
  const { tab } = await opened(browser);
  await tab.$eval("#paste", (field) => (field.value = "Name;Elo\nAnna;900\nBen;1100\n<b>Eve</b>;950\nFritz;1050\n"));
  await press(tab, "#paste-form button");
  await tab.waitForSelector("#make");
  await press(tab, "#make");
  await answered(tab, "day");
  await press(tab, "#pair-next");
  await tab.waitForSelector("table.results tbody tr");
  await tab.focus("table.results tbody tr");
  for (const key of ["1", "0"]) await tab.keyboard.press(key);
  await tab.waitForFunction(() => document.getElementById("day-said")?.textContent.includes("oard"));
  await drop(tab, "prizes.toml", "[[category]]\nname = '<i>Open</i>'\nprizes = [20, 10]\n");
  await tab.waitForSelector("#panel-lists tbody tr");
  assert.deepEqual(await headings(tab), ["<i>Open</i>"]);
  const names = (await cells(tab)).map((row) => row[2]);
  assert.ok(names.length === 2, names.join());
  assert.equal(await tab.$("#panel-lists i, #panel-lists b"), null);
  await tab.select("#which-list", "cross-table");
  await tab.waitForFunction(() => document.querySelectorAll("#panel-lists tbody tr").length === 4);
  assert.ok((await cells(tab)).some((row) => row.includes("<b>Eve</b>")));
  assert.equal(await tab.$("#panel-lists b"), null);
  // Pasted anywhere.
  await tab.evaluate((text) => {
    const data = new DataTransfer();
    data.setData("text/plain", text);
    document.body.dispatchEvent(new ClipboardEvent("paste", { clipboardData: data, bubbles: true, cancelable: true }));
  }, "[[category]]\nname = 'Women'\nsex = 'w'\nprizes = [5]\n\n[[category]]\nname = 'All'\nprizes = [9]\n");
  await tab.waitForFunction(() => document.querySelector("#panel-lists h3")?.textContent === "All");
  // Chosen.
  const path = join(scratch, "other.toml");
  writeFileSync(path, "[[category]]\nname = 'Chosen'\nprizes = [7]\n");
  await (await tab.$("#prizes-file")).uploadFile(path);
  await tab.waitForFunction(() => document.querySelector("#panel-lists h3")?.textContent === "Chosen");
  await tab.reload();
  await tab.waitForSelector(".saved-open");
  await press(tab, ".saved-open");
  await answered(tab, "day");
  await press(tab, "#tab-lists");
  await answered(tab, "lists");
  await tab.select("#which-list", "prizes");
  await tab.waitForFunction(() => document.querySelector("#panel-lists h3")?.textContent === "Chosen");
  await tab.close();
});

test("the lists are whole with 500 players, and axe finds nothing at either width and scheme", async () => {
  for (const width of [1280, 390]) {
    for (const scheme of ["light", "dark"]) {
      const { tab, seen } = await opened(browser, { width, height: 900, scheme });
      await listed(tab, "cross-table");
      assert.deepEqual(await faults(tab), [], "cross table");
      await tab.select("#which-list", "prizes");
      assert.deepEqual(await faults(tab), [], "the form");
      await given(tab, PRIZES);
      assert.deepEqual(await faults(tab), [], "prizes");
      const overflow = await tab.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
      assert.ok(overflow <= 0, `${overflow} pixels too wide at ${width}`);
      assert.deepEqual(seen.errors, []);
      await tab.close();
    }
  }
  const { tab } = await opened(browser);
  await listed(tab, "cross-table", at("../../examples/large.trf"));
  assert.equal((await cells(tab)).length, 500);
  await press(tab, "#close");
  await choose(tab, open);
  await answered(tab);
  await tab.close();
});
