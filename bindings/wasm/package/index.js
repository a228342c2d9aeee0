// Edelweiss for JavaScript; index.d.ts says what everything is.
//
// Every question goes through one function of the WebAssembly, with its options as JSON. A refusal
// comes back as a text, and everything else that is thrown is a defect of the library: the instance is
// in no known state then, and the next question gets a new one.

import { __wbg_reset_state, answer, initSync, verify, versions } from "./edelweiss.js";

// One byte more than the largest file the library takes, so that it can say so.
const MOST_BYTES = (64 << 20) + 1;

/** What is refused, with the words of the program. */
export class EdelweissError extends Error {
  constructor(document) {
    super(document.message);
    this.name = "EdelweissError";
    this.kind = document.kind;
    this.errors = document.errors;
    this.moreErrors = document.more_errors;
    this.warnings = document.warnings;
  }

  get first() {
    return this.errors[0];
  }
}

/** A defect of the library. */
export class EdelweissDefect extends Error {
  constructor(cause) {
    const words = cause instanceof Error ? cause.message : String(cause);
    super(`a defect of edelweiss, please report it with the file: ${words}`, { cause });
    this.name = "EdelweissDefect";
  }
}

let loading;

/** Loads the WebAssembly, once. */
export function load(source) {
  loading ??= started(source).catch((error) => {
    loading = undefined;
    throw error;
  });
  return loading;
}

async function started(source) {
  initSync({ module: await compiled(source) });
  return new Edelweiss();
}

async function compiled(source) {
  if (source instanceof WebAssembly.Module) return source;
  if (source !== undefined) return WebAssembly.compile(await source);
  const url = new URL("./edelweiss_bg.wasm", import.meta.url);
  if (url.protocol === "file:") {
    const { readFile } = await import("node:fs/promises");
    return WebAssembly.compile(await readFile(url));
  }
  const response = await fetch(url);
  if (!response.ok) throw new Error(`${url}: ${response.status} ${response.statusText}`);
  return WebAssembly.compile(await response.arrayBuffer());
}

/** Runs a call of the WebAssembly; what it throws becomes one of our errors. */
export function guarded(call) {
  try {
    return call();
  } catch (thrown) {
    if (typeof thrown === "string") throw new EdelweissError(JSON.parse(thrown));
    __wbg_reset_state();
    throw new EdelweissDefect(thrown);
  }
}

function bytesOf(file, what = "the tournament file") {
  if (typeof file === "string") {
    // No character has more bytes than three per unit, and none less than one.
    return encoder.encode(file.slice(0, MOST_BYTES)).subarray(0, MOST_BYTES);
  }
  if (!(file instanceof Uint8Array)) {
    throw new TypeError(`${what}: expected a string or a Uint8Array`);
  }
  return file.subarray(0, MOST_BYTES);
}

const decoder = new TextDecoder();
const encoder = new TextEncoder();
const GRAPHS = new Set(["match", "certificate"]);

// A graph as an object is written as JSON; a weight may be a BigInt, which JSON has no name for.
function written(graph) {
  if (typeof graph !== "object" || graph === null || graph instanceof Uint8Array) return graph;
  // As networkx writes it.
  if (Array.isArray(graph.nodes)) return JSON.stringify(graph);
  if (!Array.isArray(graph.edges)) throw new TypeError("the graph: expected edges");
  // One after another, as far as they are there: a length is what an array says of itself, and may have holes.
  const edges = [];
  for (const edge of graph.edges) {
    if (!Array.isArray(edge)) throw new TypeError(`the graph: expected edge ${edges.length} as [u, v] or [u, v, weight]`);
    const [u, v, weight = 1] = edge;
    edges.push(`[${JSON.stringify(u)},${JSON.stringify(v)},${String(weight)}]`);
  }
  return `{"vertices":${JSON.stringify(graph.vertices)},"edges":[${edges.join(",\n")}]}`;
}

class Edelweiss {
  #ask(question, file, options, format) {
    const bytes = bytesOf(file, GRAPHS.has(question) ? "the graph" : undefined);
    const json = JSON.stringify({ ...options, ...(format && { format }) });
    return guarded(() => answer(question, bytes, json));
  }

  #text(question, file, options, format) {
    return decoder.decode(this.#ask(question, file, options, format));
  }

  #document(question, file, options) {
    return JSON.parse(this.#text(question, file, options, "json"));
  }

  newEvent(list, options) {
    return this.#document("new", list, options);
  }

  state(file, options) {
    return this.#document("state", file, options);
  }

  step(file, step, options) {
    return this.#document("step", file, { ...options, step });
  }

  ratings(file, options) {
    return this.#document("ratings", file, options);
  }

  norms(file, options) {
    return this.#document("norms", file, options);
  }

  report(file, options, format) {
    return this.#ask("report", file, options, format);
  }

  pair(file, options) {
    return this.#document("pair", file, options);
  }

  pairTrf(file, options) {
    return this.#ask("pair", file, options, "trf");
  }

  check(file, options) {
    return this.#document("check", file, options);
  }

  checkText(file, options) {
    return this.#text("check", file, options, "text");
  }

  standings(file, options) {
    return this.#document("standings", file, options);
  }

  standingsTrf(file, options) {
    return this.#ask("standings", file, options, "trf");
  }

  lists(file, options) {
    return this.#document("lists", file, options);
  }

  listsText(file, options, format = "text") {
    return this.#text("lists", file, options, format);
  }

  explain(file, options) {
    return this.#document("explain", file, options);
  }

  explainText(file, options, format = "text") {
    return this.#text("explain", file, options, format);
  }

  judge(file, options) {
    return this.#document("judge", file, options);
  }

  judgeText(file, options, format = "text") {
    return this.#text("judge", file, options, format);
  }

  preview(file, options) {
    return this.#document("preview", file, options);
  }

  previewText(file, options, format = "text") {
    return this.#text("preview", file, options, format);
  }

  editions(file, options) {
    return this.#document("editions", file, options);
  }

  variants(file, variants, options) {
    return this.#document("variants", file, { ...options, variants });
  }

  prove(file, options) {
    return this.#document("prove", file, options);
  }

  verify(file, proof, options) {
    // The text of a proof, or what it says.
    const text = typeof proof === "string" || proof instanceof Uint8Array ? proof : JSON.stringify(proof);
    const [bytes, proofBytes] = [bytesOf(file), bytesOf(text, "the proof")];
    return JSON.parse(guarded(() => verify(bytes, proofBytes, JSON.stringify(options ?? {}))));
  }

  match(graph, options) {
    return this.#document("match", written(graph), options);
  }

  matchText(graph, options, format = "text") {
    return this.#text("match", written(graph), options, format);
  }

  certificate(graph, options) {
    return this.#document("certificate", written(graph), options);
  }

  generate(options, model = "") {
    return this.#text("generate", model, options);
  }

  versions() {
    return JSON.parse(guarded(versions));
  }
}
