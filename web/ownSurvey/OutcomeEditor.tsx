import { setOutcome } from "@survey-app/contract/surveys/outcomes.ts";
import { OUTCOME_MAX } from "@survey-app/contract/text/limits.ts";
import * as outcomeTexts from "@survey-app/texts/outcomeTexts.ts";
import { api } from "../api/api.ts";
import { tabDraft } from "../api/tabDraft.ts";
import { useForm } from "../api/useForm.ts";
import { useInvalidatingMutation } from "../api/useInvalidatingMutation.ts";
import { ErrorPanel } from "../ui/ErrorPanel.tsx";
import { FormActions } from "../ui/FormActions.tsx";
import { TextArea } from "../ui/TextArea.tsx";
import { toast } from "../ui/toast.ts";

interface OutcomeEditorProps {
  surveyId: string;
  /** The newest version. */
  text: string;
  onDone: () => void;
}

/** The owner's form for the outcome. */
export function OutcomeEditor({ surveyId, text, onDone }: OutcomeEditorProps) {
  const publish = useInvalidatingMutation(
    (outcome: string) => api(setOutcome, { params: { id: surveyId }, body: { text: outcome } }),
    ["surveys", "one", surveyId],
  );
  const form = useForm({
    draft: tabDraft(`outcome:${surveyId}`),
    initial: { text },
    check: ({ text }): { text?: string } => (text.trim() ? {} : { text: outcomeTexts.required }),
    send: async ({ text }) => {
      await publish.mutateAsync(text);
      toast(outcomeTexts.saved);
      onDone();
    },
    ifUnknown: outcomeTexts.saveUnknown,
  });
  return (
    <form {...form.props} className="space-y-4">
      <TextArea label={outcomeTexts.field} hint={outcomeTexts.hint} limit={OUTCOME_MAX} {...form.field("text")} />
      {form.problem && <ErrorPanel text={form.problem} />}
      <FormActions label={outcomeTexts.save} isBusy={form.isBusy} onCancel={onDone} />
    </form>
  );
}
