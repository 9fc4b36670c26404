import type { User } from "@survey-app/contract/users/users.ts";
import * as signInTexts from "@survey-app/texts/signInTexts.ts";
import { useEffect, useRef, useState } from "react";
import { ApiRequestError } from "../api/api.ts";
import { failureOf } from "../api/failure.ts";
import { Button } from "../ui/Button.tsx";
import { ErrorPanel } from "../ui/ErrorPanel.tsx";
import { Icon } from "../ui/Icon.tsx";
import * as innerIcons from "../ui/innerIcons.ts";
import { useBrowserValue } from "../ui/useBrowserValue.ts";

/** A challenge works for ten minutes, so one that waits longer is replaced before that, in milliseconds. */
const RENEW_MS = 9 * 60_000;

interface PasskeySignInProps {
  /** Only a passkey of this account. */
  email?: string;
  /** Also offers passkeys in the suggestions of the page's email field. */
  inSuggestions?: boolean;
  onDone: (user: User) => void;
}

const load = () => import("./passkeys.ts");
const isSupported = () => typeof PublicKeyCredential !== "undefined";

/** The button that signs in with a passkey; nothing in browsers without them. */
export function PasskeySignIn({ email, inSuggestions = false, onDone }: PasskeySignInProps) {
  const canBe = useBrowserValue(isSupported, true);
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const done = useRef(onDone);
  done.current = onDone;

  useEffect(() => {
    if (!inSuggestions || isBusy || !isSupported()) return;
    let isHere = true;
    const wait = async () => {
      if (!(await PublicKeyCredential.isConditionalMediationAvailable?.()) || !isHere) return;
      const { waitForPasskey } = await load();
      const user = await waitForPasskey(() => isHere).catch((error: unknown) => {
        // Browsers interrupt this request when another one begins. What our server rejected was chosen by the user.
        if (isHere && error instanceof ApiRequestError) setProblem(error.message);
        return null;
      });
      if (user && isHere) done.current(user);
    };
    // Without the script the suggestions don't contain passkeys; the button says why.
    const start = () => void wait().catch(() => undefined);
    start();
    const renewal = setInterval(start, RENEW_MS);
    return () => {
      isHere = false;
      clearInterval(renewal);
      load().then(
        ({ stopWaiting }) => stopWaiting(),
        () => undefined,
      );
    };
  }, [inSuggestions, isBusy]);

  async function press() {
    setBusy(true);
    setProblem(null);
    try {
      const { startPasskeySession, passkeyProblem } = await load();
      const user = await startPasskeySession(email).catch((error: unknown) => setProblem(passkeyProblem(error)));
      if (user) return done.current(user);
    } catch (error) {
      setProblem(failureOf(error).text);
    }
    setBusy(false);
  }

  if (!canBe) return null;
  return (
    <div className="space-y-4">
      {problem && <ErrorPanel text={problem} />}
      <Button look="quiet" className="w-full" busy={isBusy} onClick={() => void press()}>
        <Icon path={innerIcons.key} /> {signInTexts.byPasskey}
      </Button>
    </div>
  );
}
