import type { Plugin } from "vite";

/** What the app and its libraries use of React's CommonJS files. */
const used: Record<string, ReadonlySet<string>> = {
  react: new Set([
    "Component",
    "Fragment",
    "Suspense",
    "createContext",
    "createElement",
    "use",
    "useCallback",
    "useContext",
    "useEffect",
    "useEffectEvent",
    "useId",
    "useInsertionEffect",
    "useLayoutEffect",
    "useMemo",
    "useRef",
    "useState",
    "useSyncExternalStore",
    "version",
    "__CLIENT_INTERNALS_DO_NOT_USE_OR_WARN_USERS_THEY_CANNOT_UPGRADE",
  ]),
  "react-dom": new Set(["createPortal", "version", "__DOM_INTERNALS_DO_NOT_USE_OR_WARN_USERS_THEY_CANNOT_UPGRADE"]),
};
/**
 * Removes what nothing uses of React, which the bundler can't do in CommonJS files: 2.2 kB (gz) on every page. The build
 * fails if something removed is used.
 */
export function leanReact(): Plugin {
  const removed = new Set<string>();
  const wanted = new Set<string>();
  return {
    name: "lean-react",
    apply: (_, { isSsrBuild }) => !isSsrBuild,
    transform: {
      order: "post",
      handler(code, id) {
        const from = /\/cjs\/([\w-]+)\.production\.js$/.exec(id)?.[1] ?? "";
        const kept = used[from];
        if (!kept) {
          for (const name of namesIn(code)) wanted.add(name);
          return null;
        }
        const lean = code.replaceAll(/^exports\.(\w+) =/gm, (all, name: string) => {
          if (kept.has(name)) return all;
          removed.add(`${from}.${name}`);
          return `var unused_${name} =`;
        });
        return { code: lean, map: null };
      },
    },
    buildEnd() {
      const missing = [...removed].filter((name) => wanted.has(name));
      if (missing.length) this.error(`${missing.join(", ")}: removed, but used; add to web/build/leanReact.ts.`);
      if (!removed.size) this.error("React's files are not as expected any more: look at their exports.");
    },
  };
}

/** `react.useState` for `import { useState } from "react"`, and for `React.useState` where the whole package is imported. */
function namesIn(code: string): string[] {
  const withoutComments = code.replaceAll(/\/\*.*?\*\//gs, "");
  const imports = withoutComments.matchAll(/\bimport\s*\{([^}]*)\}\s*from\s*["'](react|react-dom)["']/g);
  const members = withoutComments.matchAll(/\b(React|ReactDOM)\.(\w+)/g);
  return [
    ...[...imports].flatMap(([, names = "", from]) =>
      names.split(",").map((name) => `${from}.${name.trim().split(" ")[0]}`),
    ),
    ...[...members].map(([, from, name]) => `${from === "React" ? "react" : "react-dom"}.${name}`),
  ];
}
