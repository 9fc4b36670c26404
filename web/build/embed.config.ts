import { join } from "node:path";
import tailwindcss from "@tailwindcss/vite";
import { defineConfig } from "vite";
import { leanContract } from "./leanContract.ts";
import { plainImports } from "./plainImports.ts";
import { checks, slotTexts } from "./slotTexts.ts";

/**
 * `vite build` builds what pages load that do without the app: a survey in another site's page, and the page on which people vote by
 * open link; and what only a public demo's pages load. These scripts have a few kB, and nothing of the app's own files is among them.
 */
export default defineConfig({
  root: join(import.meta.dirname, ".."),
  plugins: [tailwindcss(), leanContract(), slotTexts(), plainImports()],
  build: {
    outDir: "dist/embed",
    emptyOutDir: true,
    copyPublicDir: false,
    manifest: true,
    sourcemap: false,
    assetsInlineLimit: 0,
    modulePreload: false,
    cssCodeSplit: false,
    cssTarget: ["chrome123", "firefox120", "safari17.5"],
    rolldownOptions: {
      checks,
      input: ["sharing/entry.embed.ts", "linkVoting/entry.link.ts", "layout/entry.demo.ts"],
      optimization: { inlineConst: true },
      // What a demo's script shares with the others stays in the file that these share: pages elsewhere load no more for it.
      output: {
        codeSplitting: { groups: [{ name: "showTotals", test: /\/sharing\/showTotals\.ts$|\/texts\/numbers\.ts$/ }] },
      },
    },
  },
});
