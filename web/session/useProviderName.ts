import * as sessionTexts from "@survey-app/texts/sessionTexts.ts";
import { useSettings } from "./settings.ts";

/** Returns the function that names a provider as users know it. It also takes ids from URLs, which may be invalid. */
export function useProviderName(): (provider: string | null) => string {
  const { organization } = useSettings();
  return (provider) => {
    if (provider === "oidc" && organization) return organization.name;
    if (provider === "google" || provider === "facebook") return sessionTexts.providers[provider];
    return sessionTexts.unnamedProvider;
  };
}
