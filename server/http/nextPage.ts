/**
 * Builds the `Link` header of the next page of a list, from the parsed input only. The response may be cached for
 * everyone, so nothing that a client sent literally (another host, a kilobyte of spaces) may get into it.
 * @param path with `:name` for parameters
 * @param position the query fields that name the start of the next page
 */
export function nextPageLink(
  path: string,
  { params, query }: { params?: unknown; query?: unknown },
  position: Record<string, string | number>,
): string {
  const pathname = path.replaceAll(/:(\w+)/g, (_, name: string) =>
    encodeURIComponent((params as Record<string, string>)[name] ?? ""),
  );
  const fields = Object.entries({ ...(query as object), ...position }).filter(
    ([, value]) => value !== undefined && value !== "",
  );
  const search = new URLSearchParams(fields.map(([name, value]) => [name, String(value)]));
  return `<${pathname}?${search}>; rel="next"`;
}
