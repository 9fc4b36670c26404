import { randomFrom } from "@survey-app/contract/testing/randomFrom.ts";
/** The faults of a payment provider. */
export interface Faults {
  /** The same seed and the same requests in the same order give the same run. Setting it restarts the sequence. */
  seed: number;
  /** Connections are closed without a response, the card form is rejected, and webhooks wait until it is over. */
  isDown: boolean;
  /** Probability of 500 without an effect. */
  failsBefore: number;
  /** Probability of 500 although the request has taken effect. The same idempotency key then gets the lost response. */
  failsAfter: number;
  /** Probability that the connection is cut instead of a response, although the request has taken effect. */
  cutsOffAfter: number;
  /** Probability that an event is lost, and not sent again. */
  losesWebhooks: number;
  /** Probability that an event arrives twice. */
  doublesWebhooks: number;
  /** Probability that an event is sent after `webhookDelayMs`. */
  delaysWebhooks: number;
  webhookDelayMs: number;
  /** Probability that an event waits until the next one has arrived, or for `webhookDelayMs`. */
  reordersWebhooks: number;
}

/** The names of the random faults. */
export type FaultName = Exclude<keyof Faults, "seed" | "isDown" | "webhookDelayMs">;

/** A provider without faults. */
export function noFaults(): Faults {
  return {
    seed: 1,
    isDown: false,
    failsBefore: 0,
    failsAfter: 0,
    cutsOffAfter: 0,
    losesWebhooks: 0,
    doublesWebhooks: 0,
    delaysWebhooks: 0,
    webhookDelayMs: 500,
    reordersWebhooks: 0,
  };
}

/** Decides whether a fault happens now. */
export type Dice = (name: FaultName) => boolean;

/** @param happened gets the names of the faults that happened */
export function makeDice(faults: Faults, happened: Set<FaultName>): Dice {
  let seed = faults.seed;
  let random = randomFrom(seed);
  return (name) => {
    if (faults.seed !== seed) {
      seed = faults.seed;
      random = randomFrom(seed);
    }
    const happens = random() < faults[name];
    if (happens) happened.add(name);
    return happens;
  };
}
