import { AsyncLocalStorage } from "node:async_hooks";
import type { PageSettings } from "@survey-app/contract/pageSettings.ts";
import { isEmbeddable } from "@survey-app/contract/sharing/sharing.ts";
import { isPublicAs, publicationOf } from "@survey-app/contract/surveys/publication.ts";
import type { FullSurvey } from "@survey-app/contract/surveys/surveys.ts";
import { inLanguage } from "@survey-app/contract/surveys/translations.ts";
import { listTotals } from "@survey-app/contract/votes/liveTotals.ts";
import { streamSurveyTotals } from "@survey-app/contract/votes/votes.ts";
import { LANGUAGE } from "@survey-app/texts/language.ts";
import { dehydrate } from "@tanstack/react-query";
import type { ComponentProps, ReactNode } from "react";
import { renderToStaticMarkup, renderToString } from "react-dom/server";
import { ApiRequestError, address, configureApi } from "../api/api.ts";
import { failureOf } from "../api/failure.ts";
import { createQueryClient } from "../api/queryClient.ts";
import { SettingsContext } from "../api/settings.ts";
import type { PageState } from "../api/state.ts";
import { DemoNotice } from "../layout/DemoNotice.tsx";
import type { StaticParts } from "../layout/Document.tsx";
import { DocumentHead } from "../layout/DocumentHead.tsx";
import { Footer } from "../layout/Footer.tsx";
import { themeScript } from "../layout/themeScript.ts";
import { DETAILS } from "../linkVoting/detailsAddress.ts";
import { LinkVotePage } from "../linkVoting/LinkVotePage.tsx";
import linkStyle from "../linkVoting/link.css?inline";
import { EmbedPage } from "../sharing/EmbedPage.tsx";
import { SharedMeta } from "../sharing/SharedMeta.tsx";
import { isForSearchEngines } from "../surveys/isForSearchEngines.ts";
import { loadUnpublication, SurveyUnpublished } from "../surveys/moderation.queries.ts";
import { ORIGINAL } from "../surveys/originalAddress.ts";
import { oneSurvey } from "../surveys/surveys.queries.ts";
import { App } from "./App.tsx";
import { allPages } from "./allPages.ts";
import { firstPages } from "./firstPages.ts";
import type { Route } from "./route.ts";
import { findRoute, loadPage, loadsStripe } from "./routes.tsx";
import { structuredData } from "./structuredData.ts";

export { findMoved, resolvePage } from "./resolvePage.ts";
export { linkStyle, themeScript };

/** Vite's manifest of the browser's files: source file → built files. */
type Manifest = Record<string, { file: string; imports?: string[]; css?: string[] }>;

interface RenderRequest {
  /** Path and query string. */
  url: string;
  /** Handles requests to `/api/…` in-process, as a visitor. */
  fetch: (path: string, init: RequestInit) => Promise<Response>;
  settings: PageSettings;
  manifests: Manifests;
  /** The server's clock, in ms. */
  now: number;
}

/** The files of the builds that pages load. */
interface Manifests {
  app: Manifest;
  /** Of pages without the app (`build/embed.config.ts`). */
  small: Manifest;
}

interface Rendered {
  status: number;
  html: string;
  /** Whether the page loads Stripe's script, which its content security policy then has to allow. */
  loadsStripe: boolean;
}

/** The requests of each render: two apps of one process render at the same time while a demo resets. */
const fetches = new AsyncLocalStorage<RenderRequest["fetch"]>();
const fetchOfRender: RenderRequest["fetch"] = (path, init) => {
  const send = fetches.getStore();
  if (!send) throw new Error("Only a render sends requests");
  return send(path, init);
};

/** Renders a page as a visitor sees it, so that the HTML can be cached for everyone. */
export function render(request: RenderRequest): Promise<Rendered> {
  return fetches.run(request.fetch, () => renderPage(request));
}

