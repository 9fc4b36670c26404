import { join } from "node:path";
import { defineConfig } from "vite";
import { checks, slotTexts } from "./slotTexts.ts";

/** `vite build` builds what the server words for people (`server/words/entry.ts`), for readers of other languages than English. */
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
