import type { Endpoint, ResponseOf } from "@survey-app/contract/http/endpoint.ts";
import { ApiRequestError, address, forCurrentUser, parseJson, problemOf, withToken } from "./api.ts";
import { isOffline, NoResponse, NotSent } from "./noResponse.ts";

/**
 * The longest time in which an upload may make no progress, in ms. After the last byte, the server still decodes,
 * checks and shrinks the image.
 */
const STALL_MS = 20_000;

interface UploadOptions {
  /** Called with the fraction of the file that is sent, 0–1. */
  onProgress: (part: number) => void;
  signal: AbortSignal;
}

/** Sends a file as the field `image`. @throws {ApiRequestError} @throws {NotSent} @throws {NoResponse} as `api` does */
export async function upload<const E extends Endpoint & { body: "image" }>(
  endpoint: E,
  file: File,
  options: UploadOptions,
): Promise<ResponseOf<E>> {
  if (isOffline()) throw new NotSent();
  const sent = await forCurrentUser(() => withToken((token) => sendFile(endpoint, file, token, options)));
  if (sent.status >= 300) throw new ApiRequestError(await problemOf(sent.status, sent.responseText));
  return parseJson(sent.responseText) as ResponseOf<E>;
}

/** XMLHttpRequest, because fetch does not report upload progress. */
async function sendFile(
  endpoint: Endpoint,
  file: File,
  token: string | null,
  { onProgress, signal }: UploadOptions,
): Promise<XMLHttpRequest> {
  const request = new XMLHttpRequest();
  const abort = () => request.abort();
  let stall = setTimeout(abort, STALL_MS);
  request.upload.addEventListener("progress", ({ loaded, total }) => {
    clearTimeout(stall);
    stall = setTimeout(abort, STALL_MS);
    onProgress(total ? loaded / total : 0);
  });
  request.open(endpoint.method, address(endpoint, {}));
  if (token) request.setRequestHeader("authorization", `Bearer ${token}`);
  const form = new FormData();
  form.set("image", file);
  signal.addEventListener("abort", abort);
  try {
    await new Promise<void>((resolve, reject) => {
      request.addEventListener("load", () => resolve());
      for (const event of ["error", "abort"]) request.addEventListener(event, () => reject(new NoResponse(true)));
      if (signal.aborted) reject(new NoResponse(true));
      else request.send(form);
    });
  } finally {
    clearTimeout(stall);
    signal.removeEventListener("abort", abort);
  }
  return request;
}
