import type { IssuedCode } from "@survey-app/contract/invitations/invitations.ts";
import type { Survey } from "@survey-app/contract/surveys/surveys.ts";
import { personName } from "@survey-app/contract/users/personName.ts";
import * as invitationTexts from "@survey-app/texts/invitationTexts.ts";
import { useState } from "react";
import { useSettings } from "../api/settings.ts";
import { QrCodeImage } from "../sharing/QrCodeImage.tsx";
import { Button } from "../ui/Button.tsx";
import { ConfirmDialog } from "../ui/ConfirmDialog.tsx";
import { downloadCsv } from "../ui/downloadCsv.ts";
import { Icon } from "../ui/Icon.tsx";
import * as innerIcons from "../ui/innerIcons.ts";
import { takeFocus } from "../ui/takeFocus.ts";
import { UserText } from "../ui/UserText.tsx";
import { useLeaveGuard } from "../ui/useLeaveGuard.ts";
import { ContactLine } from "../votes/ContactLine.tsx";

interface CodesSheetProps {
  survey: Pick<Survey, "Title" | "language" | "contact" | "unreviewed">;
  codes: readonly IssuedCode[];
  onClose: () => void;
}

/**
 * New codes with their QR codes, to print and cut out. They exist only in this page: no URL, draft or storage has them.
 */
export function CodesSheet({ survey, codes, onClose }: CodesSheetProps) {
  const { publicUrl } = useSettings();
  const [asks, setAsks] = useState(false);
  /** Whether the owner has printed or downloaded them: then the sheet closes without asking. */
  const [hasKept, setKept] = useState(false);
  useLeaveGuard(true);
  const page = `${publicUrl}/i`;
  const print = () => {
    window.print();
    setKept(true);
  };
  const download = () => {
    const columns = [invitationTexts.labelColumn, invitationTexts.codeColumn, invitationTexts.linkColumn];
    const rows = codes.map(({ label, code }) => [label, code, `${page}#${code}`]);
    downloadCsv(invitationTexts.codesFile, [columns, ...rows]);
    setKept(true);
  };
  return (
    <section ref={takeFocus} aria-labelledby="codes" tabIndex={-1} className="scroll-mt-24 space-y-5 outline-none">
      <div className="space-y-3 print:hidden">
        <h2 id="codes" className="text-xl">
          {invitationTexts.codesTitle(codes.length)}
        </h2>
        <p className="font-medium">{invitationTexts.shownOnce}</p>
        <div className="flex flex-wrap gap-3">
          <Button onClick={print}>{invitationTexts.print}</Button>
          <Button look="quiet" onClick={download}>
            <Icon path={innerIcons.download} size={18} /> {invitationTexts.downloadCodes}
          </Button>
          <Button look="plain" onClick={() => (hasKept ? onClose() : setAsks(true))}>
            {invitationTexts.codesSaved}
          </Button>
        </div>
      </div>
      <ul className="grid grid-cols-1 gap-4 sm:grid-cols-2 print:grid-cols-2 print:gap-0">
        {codes.map((code) => (
          <Slip key={code.invitationId} {...code} survey={survey} page={page} />
        ))}
      </ul>
      <ConfirmDialog
        title={invitationTexts.closeCodes}
        isOpen={asks}
        label={invitationTexts.codesSaved}
        onConfirm={onClose}
        onClose={() => setAsks(false)}
      >
        {invitationTexts.closeCodesText}
      </ConfirmDialog>
    </section>
  );
}

/** One code, as large as a business card. */
function Slip({ label, code, survey, page }: IssuedCode & Pick<CodesSheetProps, "survey"> & { page: string }) {
  return (
    <li className="flex break-inside-avoid items-center gap-4 rounded-xl border border-line bg-surface p-4 [contain-intrinsic-size:auto_10rem] [content-visibility:auto] print:rounded-none print:border-dashed print:[content-visibility:visible]">
      <QrCodeImage
        text={`${page}#${code}`}
        alt={invitationTexts.qrCodeOf(label)}
        className="size-29 shrink-0 rounded-md bg-white"
      />
      <div className="min-w-0 space-y-1.5">
        <UserText of={survey} as="p" className="line-clamp-3 text-sm font-semibold" />
        <UserText as="p" className="text-sm text-muted">
          {personName(label)}
        </UserText>
        <code translate="no" className="block text-sm wrap-anywhere">
          {code}
        </code>
        <p className="text-sm text-muted wrap-anywhere">{invitationTexts.howToUse(page)}</p>
        {!survey.unreviewed && <ContactLine contact={survey.contact} />}
      </div>
    </li>
  );
}
