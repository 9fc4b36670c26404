import * as invitationTexts from "@survey-app/texts/invitationTexts.ts";
import { Button } from "../ui/Button.tsx";

interface CountedPeopleProps {
  /** The number of people on the list, and of those without an email address. */
  people: number;
  withoutEmail: number;
  /** Whether an admin must allow codes before these people can vote. */
  waits: boolean;
  /** Removes them from the list. */
  onOnlyWithEmail: () => void;
}

/**
 * For a form into which a list is pasted: the number of people on it. Where those without an address need an admin, it
 * says what the admins are asked once the list is stored, before anything is published.
 */
export function CountedPeople({ people, withoutEmail, waits, onOnlyWithEmail }: CountedPeopleProps) {
  return (
    <>
      <p aria-live="polite" className="min-h-5 text-sm font-medium empty:hidden">
        {people > 0 && invitationTexts.found(people, withoutEmail)}
      </p>
      {withoutEmail > 0 && waits && (
        <div className="space-y-2 rounded-xl bg-no-soft px-4 py-3 text-sm">
          <p>{invitationTexts.codesLater}</p>
          <Button look="quiet" small onClick={onOnlyWithEmail}>
            {invitationTexts.onlyWithEmail}
          </Button>
        </div>
      )}
    </>
  );
}
