/** Red, green and blue, from 0 to 255. */
export type Rgb = readonly number[];

/** The channels of a color like #14201f. */
export const channelsOf = (hex: string): Rgb =>
  [1, 3, 5].map((index) => Number.parseInt(hex.slice(index, index + 2), 16));

/** The contrast of two colors like #14201f, from 1 to 21 (WCAG 2). */
export const contrast = (first: string, second: string): number => contrastOf(channelsOf(first), channelsOf(second));

export function contrastOf(first: Rgb, second: Rgb): number {
  const [darker = 0, lighter = 0] = [luminance(first), luminance(second)].sort((a, b) => a - b);
  return (lighter + 0.05) / (darker + 0.05);
}

function luminance(color: Rgb): number {
  const [red = 0, green = 0, blue = 0] = color.map((value) => {
    const share = value / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}
