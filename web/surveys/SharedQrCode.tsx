import { useMemo } from "react";
import * as shareTexts from "../texts/shareTexts.ts";
import { createQrCode, toSvg } from "./qrCode.ts";

/** A link as a QR code, dark on white whatever the theme. */
export function SharedQrCode({ title, url, className }: { title: string; url: string; className: string }) {
  const svg = useMemo(() => toSvg(createQrCode(url)), [url]);
  return (
    <img src={`data:image/svg+xml,${encodeURIComponent(svg)}`} alt={shareTexts.qrCodeOf(title)} className={className} />
  );
}
