import type { Provider } from "@survey-app/contract/session.ts";
import type { DehydratedState } from "@tanstack/react-query";

/** What the server tells the browser about this installation. */
export interface Settings {
  /** The origin that people reach us at, without a trailing slash. */
  publicUrl: string;
  /** Demo accounts exist, and the login page shows them. */
  demo: boolean;
  /** Who else vouches for people here, and whether that is a stand-in. */
  providers: { id: Provider; isSandbox: boolean }[];
  /** How cards are charged: by Stripe, by a stand-in that moves no money, or not at all. */
  payments: { by: "stripe"; publishableKey: string } | { by: "sandbox" } | { by: "nobody" };
  /** Whether mails are sent, kept to be looked at, or neither. */
  mail: "sent" | "sandbox" | "off";
  /** Whether an admin reviews surveys before they are published. */
  review: boolean;
  /** An address that people read and answer; null where none is set. */
  contactEmail: string | null;
  /** Where the three icons of the footer lead. */
  footerLinks: { social: string; professional: string; code: string };
  /** What the contract's paths stand under, `/api` unless the API lives on another host. */
  apiBase: string;
}

/** The files of one page, from the build's manifest. */
export interface Assets {
  style: string;
  preloads: string[];
  script: string;
}

/** What a page arrives with: the browser draws exactly the same from it, then goes on by itself. */
export interface PageState {
  settings: Settings;
  assets: Assets;
  /** The server's clock when it rendered, in ms. */
  now: number;
  /** 200, or why the page could not be shown: 404, 500, 503. */
  status: number;
  /** By which the server's log knows what kept the page from being shown. */
  requestId: string | null;
  queries: DehydratedState;
}
