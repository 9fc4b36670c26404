import * as sessionTexts from "@survey-app/texts/sessionTexts.ts";
import { useSettings } from "../api/settings.ts";

/**
 * Returns the function that names a provider as users know it; null: it has no name here. It also takes ids from URLs.
 */
export function useProviderName(): (provider: string | null) => string | null {
  const { organization } = useSettings();
  return (provider) => {
    if (provider === "oidc" && organization) return organization.name;
    if (provider === "google" || provider === "facebook") return sessionTexts.providers[provider];
    return null;
  };
}
