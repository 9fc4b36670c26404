import { safeReturnTo } from "@survey-app/contract/session/returnTo.ts";
import * as sessionTexts from "@survey-app/texts/sessionTexts.ts";
import type { ReactNode } from "react";
import { useSettings } from "../api/settings.ts";
import { useSearchParams } from "../routing/address.ts";
import { ProviderButtons } from "./ProviderButtons.tsx";

/**
 * Below the login and signup forms: the other ways to sign in (specification §2.1, /login).
 * @param first stands above the providers
 */
export function SocialButtons({ first }: { first?: ReactNode }) {
  const { providers, organization, publicUrl } = useSettings();
  const returnTo = useSearchParams().get("returnTo");
  if (providers.length === 0 && !first) return null;
  return (
    <section aria-label={sessionTexts.otherWays} className="mt-8 space-y-4">
      {!organization?.isOnly && (
        <p className="flex items-center gap-4 text-sm text-muted before:h-px before:flex-1 before:bg-line after:h-px after:flex-1 after:bg-line">
          {sessionTexts.or}
        </p>
      )}
      {first}
      <ProviderButtons returnTo={safeReturnTo(returnTo, publicUrl)} />
    </section>
  );
}
