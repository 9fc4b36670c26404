import { useSettings } from "../session/settings.ts";
import { useUser } from "../session/useSession.ts";
import { HomeSurveys } from "../surveys/HomeSurveys.tsx";
import { RunningSurvey } from "../surveys/RunningSurvey.tsx";
import { frameTexts } from "../texts/frameTexts.ts";
import { about, banner, questions } from "../texts/homeTexts.ts";
import { Accordion } from "../ui/Accordion.tsx";
import { LinkButton } from "../ui/LinkButton.tsx";
import { PageMeta } from "../ui/PageMeta.tsx";
import { Tabs } from "../ui/Tabs.tsx";
import { OwnChoiceMark } from "../votes/OwnChoiceMark.tsx";

export function HomePage() {
  const user = useUser();
  const { publicUrl } = useSettings();
  return (
    <>
      <PageMeta title={frameTexts.brand} text={banner.text} address={`${publicUrl}/`} />
      <section className="frame grid items-center gap-x-16 gap-y-12 py-12 sm:py-20 lg:grid-cols-[1.15fr_1fr]">
        <div className="space-y-6">
          <h1 tabIndex={-1} className="text-4xl font-bold tracking-tight">
            {banner.title}
          </h1>
          <p className="max-w-prose text-lg text-muted">{banner.text}</p>
          <div className="grid gap-3 pt-2 sm:flex">
            <LinkButton href="/surveysPages">{banner.action}</LinkButton>
            <LinkButton look="quiet" href={user ? "/dashboard/adminHome" : "/signup"}>
              {user ? banner.own : banner.second}
            </LinkButton>
          </div>
        </div>
        <RunningSurvey Mark={OwnChoiceMark} />
      </section>
      <HomeSurveys kind="voted" Mark={OwnChoiceMark} />
      <HomeSurveys kind="recent" Mark={OwnChoiceMark} />
      <section aria-labelledby="questions" className="frame grid gap-x-16 gap-y-6 py-16 lg:grid-cols-[1fr_2fr]">
        <div className="space-y-1">
          <h2 id="questions" className="text-3xl">
            Good to know
          </h2>
          <p className="text-muted">Frequently asked questions.</p>
        </div>
        <Accordion name="questions" items={questions} />
      </section>
      <section aria-labelledby="about" className="frame grid gap-x-16 gap-y-6 py-16 lg:grid-cols-[1fr_2fr]">
        <div className="space-y-1">
          <h2 id="about" className="text-3xl">
            About Survey App
          </h2>
          <p className="text-muted">What it does, and why it does it that way.</p>
        </div>
        <Tabs
          label="About Survey App"
          tabs={about.map(({ title, paragraphs }) => ({
            title,
            content: (
              <div className="max-w-prose space-y-4 text-lg">
                {paragraphs.map((paragraph) => (
                  <p key={paragraph}>{paragraph}</p>
                ))}
              </div>
            ),
          }))}
        />
      </section>
    </>
  );
}
