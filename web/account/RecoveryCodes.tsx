import * as factorTexts from "@survey-app/texts/factorTexts.ts";
import { useSettings } from "../api/settings.ts";
import { Button } from "../ui/Button.tsx";
import { downloadFile } from "../ui/downloadFile.ts";
import { Icon } from "../ui/Icon.tsx";
import * as innerIcons from "../ui/innerIcons.ts";
import { useCopy } from "../ui/useCopy.ts";

interface RecoveryCodesProps {
  codes: readonly string[];
  onClose: () => void;
}

/** New recovery codes, which the server can't show again, to copy or to keep as a file. */
export function RecoveryCodes({ codes, onClose }: RecoveryCodesProps) {
  const { result, copy } = useCopy();
  const { name } = useSettings().site;
  const title = factorTexts.codesFile(name);
  return (
    <div className="space-y-5">
      <p className="text-muted">{factorTexts.recoveryText}</p>
      <ol
        dir="ltr"
        translate="no"
        className="grid grid-cols-1 gap-x-6 gap-y-1 rounded-xl bg-sunken px-5 py-4 font-mono text-sm min-[26rem]:grid-cols-2"
      >
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ol>
      <p role="status" className={result === "failed" ? "text-sm font-medium text-danger" : "sr-only"}>
        {result === "copied" && factorTexts.copied}
        {result === "failed" && factorTexts.copyFailed}
      </p>
      <div className="flex flex-wrap justify-end gap-3">
        <Button look="quiet" small onClick={() => void copy(codes.join("\n"))}>
          <Icon path={innerIcons.copy} size={16} />
          {result === "copied" ? factorTexts.copied : factorTexts.copyCodes}
        </Button>
        <Button
          look="quiet"
          small
          onClick={() =>
            downloadFile("survey-app-recovery-codes.txt", `${title}\n\n${codes.join("\n")}\n`, "text/plain")
          }
        >
          <Icon path={innerIcons.download} size={16} /> {factorTexts.downloadCodes}
        </Button>
        <Button small onClick={onClose}>
          {factorTexts.saved}
        </Button>
      </div>
    </div>
  );
}
