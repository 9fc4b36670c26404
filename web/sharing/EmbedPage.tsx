import { describeEarlyClose, describeResultLabel } from "@survey-app/contract/results/resultLabelText.ts";
import type { SiteLook } from "@survey-app/contract/sharing/siteLook.ts";
import { categoryNames } from "@survey-app/contract/surveys/categoryNames.ts";
import { type FullSurvey, hasEnded } from "@survey-app/contract/surveys/surveys.ts";
import { dayMonthYear, endOf } from "@survey-app/contract/text/time.ts";
import * as embedTexts from "@survey-app/texts/embedTexts.ts";
import { LANGUAGE } from "@survey-app/texts/language.ts";
import { directionOf } from "@survey-app/texts/languages.ts";
import * as surveyTexts from "@survey-app/texts/surveyTexts.ts";
import * as uiTexts from "@survey-app/texts/uiTexts.ts";
import type { ReactNode } from "react";
import { withoutScheme } from "../surveys/withoutScheme.ts";
import { Icon, type IconName } from "../ui/Icon.tsx";
import { UserText } from "../ui/UserText.tsx";
import { EmbedTally } from "./EmbedTally.tsx";
import { embedView } from "./embedView.ts";

/** The server doesn't know the reader's zone; the script replaces dates by those of that zone. */
const ZONE = "UTC";
const link = "inline-flex items-center py-1 text-sm font-semibold underline underline-offset-4";
const button =
  "flex min-h-11 flex-1 items-center justify-center gap-2 rounded-lg border border-line-strong px-4 font-semibold hover:bg-sunken";

interface EmbedPageProps {
  /** As a visitor sees it; null if visitors can't see it, or other sites may not show it. */
  survey: FullSurvey | null;
  publicUrl: string;
  site: SiteLook;
  apiBase: string;
  style: string;
  script: string;
  /** The server's clock, in ms. */
  now: number;
}

/**
 * The whole document of a survey in another site's page. It only shows and links: voting happens in a tab of its own.
 */
export function EmbedPage({ survey, publicUrl, site, apiBase, style, script, now }: EmbedPageProps) {
  return (
    <html lang={LANGUAGE} dir={directionOf(LANGUAGE)}>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="robots" content="noindex" />
        <title>{survey?.Title ?? embedTexts.missing}</title>
        <link rel="stylesheet" href={style} />
        {site.style && <style>{site.style}</style>}
      </head>
      <body
        data-survey={survey?._id}
        data-closed={survey?.closedAt ?? undefined}
        data-asked={survey?.label.electorate === "link" ? survey.label.asked.from : undefined}
        data-api={apiBase}
      >
        <main className="space-y-4 rounded-2xl border border-line bg-surface p-5">
          {survey ? (
            <EmbeddedSurvey survey={survey} publicUrl={publicUrl} site={site} now={now} />
          ) : (
            <p>{embedTexts.missing}</p>
          )}
        </main>
        <script type="module" src={script} />
      </body>
    </html>
  );
}

function EmbeddedSurvey({
  survey,
  publicUrl,
  site,
  now,
}: Pick<EmbedPageProps, "publicUrl" | "site" | "now"> & { survey: FullSurvey }) {
  const { _id, category, closedAt, participants, label } = survey;
  const isOver = closedAt !== null;
  const line = isOver || label.electorate === "link" ? describeResultLabel(label, participants, ZONE) : "";
  const early = describeEarlyClose(survey, ZONE);
  return (
    <>
      <header className="space-y-1">
        <p className="flex flex-wrap justify-between gap-x-4 text-sm text-muted">
          <span>{categoryNames[category]}</span>
          <When survey={survey} />
        </p>
        <UserText of={survey} as="h1" id="question" className="text-xl font-bold text-balance" />
        {survey.unreviewed && <p className="text-sm font-medium">{surveyTexts.unreviewed(withoutScheme(publicUrl))}</p>}
      </header>
      {!hasEnded(survey, now) && <Choices survey={survey} publicUrl={publicUrl} />}
      <EmbedTally view={embedView(survey, isOver, ZONE)} />
      {line && (
        <p data-part="claim" className="text-sm text-muted">
          {line}
        </p>
      )}
      {early && <p className="text-sm text-muted">{early}</p>}
      {isOver && (
        <details className="text-sm text-muted">
          <summary className="py-1 font-semibold underline underline-offset-4">{embedTexts.check}</summary>
          {embedTexts.checkText}{" "}
          <code translate="no" className="break-all">
            {label.head}
          </code>
        </details>
      )}
      <footer className="flex flex-wrap items-center justify-between gap-x-4 border-t border-line pt-3">
        <NewTab className={link} href={`${publicUrl}/surveydetails/${_id}`}>
          {embedTexts.details}
        </NewTab>
        <span className="text-sm text-muted">{site.name}</span>
      </footer>
    </>
  );
}

function When({ survey }: { survey: FullSurvey }) {
  const at = endOf(survey);
  if (at === null) return <span>{embedTexts.open}</span>;
  // The script of the page writes what is in `time` in the reader's time zone.
  const isDay = at === survey.deadline && survey.deadlineIsDay;
  const day = isDay ? dayMonthYear(at, "UTC") : <time dateTime={at}>{dayMonthYear(at, ZONE)}</time>;
  return <span>{survey.closedAt === null ? embedTexts.until(day) : embedTexts.ended(day)}</span>;
}

/**
 * Links to the survey's page, whose vote form shows the answer without selecting it. Answers of secret votes stay out
 * of addresses.
 */
function Choices({ survey: { _id, privacy, unsure }, publicUrl }: { survey: FullSurvey; publicUrl: string }) {
  const form = `${publicUrl}/surveydetails/${_id}`;
  const choices: [word: string, vote: number, icon: IconName][] = [
    [uiTexts.yes, 1, "check"],
    [uiTexts.no, 0, "cross"],
    ...(unsure ? [[uiTexts.unsure, 2, "question"] as [string, number, IconName]] : []),
  ];
  return (
    <nav aria-labelledby="question" className="flex flex-wrap gap-3">
      {privacy === "secret" ? (
        <NewTab className={button} href={form}>
          {embedTexts.vote}
        </NewTab>
      ) : (
        choices.map(([word, vote, icon]) => (
          <NewTab key={vote} className={button} href={`${form}?vote=${vote}`}>
            <Icon name={icon} size={18} /> {word}
          </NewTab>
        ))
      )}
    </nav>
  );
}

function NewTab({ href, className, children }: { href: string; className: string; children: ReactNode }) {
  return (
    <a href={href} target="_blank" rel="noopener" className={className}>
      {children} <span className="sr-only">{embedTexts.newTab}</span>
    </a>
  );
}
