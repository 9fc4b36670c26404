import type { ComponentProps } from "react";
import { type ButtonLook, buttonLook } from "./buttonLook.ts";
import { classes } from "./classes.ts";
import { useBrowserValue } from "./useBrowserValue.ts";

interface ButtonProps extends ComponentProps<"button"> {
  look?: ButtonLook;
  small?: boolean;
  /** The action is in progress: clicks do nothing until it is done, and the button keeps the focus. */
  busy?: boolean;
  /** Its form also works without JavaScript, so the button is enabled from the first render on. */
  plain?: boolean;
}

export function Button(props: ButtonProps) {
  const { look = "main", small = false, busy = false, plain = false, className, onClick, disabled, ...rest } = props;
  const isHydrated = useBrowserValue(() => true, false);
  const isWaiting = !isHydrated && !plain;
  return (
    <button
      type="button"
      {...rest}
      // Clicked before hydration, it would do nothing, or submit its form to the wrong URL.
      disabled={disabled || isWaiting}
      data-waiting={isWaiting || undefined}
      // Not `disabled`, which would drop the focus and hide the button from screen readers.
      aria-disabled={busy || undefined}
      aria-busy={busy || undefined}
      onClick={busy ? (event) => event.preventDefault() : onClick}
      className={classes(buttonLook(look, small), busy && "cursor-progress opacity-70", className)}
    />
  );
}
