import { getSurveyResults } from "@survey-app/contract/surveys/surveys.ts";
import { api } from "../api/api.ts";
import { part } from "../sharing/showTotals.ts";
import { readDraft, writeDraft } from "../ui/draft.ts";

/** The question from which the room led to this page. */
interface Previous {
  surveyId: string;
  hasVoted: boolean;
}

const keyOf = (surveyId: string) => `room-previous:${surveyId}`;
const addressOf = (surveyId: string) => `/surveydetails/${surveyId}`;

/**
 * Follows a room: when its host opens the next question, this page opens it too. A reader who had not voted gets a link
 * back until voting on that question ends. A reader who opens a question that the room has left gets a link to where
 * the room is.
 */
export function followRoom(surveyId: string, hasVoted: () => boolean) {
  /**
   * The room's question when this page was opened, or opened again: the reader follows a link there. Undefined until it
   * is known.
   */
  let known: string | null | undefined;
  showPrevious(surveyId).catch(() => {});
  return {
    /** Called with the first response of the server. */
    begin(movedTo?: string): void {
      if (known !== undefined) return;
      known = movedTo ?? null;
      if (!movedTo) return;
      part("next")?.setAttribute("href", addressOf(movedTo));
      part("moved")?.removeAttribute("hidden");
    },
    /** Called with each total. */
    move(movedTo: string | undefined): void {
      if (!movedTo || known === undefined || movedTo === known) return;
      known = movedTo;
      writeDraft("session", keyOf(movedTo), { surveyId, hasVoted: hasVoted() } satisfies Previous);
      location.assign(addressOf(movedTo));
    },
  };
}

/** On the page that the room brought its reader to: its question gets the focus, so that screen readers read it. */
async function showPrevious(surveyId: string): Promise<void> {
  const previous = readDraft<Previous>("session", keyOf(surveyId));
  if (!previous?.surveyId) return;
  document.querySelector("h1")?.focus({ preventScroll: true });
  if (previous.hasVoted) return;
  const { closedAt } = await api(getSurveyResults, { params: { id: previous.surveyId } });
  if (closedAt !== null) return;
  part("previous")?.setAttribute("href", addressOf(previous.surveyId));
  part("previous")?.removeAttribute("hidden");
}
