// What a step changed in a file, small enough to keep thousands, so that it can be taken back.

/** Bytes as a text of one character a byte, whatever their encoding. */
export function textOf(bytes) {
  let text = "";
  for (let at = 0; at < bytes.length; at += 0x8000) text += String.fromCharCode(...bytes.subarray(at, at + 0x8000));
  return text;
}

export const bytesOf = (text) => Uint8Array.from(text, (character) => character.charCodeAt(0));

/** The lines of the older file that differ: one by one where both have as many, else those between equal ends. */
export function difference(older, newer) {
  const [before, after] = [older.split("\n"), newer.split("\n")];
  if (before.length === after.length) {
    const lines = before.flatMap((line, at) => (line === after[at] ? [] : [[at, line]]));
    return { lines };
  }
  const most = Math.min(before.length, after.length);
  let first = 0;
  while (first < most && before[first] === after[first]) first += 1;
  let last = 0;
  while (last < most - first && before.at(-1 - last) === after.at(-1 - last)) last += 1;
  return { first, count: after.length - first - last, between: before.slice(first, before.length - last) };
}

/** The older file again. */
export function takenBack(newer, { lines, first, count, between }) {
  const all = newer.split("\n");
  if (lines) for (const [at, line] of lines) all[at] = line;
  else all.splice(first, count, ...between);
  return all.join("\n");
}
