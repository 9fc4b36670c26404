import "../ui/styles.css";
import { hydrateRoot } from "react-dom/client";
import { connect, setServerClock } from "../api/api.ts";
import { createQueryClient } from "../api/queryClient.ts";
import type { PageState } from "../api/state.ts";
import { beginSession } from "../session/session.ts";
import { App } from "./App.tsx";
import { beginLinks } from "./links.ts";
import { findRoute, loadPage } from "./routes.tsx";
// Part of the first file, too: the cards of surveys, which most pages show.
import "../api/failure.ts";
import "../surveys/LiveSwitch.tsx";
import "../surveys/SurveyGrid.tsx";
import "../surveys/SurveyGridSkeleton.tsx";
import "../ui/ErrorPanel.tsx";
import "../ui/PageMeta.tsx";
import "../votes/OwnChoiceMark.tsx";

/** A function, because a page's file runs only when this one, which fetches it, has run to its end. */
async function begin(): Promise<void> {
  const stateText = document.getElementById("state")?.textContent ?? "";
  const state = JSON.parse(stateText) as PageState;
  const client = createQueryClient("browser");

  connect({ apiBase: state.settings.apiBase });
  setServerClock(state.now);
  // The library's `hydrate` does the same in ten times the bytes.
  for (const { queryKey, state: answer } of state.queries.queries)
    client.setQueryData(queryKey, answer.data, { updatedAt: answer.dataUpdatedAt });

  const match = findRoute(location.pathname);
  // The code of the page must be here before React compares: a skeleton would not match what the server drew.
  if (match) await loadPage(match.route);

  hydrateRoot(document, <App state={state} stateText={stateText} client={client} />);
  beginLinks(client, state.settings);
  beginSession(client);
}

void begin();
