import { Icon } from "../ui/Icon.tsx";
import * as innerIcons from "../ui/innerIcons.ts";

/** Says why something is not shown. */
export function LockNote({ text }: { text: string }) {
  return (
    <p className="flex gap-2.5 text-muted">
      <span className="mt-0.5">
        <Icon path={innerIcons.lock} />
      </span>
      {text}
    </p>
  );
}
