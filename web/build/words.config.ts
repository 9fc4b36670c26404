import { join } from "node:path";
import { defineConfig } from "vite";
import { checks, slotTexts } from "./slotTexts.ts";

/** Builds the server's sentences for people (`server/words/entry.ts`) in the languages other than English. */
export default defineConfig({
  root: join(import.meta.dirname, ".."),
  plugins: [slotTexts()],
  ssr: { noExternal: true },
  build: {
    ssr: true,
    outDir: "dist/words",
    copyPublicDir: false,
    emptyOutDir: true,
    rolldownOptions: { checks, input: "../server/words/entry.ts", output: { codeSplitting: false } },
  },
});
