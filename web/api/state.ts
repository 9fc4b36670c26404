import type { PageSettings } from "@survey-app/contract/pageSettings.ts";
import type { DehydratedState } from "@tanstack/react-query";

/** The state that a page is delivered with; the browser hydrates from it. */
export interface PageState {
  settings: PageSettings;
  /** The server's clock when it rendered, in ms. */
  now: number;
  /** 200; 410 for the page of an unpublished survey; or why the page could not be shown: 404, 500 or 503. */
  status: number;
  /** The sentence for the page, and the request id in the server's log. */
  failure: { text: string; requestId?: string | undefined } | null;
  queries: DehydratedState;
}
