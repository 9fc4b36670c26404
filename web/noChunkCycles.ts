import type { Plugin } from "vite";

/** Stops the build when chunks need each other in a ring: then one of them would run before what it extends exists. */
export function noChunkCycles(): Plugin {
  return {
    name: "no-chunk-cycles",
    generateBundle(_, bundle) {
      const imports = (file: string) => {
        const chunk = bundle[file];
        return chunk?.type === "chunk" ? chunk.imports : [];
      };
      const visit = (file: string, way: readonly string[]) => {
        if (way.includes(file)) this.error(`Chunks in a ring: ${[...way, file].join(" → ")}`);
        for (const next of imports(file)) visit(next, [...way, file]);
      };
      for (const file of Object.keys(bundle)) visit(file, []);
    },
  };
}
