import type { ConfirmedStep } from "@survey-app/contract/ops/setup.ts";
import * as setupTexts from "@survey-app/texts/setupTexts.ts";
import type { ReactNode } from "react";
import { failureOf } from "../api/failure.ts";
import { Button } from "../ui/Button.tsx";
import { catchLostFocus } from "../ui/catchLostFocus.ts";
import { toast } from "../ui/toast.ts";
import { useConfirmStep } from "./setup.queries.ts";

interface SetupStepProps {
  title: string;
  text: string;
  action: ReactNode;
  children?: ReactNode;
}

/** One step of the setup, with the action that ends it. */
export function SetupStep({ title, text, action, children }: SetupStepProps) {
  return (
    <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-3">
      <div className="max-w-prose min-w-0 flex-[1_1_18rem] space-y-1">
        <h3 className="font-semibold">{title}</h3>
        <p className="text-sm text-muted">{text}</p>
        {children}
      </div>
      <div className="flex flex-wrap gap-3">{action}</div>
    </div>
  );
}

/** Ends a step for all admins. */
export function ConfirmStep({ step }: { step: ConfirmedStep }) {
  const confirm = useConfirmStep();
  const onSuccess = catchLostFocus;
  const onError = (error: Error) => void toast(failureOf(error).text, "error");
  return (
    <Button look="quiet" small busy={confirm.isPending} onClick={() => confirm.mutate(step, { onSuccess, onError })}>
      {setupTexts.confirm[step]}
    </Button>
  );
}
