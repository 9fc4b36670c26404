import { join } from "node:path";
import tailwindcss from "@tailwindcss/vite";
import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";
import { lateMutations } from "../api/lateMutations.ts";
import { leanContract } from "./leanContract.ts";
import { plainImports } from "./plainImports.ts";

/**
 * A few chunks instead of dozens of tiny ones, which compress badly: what the first file imports, the libraries of forms, and
 * what at least five chunks share. Nothing of `entry` imports another chunk, so chunks never need each other in a ring.
 */
const chunks = [
  { name: "entry", tags: ["$initial" as const], includeDependenciesRecursively: false },
  { name: "forms", test: /node_modules\/(react-hook-form|@hookform|@standard-schema|zod)\// },
  { name: "shared", minShareCount: 5 },
];

/**
 * `vite build` makes the browser's files (dist/client), `vite build --ssr` the one file that the server renders pages
 * with (dist/server/entry.server.js, all dependencies inside).
 */
export default defineConfig(({ isSsrBuild }) => ({
  root: join(import.meta.dirname, ".."),
  plugins: [react(), tailwindcss(), leanContract(), lateMutations(), plainImports()],
  // What wouter brings for old versions of React, React has by itself.
  resolve: { alias: { "use-sync-external-store/shim/index.js": "react" } },
  // React picks its fast build by this, in the server's file too.
  define: { "process.env.NODE_ENV": JSON.stringify("production") },
  ssr: { noExternal: true },
  build: isSsrBuild
    ? {
        outDir: "dist/server",
        copyPublicDir: false,
        emptyOutDir: true,
        rolldownOptions: { input: "app/entry.server.tsx", output: { codeSplitting: false } },
      }
    : {
        outDir: "dist/client",
        emptyOutDir: true,
        manifest: true,
        sourcemap: false,
        // The policy allows no inline data in scripts, and one request more is cheaper than base64.
        assetsInlineLimit: 0,
        // The server names the first page's chunks, and links fetch the next ones ahead: no loader code for it.
        modulePreload: false,
        cssCodeSplit: false,
        // light-dark() is kept as written: every browser since the middle of 2024 has it.
        cssTarget: ["chrome123", "firefox120", "safari17.5"],
        rolldownOptions: {
          input: "app/entry.client.tsx",
          preserveEntrySignatures: false,
          output: { codeSplitting: { groups: chunks } },
        },
      },
}));
