import type { Message, Part } from "./message.ts";

/*
 * The test language: English with accents, with brackets around each text, and longer. A page in it shows which words
 * are not in a catalog (no brackets), which are concatenated (brackets inside), and what is cut off where words are
 * longer than in English.
 */

/** The growth of the texts, as in German and Polish. */
const LONGER = 0.4;
const PADDING = "~";
/** The most padding without a space: with the text's last word it is as long as the longest words of German. */
const WORD = 12;

const accented: Record<string, string> = Object.fromEntries(
  [..."aáeéiíoóuúyýcčdďnñsšzžAÁEÉIÍOÓUÚYÝCČDĎNÑSŠZŽ"].flatMap((letter, index, all) =>
    index % 2 === 0 ? [[letter, all[index + 1] ?? letter]] : [],
  ),
);

/** The text in the test language. */
export function pseudoMessage({ parts, params }: Message): Message {
  const length = lengthOf(parts);
  const padding = PADDING.repeat(Math.ceil(length * LONGER)).replace(new RegExp(`.{${WORD}}(?=.)`, "g"), "$& ");
  const words = (words: string): Part => ({ kind: "words", words });
  return { params, parts: [words("["), ...parts.map(accent), words(`${padding}]`)] };
}

function accent(part: Part): Part {
  switch (part.kind) {
    case "words":
      return { kind: "words", words: part.words.replace(/[a-zA-Z]/g, (letter) => accented[letter] ?? letter) };
    case "element":
      return { ...part, children: part.children?.map(accent) ?? null };
    case "plural":
    case "select":
      return { ...part, cases: part.cases.map(({ when, parts }) => ({ when, parts: parts.map(accent) })) };
    default:
      return part;
  }
}

/** The number of letters of the longest form of a text. */
function lengthOf(parts: Part[]): number {
  return parts.reduce((sum, part) => {
    if (part.kind === "words") return sum + part.words.length;
    if (part.kind === "element") return sum + lengthOf(part.children ?? []);
    if ("cases" in part) return sum + Math.max(...part.cases.map((each) => lengthOf(each.parts)));
    return sum;
  }, 0);
}
