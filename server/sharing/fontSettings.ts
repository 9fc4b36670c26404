import { env } from "node:process";
import { fileURLToPath } from "node:url";

/**
 * Keeps the fonts of the machine out of what Pango draws, so that cards look the same everywhere. To be called on the
 * main thread: others only change a copy of the environment, which libraries don't see.
 */
export function useOnlyOwnFonts(): void {
  env.FONTCONFIG_FILE = fileURLToPath(new URL("./fonts.conf", import.meta.url));
}
