import { cutAtWord } from "@survey-app/contract/text/cutAtWord.ts";

/** The most characters of a title in a subject. */
const SUBJECT_TITLE_MAX = 60;
/** The most sentences and characters of a longer text in an email. */
const SENTENCES_MAX = 2;
const BEGINNING_MAX = 200;

/**
 * The dot of a web or email address, also in the forms that browsers take for one: a character before it, letters after
 * it.
 */
const ADDRESS_DOT = /(?<=[\p{L}\p{N}_-])[.\u3002\uff0e\uff61](?=\p{L}{2})/gu;

/**
 * A person's text for an email: with blanks in the addresses that it contains, because mail readers turn each of them
 * into a link, which would then stand under our name. Invisible characters would do the same, but would be copied with
 * the text.
 */
export const withoutLinks = (text: string): string =>
  text.replaceAll("://", ": //").replaceAll(ADDRESS_DOT, (dot) => ` ${dot} `);

/** The beginning of a person's text in one line: two sentences, at most 200 characters, cut between words. */
export function beginningOf(text: string): string {
  const line = text.replaceAll(/\s+/g, " ").trim();
  const sentences = [...new Intl.Segmenter("en", { granularity: "sentence" }).segment(line)];
  const first = sentences.slice(0, SENTENCES_MAX).map(({ segment }) => segment);
  const beginning = cutAtWord(first.join(""), BEGINNING_MAX);
  return sentences.length > SENTENCES_MAX && !beginning.endsWith("…") ? `${beginning} …` : beginning;
}

/** A title as part of a subject: one line without links. */
export function shortenTitle(title: string): string {
  const characters = [...withoutLinks(title.replaceAll(/\s+/g, " "))];
  return characters.length <= SUBJECT_TITLE_MAX
    ? characters.join("")
    : `${characters.slice(0, SUBJECT_TITLE_MAX - 1).join("")}…`;
}
