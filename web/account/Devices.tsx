import type { UserSession } from "@survey-app/contract/account.ts";
import { useQuery } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { failureOf } from "../api/failure.ts";
import * as accountTexts from "../texts/accountTexts.ts";
import { dayAndTime } from "../texts/dayAndTime.ts";
import { Button } from "../ui/Button.tsx";
import { ConfirmDialog } from "../ui/ConfirmDialog.tsx";
import { Day } from "../ui/Day.tsx";
import { Dot } from "../ui/Dot.tsx";
import { ErrorPanel } from "../ui/ErrorPanel.tsx";
import { Skeleton } from "../ui/Skeleton.tsx";
import { toast } from "../ui/toast.ts";
import { ownDevices, useEndDevice, useEndOtherDevices } from "./account.queries.ts";

/** Lists the user's sessions; all but the current one can be ended. */
export function Devices() {
  const query = useQuery(ownDevices());
  const ending = useEndDevice();
  const endingOthers = useEndOtherDevices();
  const list = useRef<HTMLUListElement>(null);
  const [asksForAll, setAsksForAll] = useState(false);
  const [confirming, setConfirming] = useState<UserSession | null>(null);
  if (query.isPending) return <Skeleton className="h-20 w-full" />;
  if (!query.data) return <ErrorPanel {...failureOf(query.error)} onRetry={() => void query.refetch()} />;
  const others = query.data.filter(({ isCurrent }) => !isCurrent);

  // The button disappears with its row. Deferred, because a closing dialog first returns the focus to it.
  const focusList = () => setTimeout(() => list.current?.focus());

  function close() {
    ending.reset();
    setConfirming(null);
    endingOthers.reset();
    setAsksForAll(false);
  }

  async function end() {
    if (!confirming) return;
    try {
      await ending.mutateAsync(confirming);
      toast(accountTexts.deviceEnded(nameOf(confirming)));
      close();
      focusList();
    } catch {
      // The dialog shows the error.
    }
  }

  async function endOthers() {
    try {
      await endingOthers.mutateAsync();
      toast(accountTexts.otherDevicesEnded);
      close();
      focusList();
    } catch {
      // The dialog shows the error.
    }
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
        title={confirming ? accountTexts.signOutTitle(confirming.device) : ""}
        isOpen={confirming !== null}
        isBusy={ending.isPending}
        failure={ending.error && failureOf(ending.error).text}
        label={accountTexts.signOut}
        onConfirm={() => void end()}
        onClose={close}
      >
        {accountTexts.signOutText}
      </ConfirmDialog>
      <ConfirmDialog
        title={accountTexts.signOutOthersTitle}
        isOpen={asksForAll}
        isBusy={endingOthers.isPending}
        failure={endingOthers.error && failureOf(endingOthers.error).text}
        label={accountTexts.signThemOut}
        onConfirm={() => void endOthers()}
        onClose={close}
      >
        {accountTexts.signOutOthersText}
      </ConfirmDialog>
    </>
  );
}

/** "an unknown browser" is written for the middle of a sentence; this one starts a sentence. */
const nameOf = ({ device }: UserSession) => device.charAt(0).toUpperCase() + device.slice(1);

interface DeviceRowProps {
  device: UserSession;
  onEnd: () => void;
}

function DeviceRow({ device, onEnd }: DeviceRowProps) {
  const { createdAt, lastSeenAt, isCurrent } = device;
  const name = nameOf(device);
  return (
    <li className="flex items-center justify-between gap-6 py-3">
      <div className="min-w-0">
        <p className="font-medium wrap-anywhere">{name}</p>
        <p className="text-sm text-muted">
          {isCurrent
            ? accountTexts.since(<Day at={createdAt} format={dayAndTime} />)
            : accountTexts.sinceAndSeen(
                <Day at={createdAt} format={dayAndTime} />,
                <Day at={lastSeenAt} format={dayAndTime} />,
              )}
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
