/** Whether something goes wrong: never, always, once (and then the switch is off again), or with this probability. */
type Chance = boolean | "once" | number;

/** What can go wrong at a payment provider. Tests set these; nothing else does. */
export interface Faults {
  /** The same seed and the same requests in the same order give the same run. Setting it begins anew. */
  seed: number;
  /** Which requests to the API the faults of answers are for, as `POST /v1/refunds`; null: all of them. */
  only: RegExp | null;
  /** Connections are closed unanswered, the card form is refused, and webhooks wait until it is over. */
  isDown: boolean;
  /** 429. */
  answersTooFast: Chance;
  /** 500, and nothing has happened. */
  failsBefore: Chance;
  /** 500, but it has happened. The same key then gets the answer that got lost. */
  failsAfter: Chance;
  /** Whether a 500 is the answer for its idempotency key from then on, as Stripe's documentation has it. */
  keepsFailures: boolean;
  /** No answer ever comes, and nothing has happened. */
  staysSilentBefore: Chance;
  /** No answer ever comes, but it has happened. */
  staysSilentAfter: Chance;
  /** The connection is cut instead of an answer, but it has happened. */
  cutsOffAfter: Chance;
  /** So long after something has happened comes its answer, in the card form too: webhooks overtake it. */
  answerDelayMs: number;
  /** An event never arrives, and is not tried again. */
  losesWebhooks: Chance;
  /** An event arrives twice. */
  doublesWebhooks: Chance;
  /** An event sets out this much later. */
  delaysWebhooks: Chance;
  webhookDelayMs: number;
  /** An event waits until the next one has arrived, or for `webhookDelayMs`. */
  reordersWebhooks: Chance;
  /** So long do payments stay `processing` that do. */
  processingMs: number;
}

/** The names of the faults that are a matter of chance. */
type Mishap = { [Name in keyof Faults]: Chance extends Faults[Name] ? Name : never }[keyof Faults];

/** How a provider is on a good day: `Object.assign(stripe.faults, noFaults())`. */
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
    processingMs: 3000,
  };
}

/** Decides whether a mishap happens now. */
export type Dice = (mishap: Mishap) => boolean;

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
    // Drawn for probabilities only: turning another switch does not change the run.
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
