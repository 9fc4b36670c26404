/** The body of a response is longer than the limit. */
export class BodyTooLong extends Error {}

/**
 * Reads a response's body up to a limit, because other hosts must not be able to fill our memory.
 * @throws {BodyTooLong} if it is longer; the connection is then closed
 */
export async function boundedBody({ body }: Response, maxBytes: number): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of body ?? []) {
    bytes += chunk.length;
    if (bytes > maxBytes) throw new BodyTooLong("it responded with too much");
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

/** The reason of a failed request in a form that may be logged: without addresses and without parts of responses. */
export function reasonOf(error: unknown): string {
  const { name, message, code, cause } = error as NodeJS.ErrnoException;
  if (error instanceof SyntaxError) return "it responded with no JSON";
  if (typeof code === "string") return code;
  // Other causes are the response itself.
  if (cause instanceof Error && "code" in cause) return String(cause.code);
  return name === "Error" ? message : name;
}
