import { type Provider, signInWithProvider } from "@survey-app/contract/session/session.ts";
import { api } from "../api/api.ts";
import { requireCookies } from "./cookies.ts";

/**
 * Leads to a provider, and from there to `returnTo`, a path of this site.
 * @param onLeave is called just before the page is left
 * @throws {Explained} the browser blocks cookies
 */
export async function leaveFor(provider: Provider, returnTo: string, onLeave?: () => void): Promise<void> {
  requireCookies();
  const { url } = await api(signInWithProvider, { body: { provider, callbackURL: returnTo } });
  onLeave?.();
  location.assign(url);
}
