import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { escapeHtml } from "@survey-app/contract/text/escapeHtml.ts";
import sharp from "sharp";

const require = createRequire(import.meta.url);
const folder = dirname(require.resolve("@expo-google-fonts/ibm-plex-sans-arabic/package.json"));

/** The font of Arabic texts, which also has Latin letters. A TTF, because Pango can't read WOFF. */
export const ARABIC_FONT = join(folder, "700Bold/IBMPlexSansArabic_700Bold.ttf");

/** The space for a text, in pixels: it is wrapped at the width, and becomes smaller for the height. */
interface Space {
  width: number;
  height: number;
}

/**
 * Whether Pango must draw a text: satori places Arabic letters without joining them, and numbers the wrong way round.
 */
export const isArabic = (text: string) => /\p{Script=Arabic}/u.test(text);

/**
 * Draws a text of one color with Pango.
 * @returns a PNG that is as large as what is drawn
 */
export async function drawText(text: string, size: number, color: string, space: Space) {
  const draw = (points: number) =>
    sharp({
      text: {
        text: `<span foreground="${color}">${escapeHtml(text)}</span>`,
        font: `IBM Plex Sans Arabic Bold ${points}`,
        fontfile: ARABIC_FONT,
        width: space.width,
        wrap: "word-char",
        // Points are pixels.
        dpi: 72,
        rgba: true,
      },
    })
      .png()
      .toBuffer({ resolveWithObject: true });
  let drawn = await draw(size);
  for (let points = size - 2; drawn.info.height > space.height && points > size / 2; points -= 2)
    drawn = await draw(points);
  return drawn;
}
