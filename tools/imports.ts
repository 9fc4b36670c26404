/** One import of a file, of whatever form. */
export interface Import {
  specifier: string;
  line: number;
  /** Gone at run time: `import type …`, `export type … from`. */
  isType: boolean;
}

// `import … from`, `export … from`, over several lines; the clause holds names only, so it never reaches into code.
const fromImport = /^[ \t]*(?:import|export)\b(?<clause>[\w$\s{},*]*?)\bfrom\s*["'](?<specifier>[^"']+)["']/gm;
const bareImport = /^[ \t]*import\s*["'](?<specifier>[^"']+)["']/gm;
// `await import("…")` as well as the type `import("…").Name`.
const callImport = /\b(?:import|require)\s*\(\s*["'`](?<specifier>[^"'`]+)["'`]/gm;

/** Everything that a TypeScript source imports. */
export function importsOf(source: string): Import[] {
  const code = withoutComments(source);
  return [fromImport, bareImport, callImport].flatMap((form) =>
    [...code.matchAll(form)].map((match) => {
      const { clause = "", specifier = "" } = match.groups ?? {};
      const at = match.index + match[0].length;
      return {
        specifier,
        line: code.slice(0, at).split("\n").length,
        isType: /^\s*type\b(?!\s*(?:,|from))/.test(clause),
      };
    }),
  );
}

const text = /"(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*'|`(?:\\.|[^`\\])*`/;
const textOrComment = new RegExp(`(${text.source})|//[^\\n]*|/\\*[\\s\\S]*?\\*/`, "g");
const quoted = /"(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*'/g;

/** The source with its comments blank, every line where it was. */
export function withoutComments(source: string): string {
  return source.replaceAll(textOrComment, (found, string?: string) => string ?? blank(found));
}

/** The source with its quoted strings blank; templates stay, they hold code. */
export function withoutStrings(source: string): string {
  return source.replaceAll(quoted, blank);
}

function blank(found: string): string {
  return found.replaceAll(/[^\n]/g, " ");
}
