import type { Plugin } from "vite";

/** The query of a file without the parts that the browser never uses. */
export const LEAN = "?lean";
/** One endpoint of a contract file: `…/votes.ts?endpoint=castVote`. */
export const ENDPOINT = "?endpoint=";
/** The parts of an endpoint that the browser uses; the rest is for the server and for types. */
const KEPT = new Set(["method", "path"]);

interface Node {
  type: string;
  start: number;
  end: number;
}
interface Property extends Node {
  key?: { name: string };
}
interface Initializer extends Node {
  callee?: { name?: string };
  arguments?: (Node & { properties?: Property[] })[];
}
interface Statement extends Node {
  declarations?: { id: { name: string }; init: Initializer | null }[];
  declaration?: Statement | null;
}

/**
 * Removes the parts of the contract that the browser never uses. An endpoint contains its schemas, so requesting a list
 * would also load zod: 11 kB (gz) on the home page, which doesn't validate anything. In the lean contract, endpoints
 * keep method and path, and schemas are marked free of side effects, so that the bundler drops them; only files named
 * `…Form.tsx`, which validate, get the whole contract. Each endpoint is a module of its own, so that the first file
 * contains only those that it requests.
 */
export function leanContract(): Plugin {
  const endpoints = new Map<string, string>();
  return {
    name: "lean-contract",
    enforce: "pre",
    apply: (_, { isSsrBuild }) => !isSsrBuild,
    async resolveId(source, importer, options) {
      if (endpoints.has(source)) return source;
      const isContract =
        source.startsWith("@survey-app/contract/") || (importer?.endsWith(LEAN) && source.startsWith("."));
      if (!isContract || !source.endsWith(".ts") || importer?.endsWith("Form.tsx")) return null;
      const resolved = await this.resolve(source, importer?.replace(LEAN, ""), { ...options, skipSelf: true });
      return resolved && { ...resolved, id: resolved.id + LEAN };
    },
    load: (id) => endpoints.get(id),
    transform: {
      order: "post",
      filter: { id: /\/contract\/[\w/]+\.ts\?lean$/ },
      handler(code, file) {
        const changes: { start: number; end: number; text: string }[] = [];
        for (const statement of this.parse(code).body as unknown as Statement[]) {
          for (const { id, init } of (statement.declaration ?? statement).declarations ?? []) {
            if (init?.type !== "CallExpression" && init?.type !== "ObjectExpression") continue;
            const isEndpoint = init.callee?.name === "endpoint";
            const value = isEndpoint ? leanEndpoint(init, code) : code.slice(init.start, init.end);
            // An endpoint that spreads another one needs the name of that one, so it stays in this file.
            if (isEndpoint && !value.includes("...")) {
              const own = file.replace(LEAN, ENDPOINT + id.name);
              endpoints.set(own, `export const ${id.name} = ${value};`);
              const text = `import { ${id.name} } from "${own}"; export { ${id.name} };`;
              changes.push({ start: statement.start, end: statement.end, text });
            } else {
              changes.push({ start: init.start, end: init.end, text: `/* @__PURE__ */ (() => (${value}))()` });
            }
          }
        }
        const put = (text: string, { start, end, text: by }: (typeof changes)[number]) =>
          text.slice(0, start) + by + text.slice(end);
        return { code: changes.reduceRight(put, code), map: null, moduleSideEffects: false };
      },
    },
  };
}

function leanEndpoint(init: Initializer, code: string): string {
  const needed = (init.arguments?.[0]?.properties ?? [])
    .filter(({ type, key }) => type === "SpreadElement" || (key && KEPT.has(key.name)))
    .map(({ start, end }) => code.slice(start, end));
  return `{ ${needed.join(", ")} }`;
}
