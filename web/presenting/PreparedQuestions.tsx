import type { Survey } from "@survey-app/contract/surveys/surveys.ts";
import * as roomTexts from "@survey-app/texts/roomTexts.ts";
import * as uiTexts from "@survey-app/texts/uiTexts.ts";
import { useMutation, useQuery } from "@tanstack/react-query";
import { failureOf } from "../api/failure.ts";
import { useTicket } from "../api/useTicket.ts";
import { useSignedInUser } from "../session/useSession.ts";
import { ActionButton } from "../ui/ActionButton.tsx";
import { ErrorPanel } from "../ui/ErrorPanel.tsx";
import { UserText } from "../ui/UserText.tsx";
import { roomQuestionsOf } from "./rooms.queries.ts";
import { useNextQuestion } from "./useNextQuestion.ts";

interface PreparedQuestionsProps {
  survey: Survey;
  /** Whether people in the room see this screen: then it offers the next one without its text. */
  isWall: boolean;
  onMoved: (next: string) => void;
}

/** The prepared questions of a room; one press asks one. */
export function PreparedQuestions({ survey, isWall, onMoved }: PreparedQuestionsProps) {
  const { _id: surveyId, language } = survey;
  const { _id: userId } = useSignedInUser();
  const { data } = useQuery(roomQuestionsOf(surveyId, userId));
  const goOn = useNextQuestion(surveyId, onMoved);
  const ticketFor = useTicket<string>();
  const ask = useMutation({
    mutationFn: ({ _id, version }: { _id: string; version: number }) =>
      goOn({ draft: { _id, version }, ticket: ticketFor(`${_id} ${version}`) }),
  });
  const problem = ask.error && <ErrorPanel text={failureOf(ask.error, roomTexts.nextUnknown).text} />;
  if (!data || data.questions.length === 0) return problem;
  const shown = isWall ? data.questions.slice(0, 1) : data.questions;
  return (
    <section className="space-y-3">
      {!isWall && <h2 className="text-lg">{roomTexts.prepared}</h2>}
      {problem}
      <ol className="space-y-2">
        {shown.map(({ _id, version, Title }) => (
          <li key={_id}>
            <ActionButton
              look="quiet"
              busy={ask.isPending}
              again={uiTexts.pressAgain}
              className="w-full justify-start py-2 text-start whitespace-normal"
              aria-label={isWall ? undefined : roomTexts.askPrepared(Title)}
              onClick={() => ask.mutate({ _id, version })}
            >
              {isWall ? roomTexts.nextPrepared : <UserText of={{ Title, language }} as="span" />}
            </ActionButton>
          </li>
        ))}
      </ol>
    </section>
  );
}
