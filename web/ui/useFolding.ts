import { type ToggleEvent, useState } from "react";

/**
 * Whether a part of a form is open: as its user left it, and at first where it is needed.
 * @param isWrong opens it whatever the user chose: what is wrong must not be hidden
 * @returns the attributes of its `<details>`
 */
export function useFolding({ isNeeded = false, isWrong = false }: { isNeeded?: boolean; isWrong?: boolean }) {
  const [wasToggled, setToggled] = useState<boolean | null>(null);
  const open = isWrong || (wasToggled ?? isNeeded);
  const onToggle = ({ currentTarget }: ToggleEvent<HTMLDetailsElement>) =>
    currentTarget.open !== open && setToggled(currentTarget.open);
  return { open, onToggle };
}
