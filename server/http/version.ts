import { readFileSync } from "node:fs";

/** The version that runs, of the package.json beside the server: `npm run ship` writes it there. Between releases it is the next one's. */
export const VERSION: string = JSON.parse(readFileSync(new URL("../../package.json", import.meta.url), "utf8")).version;
