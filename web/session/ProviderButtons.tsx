import type { Provider } from "@survey-app/contract/session/session.ts";
import * as frameTexts from "@survey-app/texts/frameTexts.ts";
import * as sessionTexts from "@survey-app/texts/sessionTexts.ts";
import { type ReactNode, useEffect, useState } from "react";
import { failureOf } from "../api/failure.ts";
import { useSettings } from "../api/settings.ts";
import { Button } from "../ui/Button.tsx";
import { ErrorPanel } from "../ui/ErrorPanel.tsx";
import { Icon } from "../ui/Icon.tsx";
import * as innerIcons from "../ui/innerIcons.ts";
import { useProviderName } from "./useProviderName.ts";

const icons = {
  google: innerIcons.google,
  facebook: innerIcons.facebook,
  oidc: innerIcons.oidc,
} as const satisfies Record<Provider, string>;

interface ProviderButtonsProps {
  /** Only these of the configured providers; all if omitted. */
  only?: readonly Provider[];
  /** A path of this site. */
  returnTo: string;
  onLeave?: () => void;
  /** Side by side, with the provider's name only. */
  isCompact?: boolean;
  /** Another way to sign in, in the same row. */
  children?: ReactNode;
}

/** One button for each OIDC provider, which leads to the provider and from there to `returnTo`. */
export function ProviderButtons({ only, returnTo, onLeave, isCompact = false, children }: ProviderButtonsProps) {
  const { providers, organization } = useSettings();
  const nameOf = useProviderName();
  const [going, setGoing] = useState<Provider | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  useEffect(() => {
    // After Back, browsers may show the page as it was left.
    const onShow = () => setGoing(null);
    addEventListener("pageshow", onShow);
    return () => removeEventListener("pageshow", onShow);
  }, []);

  async function goTo(provider: Provider) {
    setGoing(provider);
    setProblem(null);
    try {
      // Only now, because most readers of a survey don't sign in.
      await (await import("./leaveFor.ts")).leaveFor(provider, returnTo, onLeave);
    } catch (error) {
      setGoing(null);
      setProblem(failureOf(error, frameTexts.noConnection).text);
    }
  }

  return (
    <div className="space-y-4">
      {problem && <ErrorPanel text={problem} />}
      <div className={isCompact ? "flex flex-wrap gap-2 *:grow *:basis-20 *:gap-1.5 *:px-2 *:text-sm" : "space-y-4"}>
        {providers
          .filter(({ id }) => !only || only.includes(id))
          .map(({ id, isSandbox }) => (
            <Button
              key={id}
              look={organization?.isOnly ? "main" : "quiet"}
              className={isCompact ? "relative" : "relative w-full"}
              busy={going === id}
              onClick={() => void goTo(id)}
            >
              <Icon path={icons[id]} size={isCompact ? 16 : 20} />
              <span>
                <span className={isCompact ? "sr-only" : undefined}>{sessionTexts.continueWith}</span> {nameOf(id)}
              </span>
              {isSandbox && (
                <span className="absolute -top-2.5 end-1 max-w-full truncate rounded-full bg-no-soft px-2 text-sm text-no sm:end-3">
                  {sessionTexts.sandbox}
                </span>
              )}
            </Button>
          ))}
        {children}
      </div>
    </div>
  );
}
