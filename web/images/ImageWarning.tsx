import * as imageTexts from "../texts/imageTexts.ts";
import { useImageLoads } from "./useImageLoads.ts";

/** Warns that no image can be loaded from `address`, and says what is shown instead. */
export function ImageWarning({ address, standIn }: { address: string; standIn: string }) {
  const isBroken = useImageLoads(address.trim()) === false;
  return (
    <p role="status" className="mt-2 text-sm font-medium text-danger empty:hidden">
      {isBroken && imageTexts.cannotLoad(standIn)}
    </p>
  );
}
