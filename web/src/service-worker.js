// Answers for the page when its server does not: the page as it was seen last. It asks for nothing else.

const KEPT = "edelweiss";

self.addEventListener("install", () => self.skipWaiting());
self.addEventListener("activate", (event) => event.waitUntil(self.clients.claim()));
self.addEventListener("message", ({ data }) => data === "keep" && keep());
self.addEventListener("fetch", (event) => {
  if (event.request.method !== "GET" || new URL(event.request.url).origin !== location.origin) return;
  event.respondWith(answered(event.request));
});

async function answered(request) {
  const kept = await caches.open(KEPT);
  try {
    const response = await fetch(request);
    if (response.ok) await kept.put(request, response.clone());
    return response;
  } catch (error) {
    const before = await kept.match(request, { ignoreSearch: true });
    if (before) return before;
    throw error;
  }
}

/** What the page was loaded from before this worker was there. */
async function keep() {
  const kept = await caches.open(KEPT);
  const clients = await self.clients.matchAll();
  await Promise.all(clients.map(({ url }) => kept.add(url).catch(() => {})));
}
