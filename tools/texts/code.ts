import type { Message, ParamType, Part } from "./message.ts";

/** Names of the functions that a text calls, in the module where the text stands. */
export interface Helpers {
  /** `rich` of texts/rich.ts. */
  rich: string;
  /** `formatCount` of texts/numbers.ts. */
  formatCount: string;
  /** `pluralCategory` of texts/numbers.ts. */
  pluralCategory: string;
}

export const HELPERS = ["rich", "formatCount", "pluralCategory"] as const satisfies (keyof Helpers)[];

/** The names of parameters in the function of a text. */
export interface Naming {
  /** The parameters in the order of the function, which is the English one in all languages. */
  params: readonly string[];
  /** The function's names for them; by default their own. */
  names?: readonly string[];
  /** The TypeScript types to write; none in JavaScript. */
  types?: ReadonlyMap<string, ParamType>;
}

/** The code of a text: a string, or an arrow function of the text's parameters. */
export function codeOf(message: Message, helpers: Helpers, { params, names = params, types }: Naming): string {
  if (params.length === 0) return JSON.stringify(wordsOf(message));
  const nameOf = new Map(params.map((param, index) => [param, names[index] ?? param]));
  const typed = params.map((param) => {
    const type = types?.get(param);
    return `${nameOf.get(param)}${type ? `: ${typeNames[type]}` : ""}`;
  });
  return `(${typed.join(", ")}) => ${template(message.parts, { helpers, names: nameOf })}`;
}

/** The type of a parameter in TypeScript. */
const typeNames: Record<ParamType, string> = {
  string: "string",
  number: "number",
  boolean: "boolean",
  element: "ReactNode",
  wrapper: "(words: string) => ReactNode",
};

/** The helpers that a text may need in some language: each language may use other cases of a number, or none. */
export function helpersFor(params: Message["params"]): (keyof Helpers)[] {
  const types = new Set(params.values());
  return HELPERS.filter((helper) =>
    helper === "rich" ? types.has("element") || types.has("wrapper") : types.has("number"),
  );
}

/** The words of a text without parameters. */
export function wordsOf({ parts }: Message): string {
  return parts
    .map((part) => {
      if (part.kind !== "words") throw new Error(`a text without parameters has a ${part.kind}`);
      return part.words;
    })
    .join("");
}

interface Context {
  helpers: Helpers;
  names: Map<string, string>;
}

/** The parts as a template literal, which `rich` makes from them if one is an element. */
function template(parts: Part[], context: Context): string {
  const [only] = parts;
  if (parts.length === 1 && (only?.kind === "plural" || only?.kind === "select")) return expression(only, context);
  const text = parts
    .map((part) => (part.kind === "words" ? escapeWords(part.words) : `\${${expression(part, context)}}`))
    .join("");
  return `${hasElement(parts) ? context.helpers.rich : ""}\`${text}\``;
}

/** Whether one of the parts is an element. */
function hasElement(parts: Part[]): boolean {
  return parts.some(
    (part) => part.kind === "element" || ("cases" in part && part.cases.some((each) => hasElement(each.parts))),
  );
}

function expression(part: Exclude<Part, { kind: "words" }>, context: Context): string {
  const { helpers, names } = context;
  const name = names.get(part.param) ?? part.param;
  switch (part.kind) {
    case "string":
      return name;
    case "number":
      return `${helpers.formatCount}(${name})`;
    case "element":
      return part.children ? `${name}(${template(part.children, context)})` : name;
    case "select":
      return chain(part, (when) => (when === "true" ? name : `${name} === ${JSON.stringify(when)}`), context);
    case "plural": {
      const category = `${helpers.pluralCategory}(${name})`;
      return chain(
        part,
        (when) => (when.startsWith("=") ? `${name} === ${when.slice(1)}` : `${category} === "${when}"`),
        context,
      );
    }
  }
}

/** `a ? … : b ? … : …`, in which the case "other" is the last. */
function chain(part: Extract<Part, { kind: "plural" | "select" }>, test: (when: string) => string, context: Context) {
  const others = part.cases.filter(({ when }) => when !== "other");
  const last = part.cases.find(({ when }) => when === "other")?.parts ?? [];
  return `(${[...others.map(({ when, parts }) => `${test(when)} ? ${template(parts, context)}`), template(last, context)].join(" : ")})`;
}

const escapeWords = (words: string) => words.replace(/[`\\]|\$(?=\{)/g, "\\$&").replaceAll("\n", "\\n");
