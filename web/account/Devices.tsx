import type { UserSession } from "@survey-app/contract/account/account.ts";
import { describeDevice } from "@survey-app/contract/users/device.ts";
import * as accountTexts from "@survey-app/texts/accountTexts.ts";
import { LANGUAGE } from "@survey-app/texts/language.ts";
import { useQuery } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { QueryFallback } from "../api/QueryFallback.tsx";
import { useConfirmation } from "../api/useConfirmation.ts";
import { Button } from "../ui/Button.tsx";
import { ConfirmDialog } from "../ui/ConfirmDialog.tsx";
import { Day } from "../ui/Day.tsx";
import { Dot } from "../ui/Dot.tsx";
import { toast } from "../ui/toast.ts";
import { ownDevices, useEndDevice, useEndOtherDevices } from "./account.queries.ts";

/** Lists the user's sessions; all but the current one can be ended. */
export function Devices() {
  const query = useQuery(ownDevices());
  const list = useRef<HTMLUListElement>(null);
  const [asksForAll, setAsksForAll] = useState(false);
  const [confirming, setConfirming] = useState<UserSession | null>(null);
  const end = useConfirmation(useEndDevice(), {
    subject: confirming,
    onDone: (session) => sayDone(accountTexts.deviceEnded(nameOf(session))),
    onClose: () => setConfirming(null),
  });
  const endOthers = useConfirmation(useEndOtherDevices(), {
    subject: asksForAll ? undefined : null,
    onDone: () => sayDone(accountTexts.otherDevicesEnded),
    onClose: () => setAsksForAll(false),
  });
  if (!query.data) return <QueryFallback query={query} className="h-20 w-full" />;
  const others = query.data.filter(({ isCurrent }) => !isCurrent);

  function sayDone(text: string) {
    toast(text);
    // The button disappears with its row. Deferred, because a closing dialog first returns the focus to it.
    setTimeout(() => list.current?.focus());
  }

  return (
    <>
      <ul ref={list} tabIndex={-1} className="divide-y divide-line border-y border-line outline-none">
        {query.data.map((device) => (
          <DeviceRow key={device._id} device={device} onEnd={() => setConfirming(device)} />
        ))}
      </ul>
      {others.length > 0 && (
        <Button look="quiet" small className="self-start" onClick={() => setAsksForAll(true)}>
          {accountTexts.signOutOthers}
        </Button>
      )}
      <ConfirmDialog
        title={confirming ? accountTexts.signOutTitle(describeDevice(confirming.device)) : ""}
        label={accountTexts.signOut}
        {...end}
      >
        {accountTexts.signOutText}
      </ConfirmDialog>
      <ConfirmDialog title={accountTexts.signOutOthersTitle} label={accountTexts.signThemOut} {...endOthers}>
        {accountTexts.signOutOthersText}
      </ConfirmDialog>
    </>
  );
}

/** "an unknown browser" is written for the middle of a sentence; this one starts a sentence. */
function nameOf({ device }: UserSession): string {
  const name = describeDevice(device);
  return name.charAt(0).toLocaleUpperCase(LANGUAGE) + name.slice(1);
}

interface DeviceRowProps {
  device: UserSession;
  onEnd: () => void;
}

function DeviceRow({ device, onEnd }: DeviceRowProps) {
  const { createdAt, lastSeenAt, isCurrent } = device;
  const name = nameOf(device);
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2 py-3">
      <div className="min-w-0 flex-1 basis-48">
        <p className="font-medium wrap-anywhere">{name}</p>
        <p className="text-sm text-muted">
          {isCurrent
            ? accountTexts.since(<Day at={createdAt} withTime />)
            : accountTexts.sinceAndSeen(<Day at={createdAt} withTime />, <Day at={lastSeenAt} withTime />)}
        </p>
      </div>
      {isCurrent ? (
        <Dot tone="yes">{accountTexts.thisDevice}</Dot>
      ) : (
        <Button look="quiet" small aria-haspopup="dialog" aria-label={accountTexts.signOutName(name)} onClick={onEnd}>
          {accountTexts.signOut}
        </Button>
      )}
    </li>
  );
}
