import { beverages } from "./beverages.ts";
import { cleaning } from "./cleaning.ts";
import { cooking } from "./cooking.ts";
import { preparation } from "./preparation.ts";
import { storage } from "./storage.ts";

/** Everything that a demo survey's picture can show. */
export const motifs = { ...cooking, ...preparation, ...beverages, ...cleaning, ...storage };
export type Scene = keyof typeof motifs;
