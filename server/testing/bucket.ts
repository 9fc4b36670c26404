import { createHash } from "node:crypto";
import type { IncomingMessage } from "node:http";
import { buffer } from "node:stream/consumers";
import aws4 from "aws4";
import type { BucketSettings } from "../config/configGroups.ts";
import { startProxy } from "./proxy.ts";

/** An S3 service with two empty buckets, `pictures` and `restored`. */
export interface BucketService {
  /** The settings of the bucket `pictures`. */
  settings: BucketSettings;
  /** The names of the images in a bucket. */
  list(bucket?: string): string[];
  close(): void;
}

const KEY = "TESTS";

/**
 * The part of S3's protocol that images need. It verifies every signature, with another library than the one that
 * signs.
 */
export async function startBucketService(): Promise<BucketService> {
  const buckets = new Map(["pictures", "restored"].map((name) => [name, new Map<string, Buffer>()]));
  const service = await startProxy(async (request, response) => {
    const refuse = (status: number, code: string) =>
      response
        .writeHead(status, { "content-type": "application/xml" })
        .end(`<?xml version="1.0" encoding="UTF-8"?>\n<Error><Code>${code}</Code></Error>`);
    const body = await buffer(request);
    if (!isSigned(request, body)) return refuse(403, "SignatureDoesNotMatch");
    const { pathname, search } = new URL(request.url ?? "", "http://localhost");
    const [, name = "", key = ""] = /^\/([^/]+)\/(.*)$/.exec(pathname) ?? [];
    const objects = buckets.get(name);
    if (!objects) return refuse(404, "NoSuchBucket");
    const stored = objects.get(key);
    if (request.method === "GET" && search.startsWith("?list-type=2"))
      return response.writeHead(200, { "content-type": "application/xml" }).end("<ListBucketResult/>");
    if (request.method === "PUT") {
      objects.set(key, body);
      return response.writeHead(200).end();
    }
    if (request.method === "DELETE") {
      // S3 answers the same for an object that doesn't exist.
      objects.delete(key);
      return response.writeHead(204).end();
    }
    if (request.method !== "GET") return refuse(405, "MethodNotAllowed");
    if (!stored) return refuse(404, "NoSuchKey");
    response.writeHead(200, { "content-type": "image/webp", "content-length": stored.length }).end(stored);
  });
  return {
    settings: bucketSettings(service.port),
    list: (bucket = "pictures") => [...(buckets.get(bucket)?.keys() ?? [])].map((key) => key.replace(/^images\//, "")),
    close: service.close,
  };
}

/** The settings of the bucket `pictures` at a port of this machine. */
export function bucketSettings(port: number): BucketSettings {
  const endpoint = `http://127.0.0.1:${port}`;
  const keys = { accessKeyId: KEY, secretAccessKey: KEY };
  return { endpoint, region: "us-east-1", name: "pictures", isPathStyle: true, ...keys };
}

function isSigned({ method, url, headers }: IncomingMessage, body: Buffer): boolean {
  const { authorization = "", host, "x-amz-date": date = "", "x-amz-content-sha256": digest = "" } = headers;
  if (digest !== "UNSIGNED-PAYLOAD" && digest !== createHash("sha256").update(body).digest("hex")) return false;
  const signed = { host, "X-Amz-Date": String(date), "X-Amz-Content-Sha256": String(digest) };
  const request = { method, path: url, service: "s3", region: "us-east-1", headers: signed };
  aws4.sign(request, { accessKeyId: KEY, secretAccessKey: KEY });
  const expected = (request.headers as Record<string, string>).Authorization;
  return expected === authorization;
}
