import { type ToggleEvent, useState } from "react";

/**
 * Whether a part of a form is open: as its user left it, and at first where it is needed.
 * @param isWrong keeps it open whatever the user chooses: what is wrong must not be hidden
 * @returns the attributes of its `<details>`
 */
export function useFolding({ isNeeded = false, isWrong = false }: { isNeeded?: boolean; isWrong?: boolean }) {
  const [wasToggled, setToggled] = useState<boolean | null>(null);
  // Once it was wrong it stays open: it must not close under the field that is corrected.
  if (isWrong && wasToggled !== true) setToggled(true);
  const open = isWrong || (wasToggled ?? isNeeded);
  function onToggle({ currentTarget }: ToggleEvent<HTMLDetailsElement>): void {
    if (isWrong) currentTarget.open = true;
    else if (currentTarget.open !== open) setToggled(currentTarget.open);
  }
  return { open, onToggle };
}
