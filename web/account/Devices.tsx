import type { Device } from "@survey-app/contract/account.ts";
import { useQuery } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { dayAndTime } from "../dayAndTime.ts";
import { failureOf } from "../failure.ts";
import { texts } from "../texts.ts";
import { Button } from "../ui/Button.tsx";
import { ConfirmDialog } from "../ui/ConfirmDialog.tsx";
import { Day } from "../ui/Day.tsx";
import { Dot } from "../ui/Dot.tsx";
import { ErrorPanel } from "../ui/ErrorPanel.tsx";
import { Skeleton } from "../ui/Skeleton.tsx";
import { toast } from "../ui/toast.ts";
import { ownDevices, useEndDevice, useEndOtherDevices } from "./account.queries.ts";

/** Where the person is signed in, and the way to end that anywhere but here. */
export function Devices() {
  const query = useQuery(ownDevices());
  const ending = useEndDevice();
  const endingOthers = useEndOtherDevices();
  const list = useRef<HTMLUListElement>(null);
  const [asksForAll, setAsksForAll] = useState(false);
  if (query.isPending) return <Skeleton className="h-20 w-full" />;
  if (!query.data) return <ErrorPanel {...failureOf(query.error)} onRetry={() => void query.refetch()} />;
  const others = query.data.filter(({ isCurrent }) => !isCurrent);

  // The button that was pressed goes with its row; not at once, as a dialog gives the focus back when it closes.
  const focusList = () => setTimeout(() => list.current?.focus());

  async function end(device: Device) {
    try {
      await ending.mutateAsync(device);
      toast(texts.deviceEnded(nameOf(device)));
      focusList();
    } catch {
      // Shown above the list.
    }
  }

  function close() {
    endingOthers.reset();
    setAsksForAll(false);
  }

  async function endOthers() {
    try {
      await endingOthers.mutateAsync();
      toast(texts.otherDevicesEnded);
      close();
      focusList();
    } catch {
      // Shown in the dialog.
    }
  }

  return (
    <>
      {ending.error && <ErrorPanel {...failureOf(ending.error)} />}
      <ul ref={list} tabIndex={-1} className="divide-y divide-line border-y border-line outline-none">
        {query.data.map((device) => (
          <DeviceRow
            key={device._id}
            device={device}
            isEnding={ending.isPending && ending.variables._id === device._id}
            onEnd={() => void end(device)}
          />
        ))}
      </ul>
      {others.length > 0 && (
        <Button look="quiet" small className="self-start" onClick={() => setAsksForAll(true)}>
          Sign out all other devices
        </Button>
      )}
      <ConfirmDialog
        title="Sign out all other devices?"
        isOpen={asksForAll}
        isBusy={endingOthers.isPending}
        failure={endingOthers.error && failureOf(endingOthers.error).text}
        label="Sign them out"
        onConfirm={() => void endOthers()}
        onClose={close}
      >
        You stay signed in here. Everywhere else one has to sign in again.
      </ConfirmDialog>
    </>
  );
}

/** "an unknown browser" can stand within a sentence; here it begins one. */
const nameOf = ({ device }: Device) => device.charAt(0).toUpperCase() + device.slice(1);

interface DeviceRowProps {
  device: Device;
  isEnding: boolean;
  onEnd: () => void;
}

function DeviceRow({ device, isEnding, onEnd }: DeviceRowProps) {
  const { createdAt, lastSeenAt, isCurrent } = device;
  const name = nameOf(device);
  return (
    <li className="flex items-center justify-between gap-6 py-3">
      <div className="min-w-0">
        <p className="font-medium wrap-anywhere">{name}</p>
        <p className="text-sm text-muted">
          since <Day at={createdAt} format={dayAndTime} />
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
        <Button look="quiet" small busy={isEnding} aria-label={`End: ${name}`} onClick={onEnd}>
          End
        </Button>
      )}
    </li>
  );
}
