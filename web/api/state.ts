import type { Provider } from "@survey-app/contract/session.ts";
import type { SurveyorPolicy } from "@survey-app/contract/surveyorRequests.ts";
import type { DehydratedState } from "@tanstack/react-query";

/** What the server tells the browser about this installation. */
export interface Settings {
  /** The public origin, without a trailing slash. */
  publicUrl: string;
  /** Demo accounts exist, and the login page lists them. */
  demo: boolean;
  /** The configured OIDC providers, and whether each is a sandbox. */
  providers: { id: Provider; isSandbox: boolean }[];
  /** The organization whose provider is configured, and whether that is the only way to sign in; null without one. */
  organization: { name: string; isOnly: boolean } | null;
  /** How cards are charged: by Stripe, by a sandbox that moves no money, or not at all. */
  payments: { by: "stripe"; publishableKey: string } | { by: "sandbox" } | { by: "none" };
  /** Whether emails are sent, stored to be read in the sandbox, or neither. */
  mail: "sent" | "sandbox" | "off";
  /** Whether an admin reviews surveys before they are published. */
  review: boolean;
  /** Who may ask questions. */
  surveyors: SurveyorPolicy;
  /** A contact address whose email is read; null if none is configured. */
  contactEmail: string | null;
  /** The links of the footer's three icons. */
  footerLinks: { social: string; professional: string; code: string };
  /** Base URL of the API: `/api`, unless the API has another origin. */
  apiBase: string;
}

/** The state that a page is delivered with; the browser hydrates from it. */
export interface PageState {
  settings: Settings;
  /** The server's clock when it rendered, in ms. */
  now: number;
  /** 200; 410 for the page of an unpublished survey; or why the page could not be shown: 404, 500 or 503. */
  status: number;
  /** What the page says about that, and the request id in the server's log. */
  failure: { text: string; requestId?: string | undefined } | null;
  queries: DehydratedState;
}
