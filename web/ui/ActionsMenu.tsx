import { useId, useRef } from "react";
import { buttonLook } from "./buttonLook.ts";
import { Icon } from "./Icon.tsx";
import * as innerIcons from "./innerIcons.ts";

interface ActionsMenuProps {
  /** Accessible name of the button, which shows only three dots. */
  label: string;
  actions: readonly { label: string; name: string; onChoose: () => void }[];
}

/**
 * Secondary actions, behind a button. Uses the browser's popover: Esc and a click elsewhere close it, and the focus
 * returns to the button.
 */
export function ActionsMenu({ label, actions }: ActionsMenuProps) {
  const id = useId();
  const menu = useRef<HTMLDivElement>(null);
  return (
    <>
      <button type="button" popoverTarget={id} aria-label={label} className={`${buttonLook("plain", true)} px-2`}>
        <Icon path={innerIcons.more} />
      </button>
      <div ref={menu} id={id} popover="auto" className="actions-menu">
        {actions.map((action) => (
          <button
            key={action.label}
            type="button"
            aria-label={action.name}
            onClick={() => {
              // First, so that the focus is back on the button before a dialog remembers where to return it.
              menu.current?.hidePopover();
              action.onChoose();
            }}
            className="menu-entry"
          >
            {action.label}
          </button>
        ))}
      </div>
    </>
  );
}
