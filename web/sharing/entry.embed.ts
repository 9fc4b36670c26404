import "./embed.css";
import type { SurveyTotals } from "@survey-app/contract/surveys.ts";
import { shortDay } from "@survey-app/contract/time.ts";
import { browserTimeZone, zoneNote } from "../ui/browserTimeZone.ts";
import { showTotals } from "./showTotals.ts";

/** The page is loaded again this late after a close, in ms, at random: not by all readers at once. */
const reloadWait = () => 1000 + 4000 * Math.random();
/** A stream that the server rejected is tried again this late, in ms. */
const retryWait = () => 30_000 + 30_000 * Math.random();

const { stream, closed } = document.body.dataset;
const timeZone = browserTimeZone();
let source: EventSource | undefined;
let retrying: ReturnType<typeof setTimeout> | undefined;
let isInView = false;

function reload(): void {
  close();
  setTimeout(() => location.reload(), reloadWait());
}

function show(totals: SurveyTotals): void {
  // What a closed survey shows is more than its totals.
  if (totals.closedAt !== null && !closed) {
    reload();
    return;
  }
  showTotals(totals, totals.closedAt !== null, timeZone);
}

function open(): void {
  if (!stream || source) return;
  clearTimeout(retrying);
  source = new EventSource(stream);
  source.onmessage = ({ data }) => show(JSON.parse(data));
  source.addEventListener("gone", reload);
  source.onerror = () => {
    if (source?.readyState !== EventSource.CLOSED) return;
    close();
    retrying = setTimeout(follow, retryWait());
  };
}

function close(): void {
  clearTimeout(retrying);
  source?.close();
  source = undefined;
}

/** Only what is in view has a connection, because browsers allow few for one origin, and a page can embed many surveys. */
function follow(): void {
  if (isInView && !document.hidden) open();
  else close();
}

for (const each of document.querySelectorAll("time")) each.textContent = shortDay(each.dateTime, timeZone) + zoneNote();
new IntersectionObserver(([entry]) => {
  isInView = entry?.isIntersecting === true;
  follow();
}).observe(document.body);
addEventListener("visibilitychange", follow);
addEventListener("pagehide", close);

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
