// Where the page is served, it can be installed and works without the server afterwards.

import { h } from "./dom.js";

/** From a folder there is nothing to install: the page is a file already. */
export function installable() {
  if (!location.protocol.startsWith("http")) return;
  document.head.append(h("link", { rel: "manifest", href: "edelweiss.webmanifest" }));
  navigator.serviceWorker?.register("service-worker.js").catch(() => {});
  // Seen before the worker was there, so the worker has not kept it.
  navigator.serviceWorker?.ready.then(({ active }) => active.postMessage("keep"));
}
