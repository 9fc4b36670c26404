import type { MeetingEntry } from "@survey-app/contract/meetings/meetings.ts";
import * as hostTexts from "@survey-app/texts/hostTexts.ts";
import * as formTexts from "@survey-app/texts/meetingFormTexts.ts";
import { formatCount } from "@survey-app/texts/numbers.ts";
import { useInfiniteQuery } from "@tanstack/react-query";
import { PagedTable } from "../api/PagedTable.tsx";
import { useSignedInUser } from "../session/useSession.ts";
import { Day } from "../ui/Day.tsx";
import { EmptyState } from "../ui/EmptyState.tsx";
import { LinkButton } from "../ui/LinkButton.tsx";
import type { Column } from "../ui/Table.tsx";
import { UserText } from "../ui/UserText.tsx";
import { MeetingStateDot } from "./MeetingStateDot.tsx";
import { meetingAddress, recordAddress } from "./meetingAddress.ts";
import { ownMeetings } from "./meetings.queries.ts";

const columns: readonly Column<MeetingEntry>[] = [
  {
    title: hostTexts.columns.name,
    inLine: "start",
    cell: ({ _id, name, startsAt }) => (
      <span className="block space-y-1">
        <a href={meetingAddress(_id)} className="font-semibold underline-offset-4 hover:underline">
          <UserText>{name}</UserText>
        </a>
        {startsAt && (
          <span className="block text-sm text-muted">{hostTexts.beginsOn(<Day at={startsAt} withTime />)}</span>
        )}
      </span>
    ),
  },
  {
    title: hostTexts.columns.state,
    inLine: "below",
    cell: ({ state }) => <MeetingStateDot state={state} />,
  },
  {
    title: hostTexts.columns.people,
    isNumber: true,
    inLine: "lastNamed",
    cell: ({ people }) => formatCount(people),
  },
  {
    title: hostTexts.columns.opened,
    isNumber: true,
    inLine: "lastNamed",
    cell: ({ opened, drafts }) => hostTexts.openedOf(opened, opened + drafts),
  },
  {
    title: hostTexts.columns.next,
    isNumber: true,
    inLine: "last",
    cell: (meeting) => {
      const { href, label } = nextOf(meeting);
      return (
        <LinkButton look="quiet" small href={href} aria-label={hostTexts.nextOf(label, meeting.name)}>
          {label}
        </LinkButton>
      );
    },
  },
];

/** The next step of a meeting, and the link to it. */
function nextOf({ _id, state, people, opened, drafts }: MeetingEntry): { href: string; label: string } {
  if (state === "ended") return { href: recordAddress(_id), label: hostTexts.record };
  if (people === 0) return { href: meetingAddress(_id, "people"), label: hostTexts.next.people };
  const href = meetingAddress(_id);
  if (state === "begun") return { href, label: hostTexts.next.run };
  return { href, label: drafts === 0 ? hostTexts.next.questions : hostTexts.open(opened + 1) };
}

/** The current user's meetings. */
export function OwnMeetings() {
  const { _id } = useSignedInUser();
  const query = useInfiniteQuery(ownMeetings(_id));
  return (
    <PagedTable
      query={query}
      caption={hostTexts.caption}
      columns={columns}
      empty={
        <EmptyState
          title={hostTexts.none}
          text={hostTexts.noneText}
          action={<LinkButton href="/dashboard/meetings/new">{formTexts.title}</LinkButton>}
        />
      }
    />
  );
}
