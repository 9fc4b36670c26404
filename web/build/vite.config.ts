import { join } from "node:path";
import tailwindcss from "@tailwindcss/vite";
import react from "@vitejs/plugin-react";
import { defineConfig, type Rolldown } from "vite";
import { ENDPOINT, LEAN, leanContract } from "./leanContract.ts";
import { loadCode, plainImports } from "./plainImports.ts";
import { checks, slotTexts } from "./slotTexts.ts";

type Graph = Rolldown.ChunkingContext;

/**
 * The modules that import a module. For an endpoint these are the importers of its contract file that name the
 * endpoint. Contract files import more of each other than the browser uses, so they don't count.
 */
function importersOf(id: string, graph: Graph): readonly string[] {
  const [file = id, endpoint] = id.split(ENDPOINT);
  const importers = graph.getModuleInfo(endpoint ? file + LEAN : id)?.importers ?? [];
  if (!endpoint && !id.endsWith(LEAN)) return importers;
  const isNamed = new RegExp(`\\b${endpoint ?? ""}\\b`);
  return importers.filter((each) => each.includes("/web/") && isNamed.test(graph.getModuleInfo(each)?.code ?? ""));
}

/** Whether the page imports the module, directly or not. */
function reaches(page: string, id: string, graph: Graph, seen = new Set<string>()): boolean {
  if (id.endsWith(`/${page}.tsx`)) return true;
  if (seen.has(id)) return false;
  seen.add(id);
  return importersOf(id, graph).some((importer) => reaches(page, importer, graph, seen));
}

/**
 * The names of the visitors' pages that import the module, so that each of them loads only the shared code that it
 * needs. Libraries are not traced, because their index files import everything.
 */
function readBy(id: string, graph: Graph): string | null {
  if (id.includes("/node_modules/")) return null;
  return ["SurveysPage", "SurveyDetailsPage"].filter((page) => reaches(page, id, graph)).join("-") || null;
}

const forms = /node_modules\/zod\/|\/api\/bySchema\.ts$|\/contract\/[\w/]+\.ts$|\/formErrors\.ts\?text=/;
/** Shown on demand only, by parts of several pages. */
const qrCodes = /node_modules\/uqr\/|\/surveys\/qrCode\.ts$/;
/** The code of pass rules, which few surveys have. */
const passRules = /\/contract\/\w+\/(passedText|passRule|passRuleText)\.ts\?lean$|\/passRuleSentences\.ts\?text=/;
/**
 * The code that checks a ledger: contract files in the first file import it, but the browser needs it on demand only.
 */
const ledger = /\/contract\/ballots\/ledger\.ts\?lean$/;
/**
 * A few chunks instead of dozens of small ones, which compress badly: the imports of the first file, the check of
 * ledgers, the code of forms (their libraries, the whole contract and its messages), pass rules, QR codes, code that
 * visitors' pages share with others, and code that at least five chunks share. Nothing in `entry` imports another
 * chunk, and none of these imports `forms`, so that pages without forms load without them, and there are no import
 * cycles, in which a page would fail by the order of its scripts (`e2e/weight.spec.ts`).
 */
const chunks = [
  { name: "ledger", test: ledger },
  { name: "entry", tags: ["$initial" as const] },
  { name: "entry", test: /^\0rolldown\/runtime\.js$/ },
  { name: "passRules", test: passRules },
  { name: "forms", test: forms },
  { name: "qrCodes", test: qrCodes },
  { name: "queries", test: /node_modules\/@tanstack\// },
  { name: readBy, debugName: "reading", minShareCount: 2 },
  // Files that validate import `forms`, which imports this one.
  { name: "shared", test: /^(?!.*Form\.tsx$)/, minShareCount: 5 },
].map((group) => ({ ...group, includeDependenciesRecursively: false }));

const production = (file: string) => join(import.meta.dirname, "../../node_modules", `${file}.production.js`);
/**
 * React's production files themselves. The packages' entry points choose between them and the development files, and
 * the bundler keeps more code behind such a choice. Not `react/jsx-runtime`: modules that only need that one would lose
 * the last side effect for which `entry.client.tsx` has them in its file.
 */
const aliases = [
  { find: /^react$/, replacement: production("react/cjs/react") },
  { find: /^react-dom$/, replacement: production("react-dom/cjs/react-dom") },
  { find: /^react-dom\/client$/, replacement: production("react-dom/cjs/react-dom-client") },
  { find: /^scheduler$/, replacement: production("scheduler/cjs/scheduler") },
  // wouter's polyfill for old versions of React is not needed.
  { find: "use-sync-external-store/shim/index.js", replacement: production("react/cjs/react") },
];

/** light-dark() is not compiled away: every browser since mid-2024 supports it. */
const cssTarget = ["chrome123", "firefox120", "safari17.5"];

/**
 * `vite build` builds the browser's files (dist/client); `vite build --ssr` builds the single file that renders pages
 * on the server (dist/server/en.js and one for each other language, all dependencies bundled).
 */
export default defineConfig(({ isSsrBuild }) => ({
  root: join(import.meta.dirname, ".."),
  plugins: [react(), tailwindcss(), leanContract(), slotTexts(), plainImports(loadCode)],
  resolve: { alias: aliases },
  // Selects the production build of React's server too.
  define: { "process.env.NODE_ENV": JSON.stringify("production") },
  ssr: { noExternal: true },
  build: isSsrBuild
    ? {
        outDir: "dist/server",
        copyPublicDir: false,
        emptyOutDir: true,
        // Of the page of an open link, whose style sheet is in its HTML.
        cssTarget,
        rolldownOptions: { checks, input: "app/entry.server.tsx", output: { codeSplitting: false } },
      }
    : {
        outDir: "dist/client",
        emptyOutDir: true,
        manifest: true,
        sourcemap: false,
        // Our content security policy forbids inline data in scripts, and one more request is cheaper than base64.
        assetsInlineLimit: 0,
        // The server lists the first page's chunks, and links prefetch the next ones, so no preload code is needed.
        modulePreload: false,
        cssCodeSplit: false,
        cssTarget,
        rolldownOptions: {
          checks,
          input: "app/entry.client.tsx",
          preserveEntrySignatures: false,
          // Inlines the texts of the catalogs, so that each is only in the chunks that show it.
          optimization: { inlineConst: true },
          output: {
            codeSplitting: { groups: chunks },
            // Their folder's name has a hash of all of them (`slotTexts`), so that their own would only make each file
            // that names them larger.
            chunkFileNames: "assets/[name].js",
            entryFileNames: "assets/[name].js",
          },
        },
      },
}));
