// An event in headless Chromium, from a list of players to its end.

import assert from "node:assert/strict";
import { execFileSync, spawnSync } from "node:child_process";

import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { answered, at, choose, faults, opened, press, program, started, trouble } from "./browser.js";

let browser;
let scratch;

before(async () => {
  browser = await started();
  scratch = mkdtempSync(join(tmpdir(), "edelweiss-day-"));
});

after(async () => {
  await browser?.close();
  if (scratch) rmSync(scratch, { recursive: true });
});

const CHILDREN = "Name;Elo\nAnna;900\nBen;1100\nCarla;\nDavid;1000\n<b>Eve</b>;950\nFritz;1050\nGreta;\nHugo;870\n";

/** An event of this list, made with the form. */
async function begun(tab, list, rounds) {
  await tab.$eval("#paste", (field, text) => (field.value = text), list);
  await press(tab, "#paste-form button");
  await tab.waitForSelector("#make");
  await tab.$eval("#new-rounds", (field, value) => (field.value = value), rounds);
  await press(tab, "#make");
  await answered(tab, "day");
}

const openBoards = (tab) => tab.$$eval("table.results tr.is-open", (rows) => rows.length);

async function paired(tab, round) {
  await tab.waitForFunction(() => document.getElementById("pair-next") && !document.getElementById("pair-next").disabled);
  await press(tab, "#pair-next");
  await tab.waitForFunction(
    (words) => document.querySelector("#panel-day h2").textContent.startsWith(words) && document.activeElement.closest("table.results"),
    {},
    `Round ${round} `,
  );
}

test("a child's first event: a list, four rounds, standings, and back after a reload", async () => {
  const { tab, seen } = await opened(browser);
  tab.setDefaultTimeout(30_000);
  await tab.$eval("#paste", (field, text) => (field.value = text), CHILDREN);
  await press(tab, "#paste-form button");
  await tab.waitForSelector("#make");
  assert.match(await tab.$eval("#new-columns", (line) => line.textContent), /Name; Elo: rating/);
  assert.deepEqual(await faults(tab), [], "the form");
  assert.equal(await tab.$("#new b"), null, "a name is no markup");
  await tab.$eval("#new-rounds", (field) => (field.value = 4));
  await press(tab, "#make");
  await answered(tab, "day");
  assert.equal(await trouble(tab), null);
  for (let round = 1; round <= 4; round += 1) {
    await paired(tab, round);
    if (round === 1) assert.deepEqual(await faults(tab), [], "the boards");
    // Keys: White wins, a draw, Black wins, White by forfeit.
    await tab.focus("table.results tbody tr");
    for (const key of ["1", "=", "0", "+"]) await tab.keyboard.press(key);
    assert.equal(await openBoards(tab), 0);
  }
  await tab.waitForFunction(() => document.getElementById("day-said")?.textContent.includes("oard"));
  await press(tab, "#tab-standings");
  await answered(tab, "standings");
  assert.equal(await trouble(tab), null);
  const before = await tab.$eval("#panel-standings table", (table) => table.innerText);
  assert.match(before, /<b>Eve<\/b>/);
  await tab.reload();
  await tab.waitForSelector(".saved-open");
  assert.deepEqual(await faults(tab), [], "the start");
  await press(tab, ".saved-open");
  await answered(tab, "day");
  await press(tab, "#tab-standings");
  await answered(tab, "standings");
  assert.equal(await tab.$eval("#panel-standings table", (table) => table.innerText), before);
  assert.deepEqual(seen.errors, []);
  assert.deepEqual(seen.requests.filter((url) => !/^(file|blob|data):/.test(url)), []);
  await tab.close();
});

