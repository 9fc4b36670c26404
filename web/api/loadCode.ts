import { canReload } from "./api.ts";
import { NoResponse } from "./noResponse.ts";

/**
 * Loads a part of the page's code: the build puts it around every `import()`. Browsers say the same of a network that failed and of code
 * that is gone since a new version was installed, so the server is asked.
 * @throws {NoResponse} the server is unreachable; otherwise the browser's error, for which `failureOf` has the words
 */
export const loadCode = <T>(load: () => Promise<T>): Promise<T> =>
  load().catch(async (error: unknown) => {
    throw (await canReload()) ? error : new NoResponse(false);
  });
