import { createHash } from "node:crypto";
import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { type IncomingMessage, request as send } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { buffer } from "node:stream/consumers";
import aws4 from "aws4";
import S3rver from "s3rver";
import type { BucketSettings } from "../config/configGroups.ts";
import { startProxy } from "./proxy.ts";

/** An S3 service with two empty buckets, `pictures` and `restored`. */
export interface BucketService {
  /** The settings of the bucket `pictures`. */
  settings: BucketSettings;
  /** The names of the images in a bucket. */
  list(bucket?: string): string[];
  close(): Promise<void>;
}

/** The only key that s3rver knows. It does not verify signatures of version 4; the proxy before it does. */
const KEY = "S3RVER";

/** Starts the service. It verifies every signature with another library than the one that signs. */
export async function startBucketService(): Promise<BucketService> {
  const directory = mkdtempSync(join(tmpdir(), "survey-app-bucket-"));
  const configureBuckets = ["pictures", "restored"].map((name) => ({ name, configs: [] }));
  const service = new S3rver({ port: 0, address: "127.0.0.1", silent: true, directory, configureBuckets });
  const { port } = (await service.run()) as AddressInfo;
  const proxy = await startProxy(async (incoming, response) => {
    const body = await buffer(incoming);
    if (!isSigned(incoming, body)) return response.writeHead(403).end("<Code>SignatureDoesNotMatch</Code>");
    const { method, url: path, headers } = incoming;
    send({ port, host: "127.0.0.1", method, path, headers }, (answer) => {
      response.writeHead(answer.statusCode ?? 500, answer.headers);
      answer.pipe(response);
    }).end(body);
  });
  return {
    settings: bucketSettings(proxy.port),
    list: (bucket = "pictures") => [
      ...new Set(
        readdirSync(join(directory, bucket), { recursive: true, encoding: "utf8" })
          .map((path) => /^images\/([\da-f-]+\.webp)/.exec(path)?.[1])
          .filter((name) => name !== undefined),
      ),
    ],
    async close() {
      proxy.close();
      await service.close();
      rmSync(directory, { recursive: true, force: true });
    },
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
