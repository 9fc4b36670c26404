/** The longest edge of a kept upload, in pixels; screens show less. */
export const IMAGE_EDGE_MAX = 1600;

/** The smaller widths that uploads are kept in too: a card, and a card on a sharp screen or a picture beside a text. */
export const IMAGE_WIDTHS = [480, 800] as const;

/** The address of an upload at one of the smaller widths; null for an address that is none of an upload. */
export function imageAt(address: string, width: (typeof IMAGE_WIDTHS)[number]): string | null {
  const [, id] = /^(\/images\/[0-9a-f-]{36})\.webp$/.exec(address) ?? [];
  return id ? `${id}-${width}.webp` : null;
}
