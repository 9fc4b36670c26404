import { readFileSync } from "node:fs";

/**
 * The running version, from the package.json beside the server, into which `npm run ship` writes it. Between releases
 * it is the next release's.
 */
export const VERSION: string = JSON.parse(readFileSync(new URL("../../package.json", import.meta.url), "utf8")).version;
