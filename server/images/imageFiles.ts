import type { Readable } from "node:stream";
import { buffer } from "node:stream/consumers";

/** Where images are stored: a folder, or a bucket. The server generates all names; a name never gets other content. */
export interface ImageFiles {
  /** Stores a file durably. Until it is complete, readers don't find it, or any part of it. */
  write(name: string, bytes: Buffer): Promise<void>;
  /** Opens a file; null if there is none. Read the body or destroy it: it may hold a connection. */
  open(name: string): Promise<ImageFile | null>;
  /** Deletes files; succeeds for those that don't exist. */
  remove(names: readonly string[]): Promise<void>;
}

export interface ImageFile {
  /** In bytes. */
  size: number;
  body: Readable;
}

/** The content of a file; null if there is none. */
export async function readImageFile(files: ImageFiles, name: string): Promise<Buffer | null> {
  const file = await files.open(name);
  return file && buffer(file.body);
}