async function renderPage(request: RenderRequest): Promise<Rendered> {
  const { url, settings, manifests, now } = request;
  const [path = "/", search = ""] = url.split("?", 2);
  configureApi({ apiBase: settings.apiBase, fetch: fetchOfRender });
  const client = createQueryClient("server");
  const isMissing = path.startsWith("/sandbox/") && !settings.sandbox;
  const match = isMissing ? null : findRoute(path);
  let status = match ? 200 : 404;
  let failure: PageState["failure"] = null;
  if (match) {
    const { route, params } = match;
    const data = route.preload?.({ client, params, search: new URLSearchParams(search) }) ?? [];
    const [, ...outcomes] = await Promise.allSettled([loadPage(route), ...data]);
    for (const each of outcomes) {
      if (each.status !== "rejected" || statusOf(each.reason) <= status) continue;
      status = statusOf(each.reason);
      failure = failureOf(each.reason);
    }
  }
  const state: PageState = { settings, now, status, failure, queries: dehydrate(client) };
  const asked = match?.params.id && client.getQueryData(oneSurvey(match.params.id, null).queryKey);
  const isOriginal = new URLSearchParams(search).has(ORIGINAL);
  const survey = asked && (isOriginal ? asked : inLanguage(asked, LANGUAGE));
  const isHidden = !match || !isForSearchEngine(match.route, status) || (survey && !isForSearchEngines(survey));
  const shared = (
    <>
      {isHidden && <meta name="robots" content="noindex" />}
      {survey && <SharedMeta survey={survey} settings={settings} />}
    </>
  );
  if (survey && match.route.page === "SurveyDetailsPage" && isVotedOnHere(survey, search, now)) {
    client.clear();
    return { status, html: linkVotePage(survey, { shared, search }, request), loadsStripe: false };
  }
  const data =
    survey && isForSearchEngines(survey) && match.route.page === "SurveyDetailsPage"
      ? structuredData(survey, settings.publicUrl)
      : null;
  const assets = assetsOf(manifests.app, match?.route);
  const parts = staticParts(state, { ...assets, data, shared, notice: demoNotice(request, BELOW_BAR) });
  const html = renderToString(<App state={state} client={client} url={{ path, search }} parts={parts} />);
  client.clear();
  return {
    status,
    html: html.startsWith("<!DOCTYPE") ? html : `<!DOCTYPE html>${html}`,
    loadsStripe: loadsStripe(path, settings),
  };
}

/** Whether search engines may show a page, if its survey doesn't forbid it. */
const isForSearchEngine = ({ access, isUnlisted }: Route, status: number): boolean =>
  access === undefined && !isUnlisted && status !== 404 && status !== 410;

/**
 * Shows the notice below the fixed top bar, although it comes after the page in the document, where the browser's
 * scripts leave it alone.
 */
const BELOW_BAR = {
  notice:
    "relative order-first mt-16 -mb-16 border-b border-line bg-sunken data-over:sticky data-over:top-16 data-over:z-20 print:hidden",
  content: "frame py-2",
};
const ABOVE_QUESTION = { notice: "", content: "text-muted" };

/** The notice of a public demo; null elsewhere. */
function demoNotice({ settings, manifests, now }: RenderRequest, look: ComponentProps<typeof DemoNotice>["look"]) {
  const { demoReset } = settings;
  const { file = "" } = manifests.small["layout/entry.demo.ts"] ?? {};
  return demoReset ? <DemoNotice reset={demoReset} script={`/embed/${file}`} {...{ now, look }} /> : null;
}

/** Whether this is the page on which people vote by open link, instead of the survey's details. */
const isVotedOnHere = (survey: FullSurvey, search: string, now: number): boolean =>
  survey.electorate === "link" && isPublicAs(publicationOf(survey, now)) && !new URLSearchParams(search).has(DETAILS);

function linkVotePage(
  survey: FullSurvey,
  { shared, search }: { shared: ReactNode; search: string },
  request: RenderRequest,
): string {
  const { settings, manifests, now } = request;
  const { file: script = "" } = manifests.small["linkVoting/entry.link.ts"] ?? {};
  const head = (
    <>
      <meta charSet="utf-8" />
      <meta name="viewport" content="width=device-width, initial-scale=1" />
      <meta name="color-scheme" content="light dark" />
      <script>{themeScript}</script>
      {/* A file of its own would come one round trip later. */}
      <style>{linkStyle}</style>
      {settings.site.style && <style>{settings.site.style}</style>}
      <link rel="icon" href="/favicon.svg" type="image/svg+xml" />
      {shared}
    </>
  );
  return `<!DOCTYPE html>${renderToStaticMarkup(
    <SettingsContext value={settings}>
      <LinkVotePage
        script={`/embed/${script}`}
        search={new URLSearchParams(search)}
        {...{ survey, settings, head, now, notice: demoNotice(request, ABOVE_QUESTION) }}
      />
    </SettingsContext>,
  )}`;
}

interface EmbedRequest extends Omit<RenderRequest, "url"> {
  /** The survey's id. */
  id: string;
}

