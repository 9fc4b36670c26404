import { DAY_MS, HOUR_MS } from "@survey-app/contract/text/time.ts";
import type { Insertable } from "kysely";
import { v7 as uuidv7 } from "uuid";
import type { Tables } from "../../database/tables.ts";
import type { InvitationTokens } from "../../invitations/invitationTokens.ts";

/** People without an address, who get codes. */
const CODES = 6;
/** People who were added after the opening, and people who were removed. */
const ADDED = 2;
const STRUCK = 1;

/** Makes the stored columns of the links and codes of invitations. */
export type DemoTokens = InvitationTokens["stored"];

/** The list of a demo survey for invited people. */
interface DemoList {
  surveyId: string;
  invitations: Insertable<Tables["invitations"]>[];
  days: Insertable<Tables["invitation_days"]>[];
  /** The invitations of people with an account, by its id. */
  invitationOf: Map<string, string>;
}

/**
 * Invites these people and some by codes; the last of them were added a day after the opening, and one code was
 * removed.
 */
export function makeList(
  surveyId: string,
  {
    people,
    openedAt,
    storedOf,
  }: { people: readonly { id: string; email: string }[]; openedAt: number; storedOf: DemoTokens },
): DemoList {
  const persons = [...people, ...Array.from({ length: CODES }, () => null)];
  const invitations = persons.map((person, index) => {
    const isLate = person !== null && index >= people.length - ADDED;
    const at = isLate ? openedAt + DAY_MS : openedAt - HOUR_MS;
    const id = uuidv7({ msecs: at + index });
    const email = person?.email ?? null;
    const { tokenHash, codeKey } = storedOf({ id, email, issue: 1 });
    return {
      survey_id: surveyId,
      id,
      label: person === null ? `Code ${index - people.length + 1}` : "",
      email,
      token_hash: tokenHash,
      code_key: codeKey,
      state:
        person !== null
          ? ("sent" as const)
          : index >= persons.length - STRUCK
            ? ("struck" as const)
            : ("listed" as const),
      created_at: at,
    };
  });
  const numbers = { survey_id: surveyId, struck: 0, codes: 0 };
  const first = { ...numbers, day: 0, added: persons.length - ADDED, codes: CODES, sent: people.length - ADDED };
  const later = { ...numbers, day: Math.floor(openedAt / DAY_MS) + 1, added: ADDED, struck: STRUCK, sent: ADDED };
  const invitationOf = new Map(people.map(({ id }, index) => [id, invitations[index]?.id ?? ""]));
  return { surveyId, invitations, days: [first, later], invitationOf };
}
