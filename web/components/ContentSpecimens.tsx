import type { Totals } from "@survey-app/contract/surveys/surveys.ts";
import { Accordion } from "../ui/Accordion.tsx";
import { Avatar } from "../ui/Avatar.tsx";
import { Button } from "../ui/Button.tsx";
import { Day } from "../ui/Day.tsx";
import { Dot } from "../ui/Dot.tsx";
import { EmailText } from "../ui/EmailText.tsx";
import { EmptyState } from "../ui/EmptyState.tsx";
import { ErrorPanel } from "../ui/ErrorPanel.tsx";
import { FocusedGroup } from "../ui/FocusedGroup.tsx";
import { Icon } from "../ui/Icon.tsx";
import { NumberLinks } from "../ui/NumberLinks.tsx";
import { OverviewSection } from "../ui/OverviewSection.tsx";
import { Picture } from "../ui/Picture.tsx";
import { Quote } from "../ui/Quote.tsx";
import { Section } from "../ui/Section.tsx";
import { Skeleton } from "../ui/Skeleton.tsx";
import { Table } from "../ui/Table.tsx";
import { Tally } from "../ui/Tally.tsx";
import { UserText } from "../ui/UserText.tsx";
import { WorkProgress } from "../ui/WorkProgress.tsx";
import { Specimen, Specimens } from "./Specimen.tsx";

const nothing = () => {};

const totals = (yesVotes: number, noVotes: number): Totals => ({
  totalVotes: yesVotes + noVotes,
  yesVotes,
  noVotes,
  unsureVotes: 0,
  participants: yesVotes + noVotes,
  resultsVisible: true,
  resultsOpen: null,
});

const sizes = ["small", "card", "normal", "large"] as const;

const kinds = ["empty", "search", "done", "error", "offline", "lock"] as const;

const people = [
  { _id: "1", name: "Ada Lovelace", votes: 12 },
  { _id: "2", name: "Grace Hopper", votes: 7 },
];

/** Content to read: texts, numbers, states, lists. */
export function ContentSpecimens() {
  return (
    <Specimens title="Content">
      <Specimen of="Tally">
        {sizes.map((size) => (
          <Tally key={size} totals={totals(27, 11)} size={size} />
        ))}
        <Tally totals={totals(8, 8)} isOver />
      </Specimen>
      <Specimen of="Table">
        <Table
          caption="People"
          isComplete
          rows={people}
          columns={[
            { title: "Name", cell: ({ name }) => name, sortBy: ({ name }) => name },
            { title: "Votes", cell: ({ votes }) => votes, sortBy: ({ votes }) => votes, isNumber: true },
          ]}
        />
      </Specimen>
      <Specimen of="NumberLinks">
        <NumberLinks
          name="Numbers"
          links={[
            { href: "#content", label: "Surveys", value: "12" },
            { href: "#content", label: "Reports", value: "3", needsAction: true, detail: "1 new today" },
            { href: "#content", label: "Loading", value: undefined },
          ]}
        />
      </Specimen>
      <Specimen of="Dot">
        <div className="flex flex-wrap gap-x-6 gap-y-2">
          <Dot tone="yes">Open</Dot>
          <Dot tone="quiet">Ended</Dot>
        </div>
      </Specimen>
      <Specimen of="EmptyState">
        <div className="grid sm:grid-cols-2">
          {kinds.map((kind) => (
            <EmptyState
              key={kind}
              kind={kind}
              title="No surveys yet"
              text="Surveys that you ask appear here."
              action={<Button>Ask a question</Button>}
            />
          ))}
        </div>
      </Specimen>
      <Specimen of="ErrorPanel">
        <ErrorPanel text="The survey has been closed meanwhile." requestId="req-1a2b" onRetry={nothing} />
      </Specimen>
      <Specimen of="OverviewSection">
        <OverviewSection title="Your surveys" link={{ href: "#content", label: "All surveys" }} isCard>
          <p>Two are open.</p>
        </OverviewSection>
      </Specimen>
      <Specimen of="Section">
        <Section title="Emails" text="Which emails you get.">
          <p>Results of surveys that you voted on.</p>
        </Section>
      </Specimen>
      <Specimen of="Accordion">
        <Accordion
          name="specimen"
          items={[
            { question: "Who can vote?", answer: "Everyone who has the link." },
            { question: "Who sees the result?", answer: "Everyone, once voting has ended." },
          ]}
        />
      </Specimen>
      <Specimen of="Quote">
        <Quote title="Ada Lovelace">The old piano can't be tuned any more.</Quote>
      </Specimen>
      <Specimen of="UserText">
        <UserText as="p">هل نشتري البيانو؟</UserText>
      </Specimen>
      <Specimen of="EmailText">
        <p className="w-40">
          <EmailText>ada.lovelace@analytical-engine.example.org</EmailText>
        </p>
      </Specimen>
      <Specimen of="Avatar">
        <div className="flex items-center gap-3">
          <Avatar name="Ada Lovelace" photo={null} />
          <Avatar name="Ada Lovelace" photo={null} size={48} /> Ada Lovelace
        </div>
      </Specimen>
      <Specimen of="Picture">
        <Picture src="/categories/cleaning-tools.svg" className="aspect-video w-64 rounded-xl" />
      </Specimen>
      <Specimen of="Icon">
        <p className="flex items-center gap-2">
          <Icon name="clock" /> Ends tomorrow <Icon name="arrow" />
        </p>
      </Specimen>
      <Specimen of="Day">
        <p>
          <Day at="2026-11-29T12:00:00Z" /> · <Day at="2026-11-29T12:00:00Z" withTime />
        </p>
      </Specimen>
      <Specimen of="WorkProgress">
        <WorkProgress label="Adding people" done={40} total={120} />
      </Specimen>
      <Specimen of="Skeleton">
        <Skeleton className="h-5 w-64" />
      </Specimen>
      <Specimen of="FocusedGroup">
        <FocusedGroup labelledBy="specimen-group" takesFocus={false}>
          <p id="specimen-group">Counted. Thank you.</p>
        </FocusedGroup>
      </Specimen>
    </Specimens>
  );
}