test("results, players, bans and swaps are taken back one by one", async () => {
  const { tab } = await opened(browser);
  tab.setDefaultTimeout(30_000);
  await begun(tab, CHILDREN, 3);
  const file = () => tab.evaluate(() => document.querySelector("#panel-day").innerText);
  const facts = () => tab.$eval("#day-facts", (line) => line.textContent);
  const undone = async () => {
    const said = await tab.$eval("#undo", (button) => button.title);
    await press(tab, "#undo");
    await tab.waitForFunction((words) => document.getElementById("day-said")?.textContent.includes(words), {}, `Taken back: ${said}`);
  };
  // Nobody may meet with himself; the file stays as it was.
  await press(tab, "#bans summary");
  await tab.type("#bans input", "3");
  await tab.type("#bans input:nth-of-type(2)", "3");
  await press(tab, "#bans button[type=submit]");
  await tab.waitForFunction(() => !document.getElementById("trouble").hidden);
  assert.deepEqual(await faults(tab), [], "trouble");
  await tab.$eval("#bans input:nth-of-type(2)", (field) => (field.value = 1));
  await press(tab, "#bans button[type=submit]");
  await tab.waitForFunction(() => document.querySelector("#bans summary").textContent.includes("(1)"));
  await press(tab, "#late summary");
  await tab.type("#late input", "Ida");
  await press(tab, "#late button");
  await tab.waitForFunction(() => document.getElementById("day-facts").textContent.includes("9 players"));
  await press(tab, "#players summary");
  await tab.waitForSelector("#players select");
  await tab.select("#players tbody tr:nth-child(2) select", "H");
  await tab.waitForFunction(() => /half-point bye/.test(document.getElementById("day-said").textContent));
  await paired(tab, 1);
  assert.match(await file(), /a half-point bye/);
  // An exchange by hand is judged first.
  await press(tab, "#hand summary");
  const seats = () => tab.$$eval("table.results .num-of", (cells) => cells.map((cell) => Number(cell.textContent)));
  const numbers = await seats();
  await tab.type("#hand input", `${numbers[0]}`);
  await tab.type("#hand input:nth-of-type(2)", `${numbers[2]}`);
  await press(tab, "#hand button[type=submit]");
  await tab.waitForSelector("#seat");
  assert.deepEqual(await faults(tab), [], "judged");
  await press(tab, "#seat");
  // Said once the boards are drawn and the change can be taken back.
  await tab.waitForFunction(() => /by hand/.test(document.getElementById("day-said").textContent));
  assert.notDeepEqual(await seats(), numbers);
  await undone();
  assert.deepEqual(await seats(), numbers);
  await press(tab, "table.results button.result");
  await tab.waitForFunction(() => document.getElementById("day-said").textContent.includes("1-0"));
  assert.match(await facts(), /^3 of 4 boards/);
  await undone();
  assert.match(await facts(), /^4 of 4 boards/);
  await undone();
  assert.match(await file(), /Before round 1/);
  await undone();
  await undone();
  assert.match(await facts(), /^8 players/);
  await undone();
  assert.equal(await tab.$eval("#undo", (button) => button.disabled), true);
  await tab.close();
});

test("a list that is wrong says where, and a file that is none stays a file", async () => {
  const { tab } = await opened(browser);
  const path = join(scratch, "wrong.csv");
  writeFileSync(path, "Name;Elo\nAnna;many\n");
  await choose(tab, path);
  await tab.waitForFunction(() => !document.getElementById("trouble").hidden);
  assert.match(await trouble(tab), /many/);
  await tab.close();
});

test("a keypress is answered within 50 ms at 1,000 players", async () => {
  const { tab } = await opened(browser);
  const players = Array.from({ length: 1000 }, (_, index) => `Player ${index};${2600 - index}`);
  await begun(tab, `Name;Elo\n${players.join("\n")}\n`, 9);
  await paired(tab, 1);
  await tab.focus("table.results tbody tr");
  const times = await tab.evaluate(async () => {
    const times = [];
    for (let count = 0; count < 40; count += 1) {
      const start = performance.now();
      document.activeElement.dispatchEvent(new KeyboardEvent("keydown", { key: count % 3 ? "1" : "=", bubbles: true, cancelable: true }));
      // Until it can be seen.
      await new Promise((shown) => requestAnimationFrame(() => setTimeout(shown)));
      times.push(performance.now() - start);
    }
    return times.sort((a, b) => a - b);
  });
  console.log(`keypress at 1,000 players: median ${times[20].toFixed(1)} ms, longest ${times[39].toFixed(1)} ms`);
  assert.equal(await openBoards(tab), 460);
  await tab.waitForFunction(() => document.getElementById("day-facts").textContent.startsWith("460 of 500"));
  await tab.close();
});


