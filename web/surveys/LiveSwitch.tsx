import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useSyncExternalStore } from "react";
import { Button } from "../ui/Button.tsx";
import { classes } from "../ui/classes.ts";
import { keepLive, readLiveState, setPaused, subscribeToLiveState } from "./liveTotals.ts";

const states = {
  live: { word: "Live", action: "Pause", dot: "bg-yes" },
  lost: { word: "Reconnecting", action: "Pause", dot: "border-2 border-line-strong" },
  paused: { word: "Paused", action: "Resume", dot: "border-2 border-line-strong" },
} as const;

/** Makes the totals of the page that it stands on move, and lets its reader hold them. Once a page. */
export function LiveSwitch() {
  const client = useQueryClient();
  useEffect(() => keepLive(client), [client]);
  const state = useSyncExternalStore(subscribeToLiveState, readLiveState, () => "live" as const);
  const { word, action, dot } = states[state];
  return (
    <div className="-mx-3.5">
      <Button look="plain" small onClick={() => setPaused(state !== "paused")}>
        <span aria-hidden="true" className={classes("size-2.5 shrink-0 rounded-full", dot)} />
        {word} <span className="font-normal text-muted">· {action}</span>
      </Button>
    </div>
  );
}
