import * as shareTexts from "../texts/shareTexts.ts";
import { Button } from "../ui/Button.tsx";
import { downloadFile } from "../ui/downloadFile.ts";
import { Icon } from "../ui/Icon.tsx";
import * as innerIcons from "../ui/innerIcons.ts";
import { QrCodeImage } from "./QrCodeImage.tsx";
import { createQrCode, toPng, toSvg } from "./qrCode.ts";

/** The survey's link as a QR code, to scan and to download. */
export function ShareQrCode({ title, url }: { title: string; url: string }) {
  return (
    <div className="flex flex-wrap items-center gap-5 border-t border-line pt-5">
      <QrCodeImage text={url} alt={shareTexts.qrCodeOf(title)} />
      <div className="min-w-48 flex-1 space-y-3">
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
