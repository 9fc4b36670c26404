import "./embed.css";
import { describeResultLabel } from "@survey-app/contract/results/resultLabelText.ts";
import type { SurveyTotals } from "@survey-app/contract/surveys/surveys.ts";
import { dayMonthYear } from "@survey-app/contract/text/time.ts";
import { configureApi } from "../api/api.ts";
import { listen } from "../live/listen.ts";
import { browserTimeZone, zoneNote } from "../ui/browserTimeZone.ts";
import { showTotals, write } from "./showTotals.ts";

/** The page is loaded again this late after a close, in ms, at random: not by all readers at the same moment. */
const reloadWait = () => 1000 + 4000 * Math.random();

const { survey, closed, asked, api = "" } = document.body.dataset;
configureApi({ apiBase: api });
const timeZone = browserTimeZone();
let stop: (() => void) | null = null;
let isInView = false;

function reload(): void {
  end();
  setTimeout(() => location.reload(), reloadWait());
}

function show(totals: SurveyTotals): void {
  // A closed survey shows more than its totals.
  if (totals.closedAt !== null && !closed) {
    reload();
    return;
  }
  showTotals(totals, totals.closedAt !== null, timeZone);
  // By open link the page also says how many browsers voted, which must be as many as the result has.
  if (asked && !closed) {
    const label = { electorate: "link", asked: { from: asked, to: null } } as const;
    write("claim", describeResultLabel(label, totals.participants, timeZone));
  }
}

function begin(): void {
  if (survey) stop ??= listen([survey], "page", { onTotals: show, onGone: reload, onState: () => {} });
}

function end(): void {
  stop?.();
  stop = null;
}

/**
 * Only a survey in view has a connection, because browsers allow few for one origin, and a page can embed many surveys.
 */
function follow(): void {
  if (isInView && !document.hidden) begin();
  else end();
}

for (const each of document.querySelectorAll("time"))
  each.textContent = dayMonthYear(each.dateTime, timeZone) + zoneNote();
new IntersectionObserver(([entry]) => {
  isInView = entry?.isIntersecting === true;
  follow();
}).observe(document.body);
addEventListener("visibilitychange", follow);
addEventListener("pagehide", end);

/** Reports this page's height to the site around it. Any site may embed it, and a height tells a site nothing. */
function sendHeight(): void {
  const { height } = document.documentElement.getBoundingClientRect();
  parent.postMessage({ surveyAppHeight: Math.ceil(height) }, "*");
}

if (parent !== window) {
  new ResizeObserver(sendHeight).observe(document.body);
  // A script that was loaded later asks for it.
  addEventListener("message", ({ data }) => data === "surveyAppHeight" && sendHeight());
}
