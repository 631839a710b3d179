// Builds the app: src/*.ts become FOLDER/*.js, what several of them need becomes a chunk.
// Usage: node build.mjs FOLDER [watch | tests]; tests are built for Node.js.

import { build, context } from "esbuild";
import { existsSync, readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const [folder, how] = process.argv.slice(2), home = fileURLToPath(new URL(".", import.meta.url)), parts = join(home, "../src/schwarm/web");
// The page's older scripts lie beside the built files in a browser, see tsconfig.json; tests bring them along.
const olderScripts = {
  name: "older scripts",
  setup({ onResolve }) {
    onResolve({ filter: how === "tests" ? /^(page|\.)\/[\w-]+\.js$/ : /^page\// }, ({ path }) => {
      const name = path.split("/").pop();
      if (how !== "tests") return { path: `./${name}`, external: true };
      const found = readdirSync(parts).map((part) => join(parts, part, "scripts", name)).find((file) => !file.includes("/dist/") && existsSync(file));
      return found ? { path: found } : undefined;
    });
  },
};
const options = {
  absWorkingDir: home, outdir: folder, bundle: true, format: "esm", target: "es2022", charset: "utf8", jsx: "automatic", jsxImportSource: "preact",
  lineLimit: 200, logLevel: how === "watch" ? "info" : "warning", plugins: [olderScripts],
};
const app = { ...options, entryPoints: ["src/app.tsx", "src/bridge.ts"], splitting: true, minify: true };

rmSync(folder, { recursive: true, force: true });
if (how === "watch") await (await context(app)).watch();
else if (how !== "tests") await build(app);
else {
  const tests = readdirSync(join(home, "tests")).filter((name) => /\.test\.tsx?$/.test(name)).map((name) => `tests/${name}`);
  await build({ ...options, entryPoints: tests, platform: "node", outExtension: { ".js": ".mjs" } });
}
