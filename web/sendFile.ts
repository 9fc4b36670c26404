import { NoAnswer } from "./noAnswer.ts";

/** How long an upload may stand still, in ms: the server reads, checks and shrinks the picture after its last byte. */
const STALL_MS = 20_000;

interface FileSending {
  method: string;
  url: string;
  file: File;
  token: string | null;
  /** Told how much of the file is sent, 0–1. */
  onProgress: (part: number) => void;
  signal: AbortSignal;
}

/** Sends a file as the field `image`; fetch can't tell how much of a body has been sent. @throws {NoAnswer} */
export async function sendFile(sending: FileSending): Promise<XMLHttpRequest> {
  const { method, url, file, token, onProgress, signal } = sending;
  const request = new XMLHttpRequest();
  const abort = () => request.abort();
  let stall = setTimeout(abort, STALL_MS);
  request.upload.addEventListener("progress", ({ loaded, total }) => {
    clearTimeout(stall);
    stall = setTimeout(abort, STALL_MS);
    onProgress(total ? loaded / total : 0);
  });
  request.open(method, url);
  if (token) request.setRequestHeader("authorization", `Bearer ${token}`);
  const form = new FormData();
  form.set("image", file);
  signal.addEventListener("abort", abort);
  try {
    await new Promise<void>((resolve, reject) => {
      request.addEventListener("load", () => resolve());
      for (const event of ["error", "abort"]) request.addEventListener(event, () => reject(new NoAnswer(true)));
      if (signal.aborted) reject(new NoAnswer(true));
      else request.send(form);
    });
  } finally {
    clearTimeout(stall);
    signal.removeEventListener("abort", abort);
  }
  return request;
}
