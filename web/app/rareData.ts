import { legalText } from "../legal/legal.queries.ts";
import { roomOf } from "../presenting/rooms.queries.ts";
import { seriesOf } from "../results/series.queries.ts";
import type { PreloadContext } from "./route.ts";

/** The data that pages need first which few people open first. */

export const series = ({ client, params: { survey = "" } }: PreloadContext) => client.fetchQuery(seriesOf(survey));
export const room = ({ client, params: { survey = "" } }: PreloadContext) => client.fetchQuery(roomOf(survey));
export const privacy = ({ client }: PreloadContext) => client.fetchQuery(legalText("privacy"));
export const terms = ({ client }: PreloadContext) => client.fetchQuery(legalText("terms"));
export const accessibility = ({ client }: PreloadContext) => client.fetchQuery(legalText("accessibility"));
