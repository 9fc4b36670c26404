import { join } from "node:path";
import tailwindcss from "@tailwindcss/vite";
import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";
import { lateMutations } from "./lateMutations.ts";
import { leanContract } from "./leanContract.ts";
import { neededBy } from "./neededBy.ts";
import { noChunkCycles } from "./noChunkCycles.ts";
import { plainImports } from "./plainImports.ts";

const libraries = (...names: string[]) => new RegExp(`node_modules/(${names.join("|")})/`);

/** What every page loads, and the cards of surveys, which most pages show: the first file, as small ones compress badly. */
const everywhere = [
  "entry.client.tsx",
  "failure.ts",
  "surveys/LiveSwitch.tsx",
  "surveys/SurveyGrid.tsx",
  "surveys/SurveyGridSkeleton.tsx",
  "ui/ErrorPanel.tsx",
  "ui/PageMeta.tsx",
  "votes/OwnChoiceMark.tsx",
];

/** A few chunks instead of dozens of tiny ones: what forms, lists and tables share, and the rest by page. */
const chunks = [
  // The query library's index names the first of these for every page, and the contract's surveys the others for their
  // schemas; only what changes something, or lists, uses them.
  {
    name: "inner",
    test: /[uU]seMutation|mutationObserver|mutation\.js|[iI]nfiniteQueryObserver|useInfiniteQuery|contract\/(text|time|feedback)\.ts\?lean/,
  },
  { name: "forms", test: libraries("react-hook-form", "@hookform", "@standard-schema", "zod") },
  neededBy(
    "app",
    everywhere.map((file) => join(import.meta.dirname, file)),
  ),
  {
    name: "inner",
    test: new RegExp(
      [
        "(Table|List|Field|Link|Header|Date|Day|SurveyState|ScheduledFor|SurveyTime|MemberUntil|MembershipEnd|TransactionId)\\.tsx|NarrowPage|addressFields|useLeaveGuard|useTimeZone",
        "ui/(inner|Counter|MoreRows|Search|Select|Text|Field|field|ErrorSummary|RadioCards|Copy|Confirm)",
        "web/(texts|listWords)\\.ts|surveys/fieldTime|web/images/|payments/(membership|PaymentStatus|price|formatDollars)|(payments|feedback|participations|managed)\\.queries|contract/(images|payments)\\.ts\\?lean",
      ].join("|"),
    ),
    minShareCount: 2,
  },
];

/**
 * `vite build` makes the browser's files (dist/client), `vite build --ssr` the one file that the server renders pages
 * with (dist/server/entry.server.js, all dependencies inside).
 */
export default defineConfig(({ isSsrBuild }) => ({
  root: import.meta.dirname,
  plugins: [react(), tailwindcss(), leanContract(), lateMutations(), plainImports(), noChunkCycles()],
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
        rolldownOptions: { input: "entry.server.tsx", output: { codeSplitting: false } },
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
          input: "entry.client.tsx",
          preserveEntrySignatures: false,
          output: { codeSplitting: { includeDependenciesRecursively: false, groups: chunks } },
        },
      },
}));
