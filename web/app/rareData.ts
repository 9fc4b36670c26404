import { legalText } from "../legal/legal.queries.ts";
import { roomOf } from "../presenting/rooms.queries.ts";
import { seriesOf } from "../results/series.queries.ts";
import type { PreloadContext } from "./route.ts";

type Load = (context: PreloadContext) => Promise<unknown>;

/** The data that pages need first which few people open first. */

export const series: Load = ({ client, params: { survey = "" } }) => client.fetchQuery(seriesOf(survey));
export const room: Load = ({ client, params: { survey = "" } }) => client.fetchQuery(roomOf(survey));
export const privacy: Load = ({ client }) => client.fetchQuery(legalText("privacy"));
export const terms: Load = ({ client }) => client.fetchQuery(legalText("terms"));
export const accessibility: Load = ({ client }) => client.fetchQuery(legalText("accessibility"));
