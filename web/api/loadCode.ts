import { canReload } from "./api.ts";
import { NoResponse } from "./noResponse.ts";

/**
 * Loads a part of the page's code; the build puts it around every `import()`. Browsers report the same error for a
 * failed network and for code that a new version has replaced, so the server is asked.
 * @throws {NoResponse} the server is unreachable; otherwise the browser's error, which `failureOf` puts into words
 */
export const loadCode = <T>(load: () => Promise<T>): Promise<T> =>
  load().catch(async (error: unknown) => {
    throw (await canReload()) ? error : new NoResponse(false);
  });
