import { moveRoom } from "@survey-app/contract/sharing/rooms.ts";
import { publicationOf } from "@survey-app/contract/surveys/publication.ts";
import type { Survey } from "@survey-app/contract/surveys/surveys.ts";
import * as frameTexts from "@survey-app/texts/frameTexts.ts";
import * as roomTexts from "@survey-app/texts/roomTexts.ts";
import * as uiTexts from "@survey-app/texts/uiTexts.ts";
import { useInfiniteQuery, useMutation } from "@tanstack/react-query";
import { navigate } from "wouter/use-browser-location";
import { api, serverNow } from "../api/api.ts";
import { MoreRows } from "../api/MoreRows.tsx";
import { PagedList } from "../api/PagedList.tsx";
import { ownSurveys } from "../managing/managed.queries.ts";
import { Button } from "../ui/Button.tsx";
import { Dialog } from "../ui/Dialog.tsx";
import { ErrorPanel } from "../ui/ErrorPanel.tsx";
import { LinkButton } from "../ui/LinkButton.tsx";
import { UserText } from "../ui/UserText.tsx";

interface NextQuestionDialogProps {
  survey: Survey;
  isOpen: boolean;
  onClose: () => void;
}

/** Opens the next question of a room: another survey by open link of the same owner. */
export function NextQuestionDialog({ survey, isOpen, onClose }: NextQuestionDialogProps) {
  const { _id, email } = survey;
  const query = useInfiniteQuery({ ...ownSurveys(email), enabled: isOpen });
  const move = useMutation({
    mutationFn: (next: string) => api(moveRoom, { params: { id: _id }, body: { next } }),
    onSuccess: (_, next) => {
      onClose();
      navigate(`/surveys/${next}/present`);
    },
  });
  const canFollow = (next: Survey) =>
    next._id !== _id && next.electorate === "link" && publicationOf(next, serverNow()) === "published";
  const ask = (
    <div className="space-y-4">
      <p>{roomTexts.noNext}</p>
      <LinkButton href="/ask">{frameTexts.ask}</LinkButton>
    </div>
  );
  return (
    <Dialog
      title={roomTexts.nextQuestion}
      isOpen={isOpen}
      onClose={onClose}
      actions={
        <Button look="quiet" onClick={onClose}>
          {uiTexts.close}
        </Button>
      }
    >
      {move.error && <ErrorPanel text={move.error.message} />}
      {/* The numbers would be those of all surveys, most of which can't follow. */}
      <PagedList
        query={query}
        empty={ask}
        end={query.hasNextPage && <MoreRows query={query} text="" label={uiTexts.showMore} />}
      >
        {(rows) => {
          const following = rows.filter(canFollow);
          if (following.length === 0) return ask;
          return (
            <div className="space-y-4">
              <p className="text-muted">{roomTexts.nextText}</p>
              <ul className="space-y-2">
                {following.map(({ _id: id, Title, language }) => (
                  <li key={id}>
                    <Button
                      look="quiet"
                      busy={move.isPending}
                      className="w-full justify-start py-2 text-start whitespace-normal"
                      aria-label={roomTexts.open(Title)}
                      onClick={() => move.mutate(id)}
                    >
                      <UserText of={{ Title, language }} />
                    </Button>
                  </li>
                ))}
              </ul>
            </div>
          );
        }}
      </PagedList>
    </Dialog>
  );
}
