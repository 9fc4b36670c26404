import type { ResponseOf } from "@survey-app/contract/http/endpoint.ts";
import type { getOperations } from "@survey-app/contract/ops/operations.ts";
import { FOOTER_LINKS_UNSET } from "@survey-app/contract/pageSettings.ts";
import * as operationsTexts from "@survey-app/texts/operationsTexts.ts";
import { useQuery } from "@tanstack/react-query";
import { Fragment, type ReactNode } from "react";
import { QueryFallback } from "../api/QueryFallback.tsx";
import { useSettings } from "../api/settings.ts";
import { Day } from "../ui/Day.tsx";
import { listOf } from "../ui/lists.ts";
import { UserText } from "../ui/UserText.tsx";
import { Check } from "./Check.tsx";
import { ClockCheck } from "./ClockCheck.tsx";
import { operations } from "./operations.queries.ts";

type Certificate = ResponseOf<typeof getOperations>["certificates"][number];

const gigabytes = (bytes: number) => Math.floor(bytes / 1e9);

/**
 * For admins: clocks, delayed work, mail server, sign-in, disk space, certificates and the last backup, each with
 * advice if it needs something.
 * @param children the content below: it appears together with these checks, which would push it away
 */
export function Operations({ children }: { children: ReactNode }) {
  const query = useQuery(operations());
  if (!query.data)
    return (
      <>
        <QueryFallback query={query} className="h-64" />
        {/* With the same key in both places, so that what is typed below stays when the checks come. */}
        {query.isFetched && <Fragment key="below">{children}</Fragment>}
      </>
    );
  const {
    version,
    clock,
    lateQueues,
    mailServer,
    missingRoleClaim,
    disk,
    certificates,
    backup,
    formerLedgers,
    endedCodes,
  } = query.data;
  return (
    <>
      <div className="divide-y divide-line rounded-2xl border border-line bg-surface px-5">
        <ClockCheck {...clock} />
        <Check title={operationsTexts.queues.title} todo={lateQueues.length > 0 && operationsTexts.queues.todo}>
          {lateQueues.length === 0 && <p>{operationsTexts.queues.fine}</p>}
          {lateQueues.map(({ queue, since }) => (
            <p key={queue}>
              {operationsTexts.queues.late(operationsTexts.queueNames[queue], <Day at={since} withTime />)}
            </p>
          ))}
        </Check>
        <MailServerCheck {...mailServer} />
        {missingRoleClaim && (
          <Check title={operationsTexts.roleClaim.title} todo={operationsTexts.roleClaim.todo}>
            <p>
              {operationsTexts.roleClaim.missing(missingRoleClaim.claim, <Day at={missingRoleClaim.lastAt} withTime />)}
            </p>
          </Check>
        )}
        <Check title={operationsTexts.disk.title} todo={disk.isLow && operationsTexts.disk.todo}>
          <p>{operationsTexts.disk.free(gigabytes(disk.freeBytes), gigabytes(disk.totalBytes))}</p>
        </Check>
        {certificates.map((certificate) => (
          <CertificateCheck key={certificate.of + certificate.host} {...certificate} />
        ))}
        <Check title={operationsTexts.backup.title} todo={backup.isOld && operationsTexts.backup.todo}>
          <p>
            {backup.at === null
              ? operationsTexts.backup.none
              : operationsTexts.backup.last(<Day at={backup.at} withTime />)}
          </p>
          {backup.votes !== null && <p>{operationsTexts.backup.votes(backup.votes)}</p>}
        </Check>
        {formerLedgers.length > 0 && (
          <Check title={operationsTexts.ledgers.title} todo={false}>
            <p>{operationsTexts.ledgers.former}</p>
            {formerLedgers.map((survey) => (
              <p key={survey.surveyId}>
                <a href={`/surveydetails/${survey.surveyId}`} className="underline underline-offset-4">
                  <UserText of={survey} />
                </a>
              </p>
            ))}
          </Check>
        )}
        {endedCodes > 0 && (
          <Check title={operationsTexts.codes.title} todo={operationsTexts.codes.todo}>
            <p>{operationsTexts.codes.ended(endedCodes)}</p>
          </Check>
        )}
        <FooterCheck />
      </div>
      <p className="text-sm text-muted">{operationsTexts.version(version)}</p>
      <Fragment key="below">{children}</Fragment>
    </>
  );
}

/** Names the icons of the footer that lead to a network's front page, because their URLs are not configured. */
function FooterCheck() {
  const { footerLinks } = useSettings();
  const names = Object.keys(FOOTER_LINKS_UNSET) as (keyof typeof FOOTER_LINKS_UNSET)[];
  const unset = names.filter((name) => footerLinks[name] === FOOTER_LINKS_UNSET[name]);
  if (unset.length === 0) return null;
  const { title, leadTo, todo } = operationsTexts.footer;
  return (
    <Check title={title} todo={todo}>
      <p>
        {leadTo(
          listOf(
            unset.map((name) => new URL(footerLinks[name]).host),
            "and",
          ),
        )}
      </p>
    </Check>
  );
}

function MailServerCheck({ refused, pausedUntil }: ResponseOf<typeof getOperations>["mailServer"]) {
  const words = operationsTexts.mailServer;
  const isRefusing = refused !== null || pausedUntil !== null;
  return (
    <Check title={words.title} todo={isRefusing && words.todo}>
      {!isRefusing && <p>{words.fine}</p>}
      {pausedUntil !== null && <p>{words.paused(<Day at={pausedUntil} withTime />)}</p>}
      {refused && <p>{words.refused(refused.count, <Day at={refused.lastAt} withTime />, refused.answer)}</p>}
    </Check>
  );
}

function CertificateCheck({ of, host, until, isDue, reason }: Certificate) {
  return (
    <Check title={operationsTexts.certificates[of]} todo={isDue && operationsTexts.certificates.todo}>
      {until !== null && <p>{operationsTexts.certificates.until(host, <Day at={until} />)}</p>}
      {reason !== null && <p lang="en">{`${host}: ${reason}`}</p>}
    </Check>
  );
}
