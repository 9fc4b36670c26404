import * as invitationTexts from "@survey-app/texts/invitationTexts.ts";
import { Button } from "../ui/Button.tsx";

interface CountedPeopleProps {
  /** How many people a list has, and how many of them have no email address. */
  people: number;
  withoutEmail: number;
  /** Whether an admin must allow codes before these people can vote. */
  waits: boolean;
  /** Removes them from the list. */
  onOnlyWithEmail: () => void;
}

/**
 * For a form in which a list is pasted: how many people it has, and where those without an address need an admin, what is asked of the
 * admins once the list is stored, before anything is published.
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
