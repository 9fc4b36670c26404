import type { ReactNode } from "react";
import { rich } from "./rich.ts";

/** The texts on whether people who were invited and did not vote could have changed the result. */
export const title = "Could the people who didn't vote have changed the result?";
export const half = "half";
export const yes = (votes: string) => `${votes} Yes`;
export const silent = (people: string) => `${people} didn't vote`;
export const no = (votes: string) => `${votes} No`;
export const sentence = (range: string, verdict: ReactNode, reason: string) => rich`${range} ${verdict}: ${reason}`;
