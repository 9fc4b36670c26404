import type { UserSession } from "@survey-app/contract/account.ts";
import { useQuery } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { failureOf } from "../api/failure.ts";
import { dayAndTime } from "../texts/dayAndTime.ts";
import { texts } from "../texts/texts.ts";
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
      toast(texts.deviceEnded(nameOf(confirming)));
      close();
      focusList();
    } catch {
      // The dialog shows the error.
    }
  }

  async function endOthers() {
    try {
      await endingOthers.mutateAsync();
      toast(texts.otherDevicesEnded);
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
          Sign out all other devices
        </Button>
      )}
      <ConfirmDialog
        title={confirming ? `Sign out ${confirming.device}?` : ""}
        isOpen={confirming !== null}
        isBusy={ending.isPending}
        failure={ending.error && failureOf(ending.error).text}
        label="Sign out"
        onConfirm={() => void end()}
        onClose={close}
      >
        You'll have to sign in again on that device.
      </ConfirmDialog>
      <ConfirmDialog
        title="Sign out all other devices?"
        isOpen={asksForAll}
        isBusy={endingOthers.isPending}
        failure={endingOthers.error && failureOf(endingOthers.error).text}
        label="Sign them out"
        onConfirm={() => void endOthers()}
        onClose={close}
      >
        You stay signed in here. On all other devices you'll have to sign in again.
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
          Since <Day at={createdAt} format={dayAndTime} />
          {!isCurrent && (
            <>
              , last seen <Day at={lastSeenAt} format={dayAndTime} />
            </>
          )}
        </p>
      </div>
      {isCurrent ? (
        <Dot tone="yes">This device</Dot>
      ) : (
        <Button look="quiet" small aria-haspopup="dialog" aria-label={`Sign out: ${name}`} onClick={onEnd}>
          Sign out
        </Button>
      )}
    </li>
  );
}
