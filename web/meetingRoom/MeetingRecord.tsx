import type { MeetingRecord as Recorded } from "@survey-app/contract/meetings/record.ts";
import { isClosed } from "@survey-app/contract/meetings/recordText.ts";
import { dayInWords } from "@survey-app/contract/text/time.ts";
import * as hostTexts from "@survey-app/texts/hostTexts.ts";
import * as meetingRoomTexts from "@survey-app/texts/meetingRoomTexts.ts";
import * as recordTexts from "@survey-app/texts/recordTexts.ts";
import * as resultTexts from "@survey-app/texts/resultTexts.ts";
import * as surveyWords from "@survey-app/texts/surveyWords.ts";
import { useSettings } from "../api/settings.ts";
import { meetingAddress, recordAddress } from "../meetings/meetingAddress.ts";
import { CopyMinutes } from "../results/CopyMinutes.tsx";
import { PaperHeader } from "../results/PaperHeader.tsx";
import { PrintButton } from "../results/PrintButton.tsx";
import { Signatures } from "../results/Signatures.tsx";
import { PageTitle } from "../routing/PageTitle.tsx";
import { useUser } from "../session/useSession.ts";
import { UnreviewedNote } from "../surveys/UnreviewedNote.tsx";
import { Day } from "../ui/Day.tsx";
import { UserText } from "../ui/UserText.tsx";
import { useTimeZone } from "../ui/useTimeZone.ts";
import { RecordedQuestion } from "./RecordedQuestion.tsx";
import { RecordProof } from "./RecordProof.tsx";
import { minutesOf } from "./record.queries.ts";

/** All questions of a meeting with their results: to read, to print and sign, and to take over into minutes. */
export function MeetingRecord({ meeting, record }: { meeting: string; record: Recorded }) {
  const { name, ownerName, begunAt, endedAt, questions, takenDown } = record;
  const closed = questions.filter(isClosed).length;
  const isAdmin = useUser()?.role === "admin";
  const title = record.unreviewed || takenDown ? recordTexts.overline : recordTexts.title(name);
  return (
    <article className="page frame-read space-y-8 print:max-w-none print:space-y-5 print:p-0 print:text-sm">
      <PageTitle page={title} />
      <header className="space-y-3">
        <div className="flex items-center justify-between gap-4">
          <p className="text-sm font-medium text-muted">{recordTexts.overline}</p>
          <div className="hidden print:block">
            <PaperHeader className="gap-2" heights={{ logo: "h-5", mark: "h-3" }} />
          </div>
        </div>
        <UserText as="h1" tabIndex={-1} className="text-2xl outline-none sm:text-3xl print:text-xl">
          {takenDown ? meetingRoomTexts.takenDown : name}
        </UserText>
        {takenDown && <p>{recordTexts.takenDownFor(surveyWords.unpublishReasons[takenDown])}</p>}
        <p className="text-muted">
          {begunAt !== null && (
            <>
              <MeetingDay at={begunAt} />
              {!takenDown && " · "}
            </>
          )}
          {!takenDown && recordTexts.byOwner(<UserText>{ownerName}</UserText>)}
        </p>
        <UnreviewedNote survey={record} />
        {endedAt === null && begunAt !== null && <p className="text-muted">{recordTexts.running}</p>}
        {questions.length > 0 && (
          <div className="flex flex-wrap items-end gap-3 print:hidden">
            <CopyMinutes
              language={record.language}
              textIn={(words) => minutesOf(meeting, { ...words, questions: closed })}
            >
              <PrintButton label={resultTexts.printRecord} />
            </CopyMinutes>
          </div>
        )}
      </header>
      {questions.length === 0 && <p>{recordTexts.notBegun}</p>}
      <ol className="space-y-6 print:space-y-4">
        {questions.map((question) => (
          <li key={question.n} className="break-inside-avoid">
            <RecordedQuestion question={question} />
          </li>
        ))}
      </ol>
      {questions.length > 0 && <RecordProof meeting={meeting} questions={questions} />}
      <Signatures />
      <Origin meeting={meeting} />
      <p className="text-sm text-muted print:hidden">{recordTexts.readers}</p>
      {isAdmin && !takenDown && (
        <p className="text-sm print:hidden">
          <a href={meetingAddress(meeting)} className="font-medium underline underline-offset-4">
            {hostTexts.takeDown}
          </a>
        </p>
      )}
    </article>
  );
}

/** Only on paper: where the record is from. */
function Origin({ meeting }: { meeting: string }) {
  const { publicUrl } = useSettings();
  return (
    <p className="hidden text-xs text-muted print:block">
      {resultTexts.onPaper}{" "}
      <span dir="ltr" className="break-all">
        {`${publicUrl}${recordAddress(meeting)}`}
      </span>
    </p>
  );
}

/** On paper, which is signed, the month is a word. */
function MeetingDay({ at }: { at: string }) {
  const zone = useTimeZone();
  return (
    <>
      <span className="print:hidden">
        <Day at={at} />
      </span>
      <time dateTime={at} className="hidden whitespace-nowrap print:inline">
        {dayInWords(at, zone)}
      </time>
    </>
  );
}
