import type { Plugin } from "vite";

/**
 * Dynamic imports as they are. Vite wraps each in a helper that preloads styles and chunks; we have one style sheet, the
 * server names the first page's chunks, and links fetch the next page's ahead: 1 kB (gz) for nothing on every page.
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
