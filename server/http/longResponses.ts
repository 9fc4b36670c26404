import type { Endpoint } from "@survey-app/contract/http/endpoint.ts";
import type { FastifyReply, FastifyRequest } from "fastify";
import { clientNetworkOf, siteOf } from "./clientNetwork.ts";
import {
  type ConcurrencyLimiter,
  type ConcurrencyOptions,
  createConcurrencyLimiter,
  onceClosed,
} from "./concurrency.ts";
import { FILE_LIMITS, FILE_TIMEOUT_MS } from "./files.ts";

/** Concurrency limit for preserialized responses, which take up to a megabyte each. */
const PRESERIALIZED_LIMITS = { perClient: 20, total: 100, retryAfter: 5, cutsFromLead: 0 };
/**
 * The same for lists that are read in parts, which honest clients read many of: only a site with several is cut for
 * another one.
 */
const LONG_LIST_LIMITS = { perClient: 20, perSite: 40, total: 100, retryAfter: 5, cutsFromLead: 2 };
/** The length from which a list is long, in characters. */
const LONG_LENGTH = 256 * 1024;
/**
 * The time after which the connection of such a response is closed, in milliseconds: slower clients can request fewer
 * rows.
 */
const LONG_TIMEOUT_MS = 60_000;

/** Whether a response takes much memory while a client reads it slowly. */
export const isLong = (body: string): boolean => body.length > LONG_LENGTH;

/** The slots for the long responses of one kind. */
interface Slots {
  takeSlot: ConcurrencyLimiter;
  timeoutMs: number;
}

/**
 * Creates the slots of this process.
 * @param isLimited if false, there are slots for all
 * @returns a function that finds the slots of an endpoint; null for one without long responses
 */
export function createSlots(isLimited: boolean): (endpoint: Endpoint) => Slots | null {
  const limiter = (limits: ConcurrencyOptions) => (isLimited ? createConcurrencyLimiter(limits) : () => () => {});
  const ofPreserialized = { takeSlot: limiter(PRESERIALIZED_LIMITS), timeoutMs: LONG_TIMEOUT_MS };
  const ofLongLists = { takeSlot: limiter(LONG_LIST_LIMITS), timeoutMs: LONG_TIMEOUT_MS };
  const ofFiles = { takeSlot: limiter(FILE_LIMITS), timeoutMs: FILE_TIMEOUT_MS };
  return ({ preserialized, file, paginated }) => {
    if (preserialized) return ofPreserialized;
    if (file) return ofFiles;
    return paginated ? ofLongLists : null;
  };
}

/**
 * Takes a slot of the client's address; only the first call does.
 * @throws {ApiError} `tooFast` or `busy` when none is free
 */
export type TakeSlot = () => void;

/** Lets `respond` take a slot, which is held until the client has read the response, for `timeoutMs` at most. */
export function withSlot(
  slots: Slots,
  respond: (request: FastifyRequest, reply: FastifyReply, takeSlot: TakeSlot) => Promise<unknown>,
) {
  return async (request: FastifyRequest, reply: FastifyReply): Promise<unknown> => {
    let release: (() => void) | undefined;
    const takeSlot = () => {
      if (release) return;
      const releaseSlot = slots.takeSlot(clientNetworkOf(request.ip), reply.raw, siteOf(request.ip));
      const timeout = setTimeout(() => reply.raw.destroy(), slots.timeoutMs).unref();
      release = () => {
        clearTimeout(timeout);
        releaseSlot();
      };
    };
    try {
      return await respond(request, reply, takeSlot);
    } finally {
      if (release) onceClosed(reply.raw, release);
    }
  };
}
