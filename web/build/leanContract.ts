import type { Plugin } from "vite";

const LEAN = "?lean";
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
  declarations?: { init: Initializer | null }[];
  declaration?: Statement | null;
}

/**
 * Removes from the browser's files what they never use of the contract. An endpoint contains its schemas, so requesting
 * a list would bring zod along: 11 kB (gz) on the home page, which validates nothing. In the lean contract, endpoints
 * keep method and path, and schemas are marked free of side effects, so that the bundler drops them; only files named
 * `…Form.tsx`, which validate, get the whole contract.
 */
export function leanContract(): Plugin {
  return {
    name: "lean-contract",
    enforce: "pre",
    apply: (_, { isSsrBuild }) => !isSsrBuild,
    async resolveId(source, importer, options) {
      const isContract = source.startsWith("@survey-app/contract/") || importer?.endsWith(LEAN);
      if (!isContract || !source.endsWith(".ts") || importer?.endsWith("Form.tsx")) return null;
      const resolved = await this.resolve(source, importer?.replace(LEAN, ""), { ...options, skipSelf: true });
      return resolved && { ...resolved, id: resolved.id + LEAN };
    },
    transform: {
      order: "post",
      filter: { id: /\/contract\/\w+\.ts\?lean$/ },
      handler(code) {
        const changes: { start: number; end: number; text: string }[] = [];
        for (const statement of this.parse(code).body as unknown as Statement[]) {
          for (const { init } of (statement.declaration ?? statement).declarations ?? []) {
            if (init?.type !== "CallExpression" && init?.type !== "ObjectExpression") continue;
            const value =
              init.callee?.name === "endpoint" ? leanEndpoint(init, code) : code.slice(init.start, init.end);
            changes.push({ start: init.start, end: init.end, text: `/* @__PURE__ */ (() => (${value}))()` });
          }
        }
        const put = (text: string, { start, end, text: by }: (typeof changes)[number]) =>
          text.slice(0, start) + by + text.slice(end);
        return { code: changes.reduceRight(put, code), map: null };
      },
    },
  };
}

function leanEndpoint(init: Initializer, code: string): string {
  const needed = (init.arguments?.[0]?.properties ?? [])
    .filter(({ type, key }) => type === "SpreadElement" || (key && KEPT.has(key.name)))
    .map(({ start, end }) => code.slice(start, end));
  return `endpoint({ ${needed.join(", ")} })`;
}
