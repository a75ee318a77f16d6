// The page's own files, from the server while it answers, else as they were last: so an installed page can at least say
// that the server is away. Nothing of the API is ever kept.

const SHELF = "fairdrop-1";

self.addEventListener("install", () => self.skipWaiting());
self.addEventListener("activate", (event) => event.waitUntil(self.clients.claim()));
self.addEventListener("fetch", (event) => {
  const { request } = event, url = new URL(request.url);
  const ours = request.method === "GET" && url.origin === self.location.origin && /^\/[\w.-]*$/.test(url.pathname);
  if (ours && !["/healthz", "/readyz", "/metrics", "/trust"].includes(url.pathname)) event.respondWith(answer(request));
});

async function answer(request) {
  const shelf = await caches.open(SHELF);
  try {
    const fresh = await fetch(request);
    if (fresh.ok) await shelf.put(request, fresh.clone());
    return fresh;
  } catch (error) {
    const kept = await shelf.match(request);
    if (kept) return kept;
    throw error;
  }
}
