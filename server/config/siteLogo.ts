import { createHash } from "node:crypto";
import { readFileSync, statSync } from "node:fs";
import { resolve } from "node:path";

/** An operator's logo. */
export interface SiteLogo {
  type: "image/svg+xml" | "image/png";
  bytes: Buffer;
  /** Identifies the bytes. */
  version: string;
  /** Its size; only the ratio counts. */
  width: number;
  height: number;
}

/** The largest logo: every reader loads it, and every card draws it. */
const LOGO_MAX_KB = 100;
/** The largest ratio of width to height: a wider logo would fill a phone's top bar. */
const RATIO_MAX = 4;

/**
 * Reads a logo's file.
 * @returns what is wrong with it, as the end of a sentence after the setting's name, if it can't be used
 */
export function readLogo(path: string): SiteLogo | string {
  const file = resolve(path);
  try {
    return readLogoFile(file);
  } catch (error) {
    return `can't be read (${(error as { code?: string }).code}): ${file}`;
  }
}

function readLogoFile(file: string): SiteLogo | string {
  const found = statSync(file, { throwIfNoEntry: false });
  if (!found) return `must be the path of a file, but there is none at ${file}`;
  if (!found.isFile()) return `must be the path of a file, but ${file} is none`;
  if (found.size > LOGO_MAX_KB * 1000)
    return `must have at most ${LOGO_MAX_KB} kB, but ${file} has ${Math.ceil(found.size / 1000)} kB`;
  const bytes = readFileSync(file);
  const picture = pngOf(bytes) ?? svgOf(bytes.toString("utf8"));
  if (typeof picture === "string") return `${picture}: ${file}`;
  const { width, height } = picture;
  if (!(width > 0 && height > 0)) return `must have a width and a height above 0: ${file}`;
  if (width > RATIO_MAX * height)
    return `must be at most ${RATIO_MAX} times as wide as high, but ${file} is ${width} × ${height}`;
  return { ...picture, bytes, version: createHash("sha256").update(bytes).digest("base64url").slice(0, 8) };
}

type Picture = Pick<SiteLogo, "type" | "width" | "height">;

function pngOf(bytes: Buffer): Picture | null {
  if (bytes.length < 24 || bytes.toString("latin1", 0, 8) !== "\x89PNG\r\n\x1a\n") return null;
  return { type: "image/png", width: bytes.readUInt32BE(16), height: bytes.readUInt32BE(20) };
}

function svgOf(text: string): Picture | string {
  const [, root] = /^(?:\uFEFF|\s|<\?xml[^>]*\?>|<!--.*?-->)*(<svg\b[^>]*>)/s.exec(text) ?? [];
  if (root === undefined) return "must be a PNG or an SVG";
  // Scripts don't run in an image on a page; this check also stops them when someone opens the logo's own address.
  if (/<script|<foreignObject|<!ENTITY|\son\w+\s*=|javascript:/i.test(text))
    return "must be an SVG without scripts, event handlers, entities and foreignObject";
  if (/<(?:\w+:)?text[\s/>]/i.test(text))
    return "must be an SVG with its words as paths instead of text, because cards are drawn without fonts for them";
  const number = String.raw`[\s,]+([\d.]+)`;
  const [, width, height] = new RegExp(`viewBox=["'][\\s\\d.-]+?${number}${number}\\s*["']`).exec(root) ?? [];
  if (!width) return "must be an SVG with a viewBox";
  return { type: "image/svg+xml", width: Number(width), height: Number(height) };
}
