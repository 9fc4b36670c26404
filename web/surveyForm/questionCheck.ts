import type { Language } from "@survey-app/texts/languages.ts";
import type * as questionTexts from "@survey-app/texts/questionTexts.ts";

/** Flaws that make a yes/no question hard to answer, most serious first: the order in which tips are shown. */
export type QuestionFlaw = keyof typeof questionTexts.flaws;

/** More words than people read at a glance. */
const WORDS_MAX = 25;

/** Verbs that are hardly used as nouns: one after "and" begins a second question. */
const VERBS = words(
  "accept add adopt allow apply arrange ask avoid be become begin bring build buy choose clean close collect consider continue " +
    "create decide deliver dismiss eat employ enjoy ensure establish expand expect explain feel find forbid forget get give go " +
    "grow happen have hire improve include increase install introduce invest invite join keep know learn leave lend let make " +
    "obtain organize pay prefer prepare prevent prohibit promote protect provide publish pursue raise read receive recommend " +
    "recycle reduce refuse remain remove renovate repair replace require restore resume see seem sell send separate serve " +
    "speak spend strengthen teach tell understand use wash wear write",
);
/** Verbs that are nouns just as often ("paint", "offer"): they only count with an object. */
const NOUN_VERBS = words(
  "ban change charge cook cover cut dance drink drive drop end fund heat help hold limit lock look move offer open order paint " +
    "plan plant play post print rent rest return run save search share show sleep start stop study support swap switch take " +
    "talk test track train travel treat try turn vote wait walk want watch water work",
);
/** Words that begin the object of a verb. */
const OBJECT_STARTS = words(
  "a an the this that these those my your our their its his her it them us him me all any some each every more less fewer no to " +
    "up off out down away back on over in into for with",
);
const AUXILIARIES = words(
  "am are is was were be can could did do does had has have may might must shall should will would what when where which who " +
    "why how",
);
/** Words between "and" and its verb. */
const FILLERS = words("also then to even instead therefore thus later finally still just only");
const SUBJECTS = words("i we you they he she it people everyone");

function words(list: string): ReadonlySet<string> {
  return new Set(list.split(" "));
}

/** A question in lower case, with plain apostrophes, as it is tested. */
interface Tested {
  text: string;
  words: readonly string[];
}

const hasPattern =
  (...patterns: readonly RegExp[]) =>
  ({ text }: Tested) =>
    patterns.some((pattern) => pattern.test(text));

const isLeading = hasPattern(
  /^(?:do|does|did|would|should|could|is|are|was|were|has|have|can|will)n't\b/,
  /^(?:do|would|don't|wouldn't) (?:you|we|people) (?:also |really |not )?agree\b/,
  /^(?:surely|obviously|clearly|of course|needless to say|everyone knows|everybody knows|as we all know|why not)\b/,
  /,\s*(?:right|no|correct|(?:is|are|do|does|did|was|were|should|would|could|can|will)n't (?:it|they|you|we|he|she))\s*\?*$/,
);

const hasNegation = hasPattern(
  /(?<!\bor )\b(?:not|cannot|nothing|neither|nor|no longer)\b(?!-)(?! only\b| sure\b| yet\b)/,
  /\b(?:is|are|was|were|do|does|did|has|have|had|ca|wo|would|should|could|must|need)n't\b/,
);

const hasAbsolute = hasPattern(
  /\b(?:always|never|everyone|everybody|nobody|no one|none|completely|totally|absolutely|entirely)\b(?!-)/,
  /\ball\b(?!-| day| year| week| night| right| over| along| at once| kinds| sorts)(?<!\b(?:at|after|above|first of|in) all)/,
  /\b100 ?%|\b(?:at all times|in every case|under no circumstances|without exception)\b/,
);

/** Whether "and" or "or" joins two verbs, so that a person can agree with one and not with the other. */
function joinsQuestions({ text, words: all }: Tested): boolean {
  if (/[?？]\s*\S.*[?？]/.test(text)) return true;
  return all.some((word, position) => {
    if ((word !== "and" && word !== "or") || position === 0) return false;
    const rest = all.slice(position + 1).filter((each, index) => index > 0 || !FILLERS.has(each));
    const [first = "", second = ""] = rest;
    if (first === "not" || second === "not") return false;
    if (AUXILIARIES.has(first)) return SUBJECTS.has(second) || OBJECT_STARTS.has(second) || second.length > 3;
    if (SUBJECTS.has(first) && (VERBS.has(second) || NOUN_VERBS.has(second) || AUXILIARIES.has(second))) return true;
    // Without a verb before it, the word after "and" belongs to a list of things.
    const hasVerbBefore = all.slice(0, position).some((each) => VERBS.has(each) || NOUN_VERBS.has(each));
    if (!hasVerbBefore) return false;
    if (VERBS.has(first)) return true;
    return NOUN_VERBS.has(first) && (OBJECT_STARTS.has(second) || /^\d/.test(second));
  });
}

const rules: Record<QuestionFlaw, (question: Tested) => boolean> = {
  twoQuestions: joinsQuestions,
  leading: isLeading,
  negation: (question) => !isLeading(question) && hasNegation(question),
  absolute: hasAbsolute,
  tooLong: (question) => question.words.length > WORDS_MAX,
  // Full-width, Arabic and Greek ones count as well.
  noQuestionMark: ({ text }) => text !== "" && !/[?？؟;]/.test(text),
};

/** The flaws that can be found in any language. */
const IN_ANY_LANGUAGE: readonly QuestionFlaw[] = ["tooLong", "noQuestionMark"];

/**
 * The flaws of a question, most serious first. Rules about words know English only: they are not applied to questions in other
 * languages, where an English word can mean something else.
 * @param language null if unknown
 */
export function findFlaws(title: string, language: Language | null): QuestionFlaw[] {
  const text = title.normalize("NFKC").toLowerCase().replaceAll("’", "'").trim();
  const question = { text, words: text.match(/[\p{L}\p{N}][\p{L}\p{M}\p{N}'-]*/gu) ?? [] };
  const isEnglish = language === null || /^en\b/.test(language);
  const applied = isEnglish ? (Object.keys(rules) as QuestionFlaw[]) : IN_ANY_LANGUAGE;
  return applied.filter((flaw) => rules[flaw](question));
}
