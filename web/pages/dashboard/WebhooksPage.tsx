import { Webhooks } from "../../account/Webhooks.tsx";
import { PageHeader } from "../../layout/PageHeader.tsx";
import * as pageTexts from "../../texts/pageTexts.ts";
import * as programTexts from "../../texts/programTexts.ts";

export function WebhooksPage() {
  return (
    <>
      <PageHeader title={pageTexts.webhooks} text={programTexts.webhooksText} />
      <Webhooks />
    </>
  );
}
