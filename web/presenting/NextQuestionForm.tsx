import { TITLE_MAX } from "@survey-app/contract/text/limits.ts";
import * as formErrors from "@survey-app/texts/formErrors.ts";
import * as roomTexts from "@survey-app/texts/roomTexts.ts";
import * as uiTexts from "@survey-app/texts/uiTexts.ts";
import { tabDraft } from "../api/tabDraft.ts";
import { textError } from "../api/textError.ts";
import { useForm } from "../api/useForm.ts";
import { useTicket } from "../api/useTicket.ts";
import { ActionButton } from "../ui/ActionButton.tsx";
import { ErrorPanel } from "../ui/ErrorPanel.tsx";
import { TextField } from "../ui/TextField.tsx";
import { useNextQuestion } from "./useNextQuestion.ts";

interface NextQuestionFormProps {
  surveyId: string;
  onMoved: (next: string) => void;
}

/**
 * One field: Enter asks what is typed as the room's next question. It stays there until it is asked, also when the
 * dialog is closed.
 */
export function NextQuestionForm({ surveyId, onMoved }: NextQuestionFormProps) {
  const goOn = useNextQuestion(surveyId, onMoved);
  const ticketFor = useTicket<string>();
  const form = useForm({
    initial: { question: "" },
    draft: tabDraft(`next-question:${surveyId}`),
    check: ({ question }) => textError("question", question, TITLE_MAX, formErrors.title.required),
    send: ({ question }) => goOn({ question, ticket: ticketFor(question) }),
    ifUnknown: roomTexts.nextUnknown,
  });
  return (
    <form {...form.props} className="space-y-4">
      {form.problem && <ErrorPanel text={form.problem} />}
      <TextField
        label={roomTexts.nextField}
        hint={roomTexts.nextHint}
        limit={TITLE_MAX}
        autoComplete="off"
        enterKeyHint="go"
        {...form.field("question")}
      />
      <ActionButton type="submit" busy={form.isBusy} again={uiTexts.pressAgain} className="w-full">
        {roomTexts.askNext}
      </ActionButton>
    </form>
  );
}
