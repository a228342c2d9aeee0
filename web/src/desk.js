// The worker, and what waits for it.

import { by } from "./dom.js";

/** The arbiter did not want to wait. */
export class Stopped extends Error {}

export class Desk {
  #worker = null;
  #waiting = new Map();
  #count = 0;
  #ready = null;
  #opened = null;
  #wasm = null;
  /** How often work was stopped: what began before the last time is not waited for. */
  #stops = 0;

  async #started() {
    const stops = this.#stops;
    this.#wasm ??= await unpacked(by("wasm").textContent);
    if (stops !== this.#stops) throw new Stopped();
    const source = JSON.parse(by("worker").textContent);
    const url = URL.createObjectURL(new Blob([source], { type: "text/javascript" }));
    this.#worker = new Worker(url);
    this.#worker.onmessage = ({ data }) => this.#settle(data);
    this.#worker.onerror = (event) => this.#drop(new Error(event.message || "the worker failed"));
    const versions = await this.#send("start", this.#wasm);
    URL.revokeObjectURL(url);
    if (this.#opened) await this.#send("open", this.#opened);
    return versions;
  }

  #send(what, value) {
    return new Promise((resolve, reject) => {
      const id = ++this.#count;
      this.#waiting.set(id, { resolve, reject });
      this.#worker.postMessage({ id, what, value });
    });
  }

  #settle({ id, answer, error }) {
    const waiting = this.#waiting.get(id);
    this.#waiting.delete(id);
    if (!waiting) return;
    if (error) waiting.reject(Object.assign(new Error(error.message), { refusal: error.refusal }));
    else waiting.resolve(answer);
  }

  #drop(error) {
    this.#stops += 1;
    this.#worker?.terminate();
    this.#ready = null;
    for (const { reject } of this.#waiting.values()) reject(error);
    this.#waiting.clear();
  }

  ready() {
    this.#ready ??= this.#started().catch((error) => {
      this.#ready = null;
      throw error;
    });
    return this.#ready;
  }

  async #undisturbed() {
    const stops = this.#stops;
    await this.ready();
    if (stops !== this.#stops) throw new Stopped();
  }

  async open(opened) {
    this.#opened = null;
    await this.#undisturbed();
    this.#opened = opened;
    await this.#send("open", opened);
  }

  async ask(question, options) {
    await this.#undisturbed();
    return this.#send("ask", { question, options });
  }

  /** A list of players as an event; it is not opened. */
  async begin(list, options) {
    await this.#undisturbed();
    return this.#send("begin", { list, options });
  }

  /** Changes the file that is open: `bytes` of it, what was `said`, and `consequences`. */
  async change(question, options) {
    await this.#undisturbed();
    const answer = await this.#send("change", { question, options });
    this.#opened = { ...this.#opened, bytes: answer.bytes };
    return answer;
  }

  stop() {
    this.#drop(new Stopped());
  }
}

async function unpacked(base64) {
  const packed = Uint8Array.from(atob(base64.trim()), (c) => c.charCodeAt(0));
  const stream = new Blob([packed]).stream().pipeThrough(new DecompressionStream("gzip"));
  return new Uint8Array(await new Response(stream).arrayBuffer());
}
