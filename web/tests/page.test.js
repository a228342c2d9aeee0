// The page in headless Chromium, from its file, with a large open.

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { answered, at, choose, faults, opened, page, program, started, trouble } from "./browser.js";

const large = at("../../examples/large.trf");
let browser;
let scratch;

before(async () => {
  browser = await started();
  scratch = mkdtempSync(join(tmpdir(), "edelweiss-page-"));
});

after(async () => {
  await browser?.close();
  if (scratch) rmSync(scratch, { recursive: true });
});

/** A file of this text, to be chosen. */
function file(name, text) {
  const path = join(scratch, name);
  writeFileSync(path, text);
  return path;
}

/** White, Black and the board of every row. */
const boards = (tab) =>
  tab.$$eval("#panel-pair table.boards tbody tr:not(.story)", (rows) =>
    rows.map((row) => [...row.querySelectorAll(".side .num-of")].map((cell) => Number(cell.textContent))),
  );

async function show(tab, panel) {
  await tab.click(`#tab-${panel}`);
  await answered(tab, panel);
  assert.equal(await trouble(tab), null);
}

test("a script or a style that came in later does nothing", async () => {
  const { tab, seen } = await opened(browser);
  assert.deepEqual(seen.errors, []);
  const found = await tab.evaluate(async () => {
    const came = (name, text) => {
      const element = document.createElement(name);
      element.textContent = text;
      document.head.append(element);
    };
    came("script", "window.cameIn = true");
    came("style", "body { display: none }");
    const button = document.createElement("button");
    button.setAttribute("onclick", "window.cameIn = true");
    document.body.append(button);
    button.click();
    const fromBlob = document.createElement("script");
    fromBlob.src = URL.createObjectURL(new Blob(["window.cameIn = true"], { type: "text/javascript" }));
    const over = new Promise((done) => (fromBlob.onload = fromBlob.onerror = done));
    document.head.append(fromBlob);
    await over;
    return { cameIn: window.cameIn ?? false, display: getComputedStyle(document.body).display };
  });
  assert.equal(found.cameIn, false);
  assert.notEqual(found.display, "none");
  assert.equal(seen.errors.length, 4, seen.errors.join("\n"));
  assert.ok(seen.errors.every((error) => error.includes("Content Security Policy")), seen.errors.join("\n"));
  await tab.close();
  // The page itself has no other script than the one that is named.
  const policy = readFileSync(page, "utf8").match(/Content-Security-Policy" content="([^"]*)"/)[1];
  assert.ok(!policy.includes("unsafe-inline") && policy.match(/'sha256-/g).length === 2, policy);
});

test("the rounds of 500 players are those of the program", async () => {
  const command = program();
  assert.ok(command, "the program has not been built: cargo build --package edelweiss-cli");
  const made = join(scratch, "made.trf");
  execFileSync(command, ["generate", "--seed", "32", "--players", "500", "--rounds", "6", "-o", made]);
  for (const path of [large, made]) {
    const { tab, seen } = await opened(browser);
    await choose(tab, path);
    await answered(tab);
    const isOver = path === made;
    // All rounds of the made tournament are played: its last one is paired again.
    if (isOver) {
      await tab.select("#round", "6");
      await answered(tab);
      await tab.waitForSelector("table.boards");
    }
    const told = execFileSync(command, ["pair", path, "--format", "json", "-q", ...(isOver ? ["--round", "6"] : [])]);
    const expected = JSON.parse(told).boards.map(({ white, black }) => [white.number, black.number]);
    assert.ok(expected.length > 200);
    assert.deepEqual(await boards(tab), expected);
    assert.deepEqual(seen.errors, []);
    await tab.close();
  }
});

test("every tab answers, explains, and makes no request", async () => {
  const { tab, seen } = await opened(browser);
  await choose(tab, large);
  await answered(tab);
  await tab.click(".boards .quiet");
  await tab.waitForSelector("tr.story .told li");
  await tab.click("details summary");
  await tab.type("form.ask input", "1");
  await tab.type("form.ask input:nth-of-type(2)", "2");
  await tab.click("form.ask button");
  await tab.waitForSelector("form.ask + div .told");
  await show(tab, "standings");
  assert.equal(await tab.$$eval("#panel-standings tbody tr", (rows) => rows.length), 500);
  await tab.click("#panel-standings .quiet");
  await tab.waitForSelector("#panel-standings tr.story .told");
  await show(tab, "check");
  assert.match(await tab.$eval("#panel-check", (panel) => panel.innerText), /Round 1/);
  await show(tab, "editions");
  const sides = await tab.$$eval("#panel-editions tbody tr:first-child td", (cells) => cells.length);
  assert.equal(sides, 3);
  const elsewhere = seen.requests.filter((url) => !/^(file|blob|data):/.test(url));
  assert.deepEqual(elsewhere, []);
  assert.deepEqual(seen.errors, []);
  await tab.close();
});

test("the file with the round added can be opened again", async () => {
  const { tab } = await opened(browser);
  const devtools = await tab.createCDPSession();
  await devtools.send("Browser.setDownloadBehavior", { behavior: "allow", downloadPath: scratch, eventsEnabled: true });
  await choose(tab, large);
  await answered(tab);
  const first = await boards(tab);
  const done = new Promise((resolve) => {
    devtools.on("Browser.downloadProgress", ({ state }) => state === "completed" && resolve());
  });
  await tab.click("#download");
  await done;
  const round = await tab.$eval("#panel-pair h2", (title) => title.textContent.match(/\d+/)[0]);
  await tab.click("#close");
  await choose(tab, join(scratch, `large-round-${round}.trf`));
  await answered(tab);
  assert.deepEqual(await boards(tab), first);
  assert.match(await tab.$eval("#panel-pair", (panel) => panel.innerText), /comes out as it stands in the file/);
  await tab.close();
});

test("bad input is answered with line and column", async () => {
  const { tab } = await opened(browser);
  const text = readFileSync(at("../../examples/open.trf"), "utf8");
  const line = text.split("\n").findIndex((each) => each.includes(" w 1")) + 1;
  await choose(tab, file("bad.trf", text.replace(" w 1", " x 1")));
  await answered(tab);
  const words = await trouble(tab);
  assert.match(words, new RegExp(`Line ${line}, columns? \\d+`));
  assert.equal(await tab.$eval("#trouble mark", (mark) => mark.textContent.includes("x")), true);
  assert.deepEqual(await faults(tab), []);
  for (const [name, content] of [["empty.trf", ""], ["noise.trf", "\u0000\u0001\u0002"], ["page.html", "<b>no</b>"]]) {
    await choose(tab, file(name, content));
    await answered(tab);
    assert.ok(await trouble(tab), name);
    assert.equal(await tab.$("#trouble b"), null);
  }
  // And a good one afterwards.
  await choose(tab, large);
  await answered(tab);
  assert.equal(await trouble(tab), null);
  await tab.close();
});

test("every bad sample is answered in the words of the package, which are those of the program", async () => {
  const { load } = await import("../../bindings/wasm/target/package/index.js");
  const edelweiss = await load();
  const folder = at("../../crates/trf/testdata/bad/");
  const { tab } = await opened(browser);
  const plain = (text) => text.replace(/\s+/g, " ").trim();
  const samples = readdirSync(folder).filter((name) => name.endsWith(".trf"));
  assert.ok(samples.length > 60);
  for (const name of samples) {
    let refusal;
    assert.throws(() => edelweiss.pair(readFileSync(folder + name), { file: name }), (error) => {
      refusal = error;
      return true;
    });
    await choose(tab, folder + name);
    await answered(tab);
    const shown = plain(await trouble(tab));
    const told = refusal.errors.slice(0, 10).map(({ message }) => message);
    if (refusal.errors.length > 10) told.push(refusal.message.split("\n").at(-1));
    for (const words of told) assert.ok(shown.includes(plain(words)), `${name}: ${shown}`);
  }
  await tab.close();
});

test("a paste of 100 MB gets an answer", async () => {
  const { tab } = await opened(browser);
  await tab.evaluate(() => {
    const data = new DataTransfer();
    data.setData("text/plain", "001    1\n".repeat(12_000_000));
    document.getElementById("paste").dispatchEvent(
      new ClipboardEvent("paste", { clipboardData: data, bubbles: true, cancelable: true }),
    );
  });
  await tab.waitForFunction(() => !document.getElementById("trouble").hidden);
  assert.match(await trouble(tab), /found 103 MB, expected at most 64 MB/);
  await tab.click("#example");
  await answered(tab);
  assert.equal((await boards(tab)).length, 9);
  await tab.close();
});

test("a text can be pasted, and a long answer stopped", async () => {
  const { tab } = await opened(browser);
  await tab.$eval("#paste", (field, text) => (field.value = text), readFileSync(at("../../examples/open.trf"), "utf8"));
  await tab.click("#paste-form button");
  await answered(tab);
  assert.equal((await boards(tab)).length, 9);
  await tab.evaluate(() => {
    document.getElementById("tab-check").click();
    document.getElementById("stop").click();
  });
  await tab.waitForFunction(() => document.getElementById("panel-check").innerText.includes("Stopped"));
  await tab.click("#panel-check button");
  await tab.waitForFunction(() => document.getElementById("panel-check").innerText.includes("Round 4"));
  await tab.close();
});

test("tabs are worked by keyboard, and axe finds nothing at either width and scheme", async () => {
  for (const width of [1280, 390]) {
    for (const scheme of ["light", "dark"]) {
      const { tab } = await opened(browser, { width, height: 900, scheme });
      assert.deepEqual(await faults(tab), [], "start");
      await tab.click("#example");
      await answered(tab);
      await tab.click(".boards .quiet");
      await tab.waitForSelector("tr.story .told");
      assert.deepEqual(await faults(tab), [], "round");
      await tab.focus("#tab-pair");
      for (const panel of ["standings", "lists", "check", "editions"]) {
        await tab.keyboard.press("ArrowRight");
        await answered(tab, panel);
        assert.equal(await tab.evaluate(() => document.activeElement.id), `tab-${panel}`);
        assert.deepEqual(await faults(tab), [], panel);
      }
      const overflow = await tab.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
      assert.ok(overflow <= 0, `${overflow} pixels too wide at ${width}`);
      await tab.close();
    }
  }
});
