import type { Language } from "@survey-app/texts/languages.ts";
import type { AskingPolicies, VoterPolicy } from "./ballots/askingPolicies.ts";
import type { Registration } from "./session/registration.ts";
import type { Provider } from "./session/session.ts";
import type { SiteLook } from "./sharing/siteLook.ts";

/** The links of the footer's three icons while they are not set: the front pages of well-known networks. */
export const FOOTER_LINKS_UNSET = {
  social: "https://www.facebook.com/",
  professional: "https://www.linkedin.com/",
  code: "https://github.com/",
} as const;

/** The resets of a public demo. */
export interface DemoReset {
  /** The time of the next reset, in milliseconds since 1970. */
  at: number;
  /** The interval between resets. */
  everyMinutes: number;
}

/** The settings of an installation that its pages are rendered with, and that the browser gets. */
export interface PageSettings extends AskingPolicies {
  /** The public origin, without a trailing slash. */
  publicUrl: string;
  /** The base of API requests: `/api`, or an absolute URL when the API has its own host. */
  apiBase: string;
  site: SiteLook;
  /**
   * Stand-ins replace the services that are not configured, and engineers have pages of their own (`/sandbox/…`): never
   * in production.
   */
  sandbox: boolean;
  /** Demo accounts exist, and the login page lists them. */
  demo: boolean;
  /** The resets of the demo; undefined if it isn't reset, or if this isn't a demo. */
  demoReset?: DemoReset | undefined;
  /** The configured OIDC providers, and whether each is a sandbox. */
  providers: { id: Provider; isSandbox: boolean }[];
  /** The organization whose provider is configured, and whether that is the only way to sign in; null without one. */
  organization: { name: string; isOnly: boolean } | null;
  /** Who may create an account. */
  registration: Registration;
  /** Who may vote on surveys for everyone. */
  voters: VoterPolicy;
  /** How cards are charged: by Stripe, by a sandbox that moves no money, or not at all. */
  payments: { by: "stripe"; publishableKey: string } | { by: "sandbox" } | { by: "none" };
  /** Whether emails are sent, stored to be read in the sandbox, or neither. */
  mail: "sent" | "sandbox" | "off";
  /** A contact address whose email is read; null if none is configured. */
  contactEmail: string | null;
  /** The languages that readers can choose from, the default one first. */
  languages: readonly Language[];
  /** The links of the footer's three icons. */
  footerLinks: { social: string; professional: string; code: string };
}
