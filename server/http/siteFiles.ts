import { readFileSync } from "node:fs";
import { join } from "node:path";
import { PRODUCT } from "@survey-app/contract/sharing/siteLook.ts";
import type { FastifyInstance } from "fastify";
import type { AppConfig } from "../config/config.ts";
import { OperatorError } from "../database/operatorError.ts";
import { LOGO_PATH } from "./pageSettings.ts";

/** A file that a site's own name or logo replaces. */
interface SiteFile {
  type: string;
  body: Buffer | string;
}

/**
 * Icons of home screens: their size in pixels, and the share of the edge that the logo takes. Maskable ones are cut to
 * a circle.
 */
const ICONS = [
  ["icon-192.png", 192, 0.84],
  ["icon-512.png", 512, 0.84],
  ["icon-maskable-512.png", 512, 0.6],
  ["apple-touch-icon.png", 180, 0.76],
] as const;
/** The background of icons: the light theme's, for which most logos are made. */
const GROUND = "#faf9f6";
/** When someone opens a logo's address, nothing runs and nothing is loaded; it is meant for `<img>`. */
const IMAGE_POLICY = "default-src 'none'; style-src 'unsafe-inline'; sandbox";

/**
 * Serves the files that a site's own name and logo replace among the public ones.
 * @param folder with the public files
 * @returns the replaced files' paths, which must not be served from the folder
 * @throws {OperatorError} if the logo can't be drawn
 */
export async function serveSiteFiles(app: FastifyInstance, site: AppConfig["site"], folder: string): Promise<string[]> {
  const files = await filesOf(site, folder);
  for (const [path, { type, body }] of files)
    app.get(`/${path}`, (_request, reply) => {
      if (type.startsWith("image/")) reply.header("content-security-policy", IMAGE_POLICY);
      return reply.header("cache-control", "public, max-age=3600").type(type).send(body);
    });
  const { logo } = site;
  if (logo)
    app.get(LOGO_PATH, (request, reply) => {
      // The version is in the URL of pages; any other URL gets the same file for an hour.
      const isVersioned = (request.query as { v?: unknown }).v === logo.version;
      return reply
        .header("content-security-policy", IMAGE_POLICY)
        .header("cache-control", isVersioned ? "public, max-age=31536000, immutable" : "public, max-age=3600")
        .type(logo.type)
        .send(logo.bytes);
    });
  return [...files.keys()];
}

async function filesOf({ name, logo }: AppConfig["site"], folder: string): Promise<Map<string, SiteFile>> {
  const read = (path: string) => readFileSync(join(folder, path), "utf8");
  const files = new Map<string, SiteFile>();
  if (name !== PRODUCT) {
    const manifest = { ...(JSON.parse(read("manifest.webmanifest")) as object), name, short_name: name };
    const type = "application/manifest+json; charset=utf-8";
    files.set("manifest.webmanifest", { type, body: JSON.stringify(manifest) });
    const body = read("favicon.svg").replace(/<title>.*?<\/title>/, "");
    files.set("favicon.svg", { type: "image/svg+xml", body });
  }
  if (logo) {
    const data = `data:${logo.type};base64,${logo.bytes.toString("base64")}`;
    const body = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><image width="32" height="32" href="${data}"/></svg>`;
    files.set("favicon.svg", { type: "image/svg+xml", body });
    for (const [icon, size, share] of ICONS)
      files.set(`icons/${icon}`, { type: "image/png", body: await drawIcon(logo, size, share).catch(rejectLogo) });
  }
  return files;
}

function rejectLogo(error: Error): never {
  throw new OperatorError(`SITE_LOGO can't be drawn (${error.message}): save it again as a PNG, or as a plain SVG.`);
}

async function drawIcon({ bytes }: { bytes: Buffer }, size: number, share: number): Promise<Buffer> {
  // Loaded here, because most installations don't have a logo.
  const { default: sharp } = await import("sharp");
  const edge = Math.round(size * share);
  const drawn = await sharp(bytes, { density: 300 })
    .resize(edge, edge, { fit: "contain", background: "#00000000" })
    .png()
    .toBuffer();
  return sharp({ create: { width: size, height: size, channels: 3, background: GROUND } })
    .composite([{ input: drawn }])
    .png()
    .toBuffer();
}
