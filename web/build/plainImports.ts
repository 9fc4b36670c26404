import type { Plugin } from "vite";

/**
 * Keeps dynamic imports as they are. Vite wraps each in a helper that preloads styles and chunks; we have one style
 * sheet, the server lists the first page's chunks, and links prefetch the next page's, so the helper would be 1 kB (gz)
 * wasted on every page.
 */
export function plainImports(): Plugin {
  return {
    name: "plain-imports",
    enforce: "pre",
    apply: "build",
    load: {
      order: "pre",
      filter: { id: /vite\/preload-helper/ },
      handler: () => "export const __vitePreload = (load) => load();",
    },
  };
}