interface EmbeddedPage {
  status: number;
  html: string;
  /** The URLs of its live totals, the only ones that the page connects to: of the stream, and without a stream. */
  totals: string[];
}

/** Renders a survey for another site's page, as a visitor sees it. */
export function renderEmbed(request: EmbedRequest): Promise<EmbeddedPage> {
  return fetches.run(request.fetch, () => renderEmbeddedPage(request));
}

async function renderEmbeddedPage({ id, settings, manifests, now }: EmbedRequest): Promise<EmbeddedPage> {
  configureApi({ apiBase: settings.apiBase, fetch: fetchOfRender });
  const client = createQueryClient("server");
  const loaded = await client
    .fetchQuery(oneSurvey(id, null))
    .catch((missing) => loadUnpublication(client, id, missing))
    .catch(statusOf);
  client.clear();
  const survey = typeof loaded === "object" && isEmbeddable(loaded) ? inLanguage(loaded, LANGUAGE) : null;
  const totals = [address(streamSurveyTotals, { params: { id } }), address(listTotals, {})];
  const { file = "" } = manifests.small["sharing/entry.embed.ts"] ?? {};
  const { file: style = "" } = manifests.small["style.css"] ?? {};
  const files = { script: `/embed/${file}`, style: `/embed/${style}` };
  const page = (
    <EmbedPage
      {...{ survey, now, ...files }}
      publicUrl={settings.publicUrl}
      site={settings.site}
      apiBase={settings.apiBase}
    />
  );
  return {
    status: survey ? 200 : typeof loaded === "number" ? loaded : 404,
    html: `<!DOCTYPE html>${renderToStaticMarkup(page)}`,
    totals: totals.map((url) => new URL(url, settings.publicUrl).href),
  };
}

function staticParts(
  state: PageState,
  {
    style,
    font,
    preloads,
    script,
    data,
    shared,
    notice,
  }: Assets & { data: object | null; shared: ReactNode; notice: ReactNode },
): StaticParts {
  return {
    head: (
      <>
        <DocumentHead
          siteStyle={state.settings.site.style}
          style={style}
          font={font}
          preloads={preloads}
          data={data && inScript(data)}
        />
        {shared}
      </>
    ),
    end: (
      <>
        {notice}
        <Footer year={new Date(state.now).getUTCFullYear()} />
        <script type="application/json" id="state">
          {inScript(state)}
        </script>
        <script type="module" src={script} />
      </>
    ),
  };
}

/** JSON for a script element, in which "<" could close the element or open a comment. */
const inScript = (value: object): string => JSON.stringify(value).replaceAll("<", "\\u003c");

/** The page's status when some of its data could not be loaded. */
function statusOf(reason: unknown): number {
  if (reason instanceof SurveyUnpublished) return 410;
  if (!(reason instanceof ApiRequestError)) return 500;
  if (reason.status === 500) return 500;
  // Here 429 is the server's problem, not the URL's.
  return reason.status < 500 && reason.status !== 429 ? 404 : 503;
}

/** The files of one page, from the build's manifest. */
interface Assets {
  style: string;
  /** The font that most texts need. */
  font: string;
  preloads: string[];
  script: string;
}

/** The files of a route's page and layout; for those that aren't first pages, also the list of all pages. */
function filesOf({ page, frame }: Route): string[] {
  return [page, ...(frame ? [frame] : [])].flatMap((name) => {
    const file = (allPages.get(name)?.file ?? "").slice("../".length);
    return firstPages.has(name) ? [file] : ["app/allPages.ts", file];
  });
}

/** The built files that this page needs, all known before the first script runs. */
function assetsOf(manifest: Manifest, route: Route | undefined): Assets {
  const preloads = new Set<string>();
  const entry = manifest["app/entry.client.tsx"];
  const visit = (name: string) => {
    const chunk = manifest[name];
    if (!chunk || preloads.has(`/${chunk.file}`)) return;
    preloads.add(`/${chunk.file}`);
    for (const each of chunk.imports ?? []) visit(each);
  };
  visit("app/entry.client.tsx");
  if (route) for (const file of filesOf(route)) visit(file);
  const { file: style } = manifest["style.css"] ?? { file: "" };
  const font = Object.values(manifest).find(({ file }) => /latin-wght-normal-[^/]+\.woff2$/.test(file))?.file ?? "";
  return { style: `/${style}`, font: `/${font}`, preloads: [...preloads], script: `/${entry?.file ?? ""}` };
}
