import type { Webhook, WebhookDelivery } from "@survey-app/contract/ops/webhooks.ts";
import { dayAndTime } from "@survey-app/contract/text/time.ts";
import * as integrationTexts from "@survey-app/texts/integrationTexts.ts";
import { useQuery } from "@tanstack/react-query";
import { QueryFallback } from "../api/QueryFallback.tsx";
import { toastResult } from "../api/toastResult.ts";
import { Button } from "../ui/Button.tsx";
import { Day } from "../ui/Day.tsx";
import { Dot } from "../ui/Dot.tsx";
import { listOf } from "../ui/lists.ts";
import { type Column, Table } from "../ui/Table.tsx";
import { UserText } from "../ui/UserText.tsx";
import { useTimeZone } from "../ui/useTimeZone.ts";
import { deliveriesOf, useResendDelivery } from "./integration.queries.ts";

/** The last deliveries of a webhook; those that no longer wait can be sent again. */
export function WebhookDeliveries({ webhook }: { webhook: Webhook }) {
  const query = useQuery(deliveriesOf(webhook._id));
  const resend = useResendDelivery(webhook._id);
  const zone = useTimeZone();
  if (!query.data) return <QueryFallback query={query} className="h-20 w-full" />;
  if (query.data.length === 0) return <p className="text-muted">{integrationTexts.noDeliveries}</p>;

  const action: Column<WebhookDelivery> = {
    title: integrationTexts.columns.action,
    inLine: "end",
    cell: (delivery) =>
      delivery.state === "waiting" ? null : (
        <Button
          look="quiet"
          small
          aria-label={integrationTexts.resendName(eventName(delivery.event), dayAndTime(delivery.createdAt, zone))}
          onClick={() => resend.mutate(delivery._id, toastResult(integrationTexts.resent))}
        >
          {integrationTexts.resend}
        </Button>
      ),
  };
  return (
    <Table
      caption={integrationTexts.deliveriesOf(webhook.url)}
      columns={webhook.isOn ? [...columns, action] : columns}
      rows={query.data}
    />
  );
}

const tones = { waiting: "quiet", delivered: "yes", failed: "no" } as const;

const columns: readonly Column<WebhookDelivery>[] = [
  {
    title: integrationTexts.columns.event,
    inLine: "start",
    cell: ({ event, createdAt }) => (
      <>
        <span className="block font-semibold">{eventName(event)}</span>
        <span className="text-sm text-muted">
          <Day at={createdAt} withTime />
        </span>
      </>
    ),
  },
  {
    title: integrationTexts.columns.survey,
    inLine: "below",
    cell: ({ surveyId, Title, language }) =>
      surveyId === null ? null : Title === null ? (
        integrationTexts.deletedSurvey
      ) : (
        <UserText of={{ Title, language }} as="span" />
      ),
  },
  {
    title: integrationTexts.columns.state,
    inLine: "below",
    cell: ({ state, status, failure, attempts, nextAt }) => (
      <>
        <Dot tone={tones[state]}>{integrationTexts.states[state]}</Dot>
        <span className="block text-sm text-muted">
          {listOf(
            [
              ...(failure ? [integrationTexts.failures[failure]] : []),
              ...(status === null ? [] : [integrationTexts.responded(String(status))]),
              ...(attempts > 1 ? [integrationTexts.attempts(attempts)] : []),
            ],
            "unit",
          )}
        </span>
        {attempts > 0 && nextAt && (
          <span className="block text-sm text-muted">{integrationTexts.nextTry(<Day at={nextAt} withTime />)}</span>
        )}
      </>
    ),
  },
];

function eventName(event: WebhookDelivery["event"]): string {
  return event === "test" ? integrationTexts.test : integrationTexts.events[event].label;
}
