// Works beside the page, so that the page never waits. It gets the WebAssembly first, then a file, then
// questions about it; every message is answered by one with the same number.

import { EdelweissError, load } from "edelweiss-pairings";

let edelweiss;
let file;
let name;

const answers = {
  start: async (wasm) => {
    edelweiss = await load(wasm);
    return edelweiss.versions();
  },
  open: (opened) => {
    file = opened.bytes;
    name = opened.name;
  },
  begin: ({ list, options }) => edelweiss.newEvent(list, options),
  change: ({ question, options }) => {
    const answer = question === "step" ? stepped(options.step) : { bytes: edelweiss[question](file, { file: name, ...options }), said: [], consequences: [] };
    file = answer.bytes;
    return answer;
  },
  ask: ({ question, options }) => edelweiss[question](file, { file: name, ...options }),
};

/** The file after a step, and what there is to say of it. */
function stepped(step) {
  const { said, consequences, file: text } = edelweiss.step(file, step, { file: name });
  return { bytes: bytesOf(text), said, consequences };
}

/** A file that is no UTF-8 comes as digits. */
function bytesOf(text) {
  if (typeof text === "string") return new TextEncoder().encode(text);
  return Uint8Array.from(text.hex.match(/../g) ?? [], (byte) => parseInt(byte, 16));
}

self.onmessage = async ({ data: { id, what, value } }) => {
  try {
    const answer = await answers[what](value);
    self.postMessage({ id, answer });
  } catch (error) {
    const refusal = error instanceof EdelweissError ? { errors: error.errors, more: error.moreErrors } : null;
    self.postMessage({ id, error: { message: error.message, refusal } });
  }
};
