/**
 * Truncates a text to at most `max` UTF-16 units, including the ellipsis. Cuts between words; a single long word, or a
 * script without spaces, is cut between grapheme clusters.
 */
export function cutAtWord(text: string, max: number): string {
  const line = text.replace(/\s+/g, " ").trim();
  if (line.length <= max) return line;
  const start = line.slice(0, max);
  const lastSpace = start.lastIndexOf(" ");
  if (lastSpace > max / 2) return `${start.slice(0, lastSpace).replace(/[\s,;:–-]+$/, "")}…`;
  let end = 0;
  for (const { index, segment } of new Intl.Segmenter().segment(line.slice(0, max + 50))) {
    if (index + segment.length > max - 1) break;
    end = index + segment.length;
  }
  return `${line.slice(0, end)}…`;
}
