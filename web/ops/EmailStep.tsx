import type { ResponseOf } from "@survey-app/contract/http/endpoint.ts";
import type { getSetup } from "@survey-app/contract/ops/setup.ts";
import * as setupTexts from "@survey-app/texts/setupTexts.ts";
import { failureOf } from "../api/failure.ts";
import { useSettings } from "../api/settings.ts";
import { SandboxMail } from "../session/SandboxMail.tsx";
import { useSignedInUser } from "../session/useSession.ts";
import { Button } from "../ui/Button.tsx";
import { toast } from "../ui/toast.ts";
import { ConfirmStep, SetupStep } from "./SetupStep.tsx";
import type { useTestEmail } from "./setup.queries.ts";

const words = setupTexts.email;

interface EmailStepProps {
  test: ReturnType<typeof useTestEmail>;
  state: ResponseOf<typeof getSetup>["testEmail"];
}

/** Sends a test email to the admin, and says what happened to it. */
export function EmailStep({ test, state }: EmailStepProps) {
  const { mail } = useSettings();
  const { email } = useSignedInUser();
  const results = {
    waiting: words.waiting,
    failing: words.failing,
    sent: mail === "sandbox" ? words.kept : words.done(email),
  };
  const onError = (error: Error) => void toast(failureOf(error).text, "error");
  const send = (
    <Button
      look="quiet"
      small
      busy={test.isPending || state === "waiting"}
      onClick={() => test.mutate(undefined, { onError })}
    >
      {state === null ? words.send : words.again}
    </Button>
  );
  return (
    <SetupStep
      title={words.title}
      text={mail === "sent" ? words.text.sent(email) : words.text[mail]}
      action={mail === "off" ? <ConfirmStep step="email" /> : send}
    >
      <SandboxMail />
      <p role="status" className="font-medium empty:hidden">
        {state && results[state]}
      </p>
    </SetupStep>
  );
}
