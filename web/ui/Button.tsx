import { type ComponentProps, useSyncExternalStore } from "react";
import { type ButtonLook, buttonLook } from "./buttonLook.ts";
import { classes } from "./classes.ts";

interface ButtonProps extends ComponentProps<"button"> {
  look?: ButtonLook;
  small?: boolean;
  /** Work is under way: presses do nothing until it is done, and the button keeps the focus. */
  busy?: boolean;
  /** Its form works without our script, too: it can be pressed from the first draw on. */
  plain?: boolean;
}

export function Button(props: ButtonProps) {
  const { look = "main", small = false, busy = false, plain = false, className, onClick, disabled, ...rest } = props;
  const isAlive = useIsAlive();
  const isWaiting = !isAlive && !plain;
  return (
    <button
      type="button"
      {...rest}
      // Pressed before the script is here it would do nothing, or send its form to nowhere.
      disabled={disabled || isWaiting}
      data-waiting={isWaiting || undefined}
      // Not `disabled`, which would drop the focus and hide the button from those who don't see it.
      aria-disabled={busy || undefined}
      aria-busy={busy || undefined}
      onClick={busy ? (event) => event.preventDefault() : onClick}
      className={classes(buttonLook(look, small), busy && "cursor-progress opacity-70", className)}
    />
  );
}

/** Whether the page can be used: false as the server draws it, true once the script has taken over. */
function useIsAlive(): boolean {
  return useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
}

const never = () => () => {};
