import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import lighthouse from "lighthouse";
import { startChild } from "../tools/child.ts";
import { freePort } from "../tools/port.ts";
import { chromiumArgs, chromiumPath } from "../tools/test/chromium.ts";
import { median } from "./rounds.ts";

export const CATEGORIES = ["performance", "accessibility", "best-practices", "seo"] as const;

/** Lighthouse's results for a page on a phone with a slow network, medians of its runs. */
export interface Audit {
  /** 0–100. */
  scores: Record<string, number>;
  /** Simulated, in milliseconds. */
  lcp: number;
  tbt: number;
  cls: number;
  /** Audits below the full score in the last run. */
  lost: string[];
}

/** Runs Lighthouse on pages (name → URL) in a separate Chromium. */
export async function auditPages(pages: Record<string, string>, runs: number): Promise<Map<string, Audit>> {
  const port = await freePort();
  const temporary = mkdtempSync(join(tmpdir(), "survey-app-lighthouse-"));
  const browser = await startChild(
    chromiumPath(),
    [
      ...chromiumArgs(),
      "--headless=new",
      `--remote-debugging-port=${port}`,
      `--user-data-dir=${temporary}`,
      "about:blank",
    ],
    { output: "keep", temporary },
  );
  try {
    while (!(await fetch(`http://127.0.0.1:${port}/json/version`).catch(() => null))) await sleep(50);
    const audits = new Map<string, Audit>();
    for (const [name, url] of Object.entries(pages)) {
      const each: Audit[] = [];
      for (let run = 0; run < runs; run++) each.push(await audit(url, port));
      audits.set(name, middle(each));
    }
    return audits;
  } finally {
    await browser.stop();
  }
}

/** On a busy machine Lighthouse sometimes misses the start of a page and reports that; then it runs again. */
async function audit(url: string, port: number, tries = 3): Promise<Audit> {
  const result = await lighthouse(url, { port, logLevel: "error", onlyCategories: [...CATEGORIES] });
  if (!result) throw new Error(`Lighthouse returned no result for ${url}`);
  const { lhr } = result;
  if (lhr.runtimeError) {
    if (tries > 1) return audit(url, port, tries - 1);
    throw new Error(lhr.runtimeError.message);
  }
  const value = (id: string) => lhr.audits[id]?.numericValue ?? 0;
  const lost = Object.values(lhr.categories).flatMap(({ auditRefs }) =>
    auditRefs.flatMap(({ id, weight }) => {
      const { score = null, title = "" } = lhr.audits[id] ?? {};
      return weight > 0 && score !== null && score < 1 ? [`${title} (${score})`] : [];
    }),
  );
  return {
    scores: Object.fromEntries(CATEGORIES.map((id) => [id, Math.round((lhr.categories[id]?.score ?? 0) * 100)])),
    lcp: Math.round(value("largest-contentful-paint")),
    tbt: Math.round(value("total-blocking-time")),
    cls: Math.round(value("cumulative-layout-shift") * 1000) / 1000,
    lost,
  };
}

function middle(audits: readonly Audit[]): Audit {
  const of = (read: (audit: Audit) => number) => median(audits.map(read));
  return {
    scores: Object.fromEntries(CATEGORIES.map((id) => [id, of(({ scores }) => scores[id] ?? 0)])),
    lcp: of(({ lcp }) => lcp),
    tbt: of(({ tbt }) => tbt),
    cls: of(({ cls }) => cls),
    lost: audits.at(-1)?.lost ?? [],
  };
}
