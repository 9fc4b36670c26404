import { randomUUID } from "node:crypto";
import { access, open, readFile, rename, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { IMAGE_WIDTHS, imageAt } from "@survey-app/contract/imageWidths.ts";
import { makeFolder } from "../database/makeFolder.ts";
import { Semaphore } from "../database/semaphore.ts";
import { syncFolder } from "../database/syncFolder.ts";
import { narrow } from "./narrow.ts";

/** Where pictures are kept: files under the data folder, named by us. */
export interface ImageStore {
  /** The folder that `/images/` is served from. */
  folder: string;
  /** Stores a picture durably. @returns its id; it is shown at `/images/{id}.webp` */
  put(webp: Buffer): Promise<string>;
  /** The bytes that a picture takes, in all its widths: it has to have them. */
  weigh(id: string): Promise<number>;
  /** Deletes a picture in all its widths; succeeds when there is none. */
  remove(id: string): Promise<void>;
  /** Makes a kept picture's smaller width, if `address` is one of these and nobody has made it yet. */
  complete(address: string): Promise<void>;
}

/** Smaller widths that wait to be made: half a minute of work. */
const NARROWING_WAITING = 500;

export function openImageStore(dataDir: string): ImageStore {
  const folder = join(dataDir, "images");
  makeFolder(folder);
  const narrowing = new Semaphore(1, NARROWING_WAITING);

  async function makeMissing(id: string, width: number, address: string): Promise<void> {
    if (await exists(join(folder, fileOf(address)))) return;
    const whole = join(folder, fileOf(imageUrl(id)));
    if (!(await exists(whole))) return;
    await write(folder, fileOf(address), await narrow(await readFile(whole), width));
    // Deleted meanwhile.
    if (!(await exists(whole))) await rm(join(folder, fileOf(address)), { force: true });
  }

  return {
    folder,
    async put(webp) {
      const id = randomUUID();
      await write(folder, fileOf(imageUrl(id)), webp);
      return id;
    },
    async weigh(id) {
      const files = await Promise.all(filesOf(id).map((name) => stat(join(folder, name))));
      return files.reduce((sum, { size }) => sum + size, 0);
    },
    async remove(id) {
      for (const name of filesOf(id)) await rm(join(folder, name), { force: true });
      await syncFolder(folder);
    },
    async complete(address) {
      const [, id = "", digits = ""] = /^\/images\/([0-9a-f-]{36})-(\d+)\.webp$/.exec(address) ?? [];
      const width = IMAGE_WIDTHS.find((each) => String(each) === digits);
      if (!width || (await exists(join(folder, fileOf(address))))) return;
      // Not in the queue: made-up ids must not wait there before those whose width is to be made.
      if (!(await exists(join(folder, fileOf(imageUrl(id)))))) return;
      // One after the other: a page of pictures must not take the thread pool from everybody else.
      await narrowing.run(() => makeMissing(id, width, address));
    },
  };
}

async function write(folder: string, name: string, bytes: Buffer): Promise<void> {
  const unfinished = join(folder, `.${randomUUID()}.part`);
  try {
    const file = await open(unfinished, "wx");
    try {
      await file.writeFile(bytes);
      await file.sync();
    } finally {
      await file.close();
    }
    // Under its name only when whole: a crash leaves no half picture that could be served.
    await rename(unfinished, join(folder, name));
    await syncFolder(folder);
  } catch (error) {
    await rm(unfinished, { force: true });
    throw error;
  }
}

const exists = (path: string): Promise<boolean> =>
  access(path).then(
    () => true,
    () => false,
  );

/** The address of a stored picture, on our own origin. */
export function imageUrl(id: string): string {
  return `/images/${id}.webp`;
}

/** The id of the upload at `address`; null for another address. */
export function idOfImage(address: string): string | null {
  return /^\/images\/([0-9a-f-]{36})\.webp$/.exec(address)?.[1] ?? null;
}

/**
 * Makes what finds the path that an upload is stored under in its absolute address, also in that of a smaller width: people
 * paste what they copied from a page. Every other address stays as it is.
 * @param urls of the pages and of the API: uploads are shown at these hosts
 */
export function uploadPaths(urls: readonly string[]): (address: string) => string {
  const origins = new Set(urls.map((url) => new URL(url).origin));
  return (address) => {
    const url = URL.parse(address, urls[0]);
    if (!url || !origins.has(url.origin)) return address;
    const [, id] = /^\/images\/([0-9a-f-]{36})(?:-\d+)?\.webp$/.exec(url.pathname) ?? [];
    return id ? imageUrl(id) : address;
  };
}

const fileOf = (address: string) => address.slice("/images/".length);

/** The names of a picture's files, the whole one and its smaller widths. */
function filesOf(id: string): string[] {
  const address = imageUrl(id);
  return [address, ...IMAGE_WIDTHS.map((width) => imageAt(address, width) ?? "")].map(fileOf);
}
