import { readFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import fastifyStatic from "@fastify/static";
import { API_PREFIX } from "@survey-app/contract/http/endpoint.ts";
import type { PageSettings } from "@survey-app/contract/pageSettings.ts";
import type { Language } from "@survey-app/texts/languages.ts";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { AppConfig } from "../config/config.ts";
import { HASHED_FILES, serveEmbeds } from "./embeds.ts";
import { handlePageError } from "./errorPage.ts";
import { cspHash } from "./headers.ts";
import { withListedLanguages } from "./listedLanguages.ts";
import { pictureReaders } from "./pictureAddresses.ts";
import type { ReadLimiter, RequestLimit } from "./rateLimit.ts";
import type { ReaderLanguage } from "./readerLanguage.ts";
import { renderingHeaders } from "./renderingRequest.ts";
import { type ResponseCache, replyCached } from "./responseCache.ts";
import { serveSiteFiles } from "./siteFiles.ts";

interface Rendered {
  status: number;
  html: string;
  loadsStripe: boolean;
}

/** The input with which every page is rendered. */
interface Rendering {
  fetch: (path: string, init?: RequestInit) => Promise<Response>;
  settings: PageSettings;
  manifests: { app: unknown; small: unknown };
  now: number;
}

/** The exports of the built web app (`web/app/entry.server.tsx`), which is built once for each language. */
interface BuiltPages {
  /** Normalizes a URL (path and search): equivalent URLs get the same `address`. */
  resolvePage(url: string): {
    address: string;
    /** The survey that the page is about, if there is one. */
    about: string | null;
    /** Whether rendering it searches the surveys, or filters them by state. */
    isSearch: boolean;
  };
  /** The URL that a former one was replaced by; null for all others. */
  findMoved(url: string): string | null;
  /** @param request `url` is the path and search */
  render(request: Rendering & { url: string }): Promise<Rendered>;
  /** A survey for another site's page; `stream` is the only URL that it connects to. */
  renderEmbed(request: Rendering & { id: string }): Promise<{ status: number; html: string; totals: string[] }>;
  /** The only inline script; the content security policy allows it by its hash. */
  themeScript: string;
  /** The only inline style sheet, of the page on which people vote by open link; allowed by its hash, too. */
  linkStyle: string;
}

const built = join(import.meta.dirname, "../../web/dist");

interface SsrOptions {
  /** The languages that this installation offers, the default one first. */
  languages: readonly [Language, ...Language[]];
  readerLanguage: ReaderLanguage;
  responseCache: ResponseCache;
  readLimiter: ReadLimiter;
  /** Counts a search against the rate limit, and throws 429 beyond it. Undefined without rate limits. */
  admitSearch: RequestLimit | undefined;
  settings: PageSettings;
  site: AppConfig["site"];
  /** The origins whose pages may show surveys; null for all. */
  embedOrigins: readonly string[] | null;
  corsOrigins: readonly string[];
  /** The language in which a survey is shown to a reader of another site. */
  languageOfEmbed(id: string, reader: Language): Promise<Language>;
}

/**
 * Sends the page at `url` (path and search), in place of the page at the request's URL.
 * @param status of the response; by default the page's own
 */
export type SendPage = (
  url: string,
  exchange: [request: FastifyRequest, reply: FastifyReply],
  status?: number,
) => Promise<void>;

/** Serves all URLs outside of the API: pages rendered on the server as a visitor sees them, and the built assets. */
export async function serveRenderedPages(app: FastifyInstance, options: SsrOptions): Promise<SendPage> {
  const { responseCache, readLimiter, admitSearch, settings, site, languages, readerLanguage, corsOrigins } = options;
  const client = join(built, "client");
  const { resolvePage, findMoved, themeScript, linkStyle } = await pagesIn(languages[0]);
  const embed = join(built, "embed");
  const [appManifestOf, smallManifestOf] = [createManifestReader(client), createManifestReader(embed)];
  const manifestsOf = (language: Language) => ({ app: appManifestOf(language), small: smallManifestOf(language) });
  const apiOrigin = settings.apiBase === API_PREFIX ? "" : ` ${new URL(settings.apiBase).origin}`;
  const inline = { script: themeScript, styles: [linkStyle, settings.site.style] };
  const policy = pagePolicy(inline, noThirdParties, apiOrigin);
  const policyWithStripe = pagePolicy(inline, stripe, apiOrigin);
  const replaced = await serveSiteFiles(app, site, client);

  await app.register(fastifyStatic, {
    root: join(client, "assets"),
    prefix: "/assets/",
    ...HASHED_FILES,
  });
  await app.register(fastifyStatic, {
    root: client,
    prefix: "/",
    decorateReply: false,
    index: false,
    wildcard: false,
    setHeaders: (reply, path) => {
      // The library knows the type but adds the charset to text only.
      if (path.endsWith(".webmanifest")) reply.header("content-type", "application/manifest+json; charset=utf-8");
      // Drawings, which the API names as it names uploads.
      if (/\/categories\/[\w-]+\.svg$/.test(path))
        reply.header("cross-origin-resource-policy", pictureReaders(corsOrigins));
      // Other sites' pages load it beside a survey.
      if (/\bembed\.js(\.\w+)?$/.test(path)) reply.header("cross-origin-resource-policy", "cross-origin");
    },
    globIgnore: ["assets/**", "**/*.{br,gz}", ...replaced],
    preCompressed: true,
    maxAge: "1h",
  });

  const sendPage: SendPage = async (url, [request, reply], status) => {
    const { address, about, isSearch } = resolvePage(url);
    // Before the cache, where other requests may wait for the same page, so that only the network over its limit gets
    // the error.
    if (isSearch) await admitSearch?.(request);
    const { language, isAsked } = readerLanguage.ofPage(request.raw);
    if (isAsked) readerLanguage.remember(reply.raw, language);
    // For search engines, a URL that asks for a language is a separate page. It also sets the cookie, so it is answered
    // here each time.
    const wanted = isAsked
      ? { key: `page asked ${language} ${address}`, route: "/*", about, url: null, language }
      : { key: `page ${language} ${address}`, route: "/*", about, url, language };
    await replyCached(responseCache, [request, reply], wanted, {
      readLimiter,
      make: async () => {
        const fetch = inProcess(app, request, settings);
        const { render } = await pagesIn(language);
        const manifests = manifestsOf(language);
        const shown = isAsked ? `${address}${address.includes("?") ? "&" : "?"}lang=${language}` : address;
        const page = await render({ url: shown, fetch, settings, manifests, now: Date.now() });
        reply.header("content-security-policy", page.loadsStripe ? policyWithStripe : policy);
        reply.type("text/html; charset=utf-8");
        return { status: status ?? page.status, body: page.html };
      },
    });
  };

  await serveEmbeds(app, {
    ...options,
    languageOf: options.languageOfEmbed,
    folder: embed,
    style: settings.site.style,
    render: async (id, language, request) => {
      const { renderEmbed } = await pagesIn(language);
      const manifests = manifestsOf(language);
      return renderEmbed({ id, manifests, settings, fetch: inProcess(app, request, settings), now: Date.now() });
    },
  });

  app.get("/*", { errorHandler: handlePageError }, async (request, reply) => {
    if (request.url.startsWith(`${API_PREFIX}/`)) return reply.callNotFound();
    const movedTo = findMoved(request.url);
    if (movedTo !== null) return reply.redirect(movedTo, 301);
    const listed = withListedLanguages(request.raw);
    if (listed !== null) return reply.headers({ "cache-control": "no-store", vary: "cookie" }).redirect(listed, 302);
    await sendPage(request.url, [request, reply]);
  });
  return sendPage;
}

/** Loads the pages of a language on first use, because each language takes memory. */
const pagesIn = (language: Language) =>
  import(pathToFileURL(join(built, `server/${language}.js`)).href) as Promise<BuiltPages>;

/** Reads the manifests of built files, one for each language. @param folder with the built files */
function createManifestReader(folder: string): (language: Language) => unknown {
  const manifests = new Map<Language, unknown>();
  return (language) => {
    const known = manifests.get(language);
    if (known) return known;
    const manifest: unknown = JSON.parse(readFileSync(join(folder, `.vite/${language}.json`), "utf8"));
    manifests.set(language, manifest);
    return manifest;
  };
}

/**
 * Creates the `fetch` of rendered pages: in-process, and without the user's credentials, because pages are the same for
 * everyone.
 */
function inProcess(app: FastifyInstance, { ip }: FastifyRequest, { apiBase }: PageSettings) {
  return async (path: string): Promise<Response> => {
    const url = API_PREFIX + path.slice(apiBase.length);
    const response = await app.inject({ method: "GET", url, remoteAddress: ip, headers: renderingHeaders });
    const headers = new Headers();
    for (const name of ["content-type", "link", "x-total-count", "retry-after"]) {
      const value = response.headers[name];
      if (value !== undefined) headers.set(name, String(value));
    }
    headers.set("date", new Date().toUTCString());
    return new Response(response.payload, { status: response.statusCode, headers });
  };
}

/** Third-party origins that a page may load scripts and frames from and connect to, each with a leading space. */
interface ThirdParties {
  scripts: string;
  frames: string;
  connections: string;
}

const noThirdParties: ThirdParties = { scripts: "", frames: "", connections: "" };
/**
 * The origins that Stripe requires (https://docs.stripe.com/security/guide#content-security-policy), without Google
 * Maps for its address form, which is not used here. Trusted types stay required: the page trusts Stripe's scripts
 * explicitly (`web/payments/stripe.ts`).
 */
const stripe: ThirdParties = {
  scripts: " https://js.stripe.com https://*.js.stripe.com",
  frames: " https://js.stripe.com https://*.js.stripe.com https://hooks.stripe.com",
  connections: " https://api.stripe.com",
};

/**
 * @param styles the inline style sheets;
 * @param apiOrigin with a leading space; "" when API and pages have the same origin
 */
function pagePolicy(
  { script, styles }: { script: string; styles: readonly string[] },
  { scripts, frames, connections }: ThirdParties,
  apiOrigin: string,
): string {
  return [
    "default-src 'self'",
    `script-src 'self' ${cspHash(script)}${scripts}`,
    `frame-src 'self'${frames}`,
    ["style-src 'self'", ...styles.filter(Boolean).map(cspHash)].join(" "),
    // Surveyors and members enter https URLs of images; blob: previews an upload before it is sent.
    `img-src 'self' https: data: blob:${apiOrigin}`,
    `connect-src 'self'${apiOrigin}${connections}`,
    "object-src 'none'",
    "base-uri 'none'",
    `form-action 'self'${apiOrigin}`,
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
  ].join("; ");
}
