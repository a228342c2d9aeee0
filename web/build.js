// Writes the page as one file: `node build.js [PACKAGE [OUTPUT]]`, the npm package as
// `bindings/wasm/build.sh` leaves it, and where the page goes.
//
// A page that is opened from a folder may load neither modules nor WebAssembly beside it, so everything
// is inside: the WebAssembly packed with gzip, in base64, and the worker as a text.

import { createHash } from "node:crypto";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { basename, dirname, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";
import { build } from "esbuild";

const here = dirname(fileURLToPath(import.meta.url));
const [packageFolder = resolve(here, "../bindings/wasm/target/package"), output = resolve(here, "target/edelweiss.html")] =
  process.argv.slice(2).map((path) => resolve(path));

const source = (name) => resolve(here, "src", name);

/** A script, with what it imports, in one text that a page can hold. */
async function bundled(name, options = {}) {
  const { outputFiles } = await build({
    entryPoints: [source(name)],
    bundle: true,
    minify: true,
    write: false,
    format: "iife",
    charset: "utf8",
    target: "es2022",
    legalComments: "none",
    alias: { "edelweiss-pairings": resolve(packageFolder, "index.js") },
    external: ["node:fs/promises"],
    // The WebAssembly is handed over, so nobody asks where the module lies.
    logOverride: { "empty-import-meta": "silent" },
    ...options,
  });
  return outputFiles[0].text;
}

const inElement = (text) => text.replaceAll("</", "<\\/").replaceAll("<!--", "<\\!--");

const wasm = gzipSync(await readFile(resolve(packageFolder, "edelweiss_bg.wasm")), { level: 9 });
const example = await readFile(resolve(here, "../examples/open.trf"), "utf8");
const parts = {
  STYLE: (await bundled("style.css")).trim(),
  WASM: wasm.toString("base64"),
  WORKER: inElement(JSON.stringify(await bundled("worker.js"))),
  EXAMPLE: inElement(JSON.stringify(example)),
  PAGE: inElement(await bundled("page.js")),
};
// What the page runs and how it looks is what it was built with, and nothing that came in later: its policy
// names the sum of each.
const sum = (text) => `'sha256-${createHash("sha256").update(text).digest("base64")}'`;
parts["SCRIPT-HASH"] = sum(parts.PAGE);
parts["STYLE-HASH"] = sum(parts.STYLE);
let page = await readFile(source("page.html"), "utf8");
for (const [name, text] of Object.entries(parts)) page = page.replace(`/*${name}*/`, () => text);
await mkdir(dirname(output), { recursive: true });
await writeFile(output, page);
// Beside a page that is served: what makes it an application.
const icon = page.match(/<link rel="icon" href="(data:[^"]+)"/)[1];
const manifest = {
  name: "Edelweiss",
  short_name: "Edelweiss",
  description: "Swiss tournaments: pairings by the FIDE rules, and why",
  start_url: basename(output),
  display: "standalone",
  icons: [{ src: icon, sizes: "any", type: "image/svg+xml" }],
};
await writeFile(resolve(dirname(output), "edelweiss.webmanifest"), `${JSON.stringify(manifest, null, 2)}\n`);
await writeFile(resolve(dirname(output), "service-worker.js"), await bundled("service-worker.js"));
const size = (bytes) => `${(bytes / 1024).toFixed(0)} KB`;
console.log(`page: ${output}, ${size(Buffer.byteLength(page))} (WebAssembly ${size(wasm.length)} gzipped)`);
