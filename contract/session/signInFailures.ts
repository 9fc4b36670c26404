import type { Provider } from "./session.ts";

/**
 * The closed list of reasons why a sign-in that redirects to the login page failed; the login page has a text for each.
 */
export const signInFailures = [
  /** The user declined at the provider. */
  "cancelled",
  /** There is an account with this email, and one of the two sides has not confirmed it. */
  "taken",
  "blocked",
  /** The provider returned no email address. */
  "noEmail",
  /** The organization's provider confirmed no email address in one of the allowed domains. */
  "domain",
  /** A new account would get an address of the form that is shown for deleted ones. */
  "ofDeleted",
  /** There is no account, and the address may not create one here. */
  "notOpen",
  /** The provider did not respond, or its response was invalid. */
  "unconfirmed",
  /** The link is expired, was already used, or belongs to another browser. */
  "stale",
  "tooFast",
  /** Email and password do not match. */
  "wrong",
  /** Too many wrong passwords. */
  "tooMany",
  /** The code of the second step was wrong or used before. */
  "wrongCode",
  /** Too many wrong codes. */
  "tooManyCodes",
  "failed",
] as const;
export type SignInFailure = (typeof signInFailures)[number];

/** The value of the login page's parameter `step` while a sign-in waits for a code. */
export const CODE_STEP = "code";

/**
 * Returns the URL of the login page after a sign-in with a provider or with the form that works without JavaScript: the
 * page completes the sign-in, asks for the code of its second step, or shows why it failed.
 */
export function signInReturnUrl(from: {
  provider?: Provider;
  returnTo: string;
  failure?: SignInFailure;
  needsCode?: boolean;
}): string {
  const search = new URLSearchParams(from.provider && { with: from.provider });
  if (from.needsCode) search.set("step", CODE_STEP);
  if (from.failure) search.set("error", from.failure);
  if (from.returnTo !== "/") search.set("returnTo", from.returnTo);
  return `/login?${search}`;
}
