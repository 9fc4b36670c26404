import { isWebAddress } from "@survey-app/contract/text.ts";
import { useEffect, useState } from "react";
import { pictureAddress } from "../ui/pictureAddress.ts";

/** An image that has not loaded after this time, in ms, counts as failed. */
const PATIENCE_MS = 10_000;

/** Whether the browser can load an image from `address`; null while it tries, or without an address. */
export function useImageLoads(address: string): boolean | null {
  const [known, setKnown] = useState<{ address: string; loads: boolean } | null>(null);
  useEffect(() => {
    if (!isWebAddress(address)) return;
    const image = new Image();
    const timer = setTimeout(() => tell(false), PATIENCE_MS);
    function tell(loads: boolean) {
      clearTimeout(timer);
      setKnown({ address, loads });
    }
    image.onload = () => tell(true);
    image.onerror = () => tell(false);
    image.referrerPolicy = "no-referrer";
    image.src = pictureAddress(address);
    return () => {
      clearTimeout(timer);
      image.onload = image.onerror = null;
    };
  }, [address]);
  return known?.address === address ? known.loads : null;
}
