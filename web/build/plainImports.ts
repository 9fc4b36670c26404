import type { Plugin } from "vite";

/** A dynamic import of a file, or of the names that are used, in Vite's helper. */
const HELPED =
  /__vitePreload\((?:async )?\(\) => (?:\{\s*const \{[^}]*\} = await )?(import\("[^"]*"\)(?:\.then\(\(\w+\) => \w+\.\w+\))?)(?:;\s*return \{[^}]*\};\s*\})?, __VITE_PRELOAD__\)/g;

/**
 * Keeps dynamic imports as they are. Vite wraps each in a helper that preloads styles and chunks; we have one style
 * sheet, the server lists the first page's chunks, and links prefetch the next page's, so the helper and its calls would be
 * 1.3 kB (gz) wasted on every page. A few calls of another form keep a helper that does nothing.
 */
export function plainImports(): Plugin {
  return {
    name: "plain-imports",
    enforce: "pre",
    apply: (_, { isSsrBuild }) => !isSsrBuild,
    load: {
      order: "pre",
      filter: { id: /vite\/preload-helper/ },
      handler: () => "export const __vitePreload = (load) => load();",
    },
    renderChunk: (code) => code.replaceAll(HELPED, "$1"),
  };
}
