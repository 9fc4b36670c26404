import { createStore } from "../ui/store.ts";

/** Where the rooms of surveys on this page went on to, by the survey they went from, as streams have said. */
export const roomMoves = createStore<Readonly<Record<string, string>>>({});