test("lists are shown, turned page by page on a screen, and printed", async () => {
  const { tab } = await opened(browser);
  const list = Array.from({ length: 80 }, (_, index) => `Player ${String(index).padStart(2, "0")};${2600 - index}`);
  await begun(tab, `Name;Elo\n${list.join("\n")}\n`, 3);
  await paired(tab, 1);
  await press(tab, "#tab-lists");
  await answered(tab, "lists");
  const rows = () => tab.$$eval("#panel-lists tbody tr", (lines) => lines.map((line) => line.innerText.split("\t")));
  assert.equal((await rows()).length, 40);
  assert.deepEqual(await faults(tab), [], "boards");
  await tab.select("#which-list", "names");
  const names = (await rows()).map(([name]) => name);
  assert.deepEqual(names, [...names].sort());
  assert.equal(names.length, 80);
  await press(tab, "#project");
  await tab.waitForSelector(".projector tbody tr");
  const first = await tab.$eval(".projector", (screen) => screen.innerText);
  assert.match(first, /1 to \d+ of 80/);
  assert.deepEqual(await faults(tab), [], "projector");
  await tab.focus(".projector button");
  await tab.keyboard.press("ArrowRight");
  assert.notEqual(await tab.$eval(".projector", (screen) => screen.innerText), first);
  await press(tab, ".projector button");
  await tab.waitForFunction(() => !document.querySelector(".projector"));
  await tab.emulateMediaType("print");
  assert.equal(await tab.$eval("#panel-lists table", (table) => table.offsetParent !== null), true);
  assert.equal(await tab.$eval("#tabs", (tabs) => getComputedStyle(tabs).display), "none");
  await tab.close();
});

test("served, the page is an application that works without its server", async () => {
  const folder = at("../target/");
  const server = createServer((request, response) => {
    const name = request.url.slice(1) || "edelweiss.html";
    const types = { html: "text/html", js: "text/javascript", webmanifest: "application/manifest+json" };
    try {
      response.setHeader("content-type", types[name.split(".").at(-1)] ?? "text/plain");
      response.end(readFileSync(join(folder, name)));
    } catch {
      response.statusCode = 404;
      response.end();
    }
  });
  await new Promise((ready) => server.listen(0, "127.0.0.1", ready));
  const tab = await browser.newPage();
  await tab.goto(`http://127.0.0.1:${server.address().port}/edelweiss.html`);
  assert.equal(await tab.$eval("link[rel=manifest]", (link) => link.getAttribute("href")), "edelweiss.webmanifest");
  await tab.evaluate(async () => {
    await navigator.serviceWorker.ready;
    const kept = async () => (await (await caches.open("edelweiss")).keys()).some(({ url }) => url.endsWith("edelweiss.html"));
    while (!(await kept())) await new Promise((later) => setTimeout(later, 20));
  });
  const closed = new Promise((done) => server.close(done));
  server.closeAllConnections();
  await closed;
  await tab.reload();
  await tab.waitForSelector("#example");
  await press(tab, "#example");
  await answered(tab);
  await tab.close();
});

/** Waits until the page is at rest and `words` are told. */
async function told(tab, words) {
  await tab.waitForFunction(
    (source) => new RegExp(source).test(document.getElementById("day-said")?.textContent ?? "") && !document.getElementById("main").hasAttribute("aria-busy"),
    {},
    words,
  );
}

const PLAYERS = Number(process.env.PAGE_PLAYERS ?? 600);
const ROUNDS = Number(process.env.PAGE_ROUNDS ?? 9);

