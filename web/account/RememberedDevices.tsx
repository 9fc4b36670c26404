import { describeDevice } from "@survey-app/contract/users/device.ts";
import * as factorTexts from "@survey-app/texts/factorTexts.ts";
import * as uiTexts from "@survey-app/texts/uiTexts.ts";
import { failureOf } from "../api/failure.ts";
import { ActionButton } from "../ui/ActionButton.tsx";
import { Day } from "../ui/Day.tsx";
import { toast } from "../ui/toast.ts";
import { useErrorToast } from "../ui/useErrorToast.ts";
import { type RememberedDevice, useForgetDevice } from "./factors.queries.ts";

/** The devices that sign in without a code; each can be forgotten. */
export function RememberedDevices({ devices }: { devices: readonly RememberedDevice[] }) {
  const forgetting = useForgetDevice();
  const errorToast = useErrorToast();

  function forget(device: RememberedDevice) {
    errorToast.dismiss();
    forgetting.mutate(device, {
      onSuccess: () => toast(factorTexts.forgotten),
      onError: (error) => errorToast.show(failureOf(error).text),
    });
  }

  return (
    <div className="space-y-2">
      <h3 className="font-semibold">{factorTexts.remembered}</h3>
      <p className="text-sm text-muted">{factorTexts.rememberedText}</p>
      <ul className="divide-y divide-line border-y border-line">
        {devices.map((device) => (
          <li key={device._id} className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2 py-3">
            <div className="min-w-0">
              <p className="font-medium wrap-anywhere first-letter:uppercase">{describeDevice(device.device)}</p>
              <p className="text-sm text-muted">{factorTexts.until(<Day at={device.expiresAt} withTime />)}</p>
            </div>
            <ActionButton
              look="quiet"
              small
              aria-label={factorTexts.forgetName(describeDevice(device.device))}
              busy={forgetting.isPending && forgetting.variables._id === device._id}
              again={uiTexts.pressAgain}
              onClick={() => forget(device)}
            >
              {factorTexts.forget}
            </ActionButton>
          </li>
        ))}
      </ul>
    </div>
  );
}
