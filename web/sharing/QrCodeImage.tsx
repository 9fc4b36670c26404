import { useMemo } from "react";
import { createQrCode, toSvg } from "./qrCode.ts";

/** A whole number of pixels, so that all modules have the same size on the screen. */
const MODULE_PX = 4;

/**
 * A text as a QR code, dark on white whatever the theme.
 * @param className sets the size; without it, `MODULE_PX` does
 */
export function QrCodeImage({ text, alt, className }: { text: string; alt: string; className?: string }) {
  const { width, svg } = useMemo(() => {
    const code = createQrCode(text);
    return { width: className ? undefined : code.size * MODULE_PX, svg: toSvg(code) };
  }, [text, className]);
  return (
    <img
      src={`data:image/svg+xml,${encodeURIComponent(svg)}`}
      alt={alt}
      width={width}
      height={width}
      className={className ?? "shrink-0 rounded-lg border border-line bg-white"}
    />
  );
}
