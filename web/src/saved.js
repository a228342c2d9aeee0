// Events in this browser: each is its file, and what can be taken back.

const STORE = "events";
let opening = null;

function opened() {
  opening ??= new Promise((resolve, reject) => {
    const request = indexedDB.open("edelweiss", 1);
    request.onupgradeneeded = () => request.result.createObjectStore(STORE, { keyPath: "id" });
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
  return opening;
}

async function done(mode, work) {
  const store = (await opened()).transaction(STORE, mode).objectStore(STORE);
  const request = work(store);
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
}

/** Keeps an event: its `id`, `name`, `title`, `changed` (a time), `bytes`, `history` and `prizes`. */
export const save = (event) => done("readwrite", (store) => store.put(event));

export const forget = (id) => done("readwrite", (store) => store.delete(id));

/** Every event, the latest first; none where the browser keeps nothing for this page. */
export async function savedEvents() {
  try {
    const all = await done("readonly", (store) => store.getAll());
    return all.sort((a, b) => b.changed - a.changed);
  } catch {
    return [];
  }
}
