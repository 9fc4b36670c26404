import type { IssuedCode } from "@survey-app/contract/invitations/invitations.ts";
import { type ComponentProps, type ReactNode, useState } from "react";
import { focusHeading } from "../ui/focusHeading.ts";
import { CodesSheet } from "./CodesSheet.tsx";

interface ListAndCodesProps {
  /** The survey or meeting that the codes are for. */
  sheet: ComponentProps<typeof CodesSheet>["survey"];
  className?: string;
  /** Called once the owner has the codes. */
  onClosed?: () => void;
  /** The list. @param onCodes called with codes that are shown only once */
  children: (onCodes: (codes: IssuedCode[]) => void) => ReactNode;
}

/** A list of people; new codes take its place until its owner has them. */
export function ListAndCodes({ sheet, className, onClosed, children }: ListAndCodesProps) {
  const [codes, setCodes] = useState<IssuedCode[] | null>(null);
  const close = () => {
    setCodes(null);
    onClosed?.();
    // The button that had the focus is gone.
    setTimeout(() => focusHeading(() => document.activeElement === document.body));
  };
  return (
    <>
      <div hidden={codes !== null} className={className}>
        {children(setCodes)}
      </div>
      {codes && <CodesSheet survey={sheet} codes={codes} onClose={close} />}
    </>
  );
}
