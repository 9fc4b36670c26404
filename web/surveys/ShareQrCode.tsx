import { useMemo } from "react";
import * as shareTexts from "../texts/shareTexts.ts";
import { Button } from "../ui/Button.tsx";
import { downloadFile } from "../ui/downloadFile.ts";
import { Icon } from "../ui/Icon.tsx";
import { innerIcons } from "../ui/innerIcons.ts";
import { createQrCode, toPng, toSvg } from "./qrCode.ts";

/** A whole number of pixels, so that all modules have the same size on the screen. */
const MODULE_PX = 4;

/** The survey's link as a QR code, to scan and to download. */
export function ShareQrCode({ title, url }: { title: string; url: string }) {
  const { code, svg } = useMemo(() => {
    const drawn = createQrCode(url);
    return { code: drawn, svg: toSvg(drawn) };
  }, [url]);
  const width = code.size * MODULE_PX;
  return (
    <div className="flex flex-wrap items-center gap-5 border-t border-line pt-5">
      <img
        src={`data:image/svg+xml,${encodeURIComponent(svg)}`}
        alt={shareTexts.qrCodeOf(title)}
        width={width}
        height={width}
        className="shrink-0 rounded-lg border border-line bg-white"
      />
      <div className="min-w-48 flex-1 space-y-3">
        <h3 className="font-semibold">{shareTexts.qrCode}</h3>
        <p className="text-sm text-muted">{shareTexts.qrCodeText}</p>
        <div className="flex flex-wrap gap-2">
          <Button
            look="quiet"
            small
            aria-label={shareTexts.downloadSvgName}
            onClick={() => downloadFile("survey-qr-code.svg", svg, "image/svg+xml")}
          >
            <Icon path={innerIcons.download} size={16} /> {shareTexts.downloadSvg}
          </Button>
          <Button
            look="quiet"
            small
            aria-label={shareTexts.downloadPngName}
            onClick={() => void toPng(code).then((png) => downloadFile("survey-qr-code.png", png, "image/png"))}
          >
            <Icon path={innerIcons.download} size={16} /> {shareTexts.downloadPng}
          </Button>
        </div>
      </div>
    </div>
  );
}
