import * as askTexts from "../texts/askTexts.ts";
import { LinkButton } from "../ui/LinkButton.tsx";

/** Shown instead of sending a question from an account whose email address is not confirmed. */
export function AddressUnconfirmed() {
  return (
    <div role="alert" className="flex flex-wrap items-center justify-between gap-4 rounded-xl bg-no-soft px-4 py-3">
      <p className="min-w-0 flex-1 basis-64">{askTexts.unconfirmed.text}</p>
      <LinkButton look="quiet" small href="/profile">
        {askTexts.unconfirmed.action}
      </LinkButton>
    </div>
  );
}
