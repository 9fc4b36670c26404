import { createHash } from "node:crypto";
import { readFileSync, statSync } from "node:fs";

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

/** Each reader loads the logo, and each card draws it. */
const LOGO_MAX_KB = 100;
/** A wider logo leaves a phone's top bar no room. */
const RATIO_MAX = 4;

/** What a logo must be, as the end of a sentence after the setting's name. */
export const LOGO_RULE = `must be the path of a PNG, or of an SVG that has a viewBox and no scripts, that exists, has at most ${LOGO_MAX_KB} kB, and is at most ${RATIO_MAX} times as wide as high`;

/** Reads a logo's file. Null if it isn't as `LOGO_RULE` says. */
export function readLogo(path: string): SiteLogo | null {
  const file = statSync(path, { throwIfNoEntry: false });
  if (!file?.isFile() || file.size > LOGO_MAX_KB * 1000) return null;
  const bytes = readFileSync(path);
  const found = sizeOfPng(bytes) ?? sizeOfSvg(bytes.toString("utf8"));
  if (!found || !(found.width > 0 && found.height > 0 && found.width <= RATIO_MAX * found.height)) return null;
  return { ...found, bytes, version: createHash("sha256").update(bytes).digest("base64url").slice(0, 8) };
}

type Found = Pick<SiteLogo, "type" | "width" | "height">;

function sizeOfPng(bytes: Buffer): Found | null {
  if (bytes.length < 24 || bytes.toString("latin1", 0, 8) !== "\x89PNG\r\n\x1a\n") return null;
  return { type: "image/png", width: bytes.readUInt32BE(16), height: bytes.readUInt32BE(20) };
}

function sizeOfSvg(text: string): Found | null {
  const [, root = ""] = /^(?:\uFEFF|\s|<\?xml[^>]*\?>|<!--.*?-->)*(<svg\b[^>]*>)/s.exec(text) ?? [];
  const number = String.raw`[\s,]+([\d.]+)`;
  const [, width, height] = new RegExp(`viewBox=["'][\\s\\d.-]+?${number}${number}\\s*["']`).exec(root) ?? [];
  // Pages show it as an image, in which no script runs; this also keeps scripts from whoever opens its address.
  const isActive = /<script|<foreignObject|<!ENTITY|\son\w+\s*=|javascript:/i.test(text);
  return isActive || !width ? null : { type: "image/svg+xml", width: Number(width), height: Number(height) };
}
