import { type Answer, CHANGES_MAX } from "@survey-app/contract/ledger.ts";
import { castLinkVote } from "@survey-app/contract/linkVotes.ts";
import * as voteTexts from "@survey-app/texts/voteTexts.ts";
import { ApiRequestError, apiWithBearer } from "../api/api.ts";
import { failureOf } from "../api/failure.ts";
import { voteDraftKey } from "../session/draftKeys.ts";
import { part, write } from "../sharing/showTotals.ts";
import { removeStored, store } from "../ui/browserStorage.ts";
import { clearDraft, readDraft, writeDraft } from "../ui/draft.ts";
import { fieldId } from "../ui/fieldId.ts";
import { isEarlyPress, watchPlace } from "../ui/firstPress.ts";
import { takeFocus } from "../ui/takeFocus.ts";
import { wordOf } from "../votes/choices.ts";

/** The stored vote of this browser. */
export interface OwnVote {
  vote: Answer;
  receipt?: string | null | undefined;
  /** How often it was changed. */
  turn?: number | undefined;
}

/** A choice that is not cast yet: one for a question that was edited meanwhile doesn't count. */
interface Draft {
  vote: string;
  question: string;
}

interface FormParts {
  surveyId: string;
  /** The hash of the question, which the vote names. */
  question: string;
  /** Called after each vote that the server has confirmed. */
  onVoted: () => void;
  /** Gets the cookie of this survey again: the browser can have removed it for others while this page was open. */
  renewCookie: () => Promise<void>;
}

/** The key of the mark that someone has voted in this tab. It doesn't say how: others may use this device. */
const castKey = (surveyId: string) => `cast:${surveyId}`;

const toggle = (name: string, isShown: boolean) => part(name)?.toggleAttribute("hidden", !isShown);

