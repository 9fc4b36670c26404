import { type RoomQuestions as Stored, setRoomQuestions } from "@survey-app/contract/sharing/rooms.ts";
import type { Survey } from "@survey-app/contract/surveys/surveys.ts";
import { ROOM_QUESTIONS_MAX, TITLE_MAX } from "@survey-app/contract/text/limits.ts";
import * as formErrors from "@survey-app/texts/formErrors.ts";
import * as roomTexts from "@survey-app/texts/roomTexts.ts";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { api } from "../api/api.ts";
import { failureOf } from "../api/failure.ts";
import { QueryError } from "../api/QueryError.tsx";
import { tabDraft } from "../api/tabDraft.ts";
import { textError } from "../api/textError.ts";
import { useForm } from "../api/useForm.ts";
import { useSignedInUser } from "../session/useSession.ts";
import { Button } from "../ui/Button.tsx";
import { ErrorPanel } from "../ui/ErrorPanel.tsx";
import { FormActions } from "../ui/FormActions.tsx";
import { Skeleton } from "../ui/Skeleton.tsx";
import { TextField } from "../ui/TextField.tsx";
import { UserText } from "../ui/UserText.tsx";
import { roomQuestionsOf } from "./rooms.queries.ts";

type Question = Stored["questions"][number];
type Wanted = { _id?: string; Title: string };

/** The questions that an owner prepares for a survey's room: each change is stored immediately, as the whole list. */
export function RoomQuestions({ survey: { _id: surveyId, language } }: { survey: Survey }) {
  const { _id: userId } = useSignedInUser();
  const client = useQueryClient();
  const query = roomQuestionsOf(surveyId, userId);
  const stored = useQuery(query);
  const store = useMutation({
    mutationFn: ({ state, questions }: { state: string; questions: Wanted[] }) =>
      api(setRoomQuestions, { params: { survey: surveyId }, body: { state, questions } }),
    onSuccess: (next) => client.setQueryData(query.queryKey, next),
    // Another device was faster, or the response was lost.
    onError: () => void stored.refetch(),
  });
  const [edited, setEdited] = useState<string | null>(null);
  if (stored.isError && !stored.data) return <QueryError query={stored} />;
  if (!stored.data) return <Skeleton className="h-40 w-full" />;
  const { state, questions } = stored.data;
  const change = (next: readonly Wanted[]) =>
    store.mutateAsync({ state, questions: next.map(({ _id, Title }) => ({ ...(_id && { _id }), Title })) });
  return (
    <section aria-labelledby="prepared" className="space-y-4">
      <div className="space-y-1">
        <h2 id="prepared" className="text-xl">
          {roomTexts.prepared}
        </h2>
        <p className="text-muted">{roomTexts.preparedText}</p>
      </div>
      {store.error && <ErrorPanel text={failureOf(store.error).text} />}
      {questions.length > 0 && (
        <ol className="divide-y divide-line border-y border-line">
          {questions.map((question, index) => (
            <li key={question._id} className="py-3">
              {edited === question._id ? (
                <EditQuestion
                  question={question}
                  position={index + 1}
                  onSave={(Title) => change(questions.with(index, { ...question, Title }))}
                  onClose={() => setEdited(null)}
                />
              ) : (
                <QuestionRow
                  question={question}
                  language={language}
                  isFirst={index === 0}
                  isBusy={store.isPending}
                  onEdit={() => setEdited(question._id)}
                  onEarlier={() => void change(moveUp(questions, index)).catch(() => undefined)}
                  onRemove={() => void change(questions.toSpliced(index, 1)).catch(() => undefined)}
                />
              )}
            </li>
          ))}
        </ol>
      )}
      {questions.length < ROOM_QUESTIONS_MAX && (
        <AddQuestion surveyId={surveyId} onAdd={(Title) => change([...questions, { Title }])} />
      )}
    </section>
  );
}

const moveUp = (questions: readonly Question[], index: number): Question[] => {
  const [moved] = questions.slice(index);
  return moved ? questions.toSpliced(index, 1).toSpliced(index - 1, 0, moved) : [...questions];
};

interface QuestionRowProps {
  question: Question;
  /** Of the survey, which the question will have, too. */
  language: Survey["language"];
  isFirst: boolean;
  isBusy: boolean;
  onEdit: () => void;
  onEarlier: () => void;
  onRemove: () => void;
}

function QuestionRow({
  question: { Title },
  language,
  isFirst,
  isBusy,
  onEdit,
  onEarlier,
  onRemove,
}: QuestionRowProps) {
  const actions = [
    [roomTexts.edit, onEdit],
    ...(isFirst ? [] : [[roomTexts.earlier, onEarlier] as const]),
    [roomTexts.removePrepared, onRemove],
  ] as const;
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
      <UserText of={{ Title, language }} as="p" className="min-w-[min(14rem,100%)] flex-1 font-medium" />
      <div className="-mx-3 flex flex-wrap">
        {actions.map(([action, act]) => (
          <Button
            key={action}
            look="plain"
            small
            busy={isBusy}
            aria-label={roomTexts.actionOn(action, Title)}
            onClick={act}
          >
            {action}
          </Button>
        ))}
      </div>
    </div>
  );
}

interface EditQuestionProps {
  question: Question;
  position: number;
  onSave: (Title: string) => Promise<unknown>;
  onClose: () => void;
}

function EditQuestion({ question, position, onSave, onClose }: EditQuestionProps) {
  const form = useForm({
    initial: { Title: question.Title },
    check: ({ Title }) => textError("Title", Title, TITLE_MAX, formErrors.title.required),
    send: async ({ Title }) => {
      await onSave(Title);
      onClose();
    },
  });
  return (
    <form {...form.props} className="space-y-3">
      <TextField
        label={roomTexts.editPrepared(position)}
        limit={TITLE_MAX}
        autoComplete="off"
        autoFocus
        {...form.field("Title")}
      />
      <FormActions label={roomTexts.save} isBusy={form.isBusy} onCancel={onClose} />
    </form>
  );
}

function AddQuestion({ surveyId, onAdd }: { surveyId: string; onAdd: (Title: string) => Promise<unknown> }) {
  const form = useForm({
    initial: { question: "" },
    draft: tabDraft(`prepared-question:${surveyId}`),
    check: ({ question }) => textError("question", question, TITLE_MAX, formErrors.title.required),
    send: async ({ question }) => {
      await onAdd(question);
      form.reset();
    },
  });
  return (
    <form {...form.props} className="space-y-3">
      <TextField label={roomTexts.prepare} limit={TITLE_MAX} autoComplete="off" {...form.field("question")} />
      <Button type="submit" look="quiet" busy={form.isBusy}>
        {roomTexts.addPrepared}
      </Button>
    </form>
  );
}
