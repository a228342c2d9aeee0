// Chromium, and what the tests of the page do in it.

import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { fileURLToPath, pathToFileURL } from "node:url";
import puppeteer from "puppeteer-core";

export const at = (path) => fileURLToPath(new URL(path, import.meta.url));
export const page = process.env.EDELWEISS_PAGE ?? at("../target/edelweiss.html");

const require = createRequire(import.meta.url);

/** The browser's path: CHROMIUM, or one of its names on the PATH. */
export function chromium() {
  if (process.env.CHROMIUM) return process.env.CHROMIUM;
  for (const name of ["chromium", "chromium-browser", "google-chrome"]) {
    try {
      return execFileSync("sh", ["-c", `command -v ${name}`], { encoding: "utf8" }).trim();
    } catch {
      // Not this one.
    }
  }
  return null;
}

/** The program, where it has been built. */
export function program() {
  const built = ["release", "debug"].map((profile) => at(`../../target/${profile}/edelweiss`));
  return process.env.EDELWEISS ?? built.find(existsSync) ?? null;
}

export async function started() {
  return puppeteer.launch({
    executablePath: chromium(),
    headless: true,
    // Its own sandbox needs rights that a container has not; nothing but our page is opened.
    args: ["--no-sandbox", "--disable-dev-shm-usage", "--force-color-profile=srgb"],
  });
}

/** Our page, from its file, with what it asks for and says. */
export async function opened(browser, { width = 1280, height = 900, scheme = "light" } = {}) {
  const tab = await browser.newPage();
  tab.setDefaultTimeout(120_000);
  const seen = { requests: [], errors: [] };
  tab.on("request", (request) => seen.requests.push(request.url()));
  tab.on("pageerror", (error) => seen.errors.push(error.message));
  tab.on("console", (message) => message.type() === "error" && seen.errors.push(message.text()));
  await tab.setViewport({ width, height, deviceScaleFactor: 1 });
  await tab.emulateMediaFeatures([{ name: "prefers-color-scheme", value: scheme }]);
  await tab.goto(pathToFileURL(page).href);
  return { tab, seen };
}

export async function choose(tab, file) {
  const input = await tab.$("#file");
  await input.uploadFile(file);
}

/** Waits for a panel with something in it, or for an error. */
export async function answered(tab, panel = "pair") {
  await tab.waitForFunction(
    (id) => {
      const trouble = document.getElementById("trouble");
      const shown = document.getElementById(id);
      const busy = document.getElementById("main").hasAttribute("aria-busy");
      return !busy && (!trouble.hidden || (!shown.hidden && shown.offsetParent && shown.childElementCount > 0));
    },
    {},
    `panel-${panel}`,
  );
}

export async function trouble(tab) {
  return tab.$eval("#trouble", (box) => (box.hidden ? null : box.innerText));
}

/** A click wherever the element is: answers that come in between move it. */
export const press = (tab, selector) => tab.$eval(selector, (element) => element.click());

/** What axe finds wrong with the page as it is. */
export async function faults(tab) {
  await tab.evaluate(readFileSync(require.resolve("axe-core/axe.min.js"), "utf8"));
  const found = await tab.evaluate(() => axe.run(document, { resultTypes: ["violations"] }));
  return found.violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.target).join(", ")}`);
}
