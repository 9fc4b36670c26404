import { type ReactNode, useEffect, useId, useRef } from "react";
import { classes } from "./classes.ts";
import { startSight } from "./firstPress.ts";
import { UserText } from "./UserText.tsx";

interface DialogProps {
  title: string;
  isOpen: boolean;
  /** For content to read before deciding; it is also long. */
  isWide?: boolean;
  /** For content that is higher than a phone: the buttons stay in view. */
  isLong?: boolean;
  /**
   * For content that can't be shown again: only a button in it closes the dialog, not Esc or a click on the backdrop.
   */
  staysOpen?: boolean;
  /** Called on Esc, a click on the backdrop or a button; the parent then sets `isOpen`. */
  onClose: () => void;
  children?: ReactNode;
  /** Buttons, the main one last; a form has its own. */
  actions?: ReactNode;
}

const TEXT_FIELD = "textarea, input:not([type=radio], [type=checkbox], [type=file])";

/**
 * The browser's own modal dialog: it opens at its heading, with the focus on its text field or else on the dialog,
 * keeps the focus inside, closes on Esc, and returns the focus.
 */
export function Dialog(props: DialogProps) {
  const { title, isOpen, isWide = false, isLong = isWide, staysOpen = false, onClose, children, actions } = props;
  const dialog = useRef<HTMLDialogElement>(null);
  const pressed = useRef<EventTarget>(null);
  const titleId = useId();
  useEffect(() => {
    const element = dialog.current;
    if (isOpen && element && !element.open) {
      element.showModal();
      // When a dialog hides the page, Orca says a focused text field or the focused dialog, but not a focused button.
      if (isWide || !document.activeElement?.matches(TEXT_FIELD)) element.focus();
      // Browsers scroll to what gets the focus when a dialog opens.
      element.scrollTop = 0;
      startSight();
    }
    if (!isOpen && element?.open) element.close();
  }, [isOpen, isWide]);
  return (
    <dialog
      ref={dialog}
      aria-labelledby={titleId}
      onCancel={(event) => staysOpen && event.preventDefault()}
      // Browsers close a dialog on a second Esc, whatever the page says.
      onClose={() => (staysOpen && isOpen ? dialog.current?.showModal() : onClose())}
      // Enter closes a short dialog that has the focus itself, as it would on the first button, which only closes it.
      onKeyDown={({ key, repeat, target }) =>
        key === "Enter" && !repeat && target === dialog.current && !staysOpen && !isWide && onClose()
      }
      onPointerDown={(event) => {
        pressed.current = event.target;
      }}
      // Only if the press started on the backdrop: selecting text in a field often ends there.
      onClick={({ target }) => target === dialog.current && target === pressed.current && !staysOpen && onClose()}
      className={classes(
        "m-auto rounded-2xl border border-line bg-surface p-0 text-start text-ink shadow-float",
        isWide ? "w-[min(44rem,calc(100vw-2rem))]" : "w-[min(32rem,calc(100vw-2rem))]",
      )}
    >
      <div className="space-y-5 p-6 sm:p-8">
        <UserText as="h2" id={titleId} className="text-xl">
          {title}
        </UserText>
        {isOpen && children}
        {actions && (
          <div
            className={classes(
              "flex flex-wrap items-center justify-end gap-3",
              isLong &&
                "sticky bottom-0 -mx-6 -mb-6 border-t border-line bg-surface px-6 py-4 sm:-mx-8 sm:-mb-8 sm:px-8",
            )}
          >
            {actions}
          </div>
        )}
      </div>
    </dialog>
  );
}
