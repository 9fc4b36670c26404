import { SHORT_PATH } from "@survey-app/contract/sharing/shortAddresses.ts";
import * as frameTexts from "@survey-app/texts/frameTexts.ts";
import * as homeTexts from "@survey-app/texts/homeTexts.ts";
import { Fragment, type ReactNode } from "react";
import { Deferred, deferred } from "../api/deferred.tsx";
import { useSettings } from "../api/settings.ts";
import { PageMeta } from "../routing/PageMeta.tsx";
import { useMayAsk } from "../session/useMayAsk.ts";
import { HomeSurveys } from "../surveyList/HomeSurveys.tsx";
import { Accordion } from "../ui/Accordion.tsx";
import { LinkButton } from "../ui/LinkButton.tsx";
import { Tabs } from "../ui/Tabs.tsx";
import { AskField } from "./AskField.tsx";
import { RunningSurvey } from "./RunningSurvey.tsx";

// Deferred, because the server's HTML shows it.
const places = deferred(async () => (await import("./Places.tsx")).Places, null);

export function HomePage() {
  const { site, publicUrl, languages } = useSettings();
  const mayAsk = useMayAsk();
  return (
    <>
      <PageMeta title={site.name} text={homeTexts.banner.text} address={`${publicUrl}/`} languages={languages} />
      <section className="frame banner">
        <div className="banner-words">
          <h1 tabIndex={-1} className="text-4xl font-bold tracking-tight">
            {/* Line breaks, because Orca doesn't read a space between blocks. */}
            {homeTexts.banner.title.map((sentence, index) => (
              <Fragment key={sentence}>
                {index > 0 && <br />}
                {sentence}
              </Fragment>
            ))}
          </h1>
          <p className="max-w-prose text-lg text-muted">{homeTexts.banner.text}</p>
          <AskField />
          <div className="flex flex-wrap gap-3">
            <LinkButton look="quiet" href={SHORT_PATH}>
              {frameTexts.enterCode}
            </LinkButton>
            <LinkButton look="quiet" href="/surveysPages">
              {homeTexts.banner.action}
            </LinkButton>
          </div>
        </div>
        <RunningSurvey />
        {mayAsk && <Deferred component={places} props={{}} />}
      </section>
      <HomeSurveys kind="voted" />
      <HomeSurveys kind="recent" />
      <Explained id="questions" title={homeTexts.questionsTitle} text={homeTexts.questionsText}>
        <Accordion name="questions" items={homeTexts.questions} />
      </Explained>
      <Explained id="about" title={homeTexts.aboutTitle(site.name)} text={homeTexts.aboutText}>
        <Tabs
          label={homeTexts.aboutTitle(site.name)}
          tabs={homeTexts.about.map(({ title, text }) => ({
            title,
            content: <p className="max-w-prose text-lg">{text}</p>,
          }))}
        />
      </Explained>
    </>
  );
}

interface ExplainedProps {
  id: string;
  title: string;
  text: string;
  children: ReactNode;
}

/** A section below the surveys; its heading is beside it where there is room. */
function Explained({ id, title, text, children }: ExplainedProps) {
  return (
    <section
      aria-labelledby={id}
      className="frame grid grid-cols-1 gap-x-16 gap-y-4 py-5 sm:gap-y-6 sm:py-12 lg:grid-cols-[1fr_2fr]"
    >
      <div className="space-y-1">
        <h2 id={id} className="text-3xl">
          {title}
        </h2>
        <p className="hidden text-muted sm:block">{text}</p>
      </div>
      {children}
    </section>
  );
}
