import "../ui/styles.css";
import { hydrateRoot } from "react-dom/client";
import { configureApi, setServerClock } from "../api/api.ts";
import { createQueryClient } from "../api/queryClient.ts";
import type { PageState } from "../api/state.ts";
import { loadDeferredOnUse } from "../layout/deferredOnUse.ts";
import { trackSession } from "../session/session.ts";
import { tolerateTranslators } from "../ui/translators.ts";
import { App } from "./App.tsx";
import { handleLinks } from "./links.ts";
import { findRoute, loadFirstScreen } from "./routes.tsx";
// Also in the first file: survey cards, which most pages show.
import "../api/QueryError.tsx";
import "../surveys/AskButton.tsx";
import "../live/LiveSwitch.tsx";
import "../surveyList/SurveyGrid.tsx";
import "../surveyList/SurveyGridSkeleton.tsx";
import "../routing/PageMeta.tsx";
import "../ui/Tabs.tsx";
import "../votes/OwnChoiceMark.tsx";

/** A function, because a page's file runs only after this file, which imports it, has finished. */
async function begin(): Promise<void> {
  const state = JSON.parse(document.getElementById("state")?.textContent ?? "") as PageState;
  const client = createQueryClient("browser");

  configureApi({ apiBase: state.settings.apiBase });
  setServerClock(state.now);
  // The library's `hydrate` does the same in ten times the bytes.
  for (const { queryKey, state: loaded } of state.queries.queries)
    client.setQueryData(queryKey, loaded.data, { updatedAt: loaded.dataUpdatedAt });

  const match = findRoute(location.pathname);
  // The page's code must be loaded before hydration: a skeleton would not match the server's HTML.
  if (match) await loadFirstScreen(match.route);

  tolerateTranslators();
  hydrateRoot(document, <App state={state} client={client} />);
  handleLinks(client, state.settings);
  trackSession(client);
  loadDeferredOnUse();
  if (new URLSearchParams(location.search).has("lang"))
    (await import("../routing/changeLanguage.ts")).arriveInLanguage();
}

void begin();
