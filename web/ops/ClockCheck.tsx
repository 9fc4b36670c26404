import type { ResponseOf } from "@survey-app/contract/http/endpoint.ts";
import type { getOperations, ShownJump } from "@survey-app/contract/ops/operations.ts";
import * as operationsTexts from "@survey-app/texts/operationsTexts.ts";
import { useState } from "react";
import { useConfirmation } from "../api/useConfirmation.ts";
import { Button } from "../ui/Button.tsx";
import { ConfirmDialog } from "../ui/ConfirmDialog.tsx";
import { Day } from "../ui/Day.tsx";
import { toast } from "../ui/toast.ts";
import { Check } from "./Check.tsx";
import { useConfirmClock } from "./operations.queries.ts";

const words = operationsTexts.clock;

/** Shows jumps of the clocks, and the work that is held back until an admin confirms that they are right. */
export function ClockCheck({ host, jumps, isHeld }: ResponseOf<typeof getOperations>["clock"]) {
  /** The jumps that the dialog shows; null while it is closed. */
  const [shown, setShown] = useState<ShownJump[] | null>(null);
  const confirmation = useConfirmation(useConfirmClock(), {
    subject: shown,
    onDone: () => toast(words.confirmed),
    onClose: () => setShown(null),
  });
  const hasJumped = jumps.length > 0;
  const button = (
    <Button look="quiet" small onClick={() => setShown(jumps)}>
      {words.confirm}
    </Button>
  );
  return (
    <Check title={words.title} todo={hasJumped && words.todo} action={hasJumped && button}>
      {hasJumped ? <Jumps host={host} jumps={jumps} /> : <p>{words.fine}</p>}
      {hasJumped && <p>{isHeld ? words.held : words.behind}</p>}
      <ConfirmDialog
        title={words.question}
        label={words.confirm}
        {...confirmation}
        details={shown && <Jumps host={host} jumps={shown} />}
      >
        {words.effect}
      </ConfirmDialog>
    </Check>
  );
}

function Jumps({ host, jumps }: { host: string; jumps: readonly ShownJump[] }) {
  return jumps.map(({ of, from, to }) => {
    const [shows, noted] = [<Day key="to" at={to} withTime />, <Day key="from" at={from} withTime />];
    return (
      <p key={of}>{of === "server" ? words.jumped.server(host, shows, noted) : words.jumped.database(shows, noted)}</p>
    );
  });
}
