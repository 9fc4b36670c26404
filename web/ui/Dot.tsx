import type { ReactNode } from "react";
import { classes } from "./classes.ts";

const tones = { yes: "bg-yes", no: "bg-no", quiet: "border-2 border-line-strong" } as const;

/** A state as a dot with its name; the dots also differ in shape. Long names wrap on narrow screens. */
export function Dot({ tone, children }: { tone: keyof typeof tones; children: ReactNode }) {
  return (
    <span className="inline-flex items-center gap-2 text-start text-sm xl:whitespace-nowrap">
      <span aria-hidden="true" className={classes("size-2.5 shrink-0 rounded-full", tones[tone])} />
      {children}
    </span>
  );
}
