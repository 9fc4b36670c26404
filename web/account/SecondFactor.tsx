import * as factorTexts from "@survey-app/texts/factorTexts.ts";
import { useQuery } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { QueryFallback } from "../api/QueryFallback.tsx";
import { useConfirmation } from "../api/useConfirmation.ts";
import { Button } from "../ui/Button.tsx";
import { ConfirmDialog } from "../ui/ConfirmDialog.tsx";
import { Day } from "../ui/Day.tsx";
import { Dialog } from "../ui/Dialog.tsx";
import { Dot } from "../ui/Dot.tsx";
import { toast } from "../ui/toast.ts";
import { AuthenticatorAppForm } from "./AuthenticatorAppForm.tsx";
import { ownSecondFactor, type SecondFactorState, useRenewCodes, useTurnOff } from "./factors.queries.ts";
import { RecoveryCodes } from "./RecoveryCodes.tsx";
import { RememberedDevices } from "./RememberedDevices.tsx";

/** Two-step sign-in: whether it is on, how many recovery codes are left, and which devices don't need a code. */
export function SecondFactor({ emailVerified }: { emailVerified: boolean }) {
  const query = useQuery(ownSecondFactor());
  const box = useRef<HTMLDivElement>(null);
  const [isSettingUp, setSettingUp] = useState(false);
  const [codes, setCodes] = useState<readonly string[] | null>(null);
  if (!query.data) return <QueryFallback query={query} className="h-12 w-full" />;
  const { since, isMissing } = query.data;

  /** The button that had the focus may be gone. Deferred, because a closing dialog first returns the focus to it. */
  function keepFocus() {
    setTimeout(() => document.activeElement === document.body && box.current?.focus());
  }

  function closeCodes() {
    setCodes(null);
    keepFocus();
  }

  return (
    <div ref={box} tabIndex={-1} className="flex flex-col gap-5 outline-none">
      {isMissing && <p className="rounded-xl bg-accent-soft px-5 py-4">{factorTexts.missing}</p>}
      {since !== null ? (
        <TurnedOn factor={query.data} since={since} onCodes={setCodes} onTurnedOff={keepFocus} />
      ) : emailVerified ? (
        <Button
          look={isMissing ? "main" : "quiet"}
          small
          className="self-start"
          aria-haspopup="dialog"
          onClick={() => setSettingUp(true)}
        >
          {factorTexts.setUp}
        </Button>
      ) : (
        <p className="text-sm text-muted">{factorTexts.confirmFirst}</p>
      )}
      <Dialog title={factorTexts.setUp} isOpen={isSettingUp} onClose={() => setSettingUp(false)}>
        <AuthenticatorAppForm
          onCancel={() => setSettingUp(false)}
          onTurnedOn={(recoveryCodes) => {
            setSettingUp(false);
            setCodes(recoveryCodes);
            toast(factorTexts.turnedOn);
          }}
        />
      </Dialog>
      <Dialog title={factorTexts.recoveryTitle} isOpen={codes !== null} staysOpen onClose={closeCodes}>
        <RecoveryCodes codes={codes ?? []} onClose={closeCodes} />
      </Dialog>
    </div>
  );
}

interface TurnedOnProps {
  factor: SecondFactorState;
  since: string;
  /** Called with new recovery codes, which are shown only once. */
  onCodes: (codes: readonly string[]) => void;
  onTurnedOff: () => void;
}

function TurnedOn({ factor, since, onCodes, onTurnedOff }: TurnedOnProps) {
  const [asks, setAsks] = useState<"off" | "codes" | null>(null);
  const close = () => setAsks(null);
  const turningOff = useConfirmation(useTurnOff(), {
    subject: asks === "off" ? undefined : null,
    onDone: () => {
      toast(factorTexts.turnedOff);
      onTurnedOff();
    },
    onClose: close,
  });
  const renewal = useConfirmation(useRenewCodes(), {
    subject: asks === "codes" ? undefined : null,
    onDone: (_, { recoveryCodes }) => onCodes(recoveryCodes),
    onClose: close,
  });
  return (
    <>
      <p className="flex flex-wrap items-center gap-x-6 gap-y-1">
        <Dot tone="yes">
          <span>{factorTexts.isOn(<Day at={since} withTime />)}</span>
        </Dot>
        <span className="text-sm text-muted">{factorTexts.codesLeft(factor.recoveryCodesLeft)}</span>
      </p>
      <div className="flex flex-wrap gap-3">
        <Button look="quiet" small aria-haspopup="dialog" onClick={() => setAsks("codes")}>
          {factorTexts.renew}
        </Button>
        <Button look="quiet" small aria-haspopup="dialog" onClick={() => setAsks("off")}>
          {factorTexts.turnOff}
        </Button>
      </div>
      {factor.devices.length > 0 && <RememberedDevices devices={factor.devices} />}
      <ConfirmDialog title={factorTexts.turnOffTitle} label={factorTexts.turnOff} look="danger" {...turningOff}>
        {factorTexts.turnOffText}
      </ConfirmDialog>
      <ConfirmDialog title={factorTexts.renewTitle} label={factorTexts.renew} {...renewal}>
        {factorTexts.renewText}
      </ConfirmDialog>
    </>
  );
}
