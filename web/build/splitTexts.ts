import type { Plugin } from "vite";

/** One text of a catalog: `…/voteTexts.ts?text=voted`. */
const TEXT = "?text=";
const CATALOG = /^import \* as (\w+) from "([^"]+\/texts\/\w+\.ts)";$/gm;

/**
 * Makes each text of a catalog a module of its own. The bundler puts a module into one chunk with all that any page uses of it,
 * so a page would load the texts of every other page that shares a catalog with it: 2 kB (gz) on the survey page.
 */
export function splitTexts(): Plugin {
  return {
    name: "split-texts",
    apply: (_, { isSsrBuild }) => !isSsrBuild,
    transform: {
      order: "post",
      filter: { id: /\/web\/.*\.tsx?(\?|$)/, code: "/texts/" },
      handler(code, id) {
        const catalogs = [...code.matchAll(CATALOG)];
        if (catalogs.length === 0) return null;
        const imports = new Set<string>();
        let split = code.replaceAll(CATALOG, "");
        for (const [, catalog = "", file] of catalogs) {
          split = split.replaceAll(new RegExp(`\\b${catalog}\\.(\\w+)`, "g"), (_, text: string) => {
            imports.add(`import { ${text} as ${catalog}_${text} } from "${file}${TEXT}${text}";`);
            return `${catalog}_${text}`;
          });
          if (new RegExp(`\\b${catalog}\\b`).test(split))
            this.error(`${id} uses ${catalog} as a whole: name each text as ${catalog}.text.`);
        }
        return { code: [...imports, split].join("\n"), map: null };
      },
    },
  };
}
