import type { IssuedCode } from "@survey-app/contract/invitations/invitations.ts";
import { readWholeNumber } from "@survey-app/contract/text/digits.ts";
import { CODES_MAX } from "@survey-app/contract/text/limits.ts";
import * as invitationTexts from "@survey-app/texts/invitationTexts.ts";
import * as uiTexts from "@survey-app/texts/uiTexts.ts";
import { useForm } from "../api/useForm.ts";
import { useTicket } from "../api/useTicket.ts";
import { ActionButton } from "../ui/ActionButton.tsx";
import { ErrorPanel } from "../ui/ErrorPanel.tsx";
import { TextField } from "../ui/TextField.tsx";
import { useCreateCodes } from "./invitations.queries.ts";

interface MakeCodesProps {
  surveyId: string;
  /** Called with codes that are shown only once. */
  onCodes: (codes: IssuedCode[]) => void;
}

/** Adds people without addresses, as codes for print. */
export function MakeCodes({ surveyId, onCodes }: MakeCodesProps) {
  const create = useCreateCodes(surveyId);
  const ticketFor = useTicket<number>();
  const form = useForm({
    initial: { count: "" },
    check: ({ count }) => (countOf(count) ? {} : { count: invitationTexts.codeCountError }),
    send: async (values) => {
      const count = countOf(values.count) ?? 0;
      onCodes(await create.mutateAsync({ count, ticket: ticketFor(count) }));
    },
    ifUnknown: invitationTexts.codesUnknown,
  });
  return (
    <form {...form.props} className="space-y-4">
      <p className="text-muted">{invitationTexts.makeCodesText}</p>
      <TextField
        label={invitationTexts.codeCount}
        inputMode="numeric"
        autoComplete="off"
        className="max-w-32"
        {...form.field("count")}
      />
      {form.problem && <ErrorPanel text={form.problem} />}
      <ActionButton type="submit" look="quiet" busy={form.isBusy} again={uiTexts.pressAgain}>
        {invitationTexts.make}
      </ActionButton>
    </form>
  );
}

function countOf(typed: string): number | null {
  const count = readWholeNumber(typed);
  return count !== null && count >= 1 && count <= CODES_MAX ? count : null;
}
