import { safeReturnTo } from "@survey-app/contract/returnTo.ts";
import { type Provider, signInSocial } from "@survey-app/contract/session.ts";
import { useEffect, useState } from "react";
import { useSearchText } from "../address.ts";
import { api } from "../api.ts";
import { failureOf } from "../failure.ts";
import { texts } from "../texts.ts";
import { Button } from "../ui/Button.tsx";
import { ErrorPanel } from "../ui/ErrorPanel.tsx";
import { Icon } from "../ui/Icon.tsx";
import { useSettings } from "./settings.ts";

/** Below the forms of signing in: the other providers that this installation offers (spec §2, /login). */
export function SocialButtons() {
  const { providers } = useSettings();
  const returnTo = new URLSearchParams(useSearchText()).get("returnTo");
  const [going, setGoing] = useState<Provider | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  useEffect(() => {
    // Back from the provider, browsers may show the page as it was left.
    const onShow = () => setGoing(null);
    addEventListener("pageshow", onShow);
    return () => removeEventListener("pageshow", onShow);
  }, []);
  if (providers.length === 0) return null;

  async function goTo(provider: Provider) {
    setGoing(provider);
    setProblem(null);
    try {
      const callbackURL = safeReturnTo(returnTo, location.origin);
      const { url } = await api(signInSocial, { body: { provider, callbackURL } });
      location.assign(url);
    } catch (error) {
      setGoing(null);
      setProblem(failureOf(error).text);
    }
  }

  return (
    <section aria-label="Other ways to sign in" className="mt-8 space-y-4">
      <p className="flex items-center gap-4 text-sm text-muted before:h-px before:flex-1 before:bg-line after:h-px after:flex-1 after:bg-line">
        or
      </p>
      {problem && <ErrorPanel text={problem} />}
      {providers.map(({ id, isSandbox }) => (
        <Button key={id} look="quiet" className="relative w-full" busy={going === id} onClick={() => void goTo(id)}>
          <Icon name={id} />
          Continue with {texts.providers[id]}
          {isSandbox && (
            <span className="absolute -top-2.5 right-3 rounded-full bg-no-soft px-2 text-sm text-no">Sandbox</span>
          )}
        </Button>
      ))}
    </section>
  );
}
