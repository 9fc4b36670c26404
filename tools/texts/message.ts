import { parse, type Token } from "@messageformat/parser";

/**
 * A piece of a text: words; the value of a parameter; an element of the page, with the piece of the text that it
 * contains; or one of several cases, chosen by a number or a word.
 */
export type Part =
  | { kind: "words"; words: string }
  | { kind: "string" | "number"; param: string }
  | { kind: "element"; param: string; children: Part[] | null }
  | { kind: "plural" | "select"; param: string; cases: Case[] };

interface Case {
  /** A plural category, `=` and a number, or a word. */
  when: string;
  parts: Part[];
}

/** `element`: a piece of the page; `wrapper`: a function that makes one from the words inside its tag. */
export type ParamType = "string" | "number" | "boolean" | "element" | "wrapper";

/** One text in one language. */
export interface Message {
  parts: Part[];
  /** In the order in which the text first names them. */
  params: Map<string, ParamType>;
}

/** A value that texts share with the program, such as the maximal length of a note: `{NOTE_MAX}`. */
const CONSTANT = /^[A-Z][A-Z0-9_]*$/;
const TAG = /<(\w+)\/>|<(\w+)>|<\/(\w+)>/g;

/**
 * Parses a text: ICU MessageFormat with strings, `{count, number}`, plurals and selects, and with elements of the page
 * as `<name/>` and `<name>words</name>`.
 * @param constants the constants that texts may name, as the text's language writes them
 * @throws if the text isn't valid
 */
export function parseMessage(text: string, constants: Record<string, string>): Message {
  const params: Message["params"] = new Map();
  return { parts: convert(parse(text), { params, constants, counted: null }), params };
}

interface Context {
  params: Message["params"];
  constants: Record<string, string>;
  /** The parameter that `#` stands for. */
  counted: string | null;
}

function convert(tokens: Token[], context: Context): Part[] {
  const output = createNesting(context.params);
  for (const token of tokens) {
    if (token.type === "content") output.addContent(token.value);
    else output.add(convertToken(token, context));
  }
  return output.end();
}

function convertToken(token: Exclude<Token, { type: "content" }>, context: Context): Part {
  const { params, constants, counted } = context;
  switch (token.type) {
    case "argument": {
      const { arg } = token;
      if (!CONSTANT.test(arg)) return { kind: "string", param: declare(params, arg, "string") };
      const words = constants[arg];
      if (words === undefined) throw new Error(`there is no constant ${arg}`);
      return { kind: "words", words };
    }
    case "octothorpe":
      if (!counted) throw new Error("# stands outside of a plural");
      return { kind: "number", param: counted };
    case "function":
      if (token.key !== "number" || token.param) throw new Error(`{${token.arg}, ${token.key}} is not supported`);
      return { kind: "number", param: declare(params, token.arg, "number") };
    case "plural":
    case "select": {
      if (token.pluralOffset) throw new Error("offsets are not supported");
      const isPlural = token.type === "plural";
      const isBoolean = token.cases.some(({ key }) => key === "true");
      const param = declare(params, token.arg, isPlural ? "number" : isBoolean ? "boolean" : "string");
      const cases = token.cases.map(({ key, tokens }) => ({
        when: key,
        parts: convert(tokens, isPlural ? { ...context, counted: param } : context),
      }));
      if (!cases.some(({ when }) => when === "other")) throw new Error(`{${param}, ${token.type}} has no case "other"`);
      return { kind: token.type, param, cases };
    }
    default:
      throw new Error(`${token.type} is not supported`);
  }
}

/** Collects parts, those between a tag and its closing tag as children of one element. */
function createNesting(params: Message["params"]) {
  const root: Part[] = [];
  const open: { name: string; outer: Part[] }[] = [];
  let parts = root;
  const addWords = (words: string) => {
    if (words) parts.push({ kind: "words", words });
  };
  const addTag = ([, empty, opening, closing]: string[]) => {
    if (empty) parts.push({ kind: "element", param: declare(params, empty, "element"), children: null });
    else if (opening) {
      const children: Part[] = [];
      parts.push({ kind: "element", param: declare(params, opening, "wrapper"), children });
      open.push({ name: opening, outer: parts });
      parts = children;
    } else {
      const last = open.pop();
      if (!last || last.name !== closing) throw new Error(`</${closing}> closes nothing`);
      parts = last.outer;
    }
  };
  return {
    add: (part: Part) => parts.push(part),
    addContent(content: string) {
      let from = 0;
      for (const tag of content.matchAll(TAG)) {
        addWords(content.slice(from, tag.index));
        addTag(tag);
        from = tag.index + tag[0].length;
      }
      addWords(content.slice(from));
    },
    end() {
      if (open.length > 0) throw new Error(`<${open.at(-1)?.name}> is not closed`);
      return root;
    },
  };
}

/** Records that the text has a parameter. @returns its name */
function declare(params: Message["params"], name: string, type: ParamType): string {
  const known = params.get(name);
  if (known && known !== type) throw new Error(`"${name}" is used as ${known} and as ${type}`);
  params.set(name, type);
  return name;
}
