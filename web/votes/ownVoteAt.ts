import { createStore } from "../ui/store.ts";

/**
 * When this reader last voted in this tab, in milliseconds since 1970; 0 for never. They already know about the change
 * that their own vote makes.
 */
export const ownVoteAt = createStore(0);
