import { Webhooks } from "../../account/Webhooks.tsx";
import { PageHeader } from "../../layout/PageHeader.tsx";
import * as integrationTexts from "../../texts/integrationTexts.ts";
import * as pageTexts from "../../texts/pageTexts.ts";

export function WebhooksPage() {
  return (
    <>
      <PageHeader title={pageTexts.webhooks} text={integrationTexts.webhooksText} />
      <Webhooks />
    </>
  );
}
