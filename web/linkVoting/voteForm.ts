import { type Answer, CHANGES_MAX } from "@survey-app/contract/ballots/ledger.ts";
import { castLinkVote } from "@survey-app/contract/votes/linkVotes.ts";
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
  /** The number of its changes. */
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
  /** Resolves with the first response, which brings the cookie; also if that fails. */
  opening: () => Promise<void>;
  /** Gets the cookie of this survey again: the browser can have removed it for others while this page was open. */
  renewCookie: () => Promise<void>;
}

const toggle = (name: string, isShown: boolean) => part(name)?.toggleAttribute("hidden", !isShown);

const BUSY = ["aria-busy", "aria-disabled"];

/**
 * Sends the vote of the form that the server has rendered, and shows the outcome. A vote is shown as stored only once
 * the server has said so.
 */
export function startVoteForm({ surveyId, question, onVoted, opening, renewCookie }: FormParts) {
  const form = part<HTMLFormElement>("form");
  const send = part<HTMLButtonElement>("send");
  const draft = voteDraftKey(surveyId);
  /** The key of the mark that someone has voted in this tab. It doesn't say how: others may use this device. */
  const castKey = `cast:${surveyId}`;
  let own: OwnVote | null = null;
  let isOver = document.body.dataset.over !== undefined;
  let isChanging = false;
  let isBusy = false;
  let isForgotten = false;

  const choices = choicesOf(form);
  const { radios, picked, pick, sayLegend } = choices;
  const nameButton = () => {
    const vote = picked();
    const word = vote === null ? null : wordOf(vote);
    const cast = word === null ? voteTexts.vote : voteTexts.voteFor(word);
    const change = word === null || vote === own?.vote ? voteTexts.change : voteTexts.changeTo(word);
    write("send", isChanging ? change : cast);
    write("again", "");
  };
  const showVote = (vote: OwnVote, isNew: boolean) => {
    store("session", castKey, "1");
    showVoted(vote, { isNew, isOver });
  };

  function beginChange(): void {
    if (!own || isOver) return;
    isChanging = true;
    pick(own.vote);
    sayLegend(true);
    showChange(own.vote);
    nameButton();
    radios()
      .find(({ checked }) => checked)
      ?.focus();
  }

  async function submit(): Promise<void> {
    const vote = picked();
    if (isBusy) return;
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
    isBusy = true;
    for (const busy of BUSY) send?.setAttribute(busy, "true");
    try {
      const replaces = isChanging ? (own?.receipt ?? own?.turn) : undefined;
      const request = { params: { id: surveyId }, body: { vote, replaces, question } };
      // Sooner, the server would refuse the vote, and the browser get two cookies.
      await opening();
      const { receipt } = await withCookie(() => apiWithBearer(null, castLinkVote, request), renewCookie);
      clearDraft("session", draft);
      own = { vote, receipt, turn: isChanging ? (own?.turn ?? 0) + 1 : 0 };
      if (isChanging) write("youVoted", voteTexts.isChanged);
      isChanging = false;
      showVote(own, true);
      onVoted();
    } catch (error) {
      showFailure(error, isChanging);
      // Another answer of this browser is stored.
      if (error instanceof ApiRequestError && error.problem.currentVote) onVoted();
    }
    isBusy = false;
    for (const busy of BUSY) send?.removeAttribute(busy);
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
  showRequested(choices, readDraft<Draft>("session", draft), question);
  nameButton();
  if (send) watchPlace(send);

  return {
    hasVoted: () => own !== null || isForgotten,
    /** Shows the form again that stayed invisible while this browser's vote was awaited (`themeScript`). */
    showForm(): void {
      delete document.documentElement.dataset.cast;
    },
    /** Shows the vote of this browser that the server has stored. */
    showOwn(vote: OwnVote | null): void {
      if (!vote) removeStored("session", castKey);
      if (!vote || isChanging || isBusy) return;
      const isOther = own === null || own.vote !== vote.vote;
      own = vote;
      if (isOther || part("voted")?.hidden) showVote(vote, false);
    },
    /** Says that this browser has voted, but had to forget its vote: it can't vote a second time. */
    showForgotten(): void {
      isForgotten = true;
      toggle("form", false);
      toggle("forgotten", true);
    },
    /** Voting has ended. */
    end(): void {
      if (isOver) return;
      isOver = true;
      document.body.dataset.over = "";
      isChanging = false;
      toggle("form", false);
      if (own) showVote(own, false);
      else toggle("ended", true);
    },
  };
}

/** The answers of the form. */
function choicesOf(form: HTMLFormElement | null) {
  const radios = () => [...(form?.querySelectorAll<HTMLInputElement>("input[type=radio]") ?? [])];
  const checked = () => radios().find((radio) => radio.checked);
  return {
    radios,
    picked: (): Answer | null => {
      const radio = checked();
      return radio ? (Number(radio.value) as Answer) : null;
    },
    pick: (vote: Answer | null) => {
      for (const radio of radios()) radio.checked = vote !== null && radio.value === String(vote);
    },
    /** Whether the answer that the focus enters first also says the legend, as in `RadioCards`. */
    sayLegend: (isSaid: boolean) => {
      const entry = checked() ?? radios()[0];
      for (const radio of radios()) radio.removeAttribute("aria-describedby");
      if (isSaid) entry?.setAttribute("aria-describedby", `${fieldId("vote")}-legend`);
    },
  };
}

/**
 * The choice that the address names is only shown, and removed from the address, which people share; a choice made here
 * before is kept.
 */
function showRequested(choices: ReturnType<typeof choicesOf>, stored: Partial<Draft> | null, question: string): void {
  const { radios, picked, pick, sayLegend } = choices;
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

/** Shows the form again, which changes a vote. */
function showChange(vote: Answer): void {
  write("legend", voteTexts.changeLegend);
  write("now", voteTexts.changeNow(wordOf(vote)));
  write("keep", voteTexts.keep(wordOf(vote)));
  for (const name of ["now", "keep", "form"]) toggle(name, true);
  toggle("voted", false);
  fail("");
}

function fail(text: string): void {
  write("problem", text);
  toggle("problem", text !== "");
}

/** Says why a vote is not stored. The choice stays. */
function showFailure(error: unknown, isChanging: boolean): void {
  const isGone = error instanceof ApiRequestError && error.status === 404;
  const unknown = isChanging ? voteTexts.changeUnknown : voteTexts.voteUnknown;
  fail(isGone ? voteTexts.surveyGone : failureOf(error, unknown).text);
  part("problem")?.focus({ preventScroll: true });
  if (error instanceof ApiRequestError) toggle("reload", error.problem.code === "questionMoved");
}

/** Shows the vote in place of the form. @param isNew whether it was stored just now: then it takes the focus */
function showVoted({ vote, receipt, turn = 0 }: OwnVote, { isNew, isOver }: { isNew: boolean; isOver: boolean }): void {
  const panel = part("voted");
  toggle("form", false);
  toggle("voted", true);
  for (const word of panel?.querySelectorAll("[data-answer]") ?? [])
    word.toggleAttribute("hidden", word.getAttribute("data-answer") !== String(vote));
  write("receipt", receipt ?? "");
  toggle("receiptLine", Boolean(receipt));
  toggle("change", !isOver);
  toggle("changeButton", turn < CHANGES_MAX);
  write("changesLeft", voteTexts.changesLeft(CHANGES_MAX - turn));
  if (!isNew) return;
  part("tally")?.setAttribute("data-drop", "");
  takeFocus(panel);
}

/** Repeats a vote with a new cookie where the server refused the old one. */
async function withCookie<T>(cast: () => Promise<T>, renewCookie: () => Promise<void>): Promise<T> {
  try {
    return await cast();
  } catch (error) {
    if (!(error instanceof ApiRequestError) || error.problem.code !== "cookiesRefused") throw error;
    await renewCookie();
    return cast();
  }
}
