import type { Language } from "@survey-app/texts/languages.ts";
import type * as questionTexts from "@survey-app/texts/questionTexts.ts";
import { type KnownLanguage, type QuestionWords, questionWords } from "./questionWords.ts";

/** Flaws that make a yes/no question hard to answer, most serious first: the order in which tips are shown. */
export type QuestionFlaw = keyof typeof questionTexts.flaws;

/** More words than people read at a glance. */
const WORDS_MAX = 25;

/** Verbs that are hardly used as nouns: one after "and" begins a second question. */
const VERBS = words(
  "accept add adopt allow apply appoint approve arrange ask avoid be become begin bring build buy choose clean close collect consider continue " +
    "create decide deliver dismiss eat elect employ enjoy ensure establish expand expect explain feel find forbid forget get give go " +
    "grow happen have hire improve include increase install introduce invest invite join keep know learn leave lend let make " +
    "obtain organize pay prefer prepare prevent prohibit promote protect provide publish pursue raise read receive recommend " +
    "recycle reduce refuse reject remain remove renovate repair replace require restore resume see seem sell send separate serve " +
    "speak spend strengthen teach tell understand use wash wear write",
);
/** Verbs that are nouns just as often ("paint", "offer"): they only count with an object. */
const NOUN_VERBS = words(
  "ban change charge cook cover cut dance drink drive drop end fire fund heat help hold limit lock look move offer open order paint " +
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

/** A question with plain apostrophes, as it is tested. */
interface Tested {
  /** In lower case, as its words. */
  text: string;
  words: readonly string[];
  /** As they were typed. */
  typed: readonly string[];
  known: QuestionWords;
}

const wordsOf = (text: string): string[] => text.match(/[\p{L}\p{N}][\p{L}\p{M}\p{N}'-]*/gu) ?? [];
const sentencesOf = (text: string): string[] => text.split(/[.!?？؟…]+\s+/u);
const clausesOf = (text: string): string[][] => text.split(/[,;:،؛]\s*/u).map(wordsOf);

/** Whether it begins with a question word, so that neither yes nor no is an answer. */
function isOpenQuestion({ text, known }: Tested): boolean {
  return sentencesOf(text).some((sentence) => {
    if (known.except.test(sentence.replace(/^[^\p{L}]+/u, ""))) return false;
    const [first = [], ...others] = clausesOf(sentence);
    const leadIns = first.findIndex((word) => !known.leadIns.has(word));
    // At most two of them come before a question word. French joins one to its word: "d'où".
    if (leadIns < 0 || leadIns > 2 || !known.asks.has((first[leadIns] ?? "").replace(/^d'/, ""))) return false;
    // "When it rains, should we …?"
    return !others.some(([start = ""]) => known.starts.has(start));
  });
}

/** Whether it asks for one of two things: "Coffee or tea?" */
function isChoice({ text, known }: Tested): boolean {
  const isRepeated = (all: string[], or: number) => {
    const next = all[or + 1] ?? "";
    return known.leadIns.has(next) && all.slice(Math.max(0, or - 4), or).includes(next);
  };
  return sentencesOf(text).some((sentence) => {
    const isYesNo = wordsOf(sentence).some((word) => known.starts.has(word)) && !known.prefer.test(sentence);
    return clausesOf(sentence).some((all) =>
      all.some((word, index) => {
        if (known.notTwo.has(all[index + 1] ?? "")) return false;
        if (known.eitherOr.has(word) && (index > 0 || !known.starts.has(word))) return index + 1 < all.length;
        if (!known.or.has(word) || index + 1 >= all.length) return false;
        return !isYesNo || isRepeated(all, index);
      }),
    );
  });
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

/** Whether "and" joins two questions or deeds, so that a person can agree with one and not with the other. */
function joinsQuestions(question: Tested): boolean {
  if (/[?？؟]\s*\S.*[?？؟]/.test(question.text)) return true;
  return question.known.isDeed === null ? joinsVerbs(question) : joinsDeeds(question, question.known.isDeed);
}

/** The same where verbs are recognized by their endings. */
function joinsDeeds({ words: all, typed, known }: Tested, isDeed: (word: string) => boolean): boolean {
  const last = typed.at(-1) ?? "";
  return all.some((word, index) => {
    if (index === 0) return false;
    // Arabic writes "and" together with the word behind it.
    if (known.and.size === 0)
      return (
        known.starts.has(word) || (word.startsWith("و") && isDeed(word.slice(1)) && typed.slice(0, index).some(isDeed))
      );
    if (!known.and.has(word)) return false;
    const next = typed[index + 1] ?? "";
    if (known.starts.has(all[index + 1] ?? "")) return true;
    if (!known.deedIsLast) return isDeed(next) && typed.slice(0, index).some(isDeed);
    // "red and blue chairs": two adjectives before a noun, which has a capital in German.
    const isPair = isDeed(next) && /^\p{Lu}/u.test(typed[index + 2] ?? "");
    return !isPair && isDeed(typed[index - 1] ?? "") && isDeed(last);
  });
}

/** Whether "and" or "or" joins two English verbs. */
function joinsVerbs({ words: all }: Tested): boolean {
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
  openQuestion: isOpenQuestion,
  choice: isChoice,
  twoQuestions: joinsQuestions,
  leading: isLeading,
  negation: (question) => !isLeading(question) && hasNegation(question),
  absolute: hasAbsolute,
  tooLong: (question) => question.words.length > WORDS_MAX,
  // Full-width, Arabic and Greek ones count as well.
  noQuestionMark: ({ text }) => text !== "" && !/[?？؟;]/.test(text),
};

/** The rules about English words; the other rules know all languages. */
const ONLY_ENGLISH: readonly QuestionFlaw[] = ["leading", "negation", "absolute"];

/**
 * The flaws of a question, most serious first. Each is a tip and never a refusal, so a rule rather misses a flaw than
 * finds a wrong one.
 * @param language null if unknown: then it is read as English
 */
export function findFlaws(title: string, language: Language | null): QuestionFlaw[] {
  const typed = title.normalize("NFKC").replaceAll("’", "'").trim();
  const base = (language ?? "en").split("-")[0] as KnownLanguage;
  const text = typed.toLowerCase();
  const question = { text, words: wordsOf(text), typed: wordsOf(typed), known: questionWords[base] };
  const all = Object.keys(rules) as QuestionFlaw[];
  return all.filter((flaw) => (base === "en" || !ONLY_ENGLISH.includes(flaw)) && rules[flaw](question));
}
