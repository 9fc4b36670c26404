import * as operationsTexts from "@survey-app/texts/operationsTexts.ts";
import { PageHeader } from "../layout/PageHeader.tsx";
import { EmailTrail } from "./EmailTrail.tsx";
import { FailedWork } from "./FailedWork.tsx";
import { Operations } from "./Operations.tsx";

export function OperationsPage() {
  return (
    <>
      <PageHeader title={operationsTexts.title} text={operationsTexts.text} />
      <div className="space-y-6">
        <FailedWork />
        <Operations>
          <EmailTrail />
        </Operations>
      </div>
    </>
  );
}
