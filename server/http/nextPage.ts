/**
 * The `Link` header that names the next page of a list. It is made of what was understood of the request, and of nothing as
 * it was sent: the answer may be kept for everybody, and neither another host nor a kilobyte of spaces may get into it.
 * @param path with `:name` for parameters
 * @param place the fields that say where the next page begins
 */
export function nextPageLink(
  path: string,
  { params, query }: { params?: unknown; query?: unknown },
  place: Record<string, string | number>,
): string {
  const address = path.replaceAll(/:(\w+)/g, (_, name: string) =>
    encodeURIComponent((params as Record<string, string>)[name] ?? ""),
  );
  const read = Object.entries({ ...(query as object), ...place }).filter(
    ([, value]) => value !== undefined && value !== "",
  );
  const search = new URLSearchParams(read.map(([name, value]) => [name, String(value)]));
  return `<${address}?${search}>; rel="next"`;
}
