import { join } from "node:path";
import type { Config } from "../config/config.ts";
import { openBucket } from "./bucketFiles.ts";
import { openFolder } from "./folderFiles.ts";
import type { ImageFiles } from "./imageFiles.ts";

/**
 * Opens the configured storage. Requests to a bucket throw a `BucketError` while it is unreachable.
 * @param onFailure called when a bucket fails, at most every ten seconds
 */
export function openImageFiles(
  { bucket, dataDir }: Pick<Config, "bucket" | "dataDir">,
  onFailure?: (error: Error) => void,
): ImageFiles {
  return bucket ? openBucket(bucket, onFailure) : openFolder(join(dataDir, "images"));
}
