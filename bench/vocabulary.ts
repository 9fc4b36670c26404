const onsets = "b c d f g h j k l m n p r s t v w z br ch cl cr dr fl fr gl gr kl pl pr sh sl sp st str th tr".split(
  " ",
);
const rhymes = "a e i o u ai ea ou er an en in on al ar or".split(" ");
/** 37 × 16 syllables, each once, because the two numbers are coprime. */
const syllables = Array.from(
  { length: onsets.length * rhymes.length },
  (_, index) => `${onsets[index % onsets.length]}${rhymes[index % rhymes.length]}`,
);
const WORDS = 50_000;
/** A word that occurs in the same number of surveys, however many there are. */
export const RARE_WORD = "xylograph";

/** The word of a rank: the most common words have one syllable, then two. */
export function wordOf(rank: number): string {
  const second = Math.floor(rank / syllables.length) - 1;
  return `${syllables[rank % syllables.length]}${second < 0 ? "" : syllables[second]}`;
}

/** Words with natural frequencies: the second most common half as often as the first, and so on (Zipf's law). */
export function sentence(words: number, random: () => number): string {
  const text = Array.from({ length: words }, () => wordOf(Math.floor(WORDS ** random()) - 1)).join(" ");
  return text.charAt(0).toUpperCase() + text.slice(1);
}
