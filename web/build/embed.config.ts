import { join } from "node:path";
import tailwindcss from "@tailwindcss/vite";
import { defineConfig } from "vite";
import { leanContract } from "./leanContract.ts";
import { plainImports } from "./plainImports.ts";
import { checks, slotTexts } from "./slotTexts.ts";

/**
 * Builds the scripts of pages without the app: a survey in another site's page, and the page on which people vote by
 * open link; and the script that only a public demo's pages load. They are a few kB each, and don't load any file of
 * the app.
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
      // Code that a demo's script shares with the others stays in a file of theirs, so that pages without a demo don't
      // load more.
      output: {
        codeSplitting: { groups: [{ name: "showTotals", test: /\/sharing\/showTotals\.ts$|\/texts\/numbers\.ts$/ }] },
      },
    },
  },
});
