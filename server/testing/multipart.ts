/** One part of a multipart body. */
export interface Part {
  name: string;
  content: Buffer | string;
  /** The file's name; without one the part is a field. */
  filename?: string;
  type?: string;
}

/** Creates a multipart body and its header, as a browser does. */
export function multipart(parts: Part[]): { headers: Record<string, string>; body: Buffer } {
  const boundary = "----form-7c530c0c9d0a";
  const body = parts.flatMap(({ name, content, filename, type }) => [
    Buffer.from(
      `--${boundary}\r\ncontent-disposition: form-data; name="${name}"${filename === undefined ? "" : `; filename="${filename}"`}\r\n${type ? `content-type: ${type}\r\n` : ""}\r\n`,
    ),
    Buffer.from(content),
    Buffer.from("\r\n"),
  ]);
  return {
    headers: { "content-type": `multipart/form-data; boundary=${boundary}` },
    body: Buffer.concat([...body, Buffer.from(`--${boundary}--\r\n`)]),
  };
}
