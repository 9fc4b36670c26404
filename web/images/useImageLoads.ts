import { isWebAddress } from "@survey-app/contract/users/webAddress.ts";
import { useEffect, useState } from "react";
import { pictureAddress } from "../ui/pictureAddress.ts";

/** An image that has not loaded after this time, in ms, counts as failed. */
const PATIENCE_MS = 10_000;

/** Whether the browser can load an image from `address`; null while it tries, or without an address. */
export function useImageLoads(address: string): boolean | null {
  const [result, setResult] = useState<{ address: string; loads: boolean } | null>(null);
  useEffect(() => {
    if (!isWebAddress(address)) return;
    const image = new Image();
    const timer = setTimeout(() => report(false), PATIENCE_MS);
    function report(loads: boolean) {
      clearTimeout(timer);
      setResult({ address, loads });
    }
    image.onload = () => report(true);
    image.onerror = () => report(false);
    image.referrerPolicy = "no-referrer";
    image.src = pictureAddress(address);
    return () => {
      clearTimeout(timer);
      image.onload = image.onerror = null;
    };
  }, [address]);
  return result?.address === address ? result.loads : null;
}
