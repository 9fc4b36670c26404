import { join } from "node:path";
import type { Plugin } from "vite";

/** The function that the app's pages put around each `import()`. */
export const loadCode = `export { loadCode as __vitePreload } from ${JSON.stringify(join(import.meta.dirname, "../api/loadCode.ts"))}`;

/**
 * Loads chunks by plain `import()`. Vite's helper around it preloads their style sheets and imports, which our pages
 * have loaded already, and takes 0.6 kB of the first file.
 * @param helper replaces it
 */
export const plainImports = (helper = "export const __vitePreload = (load) => load();"): Plugin => ({
  name: "plain-imports",
  enforce: "pre",
  load: { filter: { id: /vite\/preload-helper/ }, handler: () => helper },
});
