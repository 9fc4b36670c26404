import { isEmbeddable } from "@survey-app/contract/sharing/sharing.ts";
import type { Survey } from "@survey-app/contract/surveys/surveys.ts";
import * as shareTexts from "@survey-app/texts/shareTexts.ts";
import { useState } from "react";
import { Button } from "../ui/Button.tsx";
import { CopyField } from "../ui/CopyField.tsx";
import { Dialog } from "../ui/Dialog.tsx";
import { downloadFile } from "../ui/downloadFile.ts";
import { Icon } from "../ui/Icon.tsx";
import * as innerIcons from "../ui/innerIcons.ts";
import { LinkButton } from "../ui/LinkButton.tsx";
import { Skeleton } from "../ui/Skeleton.tsx";
import { UserText } from "../ui/UserText.tsx";
import { EmbedCode } from "./EmbedCode.tsx";
import { QrCodeImage } from "./QrCodeImage.tsx";
import { createQrCode, toPng, toSvg } from "./qrCode.ts";
import { useSharedAddress } from "./useSharedAddress.ts";
import { useShareReason } from "./useShareReason.ts";

interface SharePanelProps {
  survey: Survey;
  isOpen: boolean;
  onClose: () => void;
}

/** A dialog with the ways to pass a survey on. */
export function SharePanel({ survey, isOpen, onClose }: SharePanelProps) {
  return (
    <Dialog
      title={shareTexts.title}
      isOpen={isOpen}
      isLong
      onClose={onClose}
      actions={
        <Button look="plain" onClick={onClose}>
          {shareTexts.close}
        </Button>
      }
    >
      <UserText of={survey} as="p" className="line-clamp-3 text-muted" />
      <ShareWays survey={survey} />
    </Dialog>
  );
}

/** The ways to pass a survey on: link, message, the system's share sheet, QR code, paper, a room and other sites. */
export function ShareWays({ survey }: { survey: Survey }) {
  const { url, isLoading } = useSharedAddress(survey, "flyer");
  return (
    <>
      {/* A link that becomes shorter beneath the finger would be copied in its long form. */}
      {isLoading ? <Skeleton className="h-64 w-full" /> : <LinkWays survey={survey} url={url} />}
      <div className="flex flex-wrap gap-2">
        {(["a4", "a5"] as const).map((paper) => (
          <LinkButton
            key={paper}
            look="quiet"
            small
            href={`/surveys/${survey._id}/flyer${paper === "a5" ? "?size=a5" : ""}`}
            target="_blank"
          >
            <Icon path={innerIcons.printer} size={16} /> {shareTexts.flyerOf[paper]}
          </LinkButton>
        ))}
        <LinkButton look="quiet" small href={`/surveys/${survey._id}/present`} target="_blank">
          <Icon name="screen" size={16} /> {shareTexts.start}
        </LinkButton>
      </div>
      {isEmbeddable(survey) && <EmbedCode survey={survey} />}
    </>
  );
}

/** The ways that pass the survey's link on. */
function LinkWays({ survey, url }: { survey: Survey; url: string }) {
  const reason = useShareReason(survey);
  const words = reason === "vote" ? shareTexts.invitation.vote(survey.unsure) : shareTexts.invitation[reason];
  const invitation = `${survey.Title}\n${words}`;
  return (
    <>
      {"share" in navigator && <SystemShare title={survey.Title} text={invitation} url={url} />}
      <CopyField
        label={shareTexts.link}
        text={url}
        copyLabel={shareTexts.copyLink}
        copiedLabel={shareTexts.linkCopied}
        failedText={shareTexts.copyFailed}
      />
      <CopyField
        label={shareTexts.message}
        text={`${invitation} ${url}`}
        copyLabel={shareTexts.copyMessage}
        copiedLabel={shareTexts.messageCopied}
        failedText={shareTexts.copyFailed}
        isLong
      />
      <p className="text-sm text-muted">{shareTexts.withoutChoice}</p>
      <ShareQrCode title={survey.Title} url={url} />
    </>
  );
}

/** Opens the share sheet of the phone or computer. */
function SystemShare(data: { title: string; text: string; url: string }) {
  const [hasFailed, setFailed] = useState(false);

  async function share() {
    try {
      setFailed(false);
      await navigator.share(data);
    } catch (error) {
      // The user closed the sheet.
      setFailed(!(error instanceof DOMException && error.name === "AbortError"));
    }
  }

  return (
    <div className="space-y-2">
      <Button className="w-full" onClick={() => void share()}>
        <Icon path={innerIcons.share} size={18} /> {shareTexts.byApp}
      </Button>
      <p role="status" className="text-sm font-medium text-danger empty:hidden">
        {hasFailed && shareTexts.byAppFailed}
      </p>
    </div>
  );
}

/** The survey's link as a QR code, to scan and to download. */
function ShareQrCode({ title, url }: { title: string; url: string }) {
  return (
    <div className="flex flex-wrap items-center gap-5 border-t border-line pt-5">
      <QrCodeImage text={url} alt={shareTexts.qrCodeOf(title)} />
      <div className="min-w-[min(12rem,100%)] flex-1 space-y-3">
        <h3 className="font-semibold">{shareTexts.qrCode}</h3>
        <p className="text-sm text-muted">{shareTexts.qrCodeText}</p>
        <div className="flex flex-wrap gap-2">
          <Button
            look="quiet"
            small
            aria-label={shareTexts.downloadSvgName}
            onClick={() => downloadFile("survey-qr-code.svg", toSvg(createQrCode(url)), "image/svg+xml")}
          >
            <Icon path={innerIcons.download} size={16} /> {shareTexts.downloadSvg}
          </Button>
          <Button
            look="quiet"
            small
            aria-label={shareTexts.downloadPngName}
            onClick={() =>
              void toPng(createQrCode(url)).then((png) => downloadFile("survey-qr-code.png", png, "image/png"))
            }
          >
            <Icon path={innerIcons.download} size={16} /> {shareTexts.downloadPng}
          </Button>
        </div>
      </div>
    </div>
  );
}
