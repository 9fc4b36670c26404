import type { Provider } from "./session.ts";

/** Why somebody comes back from a provider without being signed in: closed, so that the login page has a text for each. */
export const signInFailures = [
  /** The person said no at the provider. */
  "cancelled",
  /** The address has an account here, and not both sides have confirmed it. */
  "taken",
  "blocked",
  /** The provider told no e-mail address. */
  "noEmail",
  /** The provider did not answer, or what it answered did not hold. */
  "unconfirmed",
  /** An old link, one that was used, or one of another browser. */
  "stale",
  "tooFast",
  "failed",
] as const;
export type SignInFailure = (typeof signInFailures)[number];

/** The login page's address as the way back from a provider: it finishes the sign-in, or says why there is none. */
export function signInReturnUrl(from: { provider: Provider; returnTo: string; failure?: SignInFailure }): string {
  const search = new URLSearchParams({ with: from.provider });
  if (from.failure) search.set("error", from.failure);
  if (from.returnTo !== "/") search.set("returnTo", from.returnTo);
  return `/login?${search}`;
}
