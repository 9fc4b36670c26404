import * as cardTexts from "@survey-app/texts/cardTexts.ts";
import { useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { Button } from "../ui/Button.tsx";
import { classes } from "../ui/classes.ts";
import { followTotals, setPaused, useLiveState } from "./followTotals.ts";
import type { Pace } from "./listener.ts";
import { liveAction } from "./liveAction.ts";

/**
 * Keeps the totals on its page live, and lets the user pause them. A page has at most one.
 * @param pace how often the page asks for totals while no stream reaches it
 */
export function LiveSwitch({ pace = "page" }: { pace?: Pace }) {
  const client = useQueryClient();
  useEffect(() => followTotals(client, pace), [client, pace]);
  const state = useLiveState();
  if (state === "idle") return null;
  const dot = state === "live" ? "bg-yes" : "border-2 border-line-strong";
  return (
    <div className="-mx-3.5">
      <Button look="plain" small onClick={() => setPaused(state !== "paused")}>
        <span aria-hidden="true" className={classes("size-2.5 shrink-0 rounded-full", dot)} />
        <span>
          {`${cardTexts.live[state]} `}
          <span className="font-normal text-muted">{liveAction(state)}</span>
        </span>
      </Button>
    </div>
  );
}