/** Sends the vote of the form that the server has rendered, and shows what became of it. A vote is shown as stored only once the server has said so. */
export function startVoteForm({ surveyId, question, onVoted, renewCookie }: FormParts) {
  const form = part<HTMLFormElement>("form");
  const send = part<HTMLButtonElement>("send");
  const draft = voteDraftKey(surveyId);
  let own: OwnVote | null = null;
  let isOver = document.body.dataset.over !== undefined;
  let isChanging = false;
  let isSending = false;
  let isForgotten = false;

  const radios = () => [...(form?.querySelectorAll<HTMLInputElement>("input[type=radio]") ?? [])];
  const picked = (): Answer | null => {
    const value = radios().find(({ checked }) => checked)?.value;
    return value === undefined ? null : (Number(value) as Answer);
  };
  const pick = (vote: Answer | null) => {
    for (const radio of radios()) radio.checked = vote !== null && radio.value === String(vote);
  };
  /** Whether the answer where the focus enters says the legend, as in `RadioCards`. */
  const sayLegend = (isSaid: boolean) => {
    const entry = radios().find(({ checked }) => checked) ?? radios()[0];
    for (const radio of radios()) radio.removeAttribute("aria-describedby");
    if (isSaid) entry?.setAttribute("aria-describedby", `${fieldId("vote")}-legend`);
  };
  const nameButton = () => {
    const vote = picked();
    const word = vote === null ? null : wordOf(vote);
    const cast = word === null ? voteTexts.vote : voteTexts.voteFor(word);
    const change = word === null || vote === own?.vote ? voteTexts.change : voteTexts.changeTo(word);
    write("send", isChanging ? change : cast);
    write("again", "");
  };
  const fail = (text: string) => {
    write("problem", text);
    toggle("problem", text !== "");
  };

  /** Shows the vote in place of the form. @param isNew whether it was stored just now: then it takes the focus */
  function showVote({ vote, receipt, turn = 0 }: OwnVote, isNew: boolean): void {
    const panel = part("voted");
    store("session", castKey(surveyId), "1");
    toggle("form", false);
    toggle("voted", true);
    for (const word of panel?.querySelectorAll("[data-answer]") ?? [])
      word.toggleAttribute("hidden", word.getAttribute("data-answer") !== String(vote));
    write("receipt", receipt ?? "");
    toggle("receiptLine", Boolean(receipt));
    toggle("change", !isOver);
    toggle("changeButton", turn < CHANGES_MAX);
    write("changesLeft", voteTexts.changesLeft(CHANGES_MAX - turn));
    if (isNew) takeFocus(panel);
  }

  function beginChange(): void {
    if (!own || isOver) return;
    isChanging = true;
    pick(own.vote);
    sayLegend(true);
    write("legend", voteTexts.changeLegend);
    write("now", voteTexts.changeNow(wordOf(own.vote)));
    write("keep", voteTexts.keep(wordOf(own.vote)));
    for (const name of ["now", "keep", "form"]) toggle(name, true);
    toggle("voted", false);
    fail("");
    nameButton();
    radios()
      .find(({ checked }) => checked)
      ?.focus();
  }

  async function submit(): Promise<void> {
    const vote = picked();
    if (isSending) return;
    if (vote === null || (isChanging && vote === own?.vote)) {
      fail(isChanging ? voteTexts.pickAnother : voteTexts.required);
      radios()[0]?.focus();
      return;
    }
    if (send && isEarlyPress(send)) {
      const again = voteTexts.pressAgainFor(wordOf(vote));
      write("send", again);
      write("again", again);
      return;
    }
    fail("");
    isSending = true;
    send?.setAttribute("aria-busy", "true");
    send?.setAttribute("aria-disabled", "true");
    try {
      const replaces = isChanging ? (own?.receipt ?? own?.turn) : undefined;
      const request = { params: { id: surveyId }, body: { vote, replaces, question } };
      const cast = () => apiWithBearer(null, castLinkVote, request);
      const { receipt } = await cast().catch(async (error: unknown) => {
        if (!(error instanceof ApiRequestError) || error.problem.code !== "cookiesRefused") throw error;
        await renewCookie();
        return cast();
      });
      clearDraft("session", draft);
      own = { vote, receipt, turn: isChanging ? (own?.turn ?? 0) + 1 : 0 };
      if (isChanging) write("youVoted", voteTexts.isChanged);
      isChanging = false;
      showVote(own, true);
      onVoted();
    } catch (error) {
      failed(error);
    }
    isSending = false;
    send?.removeAttribute("aria-busy");
    send?.removeAttribute("aria-disabled");
  }

  /** Says why a vote is not stored. The choice stays. */
  function failed(error: unknown): void {
    const isGone = error instanceof ApiRequestError && error.status === 404;
    const unknown = isChanging ? voteTexts.changeUnknown : voteTexts.voteUnknown;
    fail(isGone ? voteTexts.surveyGone : failureOf(error, unknown).text);
    part("problem")?.focus({ preventScroll: true });
    if (!(error instanceof ApiRequestError)) return;
    const { code, currentVote } = error.problem;
    toggle("reload", code === "questionMoved");
    // Another answer of this browser is stored.
    if (currentVote) onVoted();
  }

  form?.addEventListener("submit", (event) => {
    event.preventDefault();
    void submit();
  });
  form?.addEventListener("change", () => {
    if (!isChanging) writeDraft("session", draft, { vote: String(picked() ?? ""), question } satisfies Draft);
    fail("");
    sayLegend(false);
    nameButton();
  });
  part("changeButton")?.addEventListener("click", beginChange);
  part("keep")?.addEventListener("click", () => own && showVote(own, true));
  showRequested();
  nameButton();
  if (send) watchPlace(send);

  /** The choice that the address names is only shown, and removed from the address, which people share; a choice made here before is kept. */
  function showRequested(): void {
    const stored = readDraft<Draft>("session", draft);
    const kept = Number.parseInt((stored?.question === question && stored.vote) || "", 10);
    const requested = new URLSearchParams(location.search).get("vote");
    const isOffered = (value: string) => radios().some((radio) => radio.value === value);
    if (requested !== null) history.replaceState(null, "", location.pathname);
    if (picked() === null && isOffered(String(kept))) {
      pick(kept as Answer);
      sayLegend(true);
      write("legend", voteTexts.choiceKept(wordOf(kept as Answer)));
    } else if (picked() === null && requested !== null && isOffered(requested))
      write("legend", voteTexts.pickedElsewhere(wordOf(Number(requested) as Answer)));
  }

  return {
    hasVoted: () => own !== null || isForgotten,
    /** Shows the form again that stayed invisible while this browser's vote was awaited (`themeScript`). */
    showForm(): void {
      delete document.documentElement.dataset.cast;
    },
    /** Shows what the server knows of this browser. */
    showOwn(vote: OwnVote | null): void {
      if (!vote) removeStored("session", castKey(surveyId));
      if (!vote || isChanging || isSending) return;
      const isOther = own === null || own.vote !== vote.vote;
      own = vote;
      if (isOther || part("voted")?.hidden) showVote(vote, false);
    },
    /** Says that this browser voted and had to forget its vote: it takes no second one. */
    showForgotten(): void {
      isForgotten = true;
      toggle("form", false);
      toggle("forgotten", true);
    },
    /** Voting has ended. */
    end(): void {
      if (isOver) return;
      isOver = true;
      isChanging = false;
      toggle("form", false);
      if (own) showVote(own, false);
      else toggle("ended", true);
    },
  };
}
