import * as integrationTexts from "@survey-app/texts/integrationTexts.ts";
import * as pageTexts from "@survey-app/texts/pageTexts.ts";
import { PageHeader } from "../layout/PageHeader.tsx";
import { Webhooks } from "./Webhooks.tsx";

export function WebhooksPage() {
  return (
    <>
      <PageHeader title={pageTexts.webhooks} text={integrationTexts.webhooksText} />
      <Webhooks />
    </>
  );
}
