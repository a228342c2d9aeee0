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
  ask: ({ question, options }) => edelweiss[question](file, { file: name, ...options }),
};

self.onmessage = async ({ data: { id, what, value } }) => {
  try {
    const answer = await answers[what](value);
    self.postMessage({ id, answer });
  } catch (error) {
    const refusal = error instanceof EdelweissError ? { errors: error.errors, more: error.moreErrors } : null;
    self.postMessage({ id, error: { message: error.message, refusal } });
  }
};
