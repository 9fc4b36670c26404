const SYLLABLES = "ba de fi go lu ma ne pi ro su ta ve ki no la mi".split(" ");
const WORDS = 50_000;
/** Stands in as many surveys, whatever their number. */
export const RARE_WORD = "xylograph";

/** The word of a rank: the most common first, short ones before long ones. */
export function wordOf(rank: number): string {
  let rest = rank + SYLLABLES.length;
  let word = "";
  while (rest > 0) {
    word += SYLLABLES[rest % SYLLABLES.length];
    rest = Math.floor(rest / SYLLABLES.length);
  }
  return word;
}

/** Words as languages use them: the second most common half as often as the first, and so on (Zipf's law). */
export function sentence(words: number, random: () => number): string {
  const text = Array.from({ length: words }, () => wordOf(Math.floor(WORDS ** random()) - 1)).join(" ");
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** The same numbers from 0 to 1 in every run. */
export function randomFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}
