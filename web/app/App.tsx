import * as frameTexts from "@survey-app/texts/frameTexts.ts";
import { type QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { SettingsContext } from "../api/settings.ts";
import type { PageState } from "../api/state.ts";
import { Announcements } from "../layout/Announcements.tsx";
import { Document, type StaticParts } from "../layout/Document.tsx";
import { OfflineBanner } from "../layout/OfflineBanner.tsx";
import { TopBar } from "../layout/TopBar.tsx";
import { ServerAddressContext } from "../routing/address.ts";
import { Reauthentication } from "../session/Reauthentication.tsx";
import { RenderedAtContext } from "../surveys/serverTime.ts";
import { Toasts } from "../ui/Toasts.tsx";
import { RouteView } from "./RouteView.tsx";

interface AppProps {
  state: PageState;
  client: QueryClient;
  /** Path and query string on the server; the browser uses its own URL. */
  url?: { path: string; search: string };
  /** On the server only. */
  parts?: StaticParts;
}

/** The whole document, rendered identically by server and browser. */
export function App({ state, client, url, parts }: AppProps) {
  return (
    <QueryClientProvider client={client}>
      <SettingsContext value={state.settings}>
        <RenderedAtContext value={state.now}>
          <Document parts={parts}>
            <ServerAddressContext value={url ?? null}>
              <a href="#content" className="skip-link">
                {frameTexts.skip}
              </a>
              <TopBar />
              <div className="flex-1 pt-16">
                <OfflineBanner />
                <RouteView status={state.status} failure={state.failure} />
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
