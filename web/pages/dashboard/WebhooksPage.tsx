import * as integrationTexts from "@survey-app/texts/integrationTexts.ts";
import * as pageTexts from "@survey-app/texts/pageTexts.ts";
import { Webhooks } from "../../account/Webhooks.tsx";
import { PageHeader } from "../../layout/PageHeader.tsx";

export function WebhooksPage() {
  return (
    <>
      <PageHeader title={pageTexts.webhooks} text={integrationTexts.webhooksText} />
      <Webhooks />
    </>
  );
}
