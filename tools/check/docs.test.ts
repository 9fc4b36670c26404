import { existsSync, globSync, readdirSync, readFileSync, statSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { endpoints } from "@survey-app/contract/endpoints.ts";
import { webhookEvents } from "@survey-app/contract/ops/webhooks.ts";
import { describe, expect, test } from "vitest";
import { parse } from "yaml";
import { settingNames } from "./settingNames.ts";

const root = join(import.meta.dirname, "../..");
const read = (path: string) => readFileSync(join(root, path), "utf8");
/** The checked pages. Decision records are excluded: they describe the state at their time. */
const pages = globSync(["*.md", "docs/*.md"], { cwd: root }).sort();
const { scripts } = JSON.parse(read("package.json")) as { scripts: Record<string, string> };
const settings = settingNames(root);
/** The settings that name a file with a secret. */
const secretFiles = [...read("server/config/secretFiles.ts").matchAll(/^ {2}"([A-Z0-9_]+)",$/gm)].map(
  ([, name]) => `${name}_FILE`,
);

/** The settings of `.env.example`, with their defaults. */
const examples = new Map(
  [...read(".env.example").matchAll(/^([A-Z][A-Z0-9_]*)=(.*)$/gm)].map(([, name = "", value = ""]) => [name, value]),
);

const sources = globSync("{server,web,contract,tools,docs,bench,e2e,soak,texts}/**/*.{ts,tsx}", {
  cwd: root,
  exclude: ["**/node_modules", "web/dist"],
});
const fileNames = new Set(sources.map((file) => basename(file)));

/** Whether a path exists, with or without its ending (`docs/decisions/0009`, `web/votes/VotePanel`). */
const isThere = (path: string) => existsSync(join(root, path)) || globSync(`${path}*`, { cwd: root }).length > 0;

test("finds the documentation", () => {
  expect(pages).toEqual(expect.arrayContaining(["README.md", "SECURITY.md", "docs/operating.md", "docs/security.md"]));
});

describe.each(pages)("%s", (page) => {
  // The changelog's released versions describe the project at their time.
  const text = page === "CHANGELOG.md" ? (read(page).split(/^## \[\d/m)[0] ?? "") : read(page);

  test("names commands that exist", () => {
    const named = [...text.matchAll(/\bnpm run ([a-z][\w:-]*)/g)].map(([, name = ""]) => name);
    const direct = [...text.matchAll(/\bnpm (start|test)\b/g)].map(([, name = ""]) => name);
    expect([...named, ...direct].filter((name) => !(name in scripts))).toEqual([]);
    const proofs = [...text.matchAll(/\bnpm run soak -- ([a-z]+)/g)].map(([, name = ""]) => name);
    expect(proofs.filter((name) => !existsSync(join(root, "soak", name, "run.ts")))).toEqual([]);
  });

  test("names files that exist", () => {
    const code = [...text.matchAll(/`([^`\n]+)`/g)].map(([, inside = ""]) => inside);
    const blocks = [...text.matchAll(/^```.*?^```/gms)].map(([block]) => block);
    const paths = [...code, ...blocks].flatMap(
      (inside) =>
        inside.match(
          /(?<![\w/.@:$-])(?:server|web|contract|tools|docs|deploy|bench|e2e|soak|texts|\.github)\/[\w./-]*\w/g,
        ) ?? [],
    );
    // Names in examples of CONTRIBUTING.md and docs/translating.md.
    const invented = ["texts/en/AREA.json"];
    expect([...new Set(paths)].filter((path) => !isThere(path) && !invented.includes(path))).toEqual([]);
    // A file next to the one named before it. `docs/figures.md` also names files of former benches.
    const bare = page === "docs/figures.md" ? [] : code.filter((name) => /^\w[\w.-]*\.tsx?$/.test(name));
    const examples = /^(?:name|index\.)/i;
    expect([...new Set(bare)].filter((name) => !fileNames.has(name) && !examples.test(name))).toEqual([]);
  });

  test("links to files that exist", () => {
    const links = [...text.matchAll(/\]\(([^)#\s]+)[^)]*\)/g)].map(([, to = ""]) => to);
    const own = links.filter((to) => !/^https?:/.test(to));
    expect(own.filter((to) => !existsSync(join(root, dirname(page), to)))).toEqual([]);
  });

  test("names settings that the server reads", () => {
    // Settings of Node, the C library, Compose and the tests.
    const others = [
      "DATABASE_PASSWORD",
      "NODE_EXTRA_CA_CERTS",
      "MALLOC_ARENA_MAX",
      "NODE_OPTIONS",
      "STORE_DATABASE",
      "TEST_DATABASE_URL",
      "CHROME_BIN",
      "FIREFOX_BIN",
    ];
    const named = [...text.matchAll(/`([A-Z][A-Z0-9]*_[A-Z0-9_]+)(?:=[^`]*)?`/g)].map(([, name = ""]) => name);
    // The specification names constants of the contract; another test checks these.
    const ofContract = page === "docs/specification.md" ? named.filter((name) => !settings.includes(name)) : [];
    const known = [...settings, ...secretFiles, ...others, ...ofContract];
    expect(named.filter((name) => !name.startsWith("OTEL_") && !known.includes(name))).toEqual([]);
  });
});

test("pages and files for operators never read the settings with a shell, which splits values at & and at blanks", () => {
  const files = [...pages, ".env.example", "compose.yaml", "Dockerfile"];
  const all = [...files, ...globSync(["deploy/**/*", ".github/**/*.yml"], { cwd: root })];
  const sourcing = /\bset -a\b|(^|[\s;&|(`])(\.|source) +["']?[\w/.$~-]*env\b/m;
  expect(["set -a; . /etc/survey-app/env", "`source .env`", ". ./env"].filter((line) => !sourcing.test(line))).toEqual(
    [],
  );
  const isFile = (path: string) => statSync(join(root, path)).isFile();
  expect(all.filter((path) => isFile(path) && sourcing.test(read(path)))).toEqual([]);
});

describe("settings", () => {
  const table = read("docs/operating.md").matchAll(/^\| `([A-Z][A-Z0-9_]*)` \|(.*?)\|/gm);
  const rows = new Map([...table].map(([, name = "", value = ""]) => [name, value.replaceAll("`", "").trim()]));

  test("docs/operating.md and .env.example list all settings and no others", () => {
    expect([...rows.keys()].sort()).toEqual([...settings].sort());
    expect([...examples.keys()].sort()).toEqual([...settings].sort());
  });

  test("both give the same defaults", () => {
    expect(Object.fromEntries(rows)).toEqual(
      Object.fromEntries([...rows.keys()].map((name) => [name, examples.get(name)])),
    );
  });
});

test("the page about webhooks and the example of a chat name each event of webhooks, and no others", () => {
  const types = webhookEvents.map((event) => `survey.${event}`).sort();
  const ofPage = [...read("docs/api-keys-and-webhooks.md").matchAll(/^\| `(survey\.\w+)` \|/gm)].map(
    ([, type]) => type,
  );
  const ofExample = [...read("docs/examples/chat.mjs").matchAll(/^ {2}"(survey\.\w+)":/gm)].map(([, type]) => type);
  expect(ofPage.sort()).toEqual(types);
  expect(ofExample.sort()).toEqual(types);
});

test("every figure on a page is also in docs/figures.md, with the same value", () => {
  const rowsOf = (page: string) =>
    (read(page).split("bench -->")[1] ?? "").split("\n").filter((line) => line.startsWith("| "));
  const all = rowsOf("docs/figures.md");
  const showing = pages.filter((page) => read(page).includes("<!-- bench -->"));
  expect(showing).toEqual(["README.md", "docs/figures.md", "docs/operating.md", "docs/scaling.md"]);
  for (const page of showing) {
    expect(rowsOf(page).length, page).toBeGreaterThan(2);
    expect(rowsOf(page).filter((row) => !all.includes(row))).toEqual([]);
  }
});

test("the numbers in the README's claims that link to docs/figures.md are there", () => {
  const claims = read("README.md")
    .split(/\n- |\n\n/)
    .filter((claim) => claim.includes("](docs/figures.md)") && !claim.startsWith("|"));
  const numbers = claims.map((claim) => claim.match(/\d[\d,.]*(?: kB|\d)/g) ?? []);
  expect(numbers.filter((each) => each.length > 0).length).toBeGreaterThan(1);
  const figures = read("docs/figures.md");
  expect(numbers.flat().filter((number) => !figures.includes(number))).toEqual([]);
});

describe("decision records", () => {
  const records = readdirSync(join(root, "docs/decisions"));
  const numbers = records.map((name) => name.slice(0, 4));

  test("are at most thirty, each with its own number", () => {
    expect(records.length).toBeLessThanOrEqual(30);
    expect(new Set(numbers).size).toBe(records.length);
    expect(records.filter((name) => !/^\d{4}-[a-z\d-]+\.md$/.test(name))).toEqual([]);
  });

  test("are there wherever code, a page or another record cites them", () => {
    const code = globSync("{contract,server,web,tools,e2e,bench,soak}/**/*.{ts,tsx,cjs,mjs}", {
      cwd: root,
      exclude: ["**/node_modules/**", "web/dist/**"],
    });
    const citing = /\bdecisions\/(\d{4})|\b(?:decision|record)s? (\d{4}(?:(?:,| and) \d{4})*)\b/gi;
    const cited = [...code, ...pages, ".env.example"].flatMap((file) =>
      [...read(file).matchAll(citing)].flatMap(([, path, list]) =>
        (path ?? list ?? "").split(/,? (?:and )?/).map((number) => `${file} cites ${number}`),
      ),
    );
    // Within decision records a number alone is a citation, except after "migration".
    const among = records.flatMap((name) =>
      [...read(`docs/decisions/${name}`).matchAll(/(?<!migrations?[ /])\b0(?!000)\d{3}\b/g)].map(
        ([number]) => `docs/decisions/${name} cites ${number}`,
      ),
    );
    expect(cited.length).toBeGreaterThan(30);
    expect([...cited, ...among].filter((each) => !numbers.includes(each.slice(-4)))).toEqual([]);
  });
});

test("docs/upgrading.md has a paragraph for each release, and the tests upgrade the databases of each", () => {
  const ofChangelog = [...read("CHANGELOG.md").matchAll(/^## \[(\d+\.\d+)\.0\]/gm)].map(([, version]) => version);
  const ofPage = [...read("docs/upgrading.md").matchAll(/^## (\d+\.\d+)$/gm)].map(([, version]) => version);
  expect(ofPage).toEqual(ofChangelog);
  expect(readdirSync(join(root, "server/tests/stored")).sort()).toEqual(ofChangelog.sort());
});

test("the README begins with the animated picture of a vote, which loads as fast as a photo", () => {
  const [first = ""] = [...read("README.md").matchAll(/\]\((docs\/pictures\/[^)]+)\)/g)].map(([, path]) => path);
  expect(first).toBe("docs/pictures/vote.webp");
  expect(statSync(join(root, first)).size).toBeLessThan(300_000);
  // Its file says that it has several frames.
  expect(readFileSync(join(root, first), "latin1")).toMatch(/^RIFF.{4}WEBPVP8X.{4,40}ANIM/s);
});

test.each(globSync(".github/ISSUE_TEMPLATE/{bug,idea,translation}.yml", { cwd: root }))(
  "%s is a form whose fields have a label and an id of their own",
  (file) => {
    type Field = { type: string; id?: string; attributes: { label?: string; options?: unknown[]; value?: string } };
    const { name, description, body } = parse(read(file)) as { name: string; description: string; body: Field[] };
    expect([name, description]).not.toContain(undefined);
    const fields = body.filter(({ type }) => type !== "markdown");
    for (const { type, attributes } of fields) {
      expect(["textarea", "input", "dropdown", "checkboxes"]).toContain(type);
      expect(attributes.label).toBeTruthy();
    }
    expect(new Set(fields.map(({ id }) => id)).size).toBe(fields.length);
  },
);

test("nginx doesn't buffer an event stream, and the page on operating names each", () => {
  const [, pattern = ""] =
    /location ~ (\S*events\S*) \{[^}]*proxy_buffering off;/.exec(read("deploy/nginx.conf")) ?? [];
  const streams = [...endpoints.values()].filter(({ stream }) => stream).map(({ path }) => `/api${path}`);
  expect(streams.length).toBeGreaterThan(2);
  for (const path of streams) {
    expect(path.replace(/:\w+/, "id")).toMatch(new RegExp(pattern));
    expect(read("docs/operating.md")).toContain(`\`${path.replace(/:\w+/, "…")}\``);
  }
});
