import type { SurveyResults, SurveyTotals } from "@survey-app/contract/surveys/surveys.ts";
import { dayAndTime, dayMonthYear } from "@survey-app/contract/text/time.ts";
import { openLinkSurvey } from "@survey-app/contract/votes/linkVotes.ts";
import { apiWithBearer, configureApi, serverNow } from "../api/api.ts";
import { part, showTotals } from "../sharing/showTotals.ts";
import "../ui/twoKeys.ts";
import { browserTimeZone, zoneNote } from "../ui/browserTimeZone.ts";
import { writeLaterTexts } from "./laterTexts.ts";
import { followLive } from "./liveSwitch.ts";
import { followRoom } from "./room.ts";
import { startTextSize } from "./textSize.ts";
import { type OwnVote, startVoteForm } from "./voteForm.ts";

/** The last time before voting ends, which the page counts down, in ms. */
const COUNTED_MS = 3_600_000;

/** Browsers wait for at most 2³¹ ms, 24.8 days. */
const WAIT_MAX_MS = 2e9;

/** The time between two requests for results that only voters see, in ms: streams carry what everyone sees. */
const REREAD_MS = 5000;

const { survey = "", question = "", results, over, api = "" } = document.body.dataset;
const timeZone = browserTimeZone();
const isForVoters = results === "afterVote";
/** The time at which voting ends or has ended; "" for never. */
const endsAt = part("when")?.querySelector("time")?.dateTime ?? "";
configureApi({ apiBase: api });

/** The number of votes in the shown result: older totals that arrive after a newer response are dropped. */
let shown = -1;
let isVotersResult = false;
/** Whether a result was shown, to everyone or to this voter only. */
let isOpen = false;
/** Whether this browser voted and no longer remembers it. */
let isForgotten = false;
let reading: ReturnType<typeof setTimeout> | undefined;
startTextSize();
writeLaterTexts(timeZone);
const form = startVoteForm({
  surveyId: survey,
  question,
  onVoted: () => void open(),
  opening: () => opening,
  renewCookie: open,
});
const room = followRoom(survey, form.hasVoted);
let stop = () => {};

/** Requests the cookie with which this browser votes, and the data that it may see. */
async function open(): Promise<void> {
  clearTimeout(reading);
  reading = undefined;
  const opened = await apiWithBearer(null, openLinkSurvey, { params: { id: survey } });
  form.showOwn(opened.vote as OwnVote | null);
  isForgotten = opened.isForgotten;
  if (isForgotten) form.showForgotten();
  room.begin(opened.results.movedTo);
  show(opened.results, isForVoters && opened.vote !== null);
}

function show(totals: SurveyTotals | SurveyResults, isOfVoter = false): void {
  if (totals.closedAt !== null) form.end();
  // The stream's totals don't have the result that only voters see.
  if (isVotersResult && !isOfVoter && !totals.resultsVisible) {
    if (totals.participants > shown) reading ??= setTimeout(() => void open().catch(() => {}), REREAD_MS);
    return;
  }
  isVotersResult ||= isOfVoter && totals.resultsVisible;
  // Results open once: data that was read before an opening can arrive after its event.
  if (totals.participants < shown || (isOpen && !totals.resultsVisible)) return;
  shown = totals.participants;
  if (totals.resultsVisible && !isOpen) {
    isOpen = true;
    sayShown();
  }
  // It can't vote again, so it gets the result when everyone does.
  const atEnd = isForgotten && totals.resultsOpen === "afterYourVote" && endsAt;
  showTotals(atEnd ? { ...totals, resultsOpen: atEnd } : totals, totals.closedAt !== null, timeZone);
}

/** Removes the notes that the result waits for its owner. */
function sayShown(): void {
  part("untilShown")?.remove();
  const counted = part("counted");
  if (counted?.dataset.shown) counted.textContent = counted.dataset.shown;
}

for (const each of document.querySelectorAll("time"))
  each.textContent = ("exact" in each.dataset ? dayAndTime : dayMonthYear)(each.dateTime, timeZone) + zoneNote();
if (over === undefined)
  stop = followLive(survey, {
    onTotals(totals) {
      room.move(totals.movedTo);
      show(totals);
    },
    onGone() {
      stop();
      location.reload();
    },
  });
// By open link the form itself says what fails.
const opening = open()
  .catch(() => room.begin())
  .finally(() => {
    form.showForm();
    // By the server's clock, which is known by now.
    const leftMs = Date.parse(endsAt) - serverNow();
    // The code is loaded when the countdown begins.
    if (over === undefined && leftMs < WAIT_MAX_MS)
      setTimeout(
        () => import("./closing.ts").then(({ countDown }) => countDown()).catch(() => {}),
        leftMs - COUNTED_MS,
      );
  });
// Optional: with an expired token the page is that of a visitor.
if ("token" in document.documentElement.dataset)
  import("./manage.ts").then(({ showManage }) => showManage(survey)).catch(() => {});
part("reload")?.addEventListener("click", () => location.reload());