test(`an open of ${PLAYERS} players and ${ROUNDS} rounds with its troubles, whose file the program accepts`, async () => {
  const command = program();
  assert.ok(command, "the program has not been built: cargo build --package edelweiss-cli");
  const { tab, seen } = await opened(browser);
  tab.setDefaultTimeout(30_000);
  const list = Array.from({ length: PLAYERS }, (_, index) => `Player ${String(index).padStart(3, "0")};${2600 - 3 * index}`);
  await begun(tab, `Name;Elo\n${list.join("\n")}\n`, ROUNDS);
  const start = performance.now();
  let troubles = 0;
  for (let round = 1; round <= ROUNDS; round += 1) {
    if (round <= 3) {
      await press(tab, "#late summary");
      await tab.type("#late input", `Late ${round}`);
      await tab.type("#late input:nth-of-type(2)", `${2000 + round}`);
      await press(tab, "#late button");
      await told(tab, `Late ${round}`);
      troubles += 1;
    }
    await press(tab, "#players summary");
    await tab.waitForSelector("#players select");
    await tab.select(`#players tbody tr:nth-child(${10 + round}) select`, round % 2 ? "H" : "Z");
    await told(tab, round % 2 ? "half-point bye" : "absent");
    await press(tab, "#players summary");
    await tab.waitForSelector("#players select");
    await tab.select(`#players tbody tr:nth-child(${30 + round}) select`, "out");
    await told(tab, "is not paired from");
    troubles += 2;
    await paired(tab, round);
    // A draw more or less each time, and the last board is open until the others are in.
    await tab.evaluate((turn) => {
      for (const [index, row] of [...document.querySelectorAll("table.results tbody tr")].entries()) {
        const key = "10=1=01"[(index + turn) % 7];
        row.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true, cancelable: true }));
      }
    }, round);
    await tab.waitForFunction(() => document.getElementById("day-facts").textContent.startsWith("0 of"));
    await told(tab, `Round ${round}, board`);
    if (round > 1) {
      // A wrong result of the round before is found.
      await tab.select("#day-round", `${round - 1}`);
      await tab.waitForFunction((words) => document.querySelector("#panel-day h2").textContent.startsWith(words), {}, `Round ${round - 1} `);
      await tab.select("table.results tbody tr:nth-child(3) select", "0-1F");
      await tab.waitForFunction((words) => document.getElementById("undo").title.startsWith(words), {}, `round ${round - 1}, board 3`);
      await tab.select("#day-round", `${round}`);
      await tab.waitForFunction((words) => document.querySelector("#panel-day h2").textContent.startsWith(words), {}, `Round ${round} `);
      troubles += 1;
    }
    if (round === 2) {
      // An appeal: the round is paired, taken back, and paired again.
      await paired(tab, 3);
      await press(tab, "#undo");
      await told(tab, "Taken back: round 3 paired");
      troubles += 1;
    }
  }
  const seconds = ((performance.now() - start) / 1000).toFixed(1);
  const saved = await tab.evaluate(async () => {
    const database = await new Promise((done) => (indexedDB.open("edelweiss", 1).onsuccess = ({ target }) => done(target.result)));
    const all = await new Promise((done) => (database.transaction("events").objectStore("events").getAll().onsuccess = ({ target }) => done(target.result)));
    const last = all.sort((a, b) => b.changed - a.changed)[0];
    return { text: new TextDecoder().decode(last.bytes), steps: last.history.length };
  });
  const path = join(scratch, "open.trf");
  writeFileSync(path, saved.text);
  // Rounds after a result that was corrected later come out otherwise, which `check` says; the file is right.
  const check = spawnSync(command, ["check", path, "--format", "json"], { encoding: "utf8" });
  assert.ok([0, 1].includes(check.status), check.stderr);
  execFileSync(command, ["standings", path]);
  console.log(`${PLAYERS} players, ${ROUNDS} rounds: ${seconds} s, ${troubles} troubles, ${saved.steps} changes to take back`);
  assert.deepEqual(seen.errors, []);
  await tab.close();
});
