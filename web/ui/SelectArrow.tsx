import type { ReactNode } from "react";
import { Icon } from "./Icon.tsx";

/** Puts our own chevron at the end of a select, whose browser's one stands at its very edge. */
export function SelectArrow({ children }: { children: ReactNode }) {
  return (
    <span className="relative block">
      {children}
      <span className="pointer-events-none absolute inset-y-0 end-3 grid place-items-center text-muted">
        <Icon name="chevron" size={18} />
      </span>
    </span>
  );
}
