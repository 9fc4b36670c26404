import * as formErrors from "@survey-app/texts/formErrors.ts";
import * as z from "zod/mini";
import { GROUP_MAX, INVITATION_LABEL_MAX } from "../text/limits.ts";
import { line, newEmail } from "../text/text.ts";

/**
 * A valid row of a list: an address, a label, or both, and for a saved list a group; null for a missing one. The server
 * reports each invalid row.
 */
export const invitationRow = z
  .object({
    email: z.nullable(newEmail),
    label: z.nullable(line("Label", 1, INVITATION_LABEL_MAX, formErrors.label)),
    group: z.nullish(line("Group", 1, GROUP_MAX, formErrors.group)),
  })
  .check(z.refine((row) => Boolean(row.email || row.label), formErrors.listRow.empty));

/** A row as it was pasted or read from a file. */
export const rawRow = z.object(
  {
    email: z.nullish(z.string("email must be text").check(z.maxLength(1000, "email must be at most 1000 characters"))),
    label: z.nullish(z.string("label must be text").check(z.maxLength(1000, "label must be at most 1000 characters"))),
    /** Only saved lists have groups (contract/invitations/voterLists.ts). */
    group: z.nullish(z.string("group must be text").check(z.maxLength(1000, "group must be at most 1000 characters"))),
  },
  "A row must be an object",
);
