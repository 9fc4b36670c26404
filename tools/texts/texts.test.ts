import { offeredLanguages } from "@survey-app/texts/languages.ts";
import { expect, test } from "vitest";
import { readStoredCatalogs } from "./catalogs.ts";
import { codeOf, type Helpers } from "./code.ts";
import { isolateValues } from "./isolate.ts";
import { type Message, parseMessage } from "./message.ts";
import { keepLetters } from "./polish.ts";

const helpers: Helpers = { rich: "rich", formatCount: "format", pluralCategory: "category" };

/** Runs a text's code with the plural rules of a language. */
function say(message: Message, language: string, ...values: unknown[]): unknown {
  const code = codeOf(message, helpers, { params: [...message.params.keys()] });
  const rules = new Intl.PluralRules(language);
  const rich = (texts: TemplateStringsArray, ...elements: unknown[]) => ["rich", [...texts], elements];
  const make = new Function("rich", "format", "category", `return ${code}`);
  const text = make(rich, new Intl.NumberFormat(language).format, (count: number) => rules.select(count));
  return typeof text === "function" ? text(...values) : text;
}

test("texts keep their words, whatever characters they contain", () => {
  const words = ["It's `50%` of \\ $", "{this} — “quoted”,\na second line"].join("");
  const source = words.replaceAll("{", "'{'").replaceAll("}", "'}'");
  expect(say(parseMessage(source, {}), "en")).toBe(words);
  expect(say(parseMessage(`${source} {name}`, {}), "en", "A")).toBe(`${words} A`);
});

test("plurals choose by exact number first, and by the language's categories", () => {
  const message = parseMessage(
    "{count, plural, =0 {none} one {# głos} few {# głosy} many {# głosów} other {# głosu}}",
    {},
  );
  expect([0, 1, 2, 5, 1.5].map((count) => say(message, "pl", count))).toEqual([
    "none",
    "1 głos",
    "2 głosy",
    "5 głosów",
    "1,5 głosu",
  ]);
});

test("selects choose by word, or by whether something is so", () => {
  const byWord = parseMessage("{who, select, owner {its owner} other {an admin}} closed it", {});
  expect([say(byWord, "en", "owner"), say(byWord, "en", "admin")]).toEqual([
    "its owner closed it",
    "an admin closed it",
  ]);
  const byTruth = parseMessage("{open, select, true {Open} other {Closed}}", {});
  expect([say(byTruth, "en", true), say(byTruth, "en", false)]).toEqual(["Open", "Closed"]);
});

test("elements appear where the text puts them, also inside plurals", () => {
  const message = parseMessage("By <name/>, <link>see {count, plural, one {# vote} other {# votes}}</link>", {});
  const link = (words: unknown) => ({ link: words });
  expect(say(message, "en", "N", link, 2)).toEqual(["rich", ["By ", ", ", ""], ["N", { link: "see 2 votes" }]]);
  const inside = parseMessage("{count, plural, one {one: <name/>} other {#: <name/>}}", {});
  expect(say(inside, "en", 3, "N")).toEqual(["rich", ["", ": ", ""], ["3", "N"]]);
});

test("constants of the program appear in texts as the language writes them", () => {
  expect(say(parseMessage("At most {NOTE_MAX} characters", { NOTE_MAX: "1.000" }), "de")).toBe(
    "At most 1.000 characters",
  );
});

test.each([
  ["{count, plural, one {# vote}}", '{count, plural} has no case "other"'],
  ["{NO_SUCH}", "there is no constant NO_SUCH"],
  ["See <link>this", "<link> is not closed"],
  ["See this</link>", "</link> closes nothing"],
  ["{a} and {a, number}", '"a" is used as string and as number'],
  ["{day, date}", "{day, date} is not supported"],
  ["{name", "Unexpected message end"],
])("the text %j is not valid", (text, problem) => {
  expect(() => parseMessage(text, {})).toThrow(problem);
});

test("the short button of a phone is a part of its name, in every language", () => {
  for (const language of offeredLanguages) {
    const { ask, askShort } = readStoredCatalogs(language).get("frameTexts") as { ask: string; askShort: string };
    expect(ask.toLowerCase()).toContain(askShort.toLowerCase());
  }
});

test("Polish words of one letter keep the next word on their line; names of values and longer words don't", () => {
  const text = "{a, plural, one {Głos z {total}} other {W ankiecie i z listy: # w tym o nas}}";
  expect(keepLetters(text)).toBe(
    "{a, plural, one {Głos z\u00a0{total}} other {W\u00a0ankiecie i\u00a0z\u00a0listy: # w\u00a0tym o\u00a0nas}}",
  );
});

test("values in right-to-left texts are isolated, except addresses, which people copy", () => {
  const message = parseMessage("{isNew, select, true {<b>{title}</b>} other {{count, number}: {title}, {url}}}", {});
  const saved = isolateValues(message);
  const b = (words: string) => words;
  expect(say(saved, "en", false, b, "Why?", 2, "a.example")).toContain("\u20682\u2069: \u2068Why?\u2069, a.example");
  expect(JSON.stringify(say(saved, "en", true, b, "Why?", 2, "a.example"))).toContain("\u2068Why?\u2069");
});
