/** Longer names, and names of more words, are sentences. */
const CHARACTERS_MAX = 40;
const WORDS_MAX = 4;

/** A word of a name, or an initial: letters, with apostrophes and hyphens between them. No digits, no dots inside, no slashes. */
const NAME_WORD = /^(?:\p{L}[\p{L}\p{M}]*(?:['’-]\p{L}[\p{L}\p{M}]*)*|\p{L}\.)$/u;
const WEB_WORD = /^(?:www|https?)$/i;
/** Latin letters among look-alikes of other scripts, and letters whose picture is empty: no name has them. */
const FORGED_WORD = /(?=.*\p{Script=Latin}).*(?=\p{L})[^\p{Script=Latin}\p{Script=Common}]|[\u115f\u1160\u3164\uffa0]/u;

/**
 * How a mail begins: with the reader's name, if it reads like one. Anybody can make an account with somebody else's
 * address, and put a message or a web address where the name belongs: that is not passed on.
 */
export function greeting(name: string): string {
  const words = name.split(" ");
  const isName =
    name.length <= CHARACTERS_MAX &&
    words.length <= WORDS_MAX &&
    words.every((word) => NAME_WORD.test(word) && !WEB_WORD.test(word) && !FORGED_WORD.test(word));
  return isName ? `Hi ${name},` : "Hi,";
}
