import { createHash } from "node:crypto";
import { Readable } from "node:stream";
import type { ReadableStream } from "node:stream/web";
import { setTimeout as sleep } from "node:timers/promises";
import { AwsV4Signer } from "aws4fetch";
import type { Config } from "../config/config.ts";
import { UnavailableError } from "../database/unavailable.ts";
import type { ImageFiles } from "./imageFiles.ts";

/** How long the bucket may take to respond, in milliseconds: less than the 5 seconds that a request may take. */
const RESPONSE_MS = 4000;
/**
 * How long the body of an image may take, in milliseconds, so that a slow reader can't hold a connection to the bucket.
 */
const BODY_MS = 60_000;
/** Larger than any image that we store, in bytes: at most 1,600 × 1,600 pixels, as WebP. */
const SIZE_MAX = 16 * 1024 * 1024;
/** The part of an error's body that is read, in bytes: it names the cause near its beginning. */
const CAUSE_MAX = 4096;
/** The most attempts at a request that the bucket can't serve at the moment (429 and 5xx), within `RESPONSE_MS`. */
const ATTEMPTS = 3;
/** The pause after the first attempt, in milliseconds; it grows with each. */
const RETRY_MS = 100;
/**
 * The least time between two reports of a failure, in milliseconds, so that a flood of requests doesn't fill the log.
 */
const REPORT_MS = 10_000;

const FOLDER = "images/";

type BucketSettings = NonNullable<Config["bucket"]>;

/** The bucket did not respond, or rejected a request; the message is a sentence for the operator. */
export class BucketError extends UnavailableError {
  /** Whether the bucket responded: a retry does not help until the settings are corrected. */
  readonly isRejection: boolean;

  constructor(sentence: string, isRejection: boolean, cause?: unknown) {
    super(sentence, { cause });
    this.isRejection = isRejection;
  }
}

/** Stores images as objects of a bucket with S3's protocol. */
export function openBucket(settings: BucketSettings, onFailure?: (error: Error) => void): ImageFiles {
  const send = createSender(settings, onFailure);
  return {
    async write(name, bytes) {
      const sha256 = createHash("sha256").update(bytes).digest("hex");
      // Signed with its digest, so that the bucket rejects a body that was damaged on its way.
      const headers = { "content-type": "image/webp", "x-amz-content-sha256": sha256 };
      const { body } = await send(FOLDER + name, { method: "PUT", headers, body: new Uint8Array(bytes) });
      await body?.cancel();
    },
    async open(name) {
      const { status, headers, body } = await send(FOLDER + name, { method: "GET" });
      if (status === 404) {
        await body?.cancel();
        return null;
      }
      const size = Number(headers.get("content-length") ?? Number.NaN);
      // `fetch` decompresses a body, whose size then differs from the header's.
      if (body && size <= SIZE_MAX && !headers.has("content-encoding"))
        return { size, body: Readable.fromWeb(body as ReadableStream, { signal: AbortSignal.timeout(BODY_MS) }) };
      await body?.cancel();
      throw new BucketError(`The bucket returned ${name} with an impossible size.`, true);
    },
    async remove(names) {
      const removed = await Promise.all(names.map((name) => send(FOLDER + name, { method: "DELETE" })));
      for (const { body } of removed) await body?.cancel();
    },
  };
}

/**
 * Lists one object. That requires a permission without which requests for missing images would fail.
 * @throws {BucketError}
 */
export async function checkBucket(settings: BucketSettings): Promise<void> {
  const { status, body } = await createSender(settings)("?list-type=2&max-keys=1", { method: "GET" });
  await body?.cancel();
  if (status === 404) throw new BucketError(`S3_BUCKET: there is no bucket ${settings.name}.`, true);
}

type Send = (path: string, init: SentRequest) => Promise<Response>;

interface SentRequest {
  method: "GET" | "PUT" | "DELETE";
  headers?: Record<string, string>;
  body?: Uint8Array<ArrayBuffer>;
}

/** Creates a function that sends signed requests. It throws `BucketError` unless the response is a success or 404. */
function createSender(settings: BucketSettings, onFailure: (error: Error) => void = () => {}): Send {
  const { accessKeyId, secretAccessKey, region } = settings;
  const base = addressOf(settings);
  const keys = new Map<string, ArrayBuffer>();
  let reportedAt = Number.NEGATIVE_INFINITY;

  /**
   * Not by aws4fetch's own client: it loses the signal to the garbage collector, and a silent bucket would block it
   * forever.
   */
  async function sendOnce(path: string, request: SentRequest, signal: AbortSignal): Promise<Response> {
    const signing = { ...request, accessKeyId, secretAccessKey, region, service: "s3", cache: keys };
    const { url, headers } = await new AwsV4Signer({ ...signing, url: base + path }).sign();
    const { method, body = null } = request;
    // A redirect names another region; following it would fail later, with a signature for this one.
    return fetch(url, { method, headers, body, signal, redirect: "manual" });
  }

  async function sendAndRetry(path: string, request: SentRequest): Promise<Response> {
    const aborting = new AbortController();
    const timer = setTimeout(() => aborting.abort(), RESPONSE_MS);
    try {
      for (let attempt = 1; ; attempt++) {
        const response = await sendOnce(path, request, aborting.signal);
        if (response.ok || response.status === 404) return response;
        const cause = `${response.status}${await causeOf(response)}`;
        const isRejection = response.status < 500 && response.status !== 429;
        if (isRejection || attempt === ATTEMPTS)
          throw new BucketError(`The bucket at S3_ENDPOINT rejects a ${request.method} (${cause}).`, isRejection);
        await sleep(attempt * RETRY_MS, undefined, { signal: aborting.signal });
      }
    } catch (error) {
      if (error instanceof BucketError) throw error;
      throw new BucketError("The bucket at S3_ENDPOINT does not respond.", false, error);
    } finally {
      clearTimeout(timer);
    }
  }

  return async (path, request) => {
    try {
      return await sendAndRetry(path, request);
    } catch (error) {
      if (performance.now() - reportedAt >= REPORT_MS) {
        reportedAt = performance.now();
        onFailure(error as Error);
      }
      throw error;
    }
  };
}

function addressOf({ endpoint, name, isPathStyle }: BucketSettings): string {
  const url = new URL(endpoint);
  const [host, path] = isPathStyle ? [url.host, `${name}/`] : [`${name}.${url.host}`, ""];
  return `${url.protocol}//${host}${url.pathname.replace(/\/?$/, "/")}${path}`;
}

/** The cause that S3 names in its XML, such as `SignatureDoesNotMatch`, with a space before it; empty without one. */
async function causeOf({ body }: Response): Promise<string> {
  let text = "";
  for await (const chunk of body ?? []) {
    text += Buffer.from(chunk).toString("latin1");
    if (text.length > CAUSE_MAX) break;
  }
  const [, cause] = /<Code>(\w{1,60})<\/Code>/.exec(text) ?? [];
  return cause ? ` ${cause}` : "";
}
