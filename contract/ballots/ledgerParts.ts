import * as z from "zod/mini";
import { ballotSettings } from "./ballots.ts";

/** The question and settings that the votes of a ledger answer (`Asks` in ledger.ts). */
export const ledgerAsks = z.object({ question: z.string(), ...ballotSettings, after: z.nullable(z.string()) });

/** The final numbers of a survey besides its votes (`Closing` in ledger.ts). */
export const ledgerClosing = z.object({
  by: z.enum(["deadline", "owner", "admin", "everyone"]),
  at: z.string(),
  from: z.string(),
  planned: z.nullable(z.string()),
  moves: z.number(),
  notes: z.number(),
  notesHash: z.nullable(z.string()),
  shown: z.nullable(z.number()),
  list: z.nullable(
    z.object({
      invited: z.number(),
      added: z.number(),
      struck: z.number(),
      codes: z.number(),
      replaced: z.number(),
      reissuedByOperator: z.number(),
      unsent: z.number(),
      objections: z.number(),
    }),
  ),
});
