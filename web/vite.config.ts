import tailwindcss from "@tailwindcss/vite";
import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";
import { leanContract } from "./leanContract.ts";

/**
 * `vite build` makes the browser's files (dist/client), `vite build --ssr` the one file that the server renders pages
 * with (dist/server/entry.server.js, all dependencies inside).
 */
export default defineConfig(({ isSsrBuild }) => ({
  root: import.meta.dirname,
  plugins: [react(), tailwindcss(), leanContract()],
  // React picks its fast build by this, in the server's file too.
  define: { "process.env.NODE_ENV": JSON.stringify("production") },
  ssr: { noExternal: true },
  build: isSsrBuild
    ? {
        outDir: "dist/server",
        copyPublicDir: false,
        emptyOutDir: true,
        rolldownOptions: { input: "entry.server.tsx", output: { codeSplitting: false } },
      }
    : {
        outDir: "dist/client",
        emptyOutDir: true,
        manifest: true,
        sourcemap: false,
        // The policy allows no inline data in scripts, and one request more is cheaper than base64.
        assetsInlineLimit: 0,
        modulePreload: { polyfill: false },
        // light-dark() is kept as written: every browser since the middle of 2024 has it.
        cssTarget: ["chrome123", "firefox120", "safari17.5"],
        rolldownOptions: { input: "entry.client.tsx" },
      },
}));
