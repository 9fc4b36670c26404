import { isWebAddress } from "@survey-app/contract/text.ts";
import { useEffect, useState } from "react";
import { pictureAddress } from "../ui/pictureAddress.ts";

/** An image that has not come by then does not count as one, in ms. */
const PATIENCE_MS = 10_000;

/** Whether the browser can show an image from `address`; null while it tries, or where there is no address to try. */
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
