import * as accountTexts from "@survey-app/texts/accountTexts.ts";
import { useState } from "react";
import { failureOf } from "../api/failure.ts";
import { Button } from "../ui/Button.tsx";
import { Dialog } from "../ui/Dialog.tsx";
import { saveData } from "../ui/downloadFile.ts";
import { ErrorPanel } from "../ui/ErrorPanel.tsx";
import { Icon } from "../ui/Icon.tsx";
import * as innerIcons from "../ui/innerIcons.ts";
import { Section } from "../ui/Section.tsx";
import { useExportData } from "./account.queries.ts";
import { DeletionForm } from "./DeletionForm.tsx";

/** Download everything stored about the user, or delete the account. */
export function OwnData({ hasPassword }: { hasPassword: boolean }) {
  const exporting = useExportData();
  const [isDeleting, setDeleting] = useState(false);

  return (
    <Section level={3} title={accountTexts.yourData} text={accountTexts.yourDataText}>
      {exporting.error && <ErrorPanel {...failureOf(exporting.error)} />}
      <div className="flex flex-wrap gap-3">
        <Button
          look="quiet"
          small
          busy={exporting.isPending}
          onClick={() => exporting.mutate(undefined, { onSuccess: saveData })}
        >
          <Icon path={innerIcons.download} /> {accountTexts.downloadData}
        </Button>
        <Button look="quiet" small onClick={() => setDeleting(true)}>
          {accountTexts.deleteAccount}
        </Button>
      </div>
      <Dialog title={accountTexts.deleteTitle} isOpen={isDeleting} onClose={() => setDeleting(false)}>
        <DeletionForm hasPassword={hasPassword} onCancel={() => setDeleting(false)} />
      </Dialog>
    </Section>
  );
}
