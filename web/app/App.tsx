import { type QueryClient, QueryClientProvider } from "@tanstack/react-query";
import type { PageState } from "../api/state.ts";
import { Document } from "../layout/Document.tsx";
import { Footer } from "../layout/Footer.tsx";
import { OfflineBanner } from "../layout/OfflineBanner.tsx";
import { TopBar } from "../layout/TopBar.tsx";
import { ServerAddressContext, usePath } from "../routing/address.ts";
import { Reauthentication } from "../session/Reauthentication.tsx";
import { SettingsContext } from "../session/settings.ts";
import { RenderedAtContext } from "../surveys/serverTime.ts";
import { frameTexts } from "../texts/frameTexts.ts";
import { Announcements } from "../ui/Announcements.tsx";
import { Toasts } from "../ui/Toasts.tsx";
import { RouteView } from "./RouteView.tsx";
import { findRoute } from "./routes.tsx";

interface AppProps {
  state: PageState;
  /** `state` as JSON text for the page. */
  stateText: string;
  client: QueryClient;
  /** Path and query string on the server; the browser uses its own URL. */
  url?: { path: string; search: string };
}

/** The whole document, rendered identically by server and browser. */
export function App({ state, stateText, client, url }: AppProps) {
  return (
    <QueryClientProvider client={client}>
      <SettingsContext value={state.settings}>
        <RenderedAtContext value={state.now}>
          <Document assets={state.assets} state={stateText}>
            <ServerAddressContext value={url ?? null}>
              <a
                href="#content"
                className="absolute top-3 left-3 z-50 -translate-y-20 rounded-lg bg-ink px-4 py-2 font-semibold text-on-ink focus:translate-y-0"
              >
                {frameTexts.skip}
              </a>
              <TopBar />
              <div className="flex min-h-dvh flex-col pt-16">
                <OfflineBanner />
                <main id="content" tabIndex={-1} className="flex-1 outline-none">
                  <RouteView status={state.status} requestId={state.requestId} />
                </main>
                <PageFooter year={new Date(state.now).getUTCFullYear()} />
              </div>
              <Toasts />
              <Announcements />
              <Reauthentication />
            </ServerAddressContext>
          </Document>
        </RenderedAtContext>
      </SettingsContext>
    </QueryClientProvider>
  );
}

/**
 * By the page and not by its path: the server renders one page for all paths without one, which the browser has to hydrate
 * unchanged.
 */
function PageFooter({ year }: { year: number }) {
  return <Footer year={year} isWork={findRoute(usePath())?.route.frame !== undefined} />;
}
