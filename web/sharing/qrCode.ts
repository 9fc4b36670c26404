import { encode } from "uqr";

/** The light border that scanners need around a code, in modules (ISO/IEC 18004). */
const QUIET_ZONE = 4;
/** Recovers about 15% of damaged modules: enough for print, without making the code much denser. */
const ERROR_CORRECTION = "M";
/** The module size of the SVG file, whose size only matters to programs that ignore the view box. */
const SVG_MODULE_PX = 10;
/** The PNG file's minimum width: sharp at 8 cm and 300 dpi. */
const PNG_MIN_PX = 1024;

export interface QrCode {
  /** The width in modules, with the quiet zone. */
  size: number;
  /** Whether the module at `[y][x]` is dark. */
  modules: boolean[][];
}

export function createQrCode(text: string): QrCode {
  const { size, data } = encode(text, { ecc: ERROR_CORRECTION, border: QUIET_ZONE });
  return { size, modules: data };
}

/** Dark on white whatever the theme, because many scanners do not read inverted codes. */
export function toSvg({ size, modules }: QrCode): string {
  const dark = modules.flatMap((row, y) => row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : ""))).join("");
  const width = size * SVG_MODULE_PX;
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${size} ${size}" width="${width}" height="${width}" shape-rendering="crispEdges"><path fill="#fff" d="M0 0h${size}v${size}H0z"/><path fill="#000" d="${dark}"/></svg>`;
}

export async function toPng({ size, modules }: QrCode): Promise<Blob> {
  const scale = Math.ceil(PNG_MIN_PX / size);
  const canvas = document.createElement("canvas");
  canvas.width = size * scale;
  canvas.height = size * scale;
  const context = canvas.getContext("2d");
  if (!context) throw new Error("This browser can't draw on a canvas");
  context.fillStyle = "#fff";
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.fillStyle = "#000";
  for (const [y, row] of modules.entries())
    for (const [x, isDark] of row.entries()) if (isDark) context.fillRect(x * scale, y * scale, scale, scale);
  return new Promise((resolve, reject) =>
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error("The canvas could not be saved"))), "image/png"),
  );
}
