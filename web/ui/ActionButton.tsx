import { type ComponentProps, type MouseEvent, useCallback, useState } from "react";
import { Button } from "./Button.tsx";
import { isEarlyPress, watchPlace } from "./firstPress.ts";

interface ActionButtonProps extends Omit<ComponentProps<typeof Button>, "ref"> {
  /** The button's text after an early press. */
  again: string;
}

/**
 * A button for actions with consequences: voting, paying, deleting, publishing. A press that began before its reader
 * could have seen the button where it is does not count; the button says so.
 */
export function ActionButton({ again, ...button }: ActionButtonProps) {
  /** The early press's text, which names what would have been done. */
  const [early, setEarly] = useState<string>();
  const isAsking = early === again;
  // A disabled button could not be pressed before.
  const watch = useCallback(
    (element: HTMLButtonElement) => (button.disabled ? undefined : watchPlace(element)),
    [button.disabled],
  );

  function press(event: MouseEvent<HTMLButtonElement>) {
    const isEarly = isEarlyPress(event.currentTarget);
    setEarly(isEarly ? again : undefined);
    if (isEarly) event.preventDefault();
    else button.onClick?.(event);
  }

  return (
    <>
      {/* Rendered from the start, because screen readers ignore regions that are added later. */}
      <span aria-live="polite" className="sr-only">
        {isAsking && again}
      </span>
      <Button {...button} ref={watch} aria-label={isAsking ? undefined : button["aria-label"]} onClick={press}>
        {isAsking ? again : button.children}
      </Button>
    </>
  );
}
