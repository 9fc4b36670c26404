import { createStore } from "../ui/store.ts";

/**
 * When this reader last voted in this tab, in milliseconds since 1970; 0 for never. The change of the totals that their own vote makes is
 * no news to them.
 */
export const ownVoteAt = createStore(0);
