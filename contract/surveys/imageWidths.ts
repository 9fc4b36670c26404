/** The longest edge of a stored upload, in pixels; no screen of the app shows more. */
export const IMAGE_EDGE_MAX = 1600;

/**
 * The smaller widths in which uploads are also stored: for cards, and for cards on high-density screens or images
 * beside text.
 */
export const IMAGE_WIDTHS = [480, 800] as const;

/** Returns the URL of an upload at one of the smaller widths; null if `address` is not an upload's. */
export function imageAt(address: string, width: (typeof IMAGE_WIDTHS)[number]): string | null {
  const [, id] = /^(\/images\/[0-9a-f-]{36})\.webp$/.exec(address) ?? [];
  return id ? `${id}-${width}.webp` : null;
}
