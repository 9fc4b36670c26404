import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { CARD_SIZE } from "@survey-app/contract/sharing/sharing.ts";
import satori from "satori";
import sharp from "sharp";
import { arrange } from "./arrangeCard.ts";
import { type CardElement, type DrawnCard, layOutCard } from "./cardLayout.ts";
import { ARABIC_FONT, isArabic } from "./drawText.ts";

const require = createRequire(import.meta.url);
const figtree = join(dirname(require.resolve("@fontsource/figtree/package.json")), "files");
const noto = join(dirname(require.resolve("@fontsource/noto-sans/package.json")), "files");

/**
 * The fonts of cards, by what they add: the app's own, then others for scripts that it lacks. There is none for
 * Chinese, Japanese and Korean, which would take 80 MB, nor for emoji. Arabic has its own (drawText.ts).
 */
const FONTS = [
  ["Figtree", join(figtree, "figtree-latin-700-normal.woff")],
  ["Figtree Extended", join(figtree, "figtree-latin-ext-700-normal.woff")],
  ...["latin-ext", "vietnamese", "greek", "greek-ext", "cyrillic", "cyrillic-ext", "devanagari"].map(
    (subset) => [`Noto ${subset}`, join(noto, `noto-sans-${subset}-700-normal.woff`)] as const,
  ),
] as const;

/** Of the letters of a question at least this share must be drawn, or its card stands without it. */
const LEGIBLE = 0.9;

/**
 * Marks for any letter that form none of Unicode's letters with it. Hundreds can be on one letter, and the fonts lack
 * them.
 */
const STACKED_MARKS = /[\u0300-\u036f\u1ab0-\u1aff\u1dc0-\u1dff\u20d0-\u20ff]/g;

/** Reads the fonts, and returns a function that draws a card as a PNG. It takes the thread for some 30 ms a card. */
export async function openCardDrawer(): Promise<(content: DrawnCard) => Promise<Buffer>> {
  const load = async ([name, file]: readonly [string, string]) => ({
    name,
    data: await readFile(file),
    weight: 700 as const,
    style: "normal" as const,
  });
  const [arabic, ...fonts] = await Promise.all([load(["Arabic", ARABIC_FONT]), ...FONTS.map(load)]);

  /** @param onMissing gets the characters that no font has */
  const toSvg = (element: CardElement, onMissing: (characters: string) => void, by = fonts) =>
    satori(element as unknown as Parameters<typeof satori>[0], {
      ...CARD_SIZE,
      fonts: by,
      loadAdditionalAsset: async (_, characters) => {
        onMissing(characters);
        return [];
      },
    });

  return async (content) => {
    let missing = "";
    const note = (characters: string) => {
      missing += characters;
    };
    const title = content.title.normalize("NFC").replaceAll(STACKED_MARKS, "");
    const layOut = (question: string | null) => arrange(layOutCard(content, question), content.direction);
    // Pango does not say which characters its font lacks, but satori does.
    if (isArabic(title)) await toSvg(layOutCard(content, title), note, [arabic]);
    let svg = await toSvg(await layOut(missing ? withoutMissing(title, missing) : title), note);
    if (missing) svg = await toSvg(await layOut(withoutMissing(title, missing)), () => undefined);

    return sharp(Buffer.from(svg)).png().toBuffer();
  };
}

/** The question without the characters that no font has; null if too little is left to read. */
function withoutMissing(title: string, missing: string): string | null {
  const unknown = new Set(missing);
  const shown = [...new Intl.Segmenter("en").segment(title)]
    .map(({ segment }) => segment)
    .filter((grapheme) => ![...grapheme].some((character) => unknown.has(character)))
    .join("")
    .replaceAll(/\s+/g, " ")
    .trim();
  const letters = (text: string) => text.match(/[\p{L}\p{N}]/gu)?.length ?? 0;
  return letters(shown) > 0 && letters(shown) >= LEGIBLE * letters(title) ? shown : null;
}
