import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import fastifyStatic from "@fastify/static";
import type { FastifyInstance, FastifyRequest } from "fastify";
import { API_PREFIX } from "./endpoints.ts";
import { answerPageProblem } from "./errorPage.ts";
import { forPage } from "./forPage.ts";
import type { RateLimiter, ReadLimiter } from "./rateLimit.ts";
import { headersOf, type ResponseCache } from "./responseCache.ts";

/** What pages are told about this installation (`web/api/state.ts`). */
export interface PageSettings {
  publicUrl: string;
  /** What the browser's calls stand under: `/api`, or an absolute URL where the API has a host of its own. */
  apiBase: string;
  demo: boolean;
  providers: { id: string; isSandbox: boolean }[];
  payments: { by: "stripe"; publishableKey: string } | { by: "sandbox" } | { by: "nobody" };
  mail: "sent" | "sandbox" | "off";
  /** Whether an admin reviews surveys before they are published. */
  review: boolean;
  contactEmail: string | null;
  footerLinks: { social: string; professional: string; code: string };
}

interface Rendered {
  status: number;
  html: string;
  loadsStripe: boolean;
}

/** What the built pages (`web/app/entry.server.tsx`) offer us. */
interface BuiltPages {
  /** Which page an address (path and search) asks for: the same address for all that ask for the same. */
  understand(url: string): {
    address: string;
    /** The survey that the page is about, if it is about one. */
    about: string | null;
    /** Whether rendering it searches the surveys. */
    isSearch: boolean;
  };
  render(request: {
    /** Path and search. */
    url: string;
    fetch: (path: string, init?: RequestInit) => Promise<Response>;
    settings: PageSettings;
    manifest: unknown;
    now: number;
  }): Promise<Rendered>;
  /** The one inline script, which the policy allows by its hash. */
  themeScript: string;
}

const built = join(import.meta.dirname, "../../web/dist");

interface PageParts {
  responseCache: ResponseCache;
  reads: ReadLimiter;
  /** Counts a search; refuses with 429 those beyond the limit. Null where no limits hold. */
  admitSearch: ReturnType<RateLimiter> | undefined;
  settings: PageSettings;
}

/** Serves every URL that is not a call: the page rendered on the server, as a visitor sees it, and the built assets. */
export async function serveRenderedPages(app: FastifyInstance, parts: PageParts): Promise<void> {
  const { responseCache, reads, admitSearch, settings } = parts;
  const client = join(built, "client");
  const manifest: unknown = JSON.parse(readFileSync(join(client, ".vite/manifest.json"), "utf8"));
  const { understand, render, themeScript } = (await import(
    pathToFileURL(join(built, "server/entry.server.js")).href
  )) as BuiltPages;
  const apiOrigin = settings.apiBase === API_PREFIX ? "" : ` ${new URL(settings.apiBase).origin}`;
  const policy = pagePolicy(themeScript, nobodyElse, apiOrigin);
  const policyWithStripe = pagePolicy(themeScript, stripe, apiOrigin);

  // Built file names carry a hash of their content, so browsers may keep them for ever.
  await app.register(fastifyStatic, {
    root: join(client, "assets"),
    prefix: "/assets/",
    decorateReply: false,
    index: false,
    preCompressed: true,
    immutable: true,
    maxAge: "365d",
  });
  await app.register(fastifyStatic, {
    root: client,
    prefix: "/",
    decorateReply: false,
    index: false,
    wildcard: false,
    globIgnore: ["assets/**", "**/*.{br,gz}"],
    preCompressed: true,
    maxAge: "1h",
  });

  app.get("/*", { errorHandler: answerPageProblem }, async (request, reply) => {
    if (request.url.startsWith(`${API_PREFIX}/`)) return reply.callNotFound();
    const { address, about, isSearch } = understand(request.url);
    // Before anybody else can wait for the same page: a network that has searched too often is refused alone.
    if (isSearch) await admitSearch?.(request);
    const asked = { key: `page ${address}`, url: request.raw.url ?? "", route: "/*", about };
    const answer = await responseCache.find(
      { ...asked, isExact: false, readsCookie: false },
      {
        admit: () => reads.admit(request),
        make: async () => {
          const fetch = inProcess(app, request, settings);
          const page = await render({ url: address, fetch, settings, manifest, now: Date.now() });
          reads.weigh(request, page.html);
          reply.header("content-security-policy", page.loadsStripe ? policyWithStripe : policy);
          reply.type("text/html; charset=utf-8");
          return { status: page.status, headers: headersOf(reply), body: page.html };
        },
      },
    );
    reply.hijack();
    responseCache.send(answer, request.raw, reply.raw);
  });
}

/** The pages' calls, made without a network and without the reader's credentials: pages are the same for everybody. */
function inProcess(app: FastifyInstance, { ip }: FastifyRequest, { apiBase }: PageSettings) {
  return async (path: string): Promise<Response> => {
    const url = API_PREFIX + path.slice(apiBase.length);
    const answer = await app.inject({ method: "GET", url, remoteAddress: ip, headers: forPage });
    const headers = new Headers();
    for (const name of ["content-type", "link", "x-total-count", "retry-after"]) {
      const value = answer.headers[name];
      if (value !== undefined) headers.set(name, String(value));
    }
    headers.set("date", new Date().toUTCString());
    return new Response(answer.payload, { status: answer.statusCode, headers });
  };
}

/** Others whom a page may take scripts from, show in frames and call. */
interface Others {
  scripts: string;
  frames: string;
  calls: string;
}

const nobodyElse: Others = { scripts: "", frames: "", calls: "" };
/**
 * What Stripe asks for (https://docs.stripe.com/security/guide#content-security-policy), without the maps of its address
 * form, which is not used here. Trusted types stay required: the page trusts Stripe's scripts itself (`web/payments/stripe.ts`).
 */
const stripe: Others = {
  scripts: " https://js.stripe.com https://*.js.stripe.com",
  frames: " https://js.stripe.com https://*.js.stripe.com https://hooks.stripe.com",
  calls: " https://api.stripe.com",
};

/** @param apiOrigin with a space in front; "" where the API has the pages' origin */
function pagePolicy(themeScript: string, { scripts, frames, calls }: Others, apiOrigin: string): string {
  const hash = createHash("sha256").update(themeScript).digest("base64");
  return [
    "default-src 'self'",
    `script-src 'self' 'sha256-${hash}'${scripts}`,
    `frame-src 'self'${frames}`,
    "style-src 'self'",
    // Surveyors and members give https addresses of pictures; blob: shows an upload before it is sent.
    `img-src 'self' https: data: blob:${apiOrigin}`,
    `connect-src 'self'${apiOrigin}${calls}`,
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
  ].join("; ");
}
