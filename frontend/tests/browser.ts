// What the page's older scripts look for in a browser when they are read; a test imports this first.

const kept = new Map<string, string>();
const storage = {
  getItem: (name: string) => kept.get(name) ?? null,
  setItem: (name: string, value: string) => void kept.set(name, value),
  removeItem: (name: string) => void kept.delete(name),
};
Object.assign(globalThis, {
  document: { getElementById: () => null, documentElement: { lang: "en" }, body: { dataset: {} } },
  localStorage: storage, sessionStorage: storage,
});
