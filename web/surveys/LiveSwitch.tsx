import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useSyncExternalStore } from "react";
import { Button } from "../ui/Button.tsx";
import { classes } from "../ui/classes.ts";
import { followTotals, readLiveState, setPaused, subscribeToLiveState } from "./liveTotals.ts";

const waiting = "border-2 border-line-strong";

const states = {
  connecting: { word: "Connecting", action: "Pause", dot: waiting },
  live: { word: "Live", action: "Pause", dot: "bg-yes" },
  polling: { word: "Updating every few seconds", action: "Pause", dot: waiting },
  lost: { word: "Reconnecting", action: "Pause", dot: waiting },
  paused: { word: "Paused", action: "Resume", dot: waiting },
} as const;

/** Keeps the totals on its page live, and lets the user pause them. Once a page. */
export function LiveSwitch() {
  const client = useQueryClient();
  useEffect(() => followTotals(client), [client]);
  const state = useSyncExternalStore(subscribeToLiveState, readLiveState, () => "connecting" as const);
  if (state === "idle") return null;
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
