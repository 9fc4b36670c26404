// The few strokes that all motifs are made of. (0, 0) is the middle of the table's back edge; y grows downwards.

export const fill = (outline: string, colour: string, opacity = 1): string =>
  `<path d="${outline}" fill="${colour}"${opacity === 1 ? "" : ` opacity="${opacity}"`}/>`;

export const stroke = (line: string, colour: string, width: number, opacity = 1): string =>
  `<path d="${line}" fill="none" stroke="${colour}" stroke-width="${width}" stroke-linecap="round" stroke-linejoin="round"${opacity === 1 ? "" : ` opacity="${opacity}"`}/>`;

/** A filled outline with a stripe of light on its left and shade on its right. */
export const solid = (outline: string, colour: string): string => fill(outline, colour) + fill(outline, "url(#volume)");

/** A see-through outline that shows on dark and on light walls. */
export const glass = (outline: string): string =>
  `<path d="${outline}" fill="#fff" fill-opacity=".3" stroke="#fff" stroke-opacity=".6" stroke-width="5" stroke-linejoin="round"/>${fill(outline, "url(#volume)")}`;

export const box = (x: number, y: number, width: number, height: number, radius = 0): string => {
  const r = Math.min(radius, width / 2, height / 2);
  const corner = (dx: number, dy: number) => `a${r} ${r} 0 0 1 ${dx} ${dy}`;
  return `M${x + r} ${y}h${width - 2 * r}${corner(r, r)}v${height - 2 * r}${corner(-r, r)}h${2 * r - width}${corner(-r, -r)}v${2 * r - height}${corner(r, -r)}Z`;
};

export const disc = (x: number, y: number, rx: number, ry = rx): string =>
  `M${x - rx} ${y}a${rx} ${ry} 0 1 0 ${2 * rx} 0a${rx} ${ry} 0 1 0 ${-2 * rx} 0Z`;

/** A vessel between two heights, of two half widths, its bottom corners rounded. */
export const taper = (x: number, top: number, bottom: number, upper: number, lower: number, radius = 0): string =>
  `M${x - upper} ${top}H${x + upper}L${x + lower} ${bottom - radius}Q${x + lower} ${bottom} ${x + lower - radius} ${bottom}H${x - lower + radius}Q${x - lower} ${bottom} ${x - lower} ${bottom - radius}Z`;

/** A bowl hanging from its rim. */
export const bowl = (x: number, top: number, half: number, depth: number): string =>
  `M${x - half} ${top}H${x + half}C${x + half} ${top + depth * 0.65} ${x + half * 0.6} ${top + depth} ${x + half * 0.4} ${top + depth}H${x - half * 0.4}C${x - half * 0.6} ${top + depth} ${x - half} ${top + depth * 0.65} ${x - half} ${top}Z`;

/** A lid or a dome standing on its rim. */
export const dome = (x: number, bottom: number, half: number, height: number): string =>
  `M${x - half} ${bottom}C${x - half} ${bottom - height * 1.3} ${x + half} ${bottom - height * 1.3} ${x + half} ${bottom}Z`;

export const leaf = (x: number, y: number, length: number, turn: number, colour: string): string =>
  place(
    x,
    y,
    fill(
      `M0 0C${length * 0.35} ${-length * 0.3} ${length * 0.3} ${-length * 0.8} 0 ${-length}C${-length * 0.3} ${-length * 0.8} ${-length * 0.35} ${-length * 0.3} 0 0Z`,
      colour,
    ),
    turn,
  );

export const shadow = (x: number, half: number): string => fill(disc(x, 6, half, 9), "#000", 0.16);

export const steam = (x: number, y: number, colour: string): string =>
  [-26, 0, 26]
    .map((dx, i) => stroke(`M${x + dx} ${y - (i === 1 ? 8 : 0)}c-13 -14 13 -26 0 -42s13 -24 2 -38`, colour, 6, 0.55))
    .join("");

export const place = (x: number, y: number, drawing: string, turn = 0, size = 1): string =>
  `<g transform="translate(${x} ${y})${turn ? ` rotate(${turn})` : ""}${size === 1 ? "" : ` scale(${size})`}">${drawing}</g>`;

/** The same drawing at each of several places. */
export const each = <T>(list: readonly T[], draw: (item: T, index: number) => string): string =>
  list.map(draw).join("");
