// Keeps the whole site, so that it works without a network after the first visit. `schwarm site` writes down below what the
// site consists of, each file with its hash. All files of a version are kept together and shown together: a new version
// comes to light when no page of the old one is open any more.

const VERSION = "";
const SITE = { files: {}, rest: {} };

// Other sites may lie on the same host.
const OWN = `schwarm ${self.registration.scope} `;
const KEPT = OWN + VERSION;

const address = (path) => new URL(path, self.registration.scope).href;

// Files that have not changed are taken over from the version before.
async function keep(files) {
  const cache = await caches.open(KEPT);
  const before = (await caches.keys()).filter((name) => name.startsWith(OWN) && name !== KEPT);
  for (const [path, hash] of Object.entries(files)) {
    const marked = `${address(path)}?kept=${hash}`;
    if (await cache.match(marked)) continue;
    let found;
    for (const name of before) found ??= await (await caches.open(name)).match(marked);
    found ??= await fetch(address(path), { cache: "no-cache" });
    if (!found.ok) throw new Error(path);
    // Some hosts lead from x.html to x; browsers take no page that came in a roundabout way.
    await cache.put(marked, found.redirected ? new Response(await found.blob(), { headers: found.headers }) : found);
  }
}

self.addEventListener("install", (event) => event.waitUntil(keep(SITE.files)));

self.addEventListener("activate", (event) => event.waitUntil((async () => {
  for (const name of await caches.keys()) if (name.startsWith(OWN) && name !== KEPT) await caches.delete(name);
  await self.clients.claim();
})()));

// Networks, puzzles and the guide can wait until a page is there.
self.addEventListener("message", (event) => {
  if (event.data === "fetch the rest") event.waitUntil(keep(SITE.rest).catch(() => {}));
});

async function answer(request, path, hash) {
  const kept = await (await caches.open(KEPT)).match(`${address(path)}?kept=${hash}`);
  if (kept) return kept;
  // Who has no network yet and cannot get one is told that there is none: Hecht then counts.
  return path.endsWith(".net") ? fetch(request).catch(() => new Response(null, { status: 204 })) : fetch(request);
}

self.addEventListener("fetch", (event) => {
  const asked = new URL(event.request.url), scope = new URL(self.registration.scope);
  if (event.request.method !== "GET" || asked.origin !== scope.origin || !asked.pathname.startsWith(scope.pathname)) return;
  let path = decodeURIComponent(asked.pathname.slice(scope.pathname.length));
  if (path === "" || path.endsWith("/")) path += "index.html";
  const known = { ...SITE.files, ...SITE.rest };
  if (!known[path] && known[`${path}.html`]) path += ".html";
  if (known[path]) event.respondWith(answer(event.request, path, known[path]));
});
