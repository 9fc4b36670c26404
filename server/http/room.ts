import type { ServerResponse } from "node:http";
import { refuse } from "./refuse.ts";

export interface RoomSize {
  /** Open at once for one address. */
  perAddress: number;
  /** Open at once in this process. */
  inAll: number;
  /** When to come back, in seconds. */
  retryAfter: number;
}

/** Counts answers until their connections close; refuses those beyond the size. */
export function makeRoom({ perAddress, inAll, retryAfter }: RoomSize) {
  const byAddress = new Map<string, number>();
  let all = 0;
  return (address: string, response: ServerResponse): void => {
    const own = byAddress.get(address) ?? 0;
    if (own >= perAddress) throw refuse("tooFast", { retryAfter });
    if (all >= inAll) throw refuse("busy", { retryAfter });
    byAddress.set(address, own + 1);
    all += 1;
    response.once("close", () => {
      const left = (byAddress.get(address) ?? 1) - 1;
      if (left === 0) byAddress.delete(address);
      else byAddress.set(address, left);
      all -= 1;
    });
  };
}
