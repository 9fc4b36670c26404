import { appCode, turnOnSecondFactor } from "@survey-app/contract/session/secondFactor.ts";
import * as factorTexts from "@survey-app/texts/factorTexts.ts";
import { useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { api } from "../api/api.ts";
import { bySchema } from "../api/bySchema.ts";
import { failureOf } from "../api/failure.ts";
import { invalidateAndWait } from "../api/queryClient.ts";
import { useForm } from "../api/useForm.ts";
import { refreshSession } from "../session/session.ts";
import { QrCodeImage } from "../sharing/QrCodeImage.tsx";
import { CopyField } from "../ui/CopyField.tsx";
import { ErrorPanel } from "../ui/ErrorPanel.tsx";
import { FormActions } from "../ui/FormActions.tsx";
import { Skeleton } from "../ui/Skeleton.tsx";
import { TextField } from "../ui/TextField.tsx";
import { ownDevices } from "./account.queries.ts";
import { ownSecondFactor, useSetUp } from "./factors.queries.ts";

interface AuthenticatorAppFormProps {
  onCancel: () => void;
  /** Called with the recovery codes, which are shown only once. */
  onTurnedOn: (recoveryCodes: readonly string[]) => void;
}

/** Sets an authenticator app up: shows the secret and asks for a first code. */
export function AuthenticatorAppForm({ onCancel, onTurnedOn }: AuthenticatorAppFormProps) {
  const client = useQueryClient();
  const { mutate: start, data: setup, error } = useSetUp();
  const form = useForm({
    initial: { code: "" },
    ...bySchema(
      appCode,
      async ({ code }) => {
        const { recoveryCodes } = await api(turnOnSecondFactor, { body: { code } });
        onTurnedOn(recoveryCodes);
        // The other sessions have ended, and an admin who lacked a second factor now has admin rights.
        void invalidateAndWait(client, ownSecondFactor().queryKey, ownDevices().queryKey);
        void refreshSession();
      },
      { wrongCode: "code" },
    ),
  });
  useEffect(() => start(), [start]);

  if (error) return <ErrorPanel {...failureOf(error)} onRetry={() => start()} />;
  if (!setup) return <Skeleton className="h-60 w-full" />;
  return (
    <form {...form.props} className="space-y-5">
      <p className="text-muted">{factorTexts.scan}</p>
      <QrCodeImage text={setup.url} alt={factorTexts.qrCode} />
      <CopyField
        label={factorTexts.orType}
        text={setup.secret}
        copyLabel={factorTexts.copy}
        copiedLabel={factorTexts.copied}
        failedText={factorTexts.copyFailed}
      />
      {form.problem && <ErrorPanel text={form.problem} />}
      <TextField
        label={factorTexts.enterCode}
        hint={factorTexts.enterCodeHint}
        inputMode="numeric"
        autoComplete="one-time-code"
        {...form.field("code")}
      />
      <FormActions label={factorTexts.turnOn} isBusy={form.isBusy} onCancel={onCancel} />
    </form>
  );
}
