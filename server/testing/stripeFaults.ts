/** When a fault happens: never, always, once (which turns it off again), or with this probability. */
type Chance = boolean | "once" | number;

/** The faults of a payment provider. */
export interface Faults {
  /** The same seed and the same requests in the same order give the same run. Setting it restarts the sequence. */
  seed: number;
  /** The API requests whose responses get faults, like `POST /v1/refunds`; null for all. */
  only: RegExp | null;
  /** Connections are closed without a response, the card form is rejected, and webhooks wait until it is over. */
  isDown: boolean;
  /** 429. */
  answersTooFast: Chance;
  /** 500, and nothing has happened. */
  failsBefore: Chance;
  /** 500, but the request has taken effect. The same idempotency key then gets the lost response. */
  failsAfter: Chance;
  /** Whether a 500 is stored as the response for its idempotency key, as Stripe documents it. */
  keepsFailures: boolean;
  /** No response, and the request had no effect. */
  staysSilentBefore: Chance;
  /** No response, but the request has taken effect. */
  staysSilentAfter: Chance;
  /** The connection is cut instead of a response, but the request has taken effect. */
  cutsOffAfter: Chance;
  /** The delay of responses after the request has taken effect, including in the card form: webhooks arrive before them. */
  answerDelayMs: number;
  /** An event is lost, and not sent again. */
  losesWebhooks: Chance;
  /** An event arrives twice. */
  doublesWebhooks: Chance;
  /** The delay before an event is sent. */
  delaysWebhooks: Chance;
  webhookDelayMs: number;
  /** An event waits until the next one has arrived, or for `webhookDelayMs`. */
  reordersWebhooks: Chance;
}

/** The names of the random faults. */
type FaultName = { [Name in keyof Faults]: Chance extends Faults[Name] ? Name : never }[keyof Faults];

/** A provider without faults: `Object.assign(stripe.faults, noFaults())`. */
export function noFaults(): Faults {
  return {
    seed: 1,
    only: null,
    isDown: false,
    answersTooFast: false,
    failsBefore: false,
    failsAfter: false,
    keepsFailures: false,
    staysSilentBefore: false,
    staysSilentAfter: false,
    cutsOffAfter: false,
    answerDelayMs: 0,
    losesWebhooks: false,
    doublesWebhooks: false,
    delaysWebhooks: false,
    webhookDelayMs: 500,
    reordersWebhooks: false,
  };
}

/** Decides whether a fault happens now. */
export type Dice = (name: FaultName) => boolean;

export function makeDice(faults: Faults): Dice {
  let seed = faults.seed;
  let random = mulberry32(seed);
  return (mishap) => {
    if (faults.seed !== seed) {
      seed = faults.seed;
      random = mulberry32(seed);
    }
    const chance = faults[mishap];
    if (chance === "once") faults[mishap] = false;
    // Draws only for probabilities, so that other faults don't change the sequence.
    return typeof chance === "number" ? random() < chance : chance !== false;
  };
}

/** Tommy Ettinger's generator: small, and even enough for this. */
export function mulberry32(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
