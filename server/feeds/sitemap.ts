import type { Database } from "../database/database.ts";
import { toIso } from "../database/toIso.ts";
import type { PublicText } from "../http/publicText.ts";
import { escapeXml } from "./feedFormats.ts";
import { findIdAfter, listPublicIds } from "./sitemap.sql.ts";

/**
 * Surveys in one file: few enough for the response cache. The protocol allows 50,000 URLs, and an index of as many
 * files.
 * @see https://www.sitemaps.org/protocol.html
 */
const SURVEYS_IN_FILE = 5000;
const NAMESPACE = 'xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"';
/** Pages without a survey that search engines should know. */
const PAGES = ["/", "/surveysPages", "/ask", "/membarShip", "/contact", "/privacy", "/terms", "/accessibility"];

/**
 * Serves `/sitemap.xml`, which lists all public surveys or, where there are more than fit into one file, the files that
 * do, and `/robots.txt`, which names it.
 */
export function serveSitemap(serveText: (text: PublicText) => void, database: Database, publicUrl: string): void {
  const findEnds = createFileEnds(database);
  /** The URLs of the surveys in the file that begins after `after`. */
  const urlsOf = async (after: string, upTo: string | undefined) =>
    (await listPublicIds(database, { after, upTo })).map(({ id, closed_at }) => {
      // The close of a survey is its last change; its publication isn't.
      const changed = closed_at === null ? "" : `<lastmod>${toIso(closed_at)}</lastmod>`;
      return `<url><loc>${escapeXml(`${publicUrl}/surveydetails/${id}`)}</loc>${changed}</url>`;
    });
  const pages = PAGES.map((path) => `<url><loc>${escapeXml(publicUrl + path)}</loc></url>`);

  serveText({
    path: "/sitemap.xml",
    type: "application/xml",
    parse: () => ({
      key: "",
      about: null,
      make: async () => {
        const ends = await findEnds();
        if (ends.length === 0) return document("urlset", [...pages, ...(await urlsOf("", undefined))]);
        const files = [...ends, undefined].map((_, number) => `${publicUrl}/sitemap/${number + 1}.xml`);
        return document(
          "sitemapindex",
          files.map((file) => `<sitemap><loc>${escapeXml(file)}</loc></sitemap>`),
        );
      },
    }),
  });

  serveText({
    path: "/sitemap/:file",
    type: "application/xml",
    parse: ({ params }) => {
      const number = Number(/^([1-9]\d{0,4})\.xml$/.exec((params as { file: string }).file)?.[1]);
      if (!number) return null;
      const make = async () => {
        const ends = await findEnds();
        if (ends.length === 0 || number > ends.length + 1) return null;
        const urls = await urlsOf(ends[number - 2] ?? "", ends[number - 1]);
        return document("urlset", number === 1 ? [...pages, ...urls] : urls);
      };
      return { key: String(number), about: null, make };
    },
  });

  serveText({
    path: "/robots.txt",
    type: "text/plain",
    parse: () => ({ key: "", about: null, make: async () => robots(publicUrl) }),
  });
}

const document = (element: string, rows: string[]) =>
  `<?xml version="1.0" encoding="utf-8"?>\n<${element} ${NAMESPACE}>\n${rows.join("\n")}\n</${element}>\n`;

/** Pages that only signed-in users see aren't meant to be found. */
const robots = (publicUrl: string) => `User-agent: *
Disallow: /api/
Disallow: /dashboard/
Disallow: /profile
Disallow: /payment
Disallow: /vote/

Sitemap: ${publicUrl}/sitemap.xml
`;

/**
 * Creates a function that finds the last ids of all files except the last one. Files are cut by the ids of all surveys,
 * also those that are not public, so that a file never grows, and each end is searched for only once: new surveys have
 * higher ids.
 */
function createFileEnds(database: Database): () => Promise<readonly string[]> {
  const ends: string[] = [];
  let search: Promise<unknown> = Promise.resolve();
  const findMore = async () => {
    for (;;) {
      const end = await findIdAfter(database, ends.at(-1) ?? "", SURVEYS_IN_FILE);
      if (end === undefined) return;
      ends.push(end);
    }
  };
  return async () => {
    // One after the other, so that no end is added twice; a search that failed is repeated by the next request.
    search = search.then(findMore, findMore);
    await search;
    return ends;
  };
}
